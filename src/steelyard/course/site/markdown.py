"""Prose to HTML: Markdown by markdown-it, with formulas, coloured code, and headings that can be pointed at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from steelyard.course.site.mathml import mathml

ANCHOR = re.compile(r"\s*\{#([\w-]+)\}\s*$")


class Heading(NamedTuple):
    level: int
    anchor: str
    text: str


def html_of(text: str) -> str:
    """Markdown as HTML."""
    return str(writer().render(text))


def inline_html_of(text: str) -> str:
    """One line of Markdown as HTML, without a paragraph around it."""
    return str(writer().renderInline(text))


def headings_of(text: str) -> list[Heading]:
    """The headings of a text, with their anchors."""
    tokens = writer().parse(text)
    found = []
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            content = "".join(child.content for child in inline.children or [])
            found.append(Heading(int(opening.tag[1]), str(opening.attrs["id"]), content))
    return found


@cache
def writer() -> MarkdownIt:
    found = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    found.inline.ruler.before("escape", "math", inline_math)
    found.block.ruler.before("fence", "math_block", block_math, {"alt": ["paragraph", "list"]})
    found.core.ruler.push("anchors", anchors)
    found.add_render_rule("math", lambda self, tokens, i, options, env: mathml(tokens[i].content))
    found.add_render_rule("math_block", lambda self, tokens, i, options, env: displayed(tokens[i].content))
    found.add_render_rule("fence", fence)
    return found


def inline_math(state: StateInline, silent: bool) -> bool:
    r"""`$...$`; `\$` is a dollar."""
    if state.src[state.pos] != "$":
        return False
    found = re.compile(r"\$([^$\s](?:[^$]*[^$\s])?)\$").match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("math", "math", 0).content = found[1]
    state.pos = found.end()
    return True


def block_math(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Lines from one that begins with $$ to one that ends with it."""
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    if not first.startswith("$$"):
        return False
    lines, at = [first[2:]], start
    while not lines[-1].rstrip().endswith("$$"):
        at += 1
        if at >= end:
            return False
        lines.append(state.src[state.bMarks[at] : state.eMarks[at]])
    if not silent:
        token = state.push("math_block", "math", 0)
        token.content = "\n".join(lines).rstrip().removesuffix("$$").strip()
        token.map = [start, at + 1]
    state.line = at + 1
    return True


def displayed(tex: str) -> str:
    return f'<div class="formula">{mathml(tex, display=True)}</div>\n'


def anchors(state: Any) -> None:
    """`## Heading {#id}`: the id is for links, and the same in every language; without one it is made of the words."""
    for opening, inline in pairwise(state.tokens):
        if opening.type != "heading_open":
            continue
        last = inline.children[-1] if inline.children else None
        found = ANCHOR.search(last.content) if last is not None and last.type == "text" else None
        if found and last is not None:
            last.content = last.content[: found.start()]
            inline.content = ANCHOR.sub("", inline.content)
        opening.attrs["id"] = found[1] if found else slug(inline.content)


def slug(text: str) -> str:
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-")


def fence(self: Any, tokens: Sequence[Token], i: int, options: Any, env: Any) -> str:
    return code_html(tokens[i].content, tokens[i].info.split()[0] if tokens[i].info.strip() else "text")


def code_html(code: str, language: str = "python") -> str:
    """A block of code, coloured where Pygments knows its language."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        return f'<pre tabindex="0"><code>{escape(code.rstrip())}</code></pre>\n'
    inner = highlight(code.rstrip() + "\n", lexer, HtmlFormatter(nowrap=True))
    return f'<pre tabindex="0" class="code"><code>{inner.rstrip()}</code></pre>\n'
