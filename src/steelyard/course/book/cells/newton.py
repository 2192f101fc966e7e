"""What chapter 6 runs. Lines of `# >` are what a cell prints; the tests hold them to it."""

# %% parabola
import numpy as np

w = 0.0
for step in range(5):
    slope, curvature = np.exp(w) - 2.0, np.exp(w)  # of e^w - 2 w
    print(f"w {w:.10f}, slope {slope:.1e}")
    w = w - slope / curvature
print(f"w {w:.10f}, log 2 is {np.log(2):.10f}")
# > w 0.0000000000, slope -1.0e+00
# > w 1.0000000000, slope 7.2e-01
# > w 0.7357588823, slope 8.7e-02
# > w 0.6940422999, slope 1.8e-03
# > w 0.6931475811, slope 8.0e-07
# > w 0.6931471806, log 2 is 0.6931471806

# %% hessian
from steelyard.core.hessian import hessian_product
from steelyard.core.objective import curvatures, gradient, scores
from steelyard.core.penalties import L2
from steelyard.course.data import problem, reviews

table = reviews()
task = problem(table, penalty=L2())
w, b = np.array([1.0, -1.0]), 0.0
p = 1 / (1 + np.exp(-scores(task.X, w, b)))
h = curvatures(task.loss, task.y, task.c, scores(task.X, w, b))
print("h is p (1 - p):", np.allclose(h, p * (1 - p)))
ones = np.column_stack([task.X, np.ones(300)])
H = ones.T @ (h[:, None] * ones) + np.diag([1.0, 1.0, 0.0])
print(H.round(3))
v = np.array([0.3, -0.2, 0.1])
mine = np.append(*hessian_product(task, h, v[:2], v[2]))
print("the package's H times v agrees:", np.allclose(mine, H @ v))
# > h is p (1 - p): True
# > [[ 5.514  0.381 12.312]
# >  [ 0.381  3.098  7.977]
# >  [12.312  7.977 73.514]]
# > the package's H times v agrees: True

# %% steps
from steelyard.algorithms.loop import run
from steelyard.algorithms.newton import Newton
from steelyard.core.trace import Trace

trace = Trace(gap=True)
found = run(Newton(task, 1e-12), trace=trace)
for step in range(5):
    entry = trace.entries[step]
    print(
        f"step {step}: objective {entry.objective:.8f}, gap below 1e-8: {entry.gap < 1e-8}"
    )
# > step 0: objective 207.94415417, gap below 1e-8: False
# > step 1: objective 145.80689182, gap below 1e-8: False
# > step 2: objective 145.24015831, gap below 1e-8: False
# > step 3: objective 145.23888507, gap below 1e-8: True
# > step 4: objective 145.23888504, gap below 1e-8: True

# %% beside
from steelyard.algorithms.gradient_descent import GradientDescent, Steps

slow = Trace(gap=True)
descent = GradientDescent(task, Steps(1.0, backtracking=True), tol=0.0)
run(descent, max_steps=200, trace=slow)
for name, recorded in (("Newton", trace), ("gradient descent", slow)):
    gaps = recorded.column("gap")
    print(f"{name:16} first gap below 1e-6 after {int(np.argmax(gaps < 1e-6))} steps")
# > Newton           first gap below 1e-6 after 3 steps
# > gradient descent first gap below 1e-6 after 61 steps

# %% response
from steelyard.algorithms.reweighted import Reweighted, working_response

r, weight = working_response(task, np.zeros(300))
print(
    "at weights 0 the responses are",
    sorted(set(r.tolist())),
    "and weigh",
    set(weight.tolist()),
)
regression = ones.T @ (weight[:, None] * ones) + np.diag([1.0, 1.0, 0.0])
by_regression = np.linalg.solve(regression, ones.T @ (weight * r))
state = Reweighted(task).step(Reweighted(task).start())
print("weighted least squares", by_regression.round(6))
print("one step of the package", state.w.round(6), round(state.b, 6))
# > at weights 0 the responses are [-2.0, 2.0] and weigh {0.25}
# > weighted least squares [ 3.901257 -3.740338 -0.259287]
# > one step of the package [ 3.901257 -3.740338] -0.259287

# %% linear
from steelyard.core.losses import Squared
from steelyard.core.objective import Problem
from steelyard.core.penalties import NoPenalty

squares = Problem(task.X, task.y, task.c, Squared(), NoPenalty(), True)
algorithm = Reweighted(squares)
state = algorithm.step(algorithm.start())
direct = np.linalg.lstsq(ones, task.y, rcond=None)[0]
print("after one step ", state.w.round(6), round(state.b, 6))
print("least squares  ", direct.round(6))
# > after one step  [ 2.218199 -3.128632] -0.038726
# > least squares   [ 2.218199 -3.128632 -0.038726]

# %% overshoot
from steelyard.algorithms.reweighted import State
from steelyard.course.data import Table

X, y = (
    np.array([[1.0], [2.0], [-1.0], [-3.0], [0.5]]),
    np.array([1.0, 1.0, -1.0, -1.0, -1.0]),
)
small = problem(Table(X, y, ("x", ""), ("a", "b")), intercept=False)
for first in (0.0, 3.0, 4.0):
    algorithm, state, way = (
        Reweighted(small, 1e-12),
        State(np.array([first]), 0.0, 0, 0.0, False),
        [],
    )
    for _ in range(4):
        state = algorithm.step(state)
        way.append(f"{state.w[0]:.3g}")
    print(f"from {first}:", *way)
# > from 0.0: 0.852 1.36 1.69 1.78
# > from 3.0: 0.774 1.3 1.66 1.78
# > from 4.0: -2.41 26.3 -1.02e+06 0

# %% safe
from steelyard.algorithms import newton

start = np.array([4.0])
state = newton.State(start, 0.0, scores(small.X, start, 0.0), 0, 0.0, False)
found = run(Newton(small), state=state, max_steps=10)
print(f"with a search along the step: {found.state.w[0]:.4f}, slope there", end=" ")
print(abs(gradient(small, found.state.w, found.state.z)[0][0]) < 1e-9)
# > with a search along the step: 1.7885, slope there True

# %% singular
from steelyard.core.random import generator

rng = generator(0, "more columns than rows")
wide = rng.normal(size=(5, 20))
h = np.full(5, 0.25)
H = wide.T @ (h[:, None] * wide)
print("H is", H.shape, "of rank", np.linalg.matrix_rank(H))
print("with the penalty", np.linalg.matrix_rank(H + np.eye(20)))
# > H is (20, 20) of rank 5
# > with the penalty 20

# %% solution 6.1
answer = 1 - (np.exp(1) - 2) / np.exp(1)


# %% starter 6.2
def hessian(X, w):
    """Of the sum of the logistic losses, without a penalty and without an intercept."""
    return ...


# %% solution 6.2
def answer(X, w):
    p = 1 / (1 + np.exp(-X @ w))
    return X.T @ ((p * (1 - p))[:, None] * X)


# %% starter 6.3
def response(z, t):
    """The working response of rows with the scores z and the classes t, 0 or 1."""
    return ...


# %% solution 6.3
def answer(z, t):
    p = 1 / (1 + np.exp(-z))
    return z + (t - p) / (p * (1 - p))


# %% solution 6.4
answer = 5

# %% solution 6.5
answer = 1
