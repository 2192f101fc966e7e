"""scikit-learn's own tests of logistic regression."""

from tests.sklearn_own.substitute import tests_of

globals().update(tests_of("sklearn.linear_model.tests.test_logistic"))
