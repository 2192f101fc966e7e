"""Explanations as a fragment of HTML: complete in itself, no script, nothing fetched.

It takes over the colours of the page that it stands on, light or dark: shades are laid over whatever is behind them.
What colour says is said twice: what speaks for the target is underlined, what speaks against it has a dashed line, the
thicker the more it weighs, which paper keeps too. The weight of a marked word is its title, and follows it for those
who listen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import pairwise
from typing import Any

from steelyard.explain.data import Explanation, Flip, Neighbours
from steelyard.explain.shown import (
    Side,
    flip_sentences,
    heading,
    least,
    levels,
    sentences,
    side_names,
    sides,
    sum_sentences,
    unknown,
    visible,
)
from steelyard.explain.wording import Words

# blue and vermilion of Okabe and Ito, which the colour-blind tell apart; shades are laid over the page's own ground
STYLE = """
.sy-explained{max-width:62rem;line-height:1.55;--sy-for:0,114,178;--sy-against:213,94,0}
.sy-explained p{margin:.6em 0}
.sy-explained .sy-said{font-size:1.15em;font-weight:600}
.sy-explained .sy-text{line-height:1.8;white-space:pre-wrap;overflow-wrap:anywhere;padding:.7em .9em;
 border:1px solid rgba(128,128,128,.45);border-radius:.3em}
.sy-explained mark{color:inherit;background:none;text-decoration:none;border-radius:.15em;padding:.05em .06em;
 border-bottom:0 solid transparent;-webkit-print-color-adjust:exact;print-color-adjust:exact;
 -webkit-box-decoration-break:clone;box-decoration-break:clone}
.sy-explained .sy-p1{background:rgba(var(--sy-for),.14);border-bottom:1px solid rgb(var(--sy-for))}
.sy-explained .sy-p2{background:rgba(var(--sy-for),.28);border-bottom:2px solid rgb(var(--sy-for))}
.sy-explained .sy-p3{background:rgba(var(--sy-for),.45);border-bottom:3px solid rgb(var(--sy-for))}
.sy-explained .sy-m1{background:rgba(var(--sy-against),.14);border-bottom:1px dashed rgb(var(--sy-against))}
.sy-explained .sy-m2{background:rgba(var(--sy-against),.28);border-bottom:2px dashed rgb(var(--sy-against))}
.sy-explained .sy-m3{background:rgba(var(--sy-against),.45);border-bottom:3px dashed rgb(var(--sy-against))}
.sy-explained .sy-note{font-size:.9em}
.sy-explained .sy-sides{display:flex;flex-wrap:wrap;gap:0 2.5rem}
.sy-explained .sy-sides table{flex:1 1 17rem;max-width:28rem}
.sy-explained table{border-collapse:collapse;font-size:.93em;margin:.4em 0;align-self:flex-start;background:none}
.sy-explained caption{text-align:left;font-weight:600;padding:.2em 0;caption-side:top;color:inherit}
.sy-explained th,.sy-explained td{padding:.08em .7em .08em 0;text-align:left;vertical-align:baseline;border:0;
 font-weight:400;background:none}
.sy-explained thead th{font-size:.85em;border-bottom:1px solid rgba(128,128,128,.45)}
.sy-explained .sy-number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.sy-explained .sy-sides .sy-number{width:4em}
.sy-explained .sy-name{overflow-wrap:anywhere;white-space:pre-wrap}
.sy-explained .sy-bar{width:35%;min-width:5rem}
.sy-explained .sy-bar i{display:block;height:.65em;box-sizing:border-box;
 -webkit-print-color-adjust:exact;print-color-adjust:exact}
.sy-explained .sy-bar .sy-plus{background:rgb(var(--sy-for))}
.sy-explained .sy-bar .sy-minus{border:1px solid rgb(var(--sy-against));background:repeating-linear-gradient(
 90deg,rgb(var(--sy-against)) 0 4px,rgba(var(--sy-against),.35) 4px 6px)}
.sy-explained .sy-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);
 white-space:nowrap;user-select:none}
@media (prefers-color-scheme:dark){.sy-explained{--sy-for:70,170,230;--sy-against:240,130,50}}
"""


def fragment(shown: Any, language: str, style: bool) -> str:
    """A record as HTML."""
    words = Words(language)
    if isinstance(shown, Explanation):
        inside: Iterable[str] = _explanation(shown, words)
    elif isinstance(shown, Flip):
        inside = [_paragraph(flip_sentences(shown, words))]
    else:
        inside = _neighbours(shown, words)
    head = f"<style>{STYLE}</style>\n" if style else ""
    return f'<section class="sy-explained" lang="{language}">\n{head}' + "\n".join(inside) + "\n</section>"


def _explanation(e: Explanation, words: Words) -> Iterator[str]:
    yield f'<p class="sy-said">{_safe(heading(e, words))}</p>'
    yield f'<p class="sy-text" dir="auto">{_marked(e, words)}</p>'
    legend = _legend(e, words)
    if legend:
        yield legend
    missing = unknown(e, words)
    if missing:
        yield f'<p class="sy-note">{_safe(missing)}</p>'
    if e.terms:
        both = sides(e, words)
        most = max((abs(item.weight) for side in both for item in side.items), default=1.0)
        tables = [_table(side, name, most, words) for side, name in zip(both, ("sy-plus", "sy-minus"))]
        yield f'<div class="sy-sides">{"".join(tables)}</div>'
    yield _paragraph(sentences(e, words))
    if e.flip is not None:
        yield _paragraph(flip_sentences(e.flip, words))
    if e.neighbours is not None:
        yield from _neighbours(e.neighbours, words)


def _safe(text: str) -> str:
    return escape(visible(text), quote=True)


def _paragraph(said: Iterable[str]) -> str:
    return f"<p>{_safe(' '.join(said))}</p>"


def _marked(e: Explanation, words: Words) -> str:
    """The text, with a mark around each piece that weighs."""
    names = side_names(e, words)
    edges = [0, *(end for piece in e.pieces for end in (piece.begin, piece.end)), len(e.text)]
    parts = [_safe(e.text[a:b]) for a, b in pairwise(edges)]  # white space and pieces in turn
    for k, (piece, level) in enumerate(zip(e.pieces, levels(e.pieces))):
        if level:
            number, sign = words.number(piece.weight), "p" if level > 0 else "m"
            title = escape(f"{number} {names[level < 0]}", quote=True)
            parts[2 * k + 1] = (
                f'<mark class="sy-{sign}{abs(level)}" title="{title}">{parts[2 * k + 1]}'
                f'<span class="sy-hidden"> ({number})</span></mark>'
            )
    return "".join(parts)


def _legend(e: Explanation, words: Words) -> str:
    if not any(levels(e.pieces)):
        return ""
    marks = [
        f'<mark class="sy-{sign}2">{_safe(name)}</mark>' for sign, name in zip("pm", side_names(e, words), strict=True)
    ]
    said = words("shaded", least=words.number(least(e.pieces, 1), signed=False))
    return f'<p class="sy-note">{" ".join(marks)} {_safe(said)}</p>'


def _table(side: Side, bar: str, most: float, words: Words) -> str:
    """What speaks one way, with bars."""
    rows = [
        f'<tr><td class="sy-number">{words.number(item.weight)}</td><td class="sy-bar" aria-hidden="true">'
        f'<i class="{bar}" style="width:{max(100 * abs(item.weight) / most, 1):.0f}%"></i></td>'
        f'<th scope="row" class="sy-name"><bdi>{_safe(item.label)}</bdi></th></tr>'
        for item in side.items
    ]
    if side.others:
        rest = _safe(words("others", n=side.others))
        rows.append(f'<tr><td class="sy-number">{words.number(side.rest)}</td><td></td><td>{rest}</td></tr>')
    if not rows:
        rows.append(f"<tr><td>{_safe(words('none'))}</td></tr>")
    return f"<table><caption>{_safe(side.name)}</caption><tbody>{''.join(rows)}</tbody></table>"


def _neighbours(found: Neighbours, words: Words) -> Iterator[str]:
    heads = "".join(
        f'<th scope="col"{kind}>{_safe(words(key))}</th>'
        for key, kind in (
            ("weight", ' class="sy-number"'),
            ("label", ""),
            ("likeness", ' class="sy-number"'),
            ("text", ""),
        )
    )
    rows = [
        f'<tr><td class="sy-number">{words.number(near.weight)}</td><td>{_safe(near.label)}</td>'
        f'<td class="sy-number">{words.number(near.likeness, signed=False)}</td>'
        f'<td class="sy-name"><bdi>{_safe(_cut(near.text or words("row", row=near.row + 1)))}</bdi></td></tr>'
        for near in found.nearest
    ]
    yield (
        f"<table><caption>{_safe(words('neighbours'))}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
    yield _paragraph(sum_sentences(found, words))


def _cut(text: str, most: int = 200) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"
