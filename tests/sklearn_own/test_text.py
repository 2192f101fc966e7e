"""scikit-learn's own tests of the text vectorizers."""

from tests.sklearn_own.substitute import tests_of

globals().update(tests_of("sklearn.feature_extraction.tests.test_text"))
