"""The tests of scikit-learn that our classes do not pass, each with its reason.

The key is a test's name, with its parameters in brackets where only some of them miss. `docs/sklearn-differences.md`
tells the reasons to users; a test compares the two.
"""

from __future__ import annotations

PRIVATE = "tests a private method of scikit-learn's class"

MISSES: dict[str, dict[str, str]] = {
    "test_naive_bayes": {
        "test_gnb_check_update_with_no_data": PRIVATE,
    },
}
