"""What chapter 1 runs. Lines of `# >` are what a cell prints; the tests hold them to it."""

# %% review
from steelyard.course.data import HOKEY, HOKEY_LEXICON

print(HOKEY)
print(HOKEY_LEXICON)
# > It's hokey. There are virtually no surprises , and the writing is second-rate . So why was it so enjoyable? For one thing , the cast is great . Another nice touch is the music . I was overcome with the urge to get off the couch and start dancing . It sucked me in , and it'll do the same to you .
# > {'enjoyable': 1, 'cast': 1, 'great': 1, 'hokey': -1, 'second-rate': -1}

# %% six
from steelyard.features import ReviewFeatures

features = ReviewFeatures(HOKEY_LEXICON)
row = features.fit_transform([HOKEY])[0]
for name, value in zip(features.get_feature_names_out(), row):
    print(f"{name:15} {value:6.4f}")
# > positive_words  3.0000
# > negative_words  2.0000
# > no              1.0000
# > pronouns        3.0000
# > exclamation     0.0000
# > log_words       4.1589

# %% pieces
pieces = HOKEY.split()
print(
    len(pieces),
    "pieces,",
    sum(any(c.isalnum() for c in p) for p in pieces),
    "of them words",
)
print([p for p in pieces if not any(c.isalnum() for c in p)])
# > 64 pieces, 56 of them words
# > [',', '.', ',', '.', '.', '.', ',', '.']

# %% lexicon
from steelyard.text import lexicon

polarity = lexicon("en")
print(len(polarity), "words")
for word in ("great", "good", "dull", "terrible", "film"):
    print(word, polarity.get(word, 0.0))
# > 301 words
# > great 2.7
# > good 2.0
# > dull -1.4
# > terrible -2.9
# > film 0.0

# %% tokens
from steelyard.text import poor_mans_tokenizer_and_normalizer

print(poor_mans_tokenizer_and_normalizer("It isn't great, no: 2nd-rate, 4/10."))
# > ['it', 'isn', 't', 'great', 'no', 'rate']

# %% two
from steelyard.features.polarity import mean_polarities

words = poor_mans_tokenizer_and_normalizer("A great cast, a dull plot.")
print(words)
print([round(x, 4) for x in mean_polarities(words, polarity)])
# > ['a', 'great', 'cast', 'a', 'dull', 'plot']
# > [0.45, 0.2333]

# %% corpus
from steelyard.course.data import review_texts, reviews

texts, y = review_texts()
table = reviews()
print(table.X.shape, table.columns)
print(texts[0])
print(table.X[0].round(3), int(y[0]))
# > (300, 2) ('mean positive', 'mean negative')
# > Charming at first, the little robot soon becomes annoying. It knows two tricks, the second is falling down the stairs, and now it is broken.
# > [0.1   0.144] -1

# %% means
for side, name in ((1, "good"), (-1, "bad")):
    print(f"{name:4}", table.X[table.y == side].mean(axis=0).round(3))
print((table.X == 0).all(axis=1).sum(), "reviews have none of the words of the lexicon")
# > good [0.288 0.026]
# > bad  [0.053 0.191]
# > 21 reviews have none of the words of the lexicon

# %% bag
from steelyard.features import CountVectorizer

vectorizer = CountVectorizer()
X = vectorizer.fit_transform(texts)
print(X.shape, "of which", f"{X.nnz / (X.shape[0] * X.shape[1]):.1%}", "are not 0")
# > (300, 1698) of which 1.2% are not 0

# %% order
for longest in (1, 2):
    vectorizer = CountVectorizer(ngram_range=(1, longest))
    X = vectorizer.fit_transform(["not good, bad", "good, not bad"]).toarray()
    print(list(vectorizer.get_feature_names_out()))
    print(X)
# > ['bad', 'good', 'not']
# > [[1 1 1]
# >  [1 1 1]]
# > ['bad', 'good', 'good bad', 'good not', 'not', 'not bad', 'not good']
# > [[1 1 1 0 1 0 1]
# >  [1 1 0 1 1 1 0]]

# %% solution 1.1
answer = len("So good , so far .".split())


# %% starter 1.2
def featurize(words, polarity):
    """Mean positive and mean negative polarity of a list of words; both are >= 0."""
    return ...


# %% solution 1.2
def answer(words, polarity):
    found = [polarity.get(word, 0.0) for word in words]
    n = max(len(words), 1)
    return sum(max(p, 0.0) for p in found) / n, sum(max(-p, 0.0) for p in found) / n


# %% solution 1.3
from steelyard.features import CountVectorizer

answer = CountVectorizer().fit_transform(["the cat saw the dog"]).toarray()[0]

# %% solution 1.4
vectorizer = CountVectorizer(ngram_range=(1, 2))
answer = vectorizer.fit_transform(["not good, bad", "good, not bad"]).shape[1]

# %% solution 1.5
answer = "no"
