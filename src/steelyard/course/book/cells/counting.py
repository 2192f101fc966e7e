"""What chapter 9 runs. Lines of `# >` are what a cell prints; the tests hold them to it."""

# %% corpus
from collections import Counter

corpus = {
    "good": ["great film", "great acting", "great great plot"],
    "bad": ["dull film", "dull plot plot"],
}
counts = {label: Counter(" ".join(texts).split()) for label, texts in corpus.items()}
n = sum(len(texts) for texts in corpus.values())
priors = {label: len(texts) / n for label, texts in corpus.items()}
for label in corpus:
    total = counts[label].total()
    print(f"{label:4} prior {priors[label]:.1f}, {total} words:", dict(counts[label]))
# > good prior 0.6, 7 words: {'great': 4, 'film': 1, 'acting': 1, 'plot': 1}
# > bad  prior 0.4, 5 words: {'dull': 2, 'film': 1, 'plot': 2}

# %% relative
new = "great plot"
for label in corpus:
    first, second = [counts[label][word] / counts[label].total() for word in new.split()]
    product = priors[label] * first * second
    print(f"{label:4} {priors[label]:.1f} x {first:.4f} x {second:.4f} = {product:.4f}")
# > good 0.6 x 0.5714 x 0.1429 = 0.0490
# > bad  0.4 x 0.0000 x 0.4000 = 0.0000

# %% smoothed
vocabulary = sorted({word for each in counts.values() for word in each})
products = {}
for label in corpus:
    total = counts[label].total() + len(vocabulary)
    first, second = [(counts[label][word] + 1) / total for word in new.split()]
    product = products[label] = priors[label] * first * second
    print(f"{label:4} {priors[label]:.1f} x {first:.4f} x {second:.4f} = {product:.4f}")
evidence = sum(products.values())
print({label: round(product / evidence, 4) for label, product in products.items()})
# > good 0.6 x 0.4167 x 0.1667 = 0.0417
# > bad  0.4 x 0.1000 x 0.3000 = 0.0120
# > {'good': 0.7764, 'bad': 0.2236}

# %% model
from steelyard import CountVectorizer, MultinomialNB

texts = [text for label in corpus for text in corpus[label]]
labels = [label for label in corpus for _ in corpus[label]]
vectorizer = CountVectorizer()
X = vectorizer.fit_transform(texts)
model = MultinomialNB(alpha=1.0).fit(X, labels)
print(model.classes_, model.predict_proba(vectorizer.transform([new])).round(4))
# > ['bad' 'good'] [[0.2236 0.7764]]

# %% brackets
import numpy as np

found = np.array([counts["good"][word] for word in vocabulary], dtype=float)
written = (found + 1) / (found.sum() + 1)
bracketed = (found + 1) / (found + 1).sum()
print(f"as written they add up to {written.sum():.4f}", end=", ")
print(f"with the brackets to {bracketed.sum():.4f}")
# > as written they add up to 1.5000, with the brackets to 1.0000

# %% underflow
long = " ".join([new] * 300)
row = vectorizer.transform([long])
for k, label in enumerate(model.classes_):
    shares = np.exp(model.feature_log_prob_[k])
    product = np.exp(model.class_log_prior_[k]) * np.prod(shares ** row.toarray()[0])
    print(f"{label:4} product {product}, sum of logarithms", end=" ")
    print(f"{model.predict_joint_log_proba(row)[0, k]:.3f}")
# > bad  product 0.0, sum of logarithms -1052.884
# > good product 0.0, sum of logarithms -800.679

# %% unknown
from steelyard.algorithms.naive_bayes import own_words

many, few = np.array([[4.0, 3.0, 2.0, 0.0], [0.0, 0.0, 0.0, 1.0]])
_, unknown = own_words(np.array([many, few]), 1.0)
for name, share, by_hand in zip(("many", "few"), np.exp(unknown), (1 / 13, 1 / 3)):
    print(f"P(UNK | {name} words) = {share:.4f}, by hand {by_hand:.4f}")
# > P(UNK | many words) = 0.0769, by hand 0.0769
# > P(UNK | few words) = 0.3333, by hand 0.3333

# %% arm
L = model.feature_log_prob_  # classes: bad, good
w = L[1] - L[0]
b = model.class_log_prior_[1] - model.class_log_prior_[0]
for word, weight in zip(vectorizer.get_feature_names_out(), w):
    print(f"{word:7}{weight:+.4f}")
print(f"b      {b:+.4f}")
z = vectorizer.transform([new]).toarray()[0] @ w + b
print(f"score of {new!r}: {z:.4f}, sigma of it {1 / (1 + np.exp(-z)):.4f}")
# > acting +0.5108
# > dull   -1.2809
# > film   -0.1823
# > great  +1.4271
# > plot   -0.5878
# > b      +0.4055
# > score of 'great plot': 1.2448, sigma of it 0.7764

# %% rare
from steelyard.course.data import review_texts
from steelyard.text import tokenizer

reviews, y = review_texts()
counter = CountVectorizer(tokenizer=tokenizer("course-4-mended"), token_pattern=None)
X = counter.fit_transform(reviews)
model = MultinomialNB().fit(X, y)
for word in ("great", "clear", "kitchen", "the"):
    j = counter.vocabulary_[word]
    bad, good = model.feature_count_[:, j].astype(int)
    weight = model.feature_log_prob_[1, j] - model.feature_log_prob_[0, j]
    print(f"{word:8} {good} times in good reviews, {bad} in bad ones: weight {weight:+.2f}")
# > great    29 times in good reviews, 3 in bad ones: weight +1.95
# > clear    8 times in good reviews, 0 in bad ones: weight +2.13
# > kitchen  5 times in good reviews, 0 in bad ones: weight +1.72
# > the      211 times in good reviews, 238 in bad ones: weight -0.19

# %% reviews
from steelyard.core.random import order
from steelyard.text import LemmaTokenizer, stop_words

stops, cut = set(stop_words("en")), LemmaTokenizer()


def words(text):
    return [word for word in cut(text) if word not in stops]


def split(seed):
    rows = order(seed, 0, len(y))
    return rows[:240], rows[240:]


# %% accuracy
right = {"baseline": [], "own": [], "shared": []}
for seed in range(10):
    known, held_out = split(seed)
    cutter = CountVectorizer(tokenizer=words, token_pattern=None)
    counts = cutter.fit_transform([reviews[i] for i in known])
    unseen = cutter.transform([reviews[i] for i in held_out])
    lengths = np.array([len(words(reviews[i])) for i in held_out])
    unknown = lengths - np.asarray(unseen.sum(axis=1)).ravel()
    likeliest = 1.0 if (y[known] > 0).mean() > 0.5 else -1.0
    right["baseline"].append((y[held_out] == likeliest).mean())
    for kind in ("own", "shared"):
        model = MultinomialNB(vocabulary=kind).fit(counts, y[known])
        joint = model.predict_joint_log_proba(unseen, unknown if kind == "own" else None)
        right[kind].append((model.classes_[joint.argmax(axis=1)] == y[held_out]).mean())
for kind, shares in right.items():
    print(f"{kind:9} mean {np.mean(shares):.3f},", end=" ")
    print(f"from {min(shares):.2f} to {max(shares):.2f}")
# > baseline  mean 0.448, from 0.38 to 0.50
# > own       mean 0.783, from 0.72 to 0.85
# > shared    mean 0.792, from 0.75 to 0.83

# %% sure
from steelyard import LogisticRegression

models = {"naive Bayes": MultinomialNB(), "logistic": LogisticRegression(tol=1e-10)}
told = {name: np.empty(300) for name in models}
hit = {name: np.empty(300) for name in models}
shuffled = order(0, 0, 300)
for held_out in np.split(shuffled, 5):
    known = np.setdiff1d(shuffled, held_out)
    for name, model in models.items():
        p = model.fit(X[known], y[known]).predict_proba(X[held_out])
        told[name][held_out] = p.max(axis=1)
        hit[name][held_out] = model.classes_[p.argmax(axis=1)] == y[held_out]
for name, p in told.items():
    certain = p > 0.99
    print(f"{name:11} told {p.mean():.3f}, right {hit[name].mean():.3f};", end=" ")
    print(f"above 0.99: {certain.sum()} texts, {hit[name][certain].sum():.0f} right")
# > naive Bayes told 0.900, right 0.787; above 0.99: 100 texts, 88 right
# > logistic    told 0.764, right 0.770; above 0.99: 2 texts, 2 right

# %% twice
model = MultinomialNB().fit(X, y)
text = "The film was long and a little boring, but the music was beautiful."
for times in (1, 2, 5):
    row = counter.transform([" ".join([text] * times)])
    print(f"said {times} times: probability of good {model.predict_proba(row)[0, 1]:.4f}")
# > said 1 times: probability of good 0.1885
# > said 2 times: probability of good 0.0512
# > said 5 times: probability of good 0.0007

# %% drawn
from steelyard.algorithms.generation import draw

names = counter.get_feature_names_out()
for k, label in enumerate(("bad", "good")):
    for number in range(2):
        columns = draw(model.feature_log_prob_[k], 12, number=number)
        print(f"{label}:", *names[columns])
# > bad: complained does pillow does a bike throw forgave stems saved paid progress
# > bad: twists the bent clearly walk finish cancel bus again down frankly space
# > good: cooked dry owned dull a best this for sound restaurant one pictures
# > good: trainers tense bergen club very film carried button advert easy forgot so

# %% recognised
for length in (5, 20, 80):
    hits = 0
    for k in (0, 1):
        for number in range(100):
            text = " ".join(names[draw(model.feature_log_prob_[k], length, number=number)])
            hits += model.predict(counter.transform([text]))[0] == model.classes_[k]
    print(f"{length} words drawn: {hits} of 200 texts recognised")
# > 5 words drawn: 170 of 200 texts recognised
# > 20 words drawn: 189 of 200 texts recognised
# > 80 words drawn: 200 of 200 texts recognised

# %% solution 9.1
good, bad = 3 / 5 * 2 / 12 * 2 / 12, 2 / 5 * 2 / 10 * 3 / 10
answer = good / (good + bad)


# %% starter 9.2
def smoothed(counts, alpha):
    """The shares of the words of one class, given how often each was counted."""
    return ...


# %% solution 9.2
def answer(counts, alpha):
    return (counts + alpha) / (counts.sum() + alpha * len(counts))


# %% starter 9.3
def joint(X, log_shares, log_priors):
    """log P(c) + log P(d | c): a row for each text, a column for each class."""
    return ...


# %% solution 9.3
def answer(X, log_shares, log_priors):
    return X @ log_shares.T + log_priors


# %% solution 9.4
answer = np.log((5 / 12) / (1 / 10))

# %% solution 9.5
answer = (1 / 3) / (1 / 13)

# %% solution 9.6
answer = 0.9**2 / (0.9**2 + 0.1**2)
