"""What chapter 3 runs. Lines of `# >` are what a cell prints; the tests hold them to it."""

# %% rows
from steelyard.course.data import iris, thirds

train, test = thirds(iris())
print(train.columns, train.classes)
print(len(train.y), "flowers to learn from,", len(test.y), "to test on")
# > ('sepal length', 'sepal width') ('setosa', 'versicolor')
# > 66 flowers to learn from, 34 to test on

# %% one change
import numpy as np

w, b = np.zeros(2), 0.0
for x, y in zip(train.X[:4], train.y[:4]):
    if y * (w @ x + b) <= 0:
        w, b = w + y * x, b + y
    print(x, int(y), w, b)
# > [4.9 3. ] -1 [-4.9 -3. ] -1.0
# > [4.7 3.2] -1 [-4.9 -3. ] -1.0
# > [5.  3.6] -1 [-4.9 -3. ] -1.0
# > [5.4 3.9] -1 [-4.9 -3. ] -1.0

# %% modes
from steelyard.algorithms.loop import run
from steelyard.algorithms.perceptron import Perceptron
from steelyard.core.losses import PerceptronLoss
from steelyard.core.objective import scores
from steelyard.course.data import problem

modes = {"online": 1, "mini-batch": 10, "full batch": None}
for name, size in modes.items():
    found = run(Perceptron(problem(train, PerceptronLoss()), batch_size=size)).state
    z = scores(test.X, found.w, found.b)
    right = ((z > 0) == (test.y > 0)).mean()
    spent = f"{found.epoch:5.0f} epochs  {found.iteration:6d} iterations"
    print(f"{name:10}  {spent}  {right:.0%} of the test flowers right")
# > online        288 epochs   19008 iterations  97% of the test flowers right
# > mini-batch    434 epochs    3038 iterations  97% of the test flowers right
# > full batch   1497 epochs    1497 iterations  97% of the test flowers right

# %% centred
from steelyard.course.data import centred

for name, size in modes.items():
    found = run(
        Perceptron(problem(centred(train), PerceptronLoss()), batch_size=size)
    ).state
    print(f"{name:10}  {found.epoch:5.0f} epochs")
# > online          5 epochs
# > mini-batch      2 epochs
# > full batch      3 epochs

# %% bound
from steelyard.algorithms.hulls import Hulls

for rows in (train, centred(train)):
    ones = np.column_stack([rows.X, np.ones(len(rows.y))])  # b is a weight like others
    signed = np.vstack(
        [np.zeros(3), rows.y[:, None] * ones]
    )  # how far is their hull from 0?
    side = np.append(-1.0, np.ones(len(rows.y)))
    margin = run(Hulls(signed, side, 1e-9, exchanges=20), max_steps=20_000).state.distance
    radius = np.sqrt((ones**2).sum(axis=1).max())
    algorithm, mistakes = Perceptron(problem(rows, PerceptronLoss())), 0
    state = algorithm.start()
    while not state.done:
        state = algorithm.step(state)
        mistakes += state.mistakes
    bound = (radius / margin) ** 2
    print(f"radius {radius:.2f}, margin {margin:.3f}: at most {bound:.0f}, made {mistakes}")
# > radius 7.76, margin 0.060: at most 16538, made 914
# > radius 2.57, margin 0.241: at most 114, made 11

# %% inseparable
hard = iris(without="setosa")
for name, size in modes.items():
    found = run(Perceptron(problem(hard, PerceptronLoss()), batch_size=size), max_steps=300)
    print(name, "stopped by itself:", found.state.done)
# > online stopped by itself: False
# > mini-batch stopped by itself: False
# > full batch stopped by itself: False

# %% averaged
found = run(Perceptron(problem(hard, PerceptronLoss()), averaged=True), max_steps=100).state
for name, (w, b) in {
    "the last weights": (found.w, found.b),
    "their average": found.average(),
}.items():
    z = scores(hard.X, w, b)
    print(f"{name:16}  {((z > 0) == (hard.y > 0)).mean():.0%}")
# > the last weights  67%
# > their average     72%


# %% plateau
def errors_and_loss(w, b):
    m = hard.y * (hard.X @ w + b)
    return int((m <= 0).sum()), float(np.maximum(-m, 0).sum())


for step in (0.0, 0.0001, 0.0002):
    errors, lost = errors_and_loss(np.array([1.01 + step, -1.0]), -3.0)
    print(f"{errors} errors, perceptron's loss {lost:.3f}")
# > 38 errors, perceptron's loss 16.338
# > 38 errors, perceptron's loss 16.355
# > 38 errors, perceptron's loss 16.373

# %% descent
from steelyard.algorithms.gradient_descent import GradientDescent, Steps

same = problem(train, PerceptronLoss())
by_rule = run(Perceptron(same, batch_size=None), max_steps=30).state
by_slope = run(GradientDescent(same, Steps(1.0), tol=0.0), max_steps=30).state
print("perceptron", by_rule.w.round(6), by_rule.b)
print("descent   ", by_slope.w.round(6), by_slope.b)
# > perceptron [ 201.9 -460.2] -57.0
# > descent    [ 201.9 -460.2] -57.0

# %% solution 3.1
answer = 10 * -(-100 // 30)

# %% starter 3.2
answer = ...  # [w1, w2, b]

# %% solution 3.2
w, b = np.zeros(2), 0.0
for x, y in [((2.0, 1.0), 1.0), ((1.0, 3.0), -1.0), ((0.0, 1.0), -1.0)]:
    if y * (w @ np.array(x) + b) <= 0:
        w, b = w + y * np.array(x), b + y
answer = [*w, b]


# %% starter 3.3
def mistaken(X, y, w, b):
    """For each row of X, whether it is misclassified: an array of True and False."""
    return ...


# %% solution 3.3
def answer(X, y, w, b):
    return y * (X @ w + b) <= 0


# %% starter 3.4
def gradient(X, y, w):
    """Of minus the sum of y_i w . x_i over the misclassified rows; there is no b."""
    return ...


# %% solution 3.4
def answer(X, y, w):
    wrong = y * (X @ w) <= 0
    return -(y[wrong] @ X[wrong])


# %% starter 3.5
def learn(X, y):
    """Weights w and an intercept b that put every row on its own side."""
    return np.zeros(X.shape[1]), 0.0


# %% solution 3.5
def answer(X, y):
    w, b, mistakes = np.zeros(X.shape[1]), 0.0, 1
    while mistakes:
        mistakes = 0
        for x, side in zip(X, y):
            if side * (w @ x + b) <= 0:
                w, b, mistakes = w + side * x, b + side, mistakes + 1
    return w, b
