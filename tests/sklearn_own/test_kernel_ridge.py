"""scikit-learn's own tests of kernel ridge regression."""

from tests.sklearn_own.substitute import tests_of

globals().update(tests_of("sklearn.tests.test_kernel_ridge"))
