"""scikit-learn's own tests of Gaussian discriminants."""

from tests.sklearn_own.substitute import tests_of

globals().update(tests_of("sklearn.tests.test_discriminant_analysis"))
