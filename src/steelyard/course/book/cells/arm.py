"""What chapter 2 runs. Lines of `# >` are what a cell prints; the tests hold them to it."""

# %% products
import numpy as np

from steelyard.course.data import HOKEY, HOKEY_BIAS, HOKEY_LEXICON, HOKEY_WEIGHTS
from steelyard.features import ReviewFeatures

features = ReviewFeatures(HOKEY_LEXICON)
x, w, b = features.fit_transform([HOKEY])[0], HOKEY_WEIGHTS, HOKEY_BIAS
for name, value, weight in zip(features.get_feature_names_out(), x, w):
    print(f"{name:15} {value:7.4f} x {weight:5.1f} = {value * weight:8.4f}")
print(f"{'intercept':15} {b:26.4f}")
print(f"{'score':15} {w @ x + b:26.4f}")
# > positive_words   3.0000 x   2.5 =   7.5000
# > negative_words   2.0000 x  -5.0 = -10.0000
# > no               1.0000 x  -1.2 =  -1.2000
# > pronouns         3.0000 x   0.5 =   1.5000
# > exclamation      0.0000 x   2.0 =   0.0000
# > log_words        4.1589 x   0.7 =   2.9112
# > intercept                           0.1000
# > score                               0.8112


# %% decide
def decide(z):
    return "good" if z > 0 else "bad"


print(decide(w @ x + b), decide(-0.3), decide(0.0))
# > good bad bad

# %% given
from steelyard.core.objective import scores
from steelyard.course.data import reviews

table = reviews()
w, b = np.array([0.6, -0.4]), -0.01
z = scores(table.X, w, b)
print(z[:5].round(3))
# > [-0.008 -0.158 -0.128 -0.01   0.162]

# %% sparse
from scipy import sparse

from steelyard.core.rows import CSR

X = sparse.csr_matrix(table.X)
rows = CSR(X.indptr.astype(np.int64), X.indices, X.data, X.shape[1])
same = np.abs(scores(rows, w, b) - z).max() < 1e-12
print(same, f"with {X.nnz} of {table.X.size} numbers")
# > True with 353 of 600 numbers

# %% accuracy
right = (z > 0) == (table.y > 0)
good, bad = table.y > 0, table.y < 0
print(f"recall of good reviews: {right[good].sum()} of {good.sum()}")
print(f"recall of bad reviews:  {right[bad].sum()} of {bad.sum()}")
print(f"accuracy: {right.sum()} of {len(right)} = {right.mean():.1%}")
# > recall of good reviews: 123 of 150
# > recall of bad reviews:  112 of 150
# > accuracy: 235 of 300 = 78.3%

# %% distance
norm = np.linalg.norm(w)
print("at (0.3, 0.2) the score is", round(w @ [0.3, 0.2] + b, 4))
print("its distance from the line is", round((w @ [0.3, 0.2] + b) / norm, 4))
print("ten times the weights:", round((10 * w @ [0.3, 0.2] + 10 * b) / (10 * norm), 4))
# > at (0.3, 0.2) the score is 0.09
# > its distance from the line is 0.1248
# > ten times the weights: 0.1248

# %% both
from steelyard.algorithms.hulls import Hulls
from steelyard.algorithms.loop import run

rng = np.random.default_rng(1)
along = rng.uniform(-5, 5, 30)
side = np.repeat([-1.0, 1.0], 15)
X = np.column_stack([along, along + side])
for columns in ([0], [1], [0, 1]):
    algorithm = Hulls(np.ascontiguousarray(X[:, columns]), side, exchanges=20)
    meet = algorithm.meet(run(algorithm, max_steps=20_000).state)
    print("columns", columns, "the hulls meet" if meet else "a line lies between the hulls")
# > columns [0] the hulls meet
# > columns [1] the hulls meet
# > columns [0, 1] a line lies between the hulls


# %% starter 2.1
def score(x, w, b):
    """The sum of w_i x_i, and b."""
    return ...


# %% solution 2.1
def answer(x, w, b):
    return w @ x + b


# %% solution 2.2
answer = 7.5 - 10 - 1.2 + 1.5 + 0 + 4.1 * 0.7 + 0.1

# %% solution 2.3
answer = (0.6 * 0.3 - 0.01) / 0.4

# %% solution 2.4
answer = (3 * 4 - 4 * 1 + 2) / 5


# %% starter 2.5
def recalls(z, y):
    """The share of the rows with y = +1 that is found, and of those with y = -1."""
    return ...


# %% solution 2.5
def answer(z, y):
    return (z[y > 0] > 0).mean(), (z[y < 0] <= 0).mean()
