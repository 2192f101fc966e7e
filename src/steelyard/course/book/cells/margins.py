"""What chapter 8 runs. Lines of `# >` are what a cell prints; the tests hold them to it."""

# %% many
import numpy as np

from steelyard.course.data import iris
from steelyard.pictures import Separators

table = iris()
lines = Separators.from_rows(table.X, table.labels, count=8)
print("nearest flower to each line:", lines.margins.round(3))
print(f"to the best of all lines:    {lines.margin:.3f}")
# > nearest flower to each line: [0.063 0.028 0.09  0.07  0.019 0.013 0.009 0.017]
# > to the best of all lines:    0.122

# %% distance
from steelyard.algorithms.margin_program import hard_margin

best = hard_margin(table.X, table.y)
w, b, length = best.w, best.b, np.linalg.norm(best.w)
m = table.y * (table.X @ w + b)
i = int(m.round(6).argmin())
x, y, z = table.X[i], table.y[i], table.X[i] @ w + b
foot = x - (z / length) * w / length
print(f"flower {x}: score {z:.4f}, |w| {length:.4f}, distance {abs(z) / length:.4f}")
print(f"its foot {foot.round(4)} has the score {abs(foot @ w + b):.4f}")
# > flower [5.5 3.5]: score -1.0000, |w| 8.2213, distance 0.1216
# > its foot [5.5934 3.4221] has the score 0.0000

# %% standard
from steelyard.algorithms.margin_program import program, solve

rows = np.array([[1.0, 1.0], [2.0, 0.0], [4.0, 3.0], [5.0, 1.0]])
sides = np.array([-1.0, -1.0, 1.0, 1.0])
standard = program(rows, sides)
print("P =", standard.P.tolist())
print("q =", standard.q.tolist())
print("G =", standard.G.tolist())
print("h =", standard.h.tolist())
how, u, a = solve(standard)
print(f"{how}: b {u[0]:.4f}, w {u[1:].round(4)}, margin {1 / np.linalg.norm(u[1:]):.4f}")
# > P = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
# > q = [0.0, 0.0, 0.0]
# > G = [[1.0, 1.0, 1.0], [1.0, 2.0, 0.0], [-1.0, -4.0, -3.0], [-1.0, -5.0, -1.0]]
# > h = [-1.0, -1.0, -1.0, -1.0]
# > Solved: b -2.1429, w [0.5714 0.2857], margin 1.5652

# %% proof
print(f"w {best.w.round(4)}, b {best.b:.4f}, margin {1 / np.linalg.norm(best.w):.4f}")
print(f"1/2 |w|^2 is {best.certificate.objective:.6f}; no line has less than", end=" ")
print(f"{best.certificate.dual:.6f}")
print("flowers with a margin below 1.001:", int((m < 1.001).sum()))
# > w [ 6.3158 -5.2632], b -17.3158, margin 0.1216
# > 1/2 |w|^2 is 33.795014; no line has less than 33.795014
# > flowers with a margin below 1.001: 4

# %% moved
from steelyard.course.data import clouds

drawn = clouds()
for shift in (0.0, 12.0, 48.0):
    p = program(drawn.X + np.array([shift, 0.0]), drawn.y)
    margins = []
    for P in (p.P, np.eye(3)):
        _, u, _ = solve(p._replace(P=P))
        margins.append((-(p.G @ u)).min() / np.linalg.norm(u[1:]))
    print(f"moved by {shift:4}: margin with diag(0, 1, 1) {margins[0]:.3f},", end=" ")
    print(f"with eye(3) {margins[1]:.3f}")
# > moved by  0.0: margin with diag(0, 1, 1) 2.439, with eye(3) 2.439
# > moved by 12.0: margin with diag(0, 1, 1) 2.439, with eye(3) 0.918
# > moved by 48.0: margin with diag(0, 1, 1) 2.439, with eye(3) 1.255

# %% units
for factor in (np.array([1.0, 1.0]), np.array([10.0, 10.0]), np.array([10.0, 1.0])):
    found = hard_margin(drawn.X * factor, drawn.y)
    way = found.w * factor  # the weights in the old unit
    slope = -way[0] / way[1]
    times = factor.tolist()
    print(f"times {times}: |w| {np.linalg.norm(found.w):.4f}, b {found.b:.3f},", end=" ")
    print(f"margin {1 / np.linalg.norm(found.w):.4f}, slope of the line {slope:.3f}")
# > times [1.0, 1.0]: |w| 0.4100, b -1.536, margin 2.4388, slope of the line -0.611
# > times [10.0, 10.0]: |w| 0.0410, b -1.536, margin 24.3880, slope of the line -0.611
# > times [10.0, 1.0]: |w| 0.1096, b -3.142, margin 9.1222, slope of the line -28.290

# %% hulls
from steelyard.algorithms.hulls import Hulls
from steelyard.algorithms.loop import run

found = run(Hulls(drawn.X, drawn.y, 1e-10)).state
best = hard_margin(drawn.X, drawn.y)
print(f"shortest segment {found.distance:.6f}, 2 / |w| {2 / np.linalg.norm(best.w):.6f}")
print("across the segment: w", found.w.round(4), "b", round(found.b, 4))
print("of the program:     w", best.w.round(4), "b", round(best.b, 4))
for i in np.flatnonzero(found.a):
    print(f"{drawn.labels[i]:6} {drawn.X[i].round(3)} share {found.a[i]:.3f}")
# > shortest segment 4.877595, 2 / |w| 4.877595
# > across the segment: w [0.2138 0.3499] b -1.5361
# > of the program:     w [0.2138 0.3499] b -1.5361
# > blue   [0.416 1.278] share 0.272
# > blue   [1.78  0.444] share 0.728
# > orange [3.953 4.832] share 1.000

# %% none
from itertools import combinations

for pair in combinations(range(4), 2):
    hard = iris(without="setosa", columns=pair)
    met = hard_margin(hard.X, hard.y)
    print(f"{hard.columns[0]:12} {hard.columns[1]:12}", type(met).__name__, "at", end=" ")
    print(met.points[1].round(2))
# > sepal length sepal width  Meeting at [6.16 2.85]
# > sepal length petal length Meeting at [5.99 4.93]
# > sepal length petal width  Meeting at [6.17 1.59]
# > sepal width  petal length Meeting at [2.72 4.86]
# > sepal width  petal width  Meeting at [2.72 1.56]
# > petal length petal width  Meeting at [4.76 1.7 ]

# %% check
hard = iris(without="setosa")
met = hard_margin(hard.X, hard.y)
for name, side in (("versicolor", hard.y < 0), ("virginica", hard.y > 0)):
    shares = met.shares[side]
    at_least = (shares >= 0).all()
    print(f"{name:10} shares >= 0: {at_least}, they add up to {shares.sum():.6f},", end=" ")
    print("mean at", (shares @ hard.X[side]).round(6))
# > versicolor shares >= 0: True, they add up to 1.000000, mean at [6.163801 2.850445]
# > virginica  shares >= 0: True, they add up to 1.000000, mean at [6.163801 2.850445]

# %% slack
from steelyard import SVC
from steelyard.course.data import centred

hard = centred(hard)
for C in (0.01, 0.1, 1.0, 100.0):
    model = SVC(kernel="linear", C=C, tol=1e-6).fit(hard.X, hard.y)
    m = hard.y * model.decision_function(hard.X)
    slack = np.maximum(0.0, 1.0 - m)
    margin = 1 / np.linalg.norm(model.coef_)
    print(f"C {C:6}: margin {margin:.3f}, sum of slack {slack.sum():.2f},", end=" ")
    print(f"on the wrong side {int((m <= 0).sum())}")
# > C   0.01: margin 2.351, sum of slack 76.47, on the wrong side 29
# > C    0.1: margin 1.117, sum of slack 65.56, on the wrong side 29
# > C    1.0: margin 0.919, sum of slack 64.72, on the wrong side 27
# > C  100.0: margin 0.919, sum of slack 64.72, on the wrong side 27

# %% support
model = SVC(kernel="linear", C=0.1, tol=1e-8).fit(hard.X, hard.y)
kept = model.support_
again = SVC(kernel="linear", C=0.1, tol=1e-8).fit(hard.X[kept], hard.y[kept])
print(len(kept), "of 100 flowers are support vectors")
print("learnt from all:  ", model.coef_[0].round(4), model.intercept_.round(4))
print("learnt from these:", again.coef_[0].round(4), again.intercept_.round(4))
# > 75 of 100 flowers are support vectors
# > learnt from all:   [0.8375 0.3153] [-0.0273]
# > learnt from these: [0.8375 0.3153] [-0.0273]

# %% ring
from steelyard.course.data import ring

round_one = ring()
print("in two columns: ", type(hard_margin(round_one.X, round_one.y)).__name__)
squared = np.column_stack([round_one.X, round_one.X**2])
found = hard_margin(squared, round_one.y)
print("with the squares:", type(found).__name__, end=" ")
print("w", found.w.round(2), "b", round(found.b, 2))
# > in two columns:  Meeting
# > with the squares: Margin w [-0.02  0.01  0.33  0.37] b -1.67

# %% trick
from steelyard.algorithms.kernels import Kernel, kernel_matrix


def phi(X):  # three columns of two
    return np.column_stack([X[:, 0] ** 2, np.sqrt(2) * X[:, 0] * X[:, 1], X[:, 1] ** 2])


few = round_one.X[:3]
print((phi(few) @ phi(few).T).round(4).tolist())
print(kernel_matrix(Kernel("poly", 1.0, 2.0, 0.0), few, few).round(4).tolist())
new = ring(seed=1)
for kernel, more in {"linear": {}, "poly": {"degree": 2}, "rbf": {}}.items():
    model = SVC(kernel=kernel, C=100.0, **more).fit(round_one.X, round_one.y)
    print(f"{kernel:6}: {model.score(new.X, new.y):.0%} of new points right,", end=" ")
    print(f"{len(model.support_)} support vectors")
# > [[0.7362, 0.938, 0.1468], [0.938, 1.7166, 0.0501], [0.1468, 0.0501, 0.1381]]
# > [[0.7362, 0.938, 0.1468], [0.938, 1.7166, 0.0501], [0.1468, 0.0501, 0.1381]]
# > linear: 65% of new points right, 55 support vectors
# > poly  : 100% of new points right, 4 support vectors
# > rbf   : 100% of new points right, 15 support vectors

# %% vectors
from steelyard.features import TfidfVectorizer

three = ["a dull film", "a dull film , a very dull film", "a great film"]
vectorizer = TfidfVectorizer(token_pattern=r"\w+")
rows = vectorizer.fit_transform(three)
print("columns:", *vectorizer.get_feature_names_out())
print(rows.toarray().round(2))
print("cosines:")
print((rows @ rows.T).toarray().round(2))
# > columns: a dull film great very
# > [[0.52 0.67 0.52 0.   0.  ]
# >  [0.48 0.62 0.48 0.   0.4 ]
# >  [0.45 0.   0.45 0.77 0.  ]]
# > cosines:
# > [[1.   0.91 0.47]
# >  [0.91 1.   0.43]
# >  [0.47 0.43 1.  ]]

# %% texts
from steelyard import LinearSVC
from steelyard.core.random import order
from steelyard.course.data import review_texts
from steelyard.text import tokenizer

texts, labels = review_texts()
words = tokenizer("course-4-mended")


def parts(seed):
    """Four fifths of the reviews to learn from, and the others."""
    rows = order(seed, 0, len(labels))
    return [([texts[i] for i in part], labels[part]) for part in (rows[:240], rows[240:])]


right = []
for seed in range(10):
    (known, y), (unseen, truth) = parts(seed)
    vectorizer = TfidfVectorizer(tokenizer=words, token_pattern=None)
    rows = vectorizer.fit_transform(known)
    model = LinearSVC(C=1.0, loss="hinge", tol=1e-9).fit(rows, y)
    right.append(model.score(vectorizer.transform(unseen), truth))
print("right, split by split:", np.round(right, 2))
print(f"on average {np.mean(right):.3f}; one answer for all would have about 0.5")
# > right, split by split: [0.8  0.75 0.73 0.75 0.73 0.75 0.77 0.78 0.83 0.82]
# > on average 0.772; one answer for all would have about 0.5

# %% inside
z = model.decision_function(rows)
print(f"{rows.shape[0]} rows, {rows.shape[1]} columns;", end=" ")
print("proven to a gap of 1e-9:", model.gap_ <= 1e-9)
print(f"right on the texts it learnt from: {((z > 0) == (y > 0)).mean():.1%}")
print("support vectors:", int((y * z <= 1 + 1e-3).sum()))
names, weights = vectorizer.get_feature_names_out(), model.coef_[0]
print("bad: ", *names[weights.argsort()[:8]])
print("good:", *names[weights.argsort()[:-9:-1]])
# > 240 rows, 1505 columns; proven to a gap of 1e-9: True
# > right on the texts it learnt from: 99.6%
# > support vectors: 232
# > bad:  useless terrible waste bad awful when broken slow
# > good: great loved excellent delicious wonderful perfect beautiful easy

# %% solution 8.1
answer = 1 / np.linalg.norm([3.0, 4.0])

# %% starter 8.2
answer = ...  # [w, b]

# %% solution 8.2
answer = [1.0, -2.0]


# %% starter 8.3
def standard_form(X, y):
    """P, q, G and h of the hard margin over u = (b, w1, w2, ...)."""
    return ..., ..., ..., ...


# %% solution 8.3
def answer(X, y):
    n, d = X.shape
    P = np.eye(d + 1)
    P[0, 0] = 0.0  # b is not penalised
    G = -y[:, None] * np.column_stack([np.ones(n), X])
    return P, np.zeros(d + 1), G, -np.ones(n)


# %% starter 8.4
def slack(X, y, w, b):
    """How much of the margin each row lacks."""
    return ...


# %% solution 8.4
def answer(X, y, w, b):
    return np.maximum(0.0, 1.0 - y * (X @ w + b))


# %% starter 8.5
answer = ...  # [x1, x2]

# %% solution 8.5
answer = [1.0, 1.0]

# %% solution 8.6
answer = "no"
