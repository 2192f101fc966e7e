"""scikit-learn's own tests of naive Bayes."""

from tests.sklearn_own.substitute import tests_of

globals().update(tests_of("sklearn.tests.test_naive_bayes"))
