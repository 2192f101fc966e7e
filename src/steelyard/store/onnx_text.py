r"""From texts to counts in ONNX, token by token what `text/` says: the part of the graph that reads.

    1. read     a text's characters, each as the vocabulary knows it: lower-cased by a table where the view does so;
                what no term has becomes a stand-in of its kind (part of a word, or a mark). The characters are joined
                again, two by two, so that a thousand take ten steps
    2. cut      into tokens, characters, or words with a blank before and after them, by regular expressions that spell
                out which characters are words' and which are blank
    3. count    runs of them that are terms: TfIdfVectorizer, which counts

ONNX's own StringNormalizer lower-cases as the machine's locale does, and fails where that is not there; RE2, which
onnxruntime uses, knows `\w` of ASCII alone. Hence the table and the spelt-out classes; `onnx_sigma.py` has the one
letter that no table can lower-case.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from steelyard.core.rows import Array
from steelyard.features.text_columns import TextColumns, View
from steelyard.store.onnx import Graph
from steelyard.store.onnx_sigma import FINAL, SMALL, cased_and_ignorable, stands_at_the_end
from steelyard.text.patterns import PATTERNS
from steelyard.text.tree import Tree
from steelyard.text.unicode import DOTTED_I, N_CODE_POINTS, SPACE, SURROGATES, WORD, tables

TOKENIZER: dict[str, Any] = {"domain": "com.microsoft", "mark": 0, "pad_value": "", "mincharnum": 1}
EACH: dict[str, Any] = {**TOKENIZER, "separators": [""]}  # every character a token
Terms = dict[int, tuple[str, ...]]  # column -> the tokens of its term


class Alphabet(NamedTuple):
    """The characters of the terms, and three that no term has: part of a word, a mark, and one that no text keeps."""

    known: frozenset[str]
    word: str
    mark: str
    gap: str


def counted(g: Graph, texts: str, columns: TextColumns) -> tuple[str, Array]:
    """(n, columns), and which column of the model stands where."""
    alphabet = _alphabet(columns)
    read = {lower: _read(g, texts, alphabet, lower) for lower in {view.lowercase for view in columns.views}}
    parts, order = [], []
    for view, tree, first in zip(columns.views, columns.trees, columns.starts.tolist(), strict=False):
        for part, own in _view(g, read[view.lowercase], view, tree, alphabet):
            parts.append(part)
            order.append(own + first)
    return g("Concat", *parts, axis=1), np.concatenate(order)


def _alphabet(columns: TextColumns) -> Alphabet:
    known = frozenset("".join(text for tree in columns.trees for text in tree.symbols.texts()))
    kind = tables().kind
    words = (chr(c) for c in np.flatnonzero(kind & WORD)[::-1] if chr(c) not in known)
    kind = kind.copy()
    kind[SURROGATES] = WORD
    marks = (chr(c) for c in np.flatnonzero(kind == 0)[::-1] if chr(c) not in known)
    return Alphabet(known, next(words), next(marks), next(marks))


def _read(g: Graph, texts: str, alphabet: Alphabet, lower: bool) -> str:
    """1. The texts in the characters that the vocabulary knows."""
    characters = g("Tokenizer", texts, **EACH)
    table = _table(alphabet, lower)
    nothing, mark, word = (g.constant([text]) for text in ("", alphabet.mark, alphabet.word))
    keys, values = ["", *table], ["", *table.values()]
    found = g(
        "LabelEncoder", characters, domain="ai.onnx.ml", keys_strings=keys, values_strings=values,
        default_string=alphabet.mark,
    )  # fmt: skip
    strange = g("And", g("Equal", found, mark), g("RegexFullMatch", characters, pattern=_kind(WORD)))
    known = g("Where", strange, word, found)
    if lower and not alphabet.known.isdisjoint((SMALL, FINAL)):
        cased, ignorable = map(_class, cased_and_ignorable())
        final = g.constant([FINAL if FINAL in alphabet.known else alphabet.word])
        known = g("Where", stands_at_the_end(g, characters, cased, ignorable), final, known)
    end = g("Where", g("Equal", texts, nothing), nothing, nothing)  # an empty string for each text
    return _joined(g, known, g("Unsqueeze", end, g.whole(1)))


def _table(alphabet: Alphabet, lower: bool) -> dict[str, str]:
    """What characters become: those of the vocabulary (or whose lower case is), and white space, which stays."""
    t = tables()
    goal = t.lower if lower else np.arange(N_CODE_POINTS)
    is_known = np.zeros(N_CODE_POINTS, bool)
    is_known[[ord(c) for c in alphabet.known]] = True
    keep = is_known[goal] | (t.kind & SPACE > 0)
    keep[SURROGATES] = False
    table = {chr(c): chr(goal[c]) for c in np.flatnonzero(keep)}
    if lower:
        stands_in = {1: alphabet.word, 0: alphabet.mark}
        pieces = [c if c in alphabet.known else stands_in[int(t.kind[ord(c)] & WORD)] for c in DOTTED_I.lower()]
        table[DOTTED_I] = "".join(pieces)
    return table


def _joined(g: Graph, characters: str, end: str) -> str:
    """(n, length) characters to (n,) texts: neighbours are joined until one column is left."""
    body = Graph("joining_")
    body.input("step", np.zeros(1, np.int64), [])
    body.input("go_on", np.zeros(1, bool), [])
    body.input("pieces", np.array([""], object), None)
    ends = [body.whole(x) for x in (0, 1, (1 << 62), 1, 2)]
    zero, one, last, axis, two = ends
    even = body("Slice", "pieces", zero, last, axis, two)
    odd = body("Slice", body("Concat", "pieces", end, axis=1), one, last, axis, two)
    joined = body("StringConcat", even, odd)
    more = body("Greater", body("Gather", body("Shape", joined), body.whole(1)), one)
    body.output("more", body("Squeeze", more), np.zeros(1, bool), [])
    body.output("joined", joined, np.array([""], object), None)
    pieces = g("Concat", characters, end, axis=1)
    always = g.constant(np.array(True))
    return g("Squeeze", g("Loop", "", always, pieces, body=body.proto("joining")), g.whole(1))


def _view(g: Graph, read: str, view: View, tree: Tree, alphabet: Alphabet) -> list[tuple[str, Array]]:
    """2. and 3. The counts of a view in one part or two, and the columns of each."""
    terms = _terms(tree)
    low, high = view.ngrams
    if view.analyzer == "char_wb":
        long: Terms = {j: term for j, term in terms.items() if len(term) >= low}
        short: Terms = {j: ("".join(term),) for j, term in terms.items() if len(term) < low}  # all there is of a word
        padded, characters = _within(g, read, alphabet)
        return [*_counts(g, characters, long, low, high), *_counts(g, padded, short, 1, 1)]
    tokens = _words(g, read, view) if view.analyzer == "word" else _characters(g, read)
    return _counts(g, tokens, terms, low, high)


def _terms(tree: Tree) -> Terms:
    """The symbols of each column's term."""
    texts, found = tree.symbols.texts(), {}
    so_far: list[tuple[str, ...]] = []
    for parent, symbol, column in zip(tree.parent.tolist(), tree.symbol.tolist(), tree.column.tolist(), strict=True):
        so_far.append((*(so_far[parent] if parent >= 0 else ()), texts[symbol]))
        if column >= 0:
            found[column] = so_far[-1]
    return found


def _words(g: Graph, read: str, view: View) -> str:
    marks, shortest = PATTERNS[view.pattern]
    pattern = f"{_kind(WORD)}{{{shortest},}}" + f"|{_kind(WORD | SPACE, inside=False)}" * marks
    return g("Tokenizer", read, **TOKENIZER, tokenexp=pattern)


def _characters(g: Graph, read: str) -> str:
    """Every character; two or more white spaces together as one space."""
    blanks = f"{_kind(SPACE)}{{2,}}"
    tokens = g("Tokenizer", read, **TOKENIZER, tokenexp=f"{blanks}|(?s:.)")
    return g("Where", g("RegexFullMatch", tokens, pattern=blanks), g.constant([" "]), tokens)


def _within(g: Graph, read: str, alphabet: Alphabet) -> tuple[str, str]:
    """The words with a blank before and after each (n, words); their characters, a gap behind each word."""
    blank, nothing = g.constant([" "]), g.constant([""])
    words = g("Tokenizer", read, **TOKENIZER, tokenexp=f"{_kind(SPACE, inside=False)}+")
    spread = g("StringConcat", g("StringConcat", blank, words), blank)
    padded = g("Where", g("Equal", words, nothing), nothing, spread)
    characters = g("Tokenizer", g("StringConcat", padded, g.constant([alphabet.gap])), **EACH)
    return padded, g("Flatten", characters, axis=1)


def _counts(g: Graph, tokens: str, terms: Terms, low: int, high: int) -> list[tuple[str, Array]]:
    """3. How often each term stands among the tokens."""
    if not terms:
        return []
    order = sorted(terms, key=lambda column: len(terms[column]))
    lengths = np.array([len(terms[column]) for column in order])
    starts = [int(lengths[lengths < n].sum()) for n in range(1, high + 1)]
    counts = g(
        "TfIdfVectorizer", tokens, mode="TF", min_gram_length=low, max_gram_length=high, max_skip_count=0,
        pool_strings=[symbol for column in order for symbol in terms[column]], ngram_counts=starts,
        ngram_indexes=list(range(len(order))),
    )  # fmt: skip
    return [(counts, np.array(order))]


def _kind(kind: int, inside: bool = True) -> str:
    """The characters of a kind (or all others), spelt out for RE2."""
    return _class(tables().kind & kind > 0, inside)


def _class(there: Array, inside: bool = True) -> str:
    """These characters (or all others)."""
    edges = np.flatnonzero(np.diff(there.astype(np.int8), prepend=0, append=0)).reshape(-1, 2)
    spans = "".join(f"\\x{{{first:x}}}-\\x{{{last - 1:x}}}" for first, last in edges.tolist())
    return f"[{'' if inside else '^'}{spans}]"
