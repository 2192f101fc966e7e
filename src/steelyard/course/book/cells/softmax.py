"""What chapter 7 runs. Lines of `# >` are what a cell prints; the tests hold them to it."""

# %% scores
import numpy as np
from sklearn.datasets import load_iris

from steelyard.core import multiclass

flowers = load_iris()
X, k = np.ascontiguousarray(flowers.data[:, [2, 3]]), flowers.target  # petals
W = np.array([[-1.0, 0.0, 0.5], [-1.0, 0.0, 0.8]])  # a column for each class
b = np.array([4.0, 1.0, -3.0])
Z = multiclass.scores(X, W, b)
for i in (0, 50, 100):
    said = flowers.target_names[Z[i].argmax()]
    print(X[i], "scores", Z[i].round(2), "says", said, "is", flowers.target_names[k[i]])
# > [1.4 0.2] scores [ 2.4   1.   -2.14] says setosa is setosa
# > [4.7 1.4] scores [-2.1   1.    0.47] says versicolor is versicolor
# > [6.  2.5] scores [-4.5  1.   2. ] says virginica is virginica

# %% softmax
from steelyard.core import softmax

z = np.array([0.6, 1.1, -1.5, 1.2, 3.2, -1.1])
p = np.empty(6)
softmax.probabilities(z, p)
print("softmax", p.round(5), "sum", round(p.sum(), 12))
print("slide  ", [0.056, 0.090, 0.007, 0.099, 0.74, 0.010], "sum", 1.002)
# > softmax [0.05483 0.09039 0.00671 0.0999  0.73815 0.01002] sum 1.0
# > slide   [0.056, 0.09, 0.007, 0.099, 0.74, 0.01] sum 1.002

# %% shift
far = np.empty(6)
softmax.probabilities(z + 1000.0, far)
print("a thousand more for each:", np.allclose(far, p))
with np.errstate(over="ignore", invalid="ignore"):
    naive = np.exp(z + 1000) / np.exp(z + 1000).sum()
print("by the bare formula:", naive)
# > a thousand more for each: True
# > by the bare formula: [nan nan nan nan nan nan]

# %% loss
slope = np.empty(6)
for true in (4, 2):
    softmax.slope(true, z, slope)
    print(
        f"if it is class {true}: loss {softmax.value(true, z):.4f}, slopes", slope.round(3)
    )
# > if it is class 4: loss 0.3036, slopes [ 0.055  0.09   0.007  0.1   -0.262  0.01 ]
# > if it is class 2: loss 5.0036, slopes [ 0.055  0.09  -0.993  0.1    0.738  0.01 ]


# %% two
def sigma(z):
    return 1 / (1 + np.exp(-z))


pair = np.empty(2)
softmax.probabilities(np.array([0.6, 2.2]), pair)
print("softmax", pair.round(4))
print(
    "sigma(z1 - z0)",
    sigma(2.2 - 0.6).round(4),
    " sigma(z0 - z1)",
    sigma(0.6 - 2.2).round(4),
)
# > softmax [0.168 0.832]
# > sigma(z1 - z0) 0.832  sigma(z0 - z1) 0.168

# %% halves
from steelyard.algorithms.loop import run
from steelyard.algorithms.newton import Newton
from steelyard.algorithms.softmax import Softmax
from steelyard.core.multiclass import MulticlassProblem
from steelyard.core.penalties import L2
from steelyard.course.data import problem, reviews

table = reviews()
two = MulticlassProblem(table.X, (table.y > 0).astype(int), np.ones(300), 2, True)
many = run(Softmax(two, 1e-10)).state
print("softmax, cost 1:", many.w.round(3).tolist())
print("difference      ", (many.w[:, 1] - many.w[:, 0]).round(3))
for cost in (1.0, 2.0):
    one = run(Newton(problem(table, penalty=L2(), c=cost), 1e-12)).state
    print(f"logistic, cost {cost:.0f}", one.w.round(3))
# > softmax, cost 1: [[-2.861, 2.861], [2.952, -2.952]]
# > difference       [ 5.722 -5.904]
# > logistic, cost 1 [ 4.683 -4.311]
# > logistic, cost 2 [ 5.722 -5.904]

# %% learn
from steelyard.algorithms.newton_softmax import NewtonSoftmax
from steelyard.core.trace import Trace

task = MulticlassProblem(np.ascontiguousarray(flowers.data), k, np.ones(150), 3, True)
for algorithm in (Softmax(task, 1e-6), NewtonSoftmax(task, 1e-6)):
    trace = Trace(gap=True)
    found = run(algorithm, trace=trace)
    name, proof = type(algorithm).__name__, found.certificate
    print(f"{name:14} objective {proof.objective:.4f}, proven: {proof.gap < 1e-6}", end="")
    print(f", accuracy {trace.entries[-1].accuracy:.3f}")
# > Softmax        objective 28.8863, proven: True, accuracy 0.973
# > NewtonSoftmax  objective 28.8863, proven: True, accuracy 0.973

# %% gradient
P = multiclass.probabilities(multiclass.scores(task.X, found.state.w, found.state.b))
Y = np.eye(3)[k]
slopes = found.state.w + task.X.T @ (P - Y)
print("largest slope at the end is below 0.01:", np.abs(slopes).max() < 0.01)
print("expected and real counts:", P.sum(axis=0).round(2), Y.sum(axis=0))
# > largest slope at the end is below 0.01: True
# > expected and real counts: [50. 50. 50.] [50. 50. 50.]

# %% messages
import steelyard
from steelyard.features import TfidfVectorizer
from steelyard.models import LogisticRegression

corpus = steelyard.demo("support-en")
vectorizer = TfidfVectorizer()
rows = vectorizer.fit_transform(corpus.texts)
model = LogisticRegression(tol=1e-9).fit(rows, corpus.labels)
words = vectorizer.get_feature_names_out()
print(rows.shape, "proven:", model.gap_ < 1e-6)
for name, weights in zip(model.classes_, model.coef_):
    print(f"{name:10}", *[words[j] for j in np.argsort(-weights)[:5]])
# > (200, 971) proven: True
# > account    account my password email name
# > billing    charged invoice bank card pay
# > delivery   courier parcel is package delivery
# > technical  version the update app software

# %% rest
from sklearn.multiclass import OneVsRestClassifier

from steelyard.core.random import generator

rng = generator(0, "three in a row")
kind = np.repeat([0, 1, 2], [80, 20, 80])
points = np.column_stack([rng.normal(size=180) + 3 * kind, rng.normal(size=180)])
for classifier in (LogisticRegression(C=10), OneVsRestClassifier(LogisticRegression(C=10))):
    said = classifier.fit(points, kind).predict(points)
    found = [int((said[kind == c] == c).sum()) for c in range(3)]
    print(f"{type(classifier).__name__:20} finds {found} of [80, 20, 80]")
# > LogisticRegression   finds [78, 17, 79] of [80, 20, 80]
# > OneVsRestClassifier  finds [80, 7, 80] of [80, 20, 80]


# %% starter 7.1
def softmax_of(z):
    """Probabilities from scores; it will be tried with scores of 1000."""
    return ...


# %% solution 7.1
def answer(z):
    e = np.exp(z - z.max())
    return e / e.sum()


# %% solution 7.2
answer = 1 / (1 + np.exp(-(2.2 - 0.6)))


# %% starter 7.3
def slopes_of(z, k):
    """Of the loss of one example of class k, in each of its scores."""
    return ...


# %% solution 7.3
def answer(z, k):
    e = np.exp(z - z.max())
    p = e / e.sum()
    p[k] -= 1
    return p


# %% solution 7.4
answer = np.log(3)

# %% solution 7.5
answer = 4 * (971 + 1)

# %% solution 7.6
answer = 2
