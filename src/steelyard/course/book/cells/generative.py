"""What chapter 10 runs. Lines of `# >` are what a cell prints; the tests hold them to it."""

# %% bells
import numpy as np
from scipy.stats import norm

prior = np.array([0.7, 0.3])
w, b = 2.0, -2.0 + np.log(0.3 / 0.7)
for x in (0.0, 1.0, 2.0, 3.0):
    together = prior * norm.pdf(x, [0.0, 2.0], 1.0)
    sigma = 1 / (1 + np.exp(-w * x - b))
    print(f"x {x:4}: by Bayes {together[1] / together.sum():.6f}, sigma {sigma:.6f}")
# > x  0.0: by Bayes 0.054821, sigma 0.054821
# > x  1.0: by Bayes 0.300000, sigma 0.300000
# > x  2.0: by Bayes 0.760004, sigma 0.760004
# > x  3.0: by Bayes 0.959015, sigma 0.959015

# %% shared
from scipy.stats import multivariate_normal as normal

from steelyard.algorithms.gaussian import own_weights, shared_weights

means = np.array([[0.0, 0.0], [2.0, 1.0]])
S = np.array([[1.5, 0.4], [0.4, 0.8]])
lda = shared_weights(means, S, prior)
w, b = lda.w[1] - lda.w[0], lda.b[1] - lda.b[0]
print("w", w.round(4), "b", round(b, 4))
x = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, -1.0]])
together = np.stack([p * normal.pdf(x, m, S) for p, m in zip(prior, means)])
print("by Bayes ", (together[1] / together.sum(axis=0)).round(6))
print("sigma(z) ", (1 / (1 + np.exp(-(x @ w + b)))).round(6))
# > w [1.1538 0.6731] b -2.3377
# > by Bayes  [0.08805  0.375016 0.331133]
# > sigma(z)  [0.08805  0.375016 0.331133]

# %% own
T = np.array([[0.5, 0.0], [0.0, 2.0]])
qda = own_weights(means, np.stack([S, T]), prior)
A, w, b = qda.A[1] - qda.A[0], qda.w[1] - qda.w[0], qda.b[1] - qda.b[0]
z = np.einsum("ij,jk,ik->i", x, A, x) + x @ w + b
together = np.stack([p * normal.pdf(x, m, C) for p, m, C in zip(prior, means, (S, T))])
print("A", A.round(4).tolist(), "w", w.round(4), "b", round(b, 4))
print("by Bayes ", (together[1] / together.sum(axis=0)).round(6))
print("sigma(z) ", (1 / (1 + np.exp(-z))).round(6))
# > A [[-0.6154, -0.1923], [-0.1923, 0.4712]] w [4.  0.5] b -5.0777
# > by Bayes  [0.006196 0.248518 0.768731]
# > sigma(z)  [0.006196 0.248518 0.768731]

# %% poisson
from scipy.stats import poisson

from steelyard.algorithms.exponential_family import POISSON, scores, weights

found = weights(POISSON, np.log([1.0]), np.log([3.0]))
print("w", found.w.round(4), "b", round(found.b, 4), " log 3 =", round(np.log(3), 4))
for x in (0, 1, 2, 4):
    by_bayes = poisson.pmf(x, 3) / (poisson.pmf(x, 1) + poisson.pmf(x, 3))
    sigma = 1 / (1 + np.exp(-scores(POISSON, found, np.array([[float(x)]]))[0]))
    print(f"{x} exclamation marks: by Bayes {by_bayes:.6f}, sigma {sigma:.6f}")
# > w [1.0986] b -2.0  log 3 = 1.0986
# > 0 exclamation marks: by Bayes 0.119203, sigma 0.119203
# > 1 exclamation marks: by Bayes 0.288765, sigma 0.288765
# > 2 exclamation marks: by Bayes 0.549147, sigma 0.549147
# > 4 exclamation marks: by Bayes 0.916403, sigma 0.916403

# %% families
from scipy.stats import bernoulli, dirichlet, gamma, multinomial

from steelyard.algorithms import exponential_family as ef

p, q = np.array([0.2, 0.3, 0.5]), np.array([0.6, 0.3, 0.1])
k, m = np.array([2.0, 1.0, 3.0]), np.array([1.5, 3.0, 1.0])
eta = {
    "BERNOULLI": (np.log(p / (1 - p)), np.log(q / (1 - q))),
    "MULTINOMIAL": (np.log(p), np.log(q)),
    "GAMMA": (ef.gamma_parameters(k, p), ef.gamma_parameters(m, q)),
    "DIRICHLET": (k - 1, m - 1),
}

# %% odds
rows = {
    "BERNOULLI": np.array([1.0, 0.0, 1.0]),
    "MULTINOMIAL": np.array([2.0, 3.0, 4.0]),
    "GAMMA": np.array([0.7, 2.5, 1.1]),
    "DIRICHLET": np.array([0.2, 0.5, 0.3]),
}
densities = {
    "BERNOULLI": lambda x, q, m: bernoulli.logpmf(x, q).sum(),
    "MULTINOMIAL": lambda x, q, m: multinomial.logpmf(x, 9, q),
    "GAMMA": lambda x, q, m: gamma.logpdf(x, m, scale=1 / q).sum(),
    "DIRICHLET": lambda x, q, m: dirichlet.logpdf(x, m),
}
for name, x in rows.items():
    family, density = getattr(ef, name), densities[name]
    z = scores(family, weights(family, *eta[name]), x[None])[0]
    by_bayes = density(x, q, m) - density(x, p, k)
    print(f"{name:11} w . T(x) + b = {z:.6f}, log odds by Bayes {by_bayes:.6f}")
# > BERNOULLI   w . T(x) + b = -0.510826, log odds by Bayes -0.510826
# > MULTINOMIAL w . T(x) + b = -4.240527, log odds by Bayes -4.240527
# > GAMMA       w . T(x) + b = 1.922629, log odds by Bayes 1.922629
# > DIRICHLET   w . T(x) + b = 1.117475, log odds by Bayes 1.117475

# %% bags
from steelyard import BernoulliNB, CountVectorizer, MultinomialNB
from steelyard.course.data import review_texts

texts, y = review_texts()
for model, binary in ((MultinomialNB(), False), (BernoulliNB(), True)):
    counter = CountVectorizer(binary=binary)
    X = counter.fit_transform(texts)
    L = model.fit(X, y).feature_log_prob_
    name, natural = "MULTINOMIAL", L
    if binary:
        name, natural = "BERNOULLI", L - np.log1p(-np.exp(L))
    found = weights(getattr(ef, name), *natural, prior=0.5)
    sigma = 1 / (1 + np.exp(-(X[:1] @ found.w + found.b)[0]))
    p = model.predict_proba(X[:1])[0, 1]
    great = found.w[counter.vocabulary_["great"]]
    print(f"{name:11} sigma {sigma:.6f}, naive Bayes {p:.6f},", end=" ")
    print(f"weight of 'great' {great:.3f}")
# > MULTINOMIAL sigma 0.000404, naive Bayes 0.000404, weight of 'great' 1.953
# > BERNOULLI   sigma 0.000334, naive Bayes 0.000334, weight of 'great' 2.208

# %% uniform
from scipy.stats import uniform

for x in (0.1, 0.9, 1.1):
    odds = uniform.logpdf(x, 0, 2) - uniform.logpdf(x, 0, 1)
    print(f"x {x}: log odds of [0, 2] against [0, 1] {odds:.4f}")
# > x 0.1: log odds of [0, 2] against [0, 1] -0.6931
# > x 0.9: log odds of [0, 2] against [0, 1] -0.6931
# > x 1.1: log odds of [0, 2] against [0, 1] inf

# %% hills
from steelyard import LinearDiscriminantAnalysis, LogisticRegression
from steelyard.core.random import generator, order


def hills(n, seed, name):
    """One class around 0; the other on two hills, one near and one far."""
    rng = generator(seed, name)
    y = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    centre = np.where(y > 0, rng.choice([4.0, 16.0], n), 0.0)
    return rng.normal(size=(n, 2)) + np.column_stack([centre, np.zeros(n)]), y


X, y = hills(400, 0, "known")
new_rows, truth = hills(20_000, 0, "new")
for model in (LinearDiscriminantAnalysis(), LogisticRegression(C=np.inf)):
    model.fit(X, y)
    border = -model.intercept_[0] / model.coef_[0, 0]
    p = model.predict_proba(X)[np.arange(400), (y > 0).astype(int)]
    score = model.score(new_rows, truth)
    print(f"{type(model).__name__:26} border at {border:.2f},", end=" ")
    print(f"surprise {-np.log(p).mean():.3f}, right on new rows {score:.3f}")
# > LinearDiscriminantAnalysis border at 5.23, surprise 0.287, right on new rows 0.776
# > LogisticRegression         border at 2.30, surprise 0.044, right on new rows 0.983


# %% normal
def bells(n, seed, name, d=8):
    """Two normal classes with one covariance."""
    rng = generator(seed, name)
    y = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    return rng.normal(size=(n, d)) + 0.35 * y[:, None], y


new_rows, truth = bells(10_000, 0, "new")
for n in (80, 160, 1280):
    right = []
    for seed in range(20):
        X, y = bells(n, seed, "known")
        models = (LinearDiscriminantAnalysis(), LogisticRegression(C=np.inf))
        right.append([model.fit(X, y).score(new_rows, truth) for model in models])
    lda, logistic = np.mean(right, axis=0)
    print(f"{n:4} rows: discriminant {lda:.3f}, logistic {logistic:.3f}")
# >   80 rows: discriminant 0.815, logistic 0.810
# >  160 rows: discriminant 0.829, logistic 0.828
# > 1280 rows: discriminant 0.839, logistic 0.839

# %% few
counts, labels = CountVectorizer().fit_transform(texts), review_texts()[1]
for n in (40, 80, 240):
    right = []
    for seed in range(10):
        shuffled = order(seed, 0, len(labels))
        known, held_out = shuffled[:n], shuffled[240:]
        models = (MultinomialNB(), LogisticRegression(tol=1e-10))
        fits = [model.fit(counts[known], labels[known]) for model in models]
        right.append([fit.score(counts[held_out], labels[held_out]) for fit in fits])
    bayes, logistic = np.mean(right, axis=0)
    print(f"{n:3} texts: naive Bayes {bayes:.2f}, logistic {logistic:.2f}")
# >  40 texts: naive Bayes 0.68, logistic 0.65
# >  80 texts: naive Bayes 0.71, logistic 0.67
# > 240 texts: naive Bayes 0.79, logistic 0.75

# %% reviews
from steelyard import QuadraticDiscriminantAnalysis
from steelyard.course.data import reviews

table = reviews()
squares = np.column_stack([table.X, table.X**2, table.X[:, 0] * table.X[:, 1]])
models = {
    "discriminant, one covariance": (LinearDiscriminantAnalysis(), table.X),
    "discriminant, a covariance each": (QuadraticDiscriminantAnalysis(), table.X),
    "logistic": (LogisticRegression(C=np.inf), table.X),
    "logistic, with the squares": (LogisticRegression(C=np.inf), squares),
}
for name, (model, X) in models.items():
    p = model.fit(X, table.y).predict_proba(X)[np.arange(300), (table.y > 0).astype(int)]
    print(f"{name:31} right {(p > 0.5).mean():.3f}, surprise {-np.log(p).mean():.4f}")
# > discriminant, one covariance    right 0.830, surprise 0.3432
# > discriminant, a covariance each right 0.843, surprise 0.3065
# > logistic                        right 0.840, surprise 0.3415
# > logistic, with the squares      right 0.863, surprise 0.2705

# %% starter 10.1
answer = ...  # [w, b]

# %% solution 10.1
answer = [(3 - -1) / 2, (1 - 9) / (2 * 2)]

# %% solution 10.2
answer = -2.0 + np.log(0.2 / 0.8)


# %% starter 10.3
def implied(mean_0, mean_1, S, prior):
    """The weights that two normals with covariance S imply, and last the intercept."""
    return ...


# %% solution 10.3
def answer(mean_0, mean_1, S, prior):
    w = np.linalg.solve(S, mean_1 - mean_0)
    b = -0.5 * (mean_0 + mean_1) @ w + np.log(prior / (1 - prior))
    return np.append(w, b)


# %% starter 10.4
answer = ...  # [w, b]

# %% solution 10.4
answer = [np.log(6 / 2), 2.0 - 6.0]

# %% solution 10.5
answer = np.sqrt(8 * np.log(4) / 3)

# %% solution 10.6
answer = (1 / 3) / (1 + 1 / 3)
