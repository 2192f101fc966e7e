"""What chapter 5 runs. Lines of `# >` are what a cell prints; the tests hold them to it."""

# %% gradient
import numpy as np

from steelyard.core.losses import Logistic
from steelyard.core.objective import Problem, gradient, objective, scores
from steelyard.core.penalties import L2, NoPenalty


def at(task, w, b):
    """The objective there, and its slopes."""
    z = scores(task.X, w, b)
    return objective(task, w, z), *gradient(task, w, z)


one = Problem(np.array([[3.0, 2.0]]), np.ones(1), np.ones(1), Logistic(), NoPenalty(), True)
lost, slope, slope_b = at(one, np.zeros(2), 0.0)
print(f"loss {lost:.4f}, slopes {slope} and {slope_b}")
print("after a step of 0.1:", np.zeros(2) - 0.1 * slope, 0.0 - 0.1 * slope_b)
# > loss 0.6931, slopes [-1.5 -1. ] and -0.5
# > after a step of 0.1: [0.15 0.1 ] 0.05

# %% differences
from steelyard.course.data import problem, reviews

task = problem(reviews())
w, b, h = np.array([0.6, -0.4]), -0.01, 1e-5
_, slope, slope_b = at(task, w, b)
nudged = [
    (at(task, w + h * e, b)[0] - at(task, w - h * e, b)[0]) / (2 * h) for e in np.eye(2)
]
print("the gradient     ", slope.round(4))
print("central differences", np.round(nudged, 4))
# > the gradient      [-15.1261  11.7043]
# > central differences [-15.1261  11.7043]

# %% additive
by_row = []
for i in range(300):
    alone = task._replace(X=task.X[i : i + 1], y=task.y[i : i + 1], c=task.c[i : i + 1])
    by_row.append(at(alone, w, b)[1])
print("sum over the reviews", np.sum(by_row, axis=0).round(4))
print("without axis=0      ", np.sum(by_row).round(4))
# > sum over the reviews [-15.1261  11.7043]
# > without axis=0       -3.4218

# %% rates
from steelyard.algorithms.gradient_descent import GradientDescent, Steps
from steelyard.algorithms.loop import run
from steelyard.core.trace import Trace


def descend(task, steps, epochs, batch_size=None):
    trace = Trace()
    algorithm = GradientDescent(task, steps, batch_size, tol=0.0)
    return run(algorithm, max_steps=epochs, trace=trace).state, trace.column("objective")


for rate in (0.001, 0.01, 0.02, 0.1):
    _, values = descend(task, Steps(rate), 100)
    print(f"rate {rate:5}: after 1, 10, 100 steps {values[[1, 10, 100]].round(2)}")
# > rate 0.001: after 1, 10, 100 steps [207.48 203.42 173.06]
# > rate  0.01: after 1, 10, 100 steps [203.36 172.71 114.52]
# > rate  0.02: after 1, 10, 100 steps [198.94 152.43 107.54]
# > rate   0.1: after 1, 10, 100 steps [169.32 752.69 180.27]

# %% limit
ones = np.column_stack([task.X, np.ones(300)])
steepest = np.linalg.norm(ones, 2) ** 2 / 4  # the greatest curvature there can be
print(f"safe below {2 / steepest:.4f}")
_, values = descend(task, Steps(1.0, backtracking=True), 100)
print("backtracking: after 1, 10, 100 steps", values[[1, 10, 100]].round(4))
# > safe below 0.0256
# > backtracking: after 1, 10, 100 steps [136.6256 118.9164 103.0842]

# %% valleys
from steelyard.pictures import Valleys

found = Valleys.from_starts()
bowl, several = found.at_the_bottom
print(f"{len(found.ways)} descents; in the middle end: bowl {bowl}, valleys {several}")
# > 8 descents; in the middle end: bowl 8, valleys 2

# %% stochastic
from steelyard.algorithms.stochastic_descent import StochasticDescent

algorithm, trace = StochasticDescent(task, Steps(0.1)), Trace()
start = algorithm.start(np.array([0.6, -0.4]), -0.01)
state = run(algorithm, state=start, max_steps=100, trace=trace).state
values = trace.column("objective")
print("objective after 0, 1, 10, 50, 100 epochs:", values[[0, 1, 10, 50, 100]].round(2))
print("weights", state.w.round(2), "intercept", round(state.b, 2))
# > objective after 0, 1, 10, 50, 100 epochs: [193.26 164.65 114.81 103.73 103.84]
# > weights [  8.34 -13.24] intercept -0.37

# %% lowest
from steelyard.algorithms.unpenalised import Unpenalised

best = run(Unpenalised(task))
lowest = best.certificate.objective
print(
    f"the least possible is {lowest:.4f}, at", best.state.w.round(2), round(best.state.b, 2)
)
print(f"last of 100 epochs: {values[-1] - lowest:.2f} above it")
# > the least possible is 102.4582, at [  8.21 -14.52] 0.01
# > last of 100 epochs: 1.38 above it

# %% smaller
shorter = Steps(2.0, decay=1 / 300)
for name, steps in {"constant": Steps(2.0), "ever shorter": shorter}.items():
    trace = Trace()
    run(StochasticDescent(task, steps), max_steps=30, trace=trace)
    above = trace.column("objective")[[1, 10, 30]] - lowest
    print(f"{name:12}: above the least after 1, 10, 30 epochs {above.round(2)}")
# > constant    : above the least after 1, 10, 30 epochs [ 4.49 32.47 47.91]
# > ever shorter: above the least after 1, 10, 30 epochs [7.52 2.3  1.25]

# %% many
from steelyard.core.random import generator

rng = generator(0, "three thousand")
X = rng.normal(size=(3000, 4))
y = np.where(X @ [1.0, -2.0, 0.5, 0.0] + rng.logistic(size=3000) > 0, 1.0, -1.0)
large = Problem(X, y, np.full(3000, 1 / 3000), Logistic(), NoPenalty(), True)
least = run(Unpenalised(large)).certificate.objective
for size in (1, 512, 1024, None):
    batch = size or 3000
    state, values = descend(large, Steps(3000 / batch if batch > 1 else 30.0), 6, size)
    print(
        f"batches of {batch:4}: {state.iteration:5} changes, {values[-1] - least:.1e} above"
    )
# > batches of    1: 18000 changes, 1.2e-03 above
# > batches of  512:    36 changes, 7.0e-04 above
# > batches of 1024:    18 changes, 6.3e-03 above
# > batches of 3000:     6 changes, 4.2e-02 above

# %% endless
from steelyard.course.data import iris

easy = problem(iris())
for steps in (100, 1000, 10_000):
    state, values = descend(easy, Steps(0.01), steps)
    print(
        f"{steps:5} steps: |w| {np.linalg.norm(state.w):6.2f}, objective {values[-1]:.3f}"
    )
# >   100 steps: |w|  11.87, objective 5.054
# >  1000 steps: |w|  12.82, objective 4.344
# > 10000 steps: |w|  15.19, objective 1.717

# %% tamed
for C in (0.1, 1.0, 10.0):
    algorithm = GradientDescent(
        problem(iris(), penalty=L2(), c=C), Steps(1.0, backtracking=True)
    )
    found = run(algorithm, max_steps=20_000)
    size, gap = np.linalg.norm(found.state.w), found.certificate.gap
    print(f"cost {C:4}: |w| {size:.3f}, proven to six digits: {gap < 1e-6}")
# > cost  0.1: |w| 1.511, proven to six digits: True
# > cost  1.0: |w| 4.314, proven to six digits: True
# > cost 10.0: |w| 8.774, proven to six digits: True

# %% rare
from steelyard.models import LogisticRegression

rng = generator(0, "rare")
kind = np.repeat([0, 1], 50)
X = np.column_stack([rng.normal(size=100) + kind, np.zeros(100)])
X[[60, 61, 62], 1] = 1.0  # three texts of class 1 have the word, none of class 0
for C in (1.0, 100.0, 10_000.0):
    weights = LogisticRegression(C=C, tol=1e-8).fit(X, kind).coef_[0]
    print(f"cost {C:7}: weights {weights.round(2)}")
# > cost     1.0: weights [0.99 0.73]
# > cost   100.0: weights [1.04 4.  ]
# > cost 10000.0: weights [1.04 7.94]

# %% translate
from steelyard.algorithms.conventions import CONVENTIONS, to_house

for name, convention in CONVENTIONS.items():
    value = 1.0 if name == "C" else 0.01
    print(f"{convention.formula:30} {value:5}: cost {to_house(name, value, 300).c:.4f}")
# > sum l + lambda |w|^2            0.01: cost 50.0000
# > sum l + lambda/2 |w|^2          0.01: cost 100.0000
# > 1/N sum l + lambda |w|^2        0.01: cost 0.1667
# > 1/N sum l + lambda/2 |w|^2      0.01: cost 0.3333
# > 1/N sum l + lambda/(2N) |w|^2   0.01: cost 100.0000
# > C sum l + 1/2 |w|^2              1.0: cost 1.0000

# %% starter 5.1
answer = ...  # [slope of w1, slope of w2, slope of b]

# %% solution 5.1
p = 1 / (1 + np.exp(-(0.6 * 5 - 0.4 * 10 - 0.01)))
answer = [p * 5, p * 10, p]


# %% starter 5.2
def penalised_gradient(X, t, w, lam):
    """Of the mean log loss plus lam |w|^2, in w; there is no intercept, t is 0 or 1."""
    return ...


# %% solution 5.2
def answer(X, t, w, lam):
    p = 1 / (1 + np.exp(-X @ w))
    return X.T @ (p - t) / len(t) + 2 * lam * w


# %% starter 5.3
def epoch(theta, X, t, rate):
    """theta = (w1, ..., wd, b) after visiting every row once, in order; t is 0 or 1."""
    return ...


# %% solution 5.3
def answer(theta, X, t, rate):
    theta = theta.copy()
    for x, label in zip(X, t):
        p = 1 / (1 + np.exp(-(theta[:-1] @ x + theta[-1])))
        theta -= rate * (p - label) * np.append(x, 1.0)
    return theta


# %% starter 5.4
def finished(slopes, tol):
    """Whether a descent may stop where the objective has these slopes."""
    return ...


# %% solution 5.4
def answer(slopes, tol):
    return bool(np.abs(slopes).max() <= tol)


# %% solution 5.5
answer = 1 / (2 * 300 * 0.01)

# %% solution 5.6
answer = 20 * -(-3000 // 512)
