"""What chapter 11 runs. Lines of `# >` are what a cell prints; the tests hold them to it."""

# %% ridge
import numpy as np

from steelyard.core.random import generator

rng = generator(0, "ridge")
X, y, lam = rng.normal(size=(20, 4)), rng.normal(size=20), 0.2
n, d = X.shape
w = np.linalg.solve(X.T @ X + n * lam * np.eye(d), X.T @ y)
slopes = 2 / n * X.T @ (X @ w - y) + 2 * lam * w
print("weights", w.round(4))
print("slopes there are 0:", np.allclose(slopes, 0))
# > weights [ 0.0963 -0.1843 -0.2125  0.4986]
# > slopes there are 0: True

# %% two formulas
for n, d in ((12, 5), (5, 12)):
    X, y = rng.normal(size=(n, d)), rng.normal(size=n)
    primal = np.linalg.solve(X.T @ X + n * lam * np.eye(d), X.T @ y)
    alpha = np.linalg.solve(X @ X.T + n * lam * np.eye(n), y)
    print(f"{n} rows of {d} columns: the same weights {np.allclose(primal, X.T @ alpha)}")
# > 12 rows of 5 columns: the same weights True
# > 5 rows of 12 columns: the same weights True

# %% package
from steelyard.algorithms.ridge import ridge

for rows, columns in ((12, 5), (5, 12)):
    X, y = rng.normal(size=(rows, columns)), rng.normal(size=rows)
    fit = ridge(X, y[:, None], np.ones(rows), np.array([1.0]), True)
    print(f"{rows} rows of {columns} columns: by the {fit.method}")
# > 12 rows of 5 columns: by the primal
# > 5 rows of 12 columns: by the dual

# %% lemma
X = rng.normal(size=(3, 8)) * 100
direct = np.linalg.inv(np.eye(8) + X.T @ X)
lemma = np.eye(8) - X.T @ np.linalg.inv(np.eye(3) + X @ X.T) @ X
print("the lemma holds:", np.allclose(direct, lemma))
print(
    "least eigenvalue of I + X'X:", np.linalg.eigvalsh(np.eye(8) + X.T @ X).min().round(6)
)
# > the lemma holds: True
# > least eigenvalue of I + X'X: 1.0

# %% pulls
from steelyard.algorithms.loop import run
from steelyard.algorithms.newton import Newton
from steelyard.core.objective import certificate, pulls
from steelyard.core.penalties import L2
from steelyard.course.data import problem, reviews

table = reviews()
task = problem(table, penalty=L2())
state = run(Newton(task, 1e-12)).state
s = pulls(task.loss, task.y, task.c, state.z)
print("pulls of the first five", s[:5].round(3), "of", table.y[:5])
print("weights            ", state.w.round(5))
print("sum of pulls times rows", (s @ table.X).round(5))
print("the pulls cancel:", abs(s.sum()) < 1e-6)
# > pulls of the first five [-0.387 -0.13  -0.171 -0.424  0.263] of [-1. -1. -1. -1.  1.]
# > weights             [ 4.68307 -4.31148]
# > sum of pulls times rows [ 4.68307 -4.31148]
# > the pulls cancel: True

# %% hardest
from steelyard.course.data import review_texts
from steelyard.features import TfidfVectorizer
from steelyard.models import LogisticRegression

texts, y = review_texts()
X = TfidfVectorizer().fit_transform(texts)
model = LogisticRegression(tol=1e-8).fit(X, y)
s = y / (1 + np.exp(y * model.decision_function(X)))
print(
    X.shape[1],
    "weights from",
    len(s),
    "pulls:",
    np.allclose(X.T @ s, model.coef_[0], atol=1e-3),
)
for i in np.argsort(-np.abs(s))[:2]:
    print(f"pull {s[i]:.3f}: {texts[i]}")
# > 1698 weights from 300 pulls: True
# > pull -0.524: Easy to install, easy to use, easy to lose six months of bookkeeping.
# > pull -0.515: My old one lasted eleven years and I miss it every time this one beeps.

# %% bounds
zero = np.zeros(2), np.zeros(300)
for name, share in {
    "all a half": 0.5,
    "all a tenth": 0.1,
    "at random": rng.random(300),
}.items():
    proof = certificate(task, *zero, share * task.y)
    print(f"{name:12}: no weights have less than {proof.dual:8.3f}")
best = certificate(task, state.w, state.z)
print(f"the optimum's : {best.dual:.3f} <= the least <= {best.objective:.3f}")
# > all a half  : no weights have less than  -25.403
# > all a tenth : no weights have less than   88.191
# > at random   : no weights have less than  -55.739
# > the optimum's : 145.239 <= the least <= 145.239

# %% visit
from steelyard.algorithms.dual_descent import DualDescent
from steelyard.core.losses import Logistic
from steelyard.core.objective import Problem
from steelyard.core.rows import CSR

rows = CSR(X.indptr.astype(np.int64), X.indices.astype(np.int32), X.data, X.shape[1])
sparse = Problem(rows, y, np.ones(300), Logistic(), L2(), True)
found = run(DualDescent(sparse, 1e-6))
proof = found.certificate
print("columns:", X.shape[1], " epochs: fewer than 20:", found.state.epoch < 20)
print(f"objective {proof.objective:.3f}, proven to six digits: {proof.gap < 1e-6}")
# > columns: 1698  epochs: fewer than 20: True
# > objective 166.521, proven to six digits: True

# %% square
from steelyard.algorithms.kernels import Kernel, kernel_matrix


def spelled_out(A):
    return np.column_stack([A[:, 0] ** 2, np.sqrt(2) * A[:, 0] * A[:, 1], A[:, 1] ** 2])


A = np.array([[1.0, 2.0], [3.0, -1.0]])
print(kernel_matrix(Kernel("poly", 1.0, 2.0, 0.0), A, A))
print(spelled_out(A) @ spelled_out(A).T)
# > [[ 25.   1.]
# >  [  1. 100.]]
# > [[ 25.   1.]
# >  [  1. 100.]]

# %% ring
from steelyard.algorithms.hulls import Hulls
from steelyard.course.data import ring
from steelyard.models import SVC

rings = ring()
squares = np.column_stack([rings.X, rings.X**2])
for name, columns in {"two columns": rings.X, "and their squares": squares}.items():
    algorithm = Hulls(columns, rings.y, exchanges=20)
    meet = algorithm.meet(run(algorithm, max_steps=20_000).state)
    print(f"{name}: a plane separates them: {not meet}")
for kernel in ("linear", "poly", "rbf"):
    machine = SVC(kernel=kernel, degree=2, C=10).fit(rings.X, rings.y)
    right = (machine.predict(rings.X) == rings.y).sum()
    print(f"{kernel:6}: {right} of 60 right, {len(machine.support_)} of them have a pull")
# > two columns: a plane separates them: False
# > and their squares: a plane separates them: True
# > linear: 39 of 60 right, 55 of them have a pull
# > poly  : 60 of 60 right, 4 of them have a pull
# > rbf   : 60 of 60 right, 15 of them have a pull

# %% perceptron
from steelyard.algorithms.kernel_perceptron import KernelPerceptron

K = kernel_matrix(Kernel("rbf", 0.5), rings.X, rings.X)
state = run(KernelPerceptron(K, rings.y, np.ones(60)), max_steps=100).state
print("done:", state.done, "after", int(state.epoch), "epochs;", end=" ")
print((state.s != 0).sum(), "rows are remembered")
# > done: True after 2 epochs; 9 rows are remembered

# %% curve
from steelyard.models import KernelRidge, Ridge

x = np.sort(rng.uniform(-3, 3, 30))
wave = np.sin(x) + 0.1 * rng.normal(size=30)
for name, fit in {
    "ridge": Ridge(alpha=0.1),
    "ridge with an RBF kernel": KernelRidge(alpha=0.1, kernel="rbf", gamma=1.0),
}.items():
    off = np.abs(fit.fit(x[:, None], wave).predict(x[:, None]) - np.sin(x)).max()
    print(f"{name:25} is off by at most {off:.2f}")
# > ridge                     is off by at most 0.77
# > ridge with an RBF kernel  is off by at most 0.11


# %% starter 11.1
def weights(X, y, lam):
    """Of 1/n |y - Xw|^2 + lam |w|^2, by a table of d x d."""
    return ...


# %% solution 11.1
def answer(X, y, lam):
    n, d = X.shape
    return np.linalg.solve(X.T @ X + n * lam * np.eye(d), X.T @ y)


# %% starter 11.2
def coefficients(X, y, lam):
    """alpha, one number a row, such that the same weights are X.T @ alpha."""
    return ...


# %% solution 11.2
def answer(X, y, lam):
    n = len(y)
    return np.linalg.solve(X @ X.T + n * lam * np.eye(n), y)


# %% solution 11.3
answer = "dual"

# %% solution 11.4
answer = 1 / (1 + np.exp(-1.5))

# %% solution 11.5
answer = (1 * 3 + 2 * 4) ** 2


# %% starter 11.6
def phi(x):
    """Of two numbers a row, such that phi(x) @ phi(u) is (1 + x @ u) ** 2."""
    return ...


# %% solution 11.6
def answer(x):
    r = np.sqrt(2)
    return np.array([1, r * x[0], r * x[1], x[0] ** 2, x[1] ** 2, r * x[0] * x[1]])
