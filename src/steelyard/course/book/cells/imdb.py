"""What chapter 13 runs. Lines of `# >` are what a cell prints; the tests hold them to it."""

# %% ceiling
import numpy as np

from steelyard.core.random import order
from steelyard.course.data import review_texts
from steelyard.features import PolarityFeatures, TfidfVectorizer
from steelyard.models import LogisticRegression

texts, y = review_texts()
texts, test = np.array(texts, object), np.arange(300) % 3 == 0
pool = np.flatnonzero(~test)


def learn(rows, columns, C):
    """The share of the held-out texts that is right, after learning from these rows."""
    model = LogisticRegression(C=C, tol=1e-10)
    model.fit(columns.fit_transform(texts[rows]), y[rows])
    return model.score(columns.transform(texts[test]), y[test])


for n in (20, 50, 100, 200):
    drawn = [pool[order(seed, 0, 200)[:n]] for seed in range(5)]
    listed = np.mean([learn(rows, PolarityFeatures("en"), 1000.0) for rows in drawn])
    learnt = np.mean([learn(rows, TfidfVectorizer(), 10.0) for rows in drawn])
    print(f"{n:3} texts: word list {listed:.1%}, learnt words {learnt:.1%}")
# >  20 texts: word list 77.8%, learnt words 52.6%
# >  50 texts: word list 82.6%, learnt words 64.2%
# > 100 texts: word list 83.4%, learnt words 75.4%
# > 200 texts: word list 84.0%, learnt words 79.0%

# %% rows
from steelyard.features import CountVectorizer

counts = CountVectorizer(ngram_range=(1, 2))
X = counts.fit_transform(texts)
print(X.shape, "of which", X.nnz, f"are not 0: {X.nnz / (X.shape[0] * X.shape[1]):.2%}")
kept = X.data.nbytes + X.indices.nbytes + X.indptr.nbytes
print(f"sparse {kept / 1e6:.1f} MB, dense {8 * X.shape[0] * X.shape[1] / 1e6:.1f} MB")
names, row = counts.get_feature_names_out(), X[0]
print("one row:", *(f"{names[j]}: {count}" for j, count in zip(row.indices[:5], row.data)))
print(f"25,000 rows with 400,000 columns, dense: {25_000 * 400_000 * 8 / 1e9:.0f} GB")
# > (300, 6889) of which 12319 are not 0: 0.60%
# > sparse 0.1 MB, dense 16.5 MB
# > one row: and: 1 and now: 1 annoying: 1 annoying it: 1 at: 1
# > 25,000 rows with 400,000 columns, dense: 80 GB

# %% growth
for n in (75, 150, 300):
    for what, ngrams in (("words", (1, 1)), ("and pairs", (1, 2))):
        df = (CountVectorizer(ngram_range=ngrams).fit_transform(texts[:n]) > 0).sum(axis=0)
        once = (np.asarray(df) == 1).mean()
        print(
            f"{n:3} texts, {what:9}: {np.size(df):5} columns, {once:.0%} in one text only"
        )
# >  75 texts, words    :   709 columns, 67% in one text only
# >  75 texts, and pairs:  2159 columns, 86% in one text only
# > 150 texts, words    :  1133 columns, 64% in one text only
# > 150 texts, and pairs:  3858 columns, 84% in one text only
# > 300 texts, words    :  1698 columns, 57% in one text only
# > 300 texts, and pairs:  6889 columns, 82% in one text only

# %% worth
from steelyard.features import LogCountRatio

single = CountVectorizer()
counted = single.fit_transform(texts)
df = np.asarray((counted > 0).sum(axis=0)).ravel()
idf = np.log((1 + 300) / (1 + df)) + 1
same = np.allclose(idf, TfidfVectorizer().fit(texts).idf_)
ratio = LogCountRatio().fit(counted, y).log_ratio_
print("by hand as by TfidfVectorizer:", same)
for word in ("the", "film", "wonderful", "terrible"):
    j = single.vocabulary_[word]
    print(f"{word:9} in {df[j]:3} texts: idf {idf[j]:.2f}, log-count ratio {ratio[j]:+.2f}")
# > by hand as by TfidfVectorizer: True
# > the       in 225 texts: idf 1.29, log-count ratio -0.18
# > film      in  14 texts: idf 4.00, log-count ratio +0.45
# > wonderful in  21 texts: idf 3.62, log-count ratio +1.50
# > terrible  in  15 texts: idf 3.93, log-count ratio -2.14

# %% fit
import steelyard

corpus, strengths = steelyard.demo("reviews-en"), [1.0, 10.0, 100.0]
clf = steelyard.fit(corpus, test=0.2, recipe="words", strengths=strengths)
tried = clf.selection_.trials[0]
for C, loss in zip(tried.strengths, tried.losses):
    print(f"C = {C:5}: log loss {loss:.3f} out of fold")
for name, found in (("out of fold", clf.measures_), ("held out", clf.test_.measures)):
    share, low, high, _ = found.accuracy
    print(f"{name:11}: {share:.1%} of {found.n}, {low:.1%} to {high:.1%}")
print("certificate at most a millionth:", max(clf.gap_) <= 1e-6)
# > C =   1.0: log loss 0.495 out of fold
# > C =  10.0: log loss 0.498 out of fold
# > C = 100.0: log loss 0.500 out of fold
# > out of fold: 78.3% of 240, 72.7% to 83.1%
# > held out   : 81.7% of 60, 70.1% to 89.4%
# > certificate at most a millionth: True

# %% recipes
for recipe in ("words", "words, weighted", "characters"):
    other = steelyard.fit(corpus, recipe=recipe, strengths=strengths)
    share, low, high, _ = other.measures_.accuracy
    columns = len(other.model_.v)
    print(f"{recipe:15}: {columns:5} columns, {share:.1%}, {low:.1%} to {high:.1%}")
# > words          :  7416 columns, 79.0%, 74.0% to 83.2%
# > words, weighted:  7416 columns, 79.3%, 74.4% to 83.5%
# > characters     : 13642 columns, 83.3%, 78.7% to 87.1%

# %% proof
rows = TfidfVectorizer(ngram_range=(1, 2)).fit_transform(texts)
best = LogisticRegression(C=10.0, tol=1e-10).fit(rows, y).decision_function(rows)
for tol in (0.3, 1e-2, 1e-4, 1e-6):
    model = LogisticRegression(C=10.0, tol=tol).fit(rows, y)
    gap, z = float(np.max(model.gap_)), model.decision_function(rows)
    others = int(((z > 0) != (best > 0)).sum())
    print(f"tol {tol:6}: kept {gap <= tol}, within {abs(z - best).max():.0e},", end=" ")
    print(others, "decisions of 300 differ")
# > tol    0.3: kept True, within 2e+00, 2 decisions of 300 differ
# > tol   0.01: kept True, within 3e-01, 0 decisions of 300 differ
# > tol 0.0001: kept True, within 4e-02, 0 decisions of 300 differ
# > tol  1e-06: kept True, within 5e-03, 0 decisions of 300 differ

# %% why
review = (
    "Not the best seats, and the sound was awful, "
    "but the band was wonderful and I loved every minute."
)
why = clf.explain(review, flip=True)
print(why.as_text())
# > pos, 83%
# >
# >   Not the ++best++ seats, and the sound -was- --awful--, but the band -was-
# >   ++wonderful++ and +I+ ++loved++ every +minute+.
# >
# > + for pos, - for neg. Marked: 0.03 or more, either way; doubly: 0.07 or more.
# >
# > for pos                                  for neg
# >  +0.08 ######## wonderful                 -0.06 ######   was
# >  +0.08 ######## loved                     -0.06 ######   awful
# >  +0.06 ######   best                      -0.03 ###      was awful
# >  +0.05 #####    i loved                   -0.03 ###      band was
# >  +0.05 #####    the best                  -0.02 ##       , and
# >  +0.04 ####     and i                     -0.02 ##       the
# >  +0.03 ###      minute                    -0.01 #        but the
# >  +0.02 ##       sound                     -0.01 #        not the
# >  +0.02 ##       loved every               -0.01 #        ,
# >  +0.02 ##       every                     -0.01 #        not
# >  +0.09          and 11 more               -0.04          and 4 more
# >
# > Score +0.22: above 0 is pos, else neg. Words +0.23, intercept -0.01: in all
# > +0.22. Probability from 7.10 × score + 0.00.
# >
# > Without “best” and “loved” it says neg (55%). No smaller set of words does that.

# %% adds up
whole = sum(term.weight for term in why.terms) + why.intercept
print(f"words and intercept {whole:.4f}, score {why.score:.4f}")
slope, shift = why.calibration
p = 1 / (1 + np.exp(-(slope * why.score + shift)))
print(f"probability {p:.4f}, said {why.probability:.4f}")
# > words and intercept 0.2235, score 0.2235
# > probability 0.8301, said 0.8301

# %% strongest
from steelyard.explain import strongest

for side in strongest(clf.model_, most=6, kind="word"):
    print(f"{side.name}:", ", ".join(f"{term.term} ({term.df})" for term in side.terms))
# > neg: useless (11), broken (10), terrible (13), dirty (10), it is (17), rude (11)
# > pos: great (28), wonderful (17), perfect (16), loved (14), excellent (18), enjoyed (9)

# %% kept
import tempfile
from pathlib import Path

from steelyard.store import open_plain

folder = Path(tempfile.mkdtemp())
first, second = (clf.save(folder / f"{name}.steelyard") for name in ("one", "two"))
print("the same bytes twice:", first.read_bytes() == second.read_bytes())
again, plain = steelyard.load(first), open_plain(first)
print(again.predict([review])[0], clf.predict([review])[0], plain.predict(review))
print(len(again.model_.v), "weights, learnt from", again.card_["data"]["texts"], "texts")
# > the same bytes twice: True
# > pos pos pos
# > 6224 weights, learnt from 240 texts

# %% solution 13.1
answer = 100_000 * 500_000 * 8 / 1e9

# %% solution 13.2
answer = np.log((1 + 99) / (1 + 9)) + 1


# %% starter 13.3
def log_count_ratio(above, below, alpha):
    """Of each column: above and below are the counts in the texts of the two classes."""
    return ...


# %% solution 13.3
def answer(above, below, alpha):
    p, q = above + alpha, below + alpha
    return np.log(p / p.sum()) - np.log(q / q.sum())


# %% solution 13.4
answer = 5 * 8 * 4 + 4

# %% solution 13.5
answer = (50.0 - 49.9) / 50.0

# %% starter 13.6
answer = ...  # [of "good", of "dull", score]

# %% solution 13.6
x = np.array([1 + np.log(2), 1.0])
parts = x * np.array([0.8, -1.1]) / np.linalg.norm(x)
answer = [*parts, parts.sum() + 0.1]
