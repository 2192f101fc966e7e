"""Draws README's picture: what each word of one review puts on the scale.

    python docs/pictures/scale.py        # writes docs/pictures/scale.svg

The weights are those of a logistic regression on the shipped English reviews; the review is one that it was
not fitted on. The numbers come first (`contributions`), the drawing second (`draw`).
"""

from __future__ import annotations

from html import escape
from pathlib import Path

import numpy as np

import steelyard

REVIEW = "Not the best seats, and the sound was awful, but the band was wonderful and I loved every minute."
WIDTH, HEIGHT, PIVOT = 880, 280, 440
INK, FOR, AGAINST = "#30343b", "#0b6e99", "#b5472f"  # told apart in grey and by the colour-blind too


def contributions(review: str) -> tuple[list[tuple[str, float]], float, float]:
    """Every word's share of the score, the intercept, and the score that they add up to."""
    corpus = steelyard.demo("reviews-en")
    tfidf = steelyard.TfidfVectorizer(sublinear_tf=True)
    model = steelyard.LogisticRegression(C=10).fit(tfidf.fit_transform(corpus.texts), corpus.labels)
    row = tfidf.transform([review])
    names = tfidf.get_feature_names_out()
    shares = [(str(names[j]), float(x * model.coef_[0, j])) for j, x in zip(row.indices, row.data)]
    score = float(model.decision_function(row)[0])
    assert np.isclose(sum(share for _, share in shares) + float(model.intercept_[0]), score)
    return sorted(shares, key=lambda share: -abs(share[1])), float(model.intercept_[0]), score


def draw(shares: list[tuple[str, float]], intercept: float, score: float) -> str:
    """The arm, its weights, and the decision."""
    told = [share for share in shares if abs(share[1]) >= 0.08]
    tilt = np.clip(4 * score, -7, 7)
    hung = [
        _hang(word, share, PIVOT + side * (60 + 92 * place))
        for side in (-1, 1)
        for place, (word, share) in enumerate([s for s in told if np.sign(s[1]) == side][:4])
    ]
    rest = score - sum(share for _, share in told)
    words = ", ".join(f"{word} {share:+.2f}" for word, share in told)
    label = f"Weights of words: {words}, the rest {rest:+.2f}; score {score:+.2f}."
    verdict = f"score {score:+.2f}, probability of positive {1 / (1 + np.exp(-score)):.0%}"
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"
  aria-label="{escape(label)}"
  font-family="system-ui, sans-serif" font-size="15" fill="{INK}">
<rect width="{WIDTH}" height="{HEIGHT}" rx="10" fill="#fbfaf7"/>
<text x="{PIVOT}" y="34" text-anchor="middle" font-style="italic">“{escape(REVIEW)}”</text>
<g transform="rotate({tilt:.1f} {PIVOT} 92)">
<rect x="40" y="88" width="{WIDTH - 80}" height="8" rx="4" fill="{INK}"/>
{"".join(hung)}
</g>
<path d="M{PIVOT} 92 l-16 30 h32 z" fill="{INK}"/>
<text x="40" y="{HEIGHT - 22}" fill="{AGAINST}" font-weight="600">negative</text>
<text x="{WIDTH - 40}" y="{HEIGHT - 22}" text-anchor="end" fill="{FOR}" font-weight="600">positive</text>
<text x="{PIVOT}" y="{HEIGHT - 22}" text-anchor="middle">{verdict}</text>
</svg>
"""


def _hang(word: str, share: float, x: float) -> str:
    """One word under the arm, as large as its weight."""
    side = 40 + 26 * min(abs(share), 1.5)
    colour = FOR if share > 0 else AGAINST
    return f"""<line x1="{x}" y1="96" x2="{x}" y2="128" stroke="{INK}"/>
<rect x="{x - side / 2:.0f}" y="128" width="{side:.0f}" height="{side:.0f}" rx="4" fill="{colour}"/>
<text x="{x}" y="{128 + side / 2 + 5:.0f}" text-anchor="middle" fill="#fff" font-size="13">{share:+.2f}</text>
<text x="{x}" y="{128 + side + 20:.0f}" text-anchor="middle">{escape(word)}</text>
"""


if __name__ == "__main__":
    (Path(__file__).parent / "scale.svg").write_text(draw(*contributions(REVIEW)), encoding="utf-8")
