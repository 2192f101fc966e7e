"""What chapter 4 runs. Lines of `# >` are what a cell prints; the tests hold them to it."""

# %% sigma
import math

import numpy as np


def sigma(z):
    return 1 / (1 + math.exp(-z))


for z in (-4, -1, 0, 0.8112, 1, 4):
    print(f"score {z:7.4f}  probability {sigma(z):.4f}  of the other class {sigma(-z):.4f}")
# > score -4.0000  probability 0.0180  of the other class 0.9820
# > score -1.0000  probability 0.2689  of the other class 0.7311
# > score  0.0000  probability 0.5000  of the other class 0.5000
# > score  0.8112  probability 0.6924  of the other class 0.3076
# > score  1.0000  probability 0.7311  of the other class 0.2689
# > score  4.0000  probability 0.9820  of the other class 0.0180

# %% slope
h = 1e-5
for z in (0.0, 0.8112, 4.0):
    measured = (sigma(z + h) - sigma(z - h)) / (2 * h)
    print(f"{measured:.6f} {sigma(z) * sigma(-z):.6f}")
# > 0.250000 0.250000
# > 0.212996 0.212996
# > 0.017663 0.017663

# %% confidence
from steelyard.core.objective import scores
from steelyard.course.data import reviews

table = reviews()
w, b = np.array([0.6, -0.4]), -0.01
z = scores(table.X, w, b)
p = 1 / (1 + np.exp(-table.y * z))  # of the class that is right
good = table.y > 0
print(f"good {p[good].mean():.2%}, bad {p[~good].mean():.2%}, all {p.mean():.2%}")
# > good 53.80%, bad 51.37%, all 52.58%

# %% product
print("product of all 300 probabilities:", f"{np.prod(p):.1e}")
print("product of 3000 such reviews:    ", np.prod(np.tile(p, 10)))
print("sum of their logarithms:         ", round(10 * np.log(p).sum(), 2))
# > product of all 300 probabilities: 1.2e-84
# > product of 3000 such reviews:     0.0
# > sum of their logarithms:          -1932.63

# %% slides
z = 7.5 - 10 - 1.2 + 1.5 + 0.7 * math.log(64) + 0.1
for label, probability in (("y = 1", sigma(z)), ("y = 0", 1 - sigma(z))):
    print(label, f"probability {probability:.4f}, loss {-math.log(probability):.4f}")
# > y = 1 probability 0.6924, loss 0.3676
# > y = 0 probability 0.3076, loss 1.1789

# %% certain
from steelyard.core import losses
from steelyard.core.losses import Logistic

for z in (-math.inf, -2.0, 0.0, 2.0, math.inf):
    print(f"score {z:5}  if y is +1: {losses.value(Logistic(), 1.0, z):.4f}", end="")
    print(f"  if y is -1: {losses.value(Logistic(), -1.0, z):.4f}")
# > score  -inf  if y is +1: inf  if y is -1: 0.0000
# > score  -2.0  if y is +1: 2.1269  if y is -1: 0.1269
# > score   0.0  if y is +1: 0.6931  if y is -1: 0.6931
# > score   2.0  if y is +1: 0.1269  if y is -1: 2.1269
# > score   inf  if y is +1: 0.0000  if y is -1: inf


# %% stable
def naive(m):
    with np.errstate(over="ignore", divide="ignore"):
        return float(-np.log(1 / (1 + np.exp(-m))))


for m in (0.5, -30.0, -800.0, 40.0):
    print(
        f"margin {m:6}: naive {naive(m):.6g}, ours {losses.value(Logistic(), 1.0, m):.6g}"
    )
# > margin    0.5: naive 0.474077, ours 0.474077
# > margin  -30.0: naive 30, ours 30
# > margin -800.0: naive inf, ours 800
# > margin   40.0: naive -0, ours 4.24835e-18

# %% corpus
from steelyard.core.objective import objective
from steelyard.course.data import problem

task = problem(table)  # the logistic loss, no penalty, every cost 1
zero = np.zeros(2)
print(f"weights 0: {objective(task, zero, scores(table.X, zero, 0.0)):.4f}")
print(f"300 ln 2:  {300 * math.log(2):.4f}")
print(f"given:     {objective(task, w, scores(table.X, w, b)):.4f}")
# > weights 0: 207.9442
# > 300 ln 2:  207.9442
# > given:     193.2629

# %% larger
for k in (1, 5, 20, 40, 80):
    lost = objective(task, k * w, k * scores(table.X, w, b))
    print(f"{k:3} times the weights: {lost:8.2f}")
# >   1 times the weights:   193.26
# >   5 times the weights:   151.11
# >  20 times the weights:   117.92
# >  40 times the weights:   152.99
# >  80 times the weights:   260.55

# %% best
from steelyard.algorithms.loop import run
from steelyard.algorithms.unpenalised import Unpenalised

found = run(Unpenalised(task))
state, proof = found.state, found.certificate
print("weights", state.w.round(3), "intercept", round(state.b, 3))
print(f"loss {proof.objective:.4f}, and no weights have less than {proof.dual:.4f}")
right = (state.z > 0) == (table.y > 0)
sure = 1 / (1 + np.exp(-table.y * state.z))
print(f"{right.sum()} of 300 right, mean probability of the right class {sure.mean():.2%}")
# > weights [  8.209 -14.516] intercept 0.009
# > loss 102.4582, and no weights have less than 102.4582
# > 252 of 300 right, mean probability of the right class 77.91%

# %% squared
from steelyard.core.squared_probability import SquaredProbability

for z in (-8.0, -5.0, -2.0, 0.0):
    logistic, squared = (
        losses.value(kind, 1.0, z) for kind in (Logistic(), SquaredProbability())
    )
    slopes = [losses.slope(kind, 1.0, z) for kind in (Logistic(), SquaredProbability())]
    print(f"score {z:4}: logistic {logistic:.3f}, slope {slopes[0]:.3f};", end="")
    print(f"  squared {squared:.3f}, slope {slopes[1]:.4f}")
# > score -8.0: logistic 8.000, slope -1.000;  squared 0.500, slope -0.0003
# > score -5.0: logistic 5.007, slope -0.993;  squared 0.493, slope -0.0066
# > score -2.0: logistic 2.127, slope -0.881;  squared 0.388, slope -0.0925
# > score  0.0: logistic 0.693, slope -0.500;  squared 0.125, slope -0.1250

# %% solution 4.1
answer = 1 - 1 / (1 + math.exp(-1.5))


# %% starter 4.2
def loss(p, t):
    """Of a probability p of class 1 and a class t, 0 or 1."""
    return ...


# %% solution 4.2
def answer(p, t):
    return -math.log(p if t == 1 else 1 - p)


# %% solution 4.3
answer = 602 * math.log(2)


# %% starter 4.4
def total(X, y, w, b):
    """The logistic loss of all rows; y is -1 or +1. Margins may be as small as -1000."""
    return ...


# %% solution 4.4
def answer(X, y, w, b):
    return np.logaddexp(0, -y * (X @ w + b)).sum()


# %% solution 4.5
answer = math.log(0.9 / 0.1)

# %% solution 4.6
answer = "no"
