"""scikit-learn's own tests of support vector machines over sparse rows."""

from tests.sklearn_own.substitute import tests_of

globals().update(tests_of("sklearn.svm.tests.test_sparse"))
