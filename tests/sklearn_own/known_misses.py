"""The tests of scikit-learn that our classes do not pass, each with its reason.

The key is a test's name, with its parameters in brackets where only some of them miss. `docs/sklearn-differences.md`
tells the reasons to users; `test_share.py` compares the two.
"""

from __future__ import annotations

PRIVATE = "asks a private method or module of scikit-learn"
ANY_SOLVER = "asks for a limit of one of scikit-learn's solvers; here every `solver` leads to the same exact optimum"

MISSES: dict[str, dict[str, str]] = {
    "test_discriminant_analysis": {},
    "test_kernel_ridge": {},
    "test_naive_bayes": {
        "test_gnb_check_update_with_no_data": PRIVATE,
    },
    "test_ridge": {
        "test_n_iter": ANY_SOLVER,
        "test_ridge_fit_intercept_sparse_error": ANY_SOLVER,
        "test_ridge_fit_intercept_sparse_sag": ANY_SOLVER,
        "test_ridge_positive_error_test": ANY_SOLVER,
        "test_lbfgs_solver_error": ANY_SOLVER,
    },
}
