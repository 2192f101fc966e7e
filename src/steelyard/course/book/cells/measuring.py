"""What chapter 12 runs. Lines of `# >` are what a cell prints; the tests hold them to it."""

# %% learnt by heart
import numpy as np

from steelyard.course.data import review_texts
from steelyard.features import CountVectorizer, PolarityFeatures, TfidfVectorizer
from steelyard.models import LogisticRegression, MultinomialNB

texts, y = review_texts()
texts, test = np.array(texts, object), np.arange(300) % 3 == 0
words = TfidfVectorizer()
X, X_test = words.fit_transform(texts[~test]), words.transform(texts[test])
true = y[~test]
lots = np.random.default_rng(0).permutation(true)  # labels that went to other texts
for what, given, C in (("true", true, 1), ("true", true, 100), ("shuffled", lots, 100)):
    model = LogisticRegression(C=C, tol=1e-10).fit(X, given)
    seen, unseen = model.score(X, given), model.score(X_test, y[test])
    print(f"C = {C:3}, {what:8} labels: {seen:.1%} seen, {unseen:.0%} unseen right")
# > C =   1, true     labels: 97.5% seen, 78% unseen right
# > C = 100, true     labels: 100.0% seen, 80% unseen right
# > C = 100, shuffled labels: 100.0% seen, 52% unseen right

# %% guess
print(f"good: {(true > 0).sum()} of 200; always good: {(y[test] > 0).sum()} of 100 right")
# > good: 104 of 200; always good: 46 of 100 right

# %% intervals
from steelyard import demo, evaluation

said = {
    "ours, held out": (80, 100),
    "S1, weights by hand": (387, 602),
    "chapter 3, flowers": (33, 34),
    "S4, naive Bayes": (154, 200),
    "S4, baseline": (93, 200),
}
for name, (right, of) in said.items():
    share, low, high, _ = evaluation.wilson(right, of)
    print(f"{name:20}  {right:3} of {of}: {share:.1%}, {low:.1%} to {high:.1%}")
# > ours, held out         80 of 100: 80.0%, 71.1% to 86.7%
# > S1, weights by hand   387 of 602: 64.3%, 60.4% to 68.0%
# > chapter 3, flowers     33 of 34: 97.1%, 85.1% to 99.5%
# > S4, naive Bayes       154 of 200: 77.0%, 70.7% to 82.3%
# > S4, baseline           93 of 200: 46.5%, 39.7% to 53.4%

# %% held
from scipy.stats import binom

n, p, k = 34, 0.97, np.arange(35)
simple = np.abs(k / n - p) <= 1.96 * np.sqrt(k / n * (1 - k / n) / n)
found = [evaluation.wilson(each, n) for each in k]
wilson = np.array([each.low <= p <= each.high for each in found])
for name, holds in (("the simple interval", simple), ("Wilson's", wilson)):
    print(f"{name:19} holds the truth {binom.pmf(k, n, p)[holds].sum():.1%} of the time")
# > the simple interval holds the truth 64.5% of the time
# > Wilson's            holds the truth 91.9% of the time

# %% splits
from steelyard.core.random import generator, order

scores = []
for seed in range(20):
    rows = order(seed, 0, 300)
    train, rest = rows[:240], rows[240:]
    counts = CountVectorizer()
    bayes = MultinomialNB().fit(counts.fit_transform(texts[train]), y[train])
    scores.append(bayes.score(counts.transform(texts[rest]), y[rest]))
print(f"worst {min(scores):.1%}, mean {np.mean(scores):.1%}, best {max(scores):.1%}")
# > worst 68.3%, mean 78.3%, best 88.3%

# %% folds
from steelyard.lanes.folds import assign_folds


def held_out_scores(texts, y, folds, C, columns=TfidfVectorizer):
    """Each text's score, by a model that has not seen it."""
    z = [None] * len(texts)
    for fold in np.unique(folds):
        out = folds == fold
        words = columns()  # which words there are, and their weights, is learnt anew too
        model = LogisticRegression(C=C, tol=1e-10)  # to the last digit that decides
        model.fit(words.fit_transform(texts[~out]), y[~out])
        scores = model.decision_function(words.transform(texts[out]))
        for row, score in zip(np.flatnonzero(out), scores):
            z[row] = score
    return np.array(z)


folds = assign_folds(y, 5)
z = held_out_scores(texts, y, folds, C=1.0)
right = (z > 0) == (y > 0)
print("right:", *(int(right[folds == f].sum()) for f in range(5)), "of 60,", right.sum())
# > right: 47 47 49 48 46 of 60, 237

# %% resampled
from sklearn.metrics import f1_score

truth, rng, drawn = (y > 0).astype(int), generator(0, "chapter 12"), []
for _ in range(500):
    rows = rng.integers(0, 300, 300)  # as many texts, drawn with replacement
    drawn.append(f1_score(truth[rows], z[rows] > 0, average="macro"))
print(f"by hand: {np.quantile(drawn, 0.025):.2f} to {np.quantile(drawn, 0.975):.2f}")
found = evaluation.measure(truth, z, None, ["bad", "good"]).macro_f1
print(f"ours {found.value:.3f}, {found.low:.2f} to {found.high:.2f}, by {found.how}")
# > by hand: 0.74 to 0.83
# > ours 0.790, 0.74 to 0.84, by bootstrap

# %% coins
wrong = generator(0, "chapter 12", "coins").random((200, 300)) < 0.5  # 200 people toss
fair = evaluation.nested(wrong.astype(float), wrong, folds).accuracy
print(f"the best of 200 coins is right on {(~wrong).mean(axis=1).max():.1%} of the texts")
print(f"chosen on other folds than it is scored on: {fair.value:.1%}")
# > the best of 200 coins is right on 56.7% of the texts
# > chosen on other folds than it is scored on: 48.3%

# %% strengths
strengths = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
Z = np.array([held_out_scores(texts, y, folds, C) for C in strengths])
lost, wrong = np.logaddexp(0, -y * Z), (Z > 0) != (y > 0)
for C, loss, errors in zip(strengths, lost.mean(axis=1), wrong.sum(axis=1)):
    print(f"C = {C:5}: log loss {loss:.4f}, {300 - errors} right")
for what, judged in (("log loss", lost), ("errors", wrong.astype(float))):
    paid = evaluation.nested(judged, wrong, folds)
    looks, is_ = paid.naive_accuracy.value, paid.accuracy.value
    print(f"by {what:8}: {looks:.1%}, corrected {is_:.1%}; fold by fold C =", end=" ")
    print(*(strengths[chosen] for chosen in paid.chosen_by_fold))
# > C =   0.1: log loss 0.6763, 237 right
# > C =   0.3: log loss 0.6491, 238 right
# > C =   1.0: log loss 0.5920, 237 right
# > C =   3.0: log loss 0.5313, 235 right
# > C =  10.0: log loss 0.4891, 234 right
# > C =  30.0: log loss 0.4816, 234 right
# > C = 100.0: log loss 0.5002, 232 right
# > by log loss: 78.0%, corrected 78.0%; fold by fold C = 30.0 30.0 30.0 30.0 30.0
# > by errors  : 79.3%, corrected 78.3%; fold by fold C = 1.0 0.1 0.3 0.3 0.3

# %% threshold
P = evaluation.out_of_fold_probabilities(truth, Z[4], folds)
for name, wish in (("the figure", {}), ("95 % sure ", {"sure": 0.95})):
    found = evaluation.thresholds(truth, P[:, 1], precision=0.7, **wish)
    print(f"{name}: yes from {found.at:.2f} on,", end=" ")
    print(f"precision {found.precision.value:.1%}, recall {found.recall.value:.1%}")
# > the figure: yes from 0.34 on, precision 70.2%, recall 89.3%
# > 95 % sure : yes from 0.57 on, precision 80.6%, recall 72.0%

# %% calibration
from scipy.special import expit

raw = np.column_stack([expit(-z), expit(z)])  # sigma of the scores of C = 1
mended = evaluation.out_of_fold_probabilities(truth, z, folds)
for name, given in (("as it comes", raw), ("calibrated", mended)):
    curve = evaluation.reliability(truth, given, 5, by="count", of=1)
    print(f"{name:11}  told ", *(f"{share:6.1%}" for share in curve.told))
    print(f"{'':11}  right", *(f"{share.value:6.1%}" for share in curve.right))
print(f"the slope of all: {evaluation.calibrate(truth, z).slope:.2f}")
# > as it comes  told   37.2%  44.4%  50.0%  56.0%  63.9%
# >              right   6.7%  23.3%  50.0%  86.7%  83.3%
# > calibrated   told    9.2%  26.1%  49.6%  73.9%  91.8%
# >              right   8.3%  25.0%  48.3%  86.7%  81.7%
# > the slope of all: 4.56

# %% sets
letters = demo("support-en")
kinds, k = np.unique(letters.labels, return_inverse=True)
parts = assign_folds(k, 5)
S = held_out_scores(np.array(letters.texts.to_pylist(), object), k, parts, C=10.0)
Q = evaluation.out_of_fold_probabilities(k, S, parts)
print(", ".join(kinds), f"- {(S.argmax(axis=1) == k).mean():.1%} right")
for coverage in (0.8, 0.9, 0.95):
    rule = evaluation.prediction_sets(k, Q, coverage)
    print(f"asked {coverage:.0%}, covered {rule.covered.value:.1%}, ", end="")
    print(f"{rule.size.value:.2f} classes a letter, {rule.single:.0%} have just one")
# > account, billing, delivery, technical - 79.0% right
# > asked 80%, covered 81.5%, 1.06 classes a letter, 94% have just one
# > asked 90%, covered 90.0%, 1.26 classes a letter, 76% have just one
# > asked 95%, covered 94.5%, 1.73 classes a letter, 52% have just one

# %% compared
z2 = held_out_scores(texts, y, folds, 1000.0, lambda: PolarityFeatures("en"))
names = ("two columns", "words")
duel = evaluation.compare(truth, (z2, None), (z, None), ["bad", "good"], names=names)
print(((z2 > 0) == (y > 0)).sum(), "and", right.sum(), "of 300 right")
print(duel.verdict.replace(": ", ":\n").replace(" (", "\n("))
print(f"McNemar: {duel.p_value:.2f}")
# > 248 and 237 of 300 right
# > No difference shown on 300 texts:
# > at most 8.3 points of accuracy either way
# > (18 texts only words gets right, 29 only two columns).
# > McNemar: 0.14

# %% leak
lots = generator(0, "chapter 12", "leak").permutation(y)  # nothing can be learnt
B = CountVectorizer(binary=True).fit_transform(texts).toarray()
for where in ("on all texts", "within the fold"):
    hits = 0
    for fold in range(5):
        out = folds == fold
        looked = np.ones(300, bool) if where == "on all texts" else ~out
        chosen = np.argsort(-np.abs(lots[looked] @ B[looked]), kind="stable")[:200]
        model = LogisticRegression(tol=1e-10).fit(B[~out][:, chosen], lots[~out])
        hits += (model.predict(B[out][:, chosen]) == lots[out]).sum()
    print(f"words chosen {where:15}: {hits / 300:.0%} right")
# > words chosen on all texts   : 70% right
# > words chosen within the fold: 51% right

# %% copies
again = np.array([text + " I told my sister so." for text in texts[::3]], object)
pool, labels = np.append(texts, again), np.append(y, y[::3])
pairs = evaluation.near_duplicates(pool, least=0.7)
copied = np.isin(pairs.groups, pairs.groups[pairs.rows])
print(len(pairs), "pairs of near-duplicates")
for name, groups in (("anyhow", None), ("in groups", pairs.groups)):
    by = assign_folds(labels, 5, groups=groups)
    hit = (held_out_scores(pool, labels, by, C=100.0) > 0) == (labels > 0)
    print(f"dealt {name:9}: {hit[copied].mean():.1%} of those with a copy,", end=" ")
    print(f"{hit[~copied].mean():.1%} of the others")
# > 100 pairs of near-duplicates
# > dealt anyhow   : 94.0% of those with a copy, 77.5% of the others
# > dealt in groups: 78.5% of those with a copy, 74.5% of the others

# %% solution 12.1
answer = [970 / 1000, 0 / 30]

# %% solution 12.2
answer = evaluation.wilson(9, 10).low

# %% solution 12.3
answer = [269 / (269 + 183), 118 / (118 + 32)]


# %% starter 12.4
def out_of_fold(X, y, folds, fit):
    """fit(X, y) gives back a function that scores rows: give each row its held-out score."""
    return fit(X, y)(X)


# %% solution 12.4
def answer(X, y, folds, fit):
    z = np.empty(len(y))
    for fold in np.unique(folds):
        z[folds == fold] = fit(X[folds != fold], y[folds != fold])(X[folds == fold])
    return z


# %% solution 12.5
answer = 2 * sum(binom.pmf(k, 20, 0.5) for k in range(6))

# %% solution 12.6
answer = "no"
