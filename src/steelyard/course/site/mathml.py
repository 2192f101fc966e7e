"""Formulas: from the TeX that the words are written in to MathML, which browsers draw with nothing to fetch.

As much of TeX as the book uses: scripts, fractions, roots, accents, fences, matrices, cases, aligned lines, the symbols
of `symbols.py`. What is not known is an error that names it, never a formula half drawn.
"""

from __future__ import annotations

import re
from html import escape

from steelyard.course.site.symbols import (
    ACCENTS,
    ALPHABETS,
    FENCES,
    FUNCTIONS,
    LARGE,
    LETTERS,
    LIMITS,
    OPERATORS,
    SPACES,
)
from steelyard.course.words import BookError

TOKEN = re.compile(r"\s+|\\[A-Za-z]+|\\.|\d+(?:[.,]\d+)?|.", re.S)
MARKS = {"-": "−", "*": "∗"}
CLOSING = {f'<mo stretchy="false">{mark}</mo>' for mark in ")]|⟩‖}"}
TABLES = {  # environment -> what stands before and after it
    "aligned": ("", ""),
    "cases": ("{", ""),
    "pmatrix": ("(", ")"),
    "bmatrix": ("[", "]"),
    "matrix": ("", ""),
}


def mathml(tex: str, display: bool = False) -> str:
    """One formula.

    >>> from steelyard.course.site.mathml import mathml
    >>> mathml("z_i")
    '<math alttext="z_i"><msub><mi>z</mi><mi>i</mi></msub></math>'
    """
    parser = Parser(tex)
    inner = parser.row()
    if parser.next:
        raise BookError(f"In the formula {tex!r} there is a {parser.next!r} too many.")
    block = ' display="block"' if display else ""
    alt = escape(" ".join(tex.split()))
    return f'<math{block} alttext="{alt}">{inner}</math>'


class Parser:
    def __init__(self, tex: str) -> None:
        self.tex = tex
        found = [each for each in TOKEN.finditer(tex) if not each[0].isspace()]
        self.tokens, self.places = [each[0] for each in found], [each.start() for each in found]
        self.at = 0

    @property
    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, expected: str = "") -> str:
        token = self.next
        if not token or (expected and token != expected):
            raise BookError(f"In the formula {self.tex!r} something is missing: {expected or 'an argument'}.")
        self.at += 1
        return token

    def row(self) -> str:
        """Atoms up to what ends them, which is left standing."""
        parts: list[str] = []
        while self.next not in ("", "}", "&", "\\\\", "\\right", "\\end"):
            sign = self.next in ("-", "+") and (not parts or (parts[-1].startswith("<mo") and parts[-1] not in CLOSING))
            found = self.scripted()
            parts.append(found.replace("<mo>", '<mo form="prefix">', 1) if sign else found)
        return parts[0] if len(parts) == 1 else mrow(parts)

    def scripted(self) -> str:
        """An atom with what hangs below and above it."""
        token = self.next
        base = self.atom()
        below, raised = "", []
        while self.next in ("_", "^", "'"):
            mark = self.take()
            if mark == "_":
                below = self.atom()
            else:
                raised.append("<mo>′</mo>" if mark == "'" else self.atom())
        above = mrow(raised) if len(raised) > 1 else "".join(raised)
        if not (below or above):
            return base
        under = token[1:] in LIMITS or token[1:] in LARGE
        names = ("munder", "mover", "munderover") if under else ("msub", "msup", "msubsup")
        which = 2 if below and above else 0 if below else 1
        return f"<{names[which]}>{base}{below}{above}</{names[which]}>"

    def atom(self) -> str:
        token = self.take()
        if token == "{":
            inner = self.row()
            self.take("}")
            return inner
        if token.startswith("\\"):
            return self.command(token[1:])
        if token[0].isdigit():
            return f"<mn>{token}</mn>"
        if token.isalpha():
            return f"<mi>{token}</mi>"
        if token in "()[]|":
            return f'<mo stretchy="false">{token}</mo>'
        return f"<mo>{MARKS.get(token, escape(token))}</mo>"

    def command(self, name: str) -> str:
        """What a backslash begins."""
        if name in LETTERS:
            return f"<mi>{LETTERS[name]}</mi>"
        if name in OPERATORS:
            return f"<mo>{escape(OPERATORS[name])}</mo>"
        if name in LARGE:
            return f'<mo movablelimits="true">{LARGE[name]}</mo>'
        if name in FUNCTIONS:
            limits = ' movablelimits="true"' if name in LIMITS else ""
            return f'<mo form="prefix"{limits} lspace="0.1em" rspace="0.15em">{FUNCTIONS[name]}</mo>'
        if name in SPACES:
            return f'<mspace width="{SPACES[name]}"/>'
        if name in ACCENTS:
            return f'<mover accent="true">{self.atom()}<mo stretchy="false">{ACCENTS[name]}</mo></mover>'
        if name in FENCES:
            return f'<mo stretchy="false">{FENCES[name]}</mo>'
        if name in ALPHABETS:
            return self.alphabet(name)
        return self.construction(name)

    def construction(self, name: str) -> str:
        if name == "frac":
            return f"<mfrac>{self.atom()}{self.atom()}</mfrac>"
        if name == "sqrt":
            return f"<msqrt>{self.atom()}</msqrt>"
        if name == "text":
            words = re.sub(r"^\s+|\s+$", "\u00a0", self.raw())  # or its outer spaces would be lost
            return f"<mtext>{escape(words)}</mtext>"
        if name == "operatorname":
            return f'<mi mathvariant="normal">{escape(self.raw())}</mi>'
        if name == "underbrace":
            return f'<munder>{self.atom()}<mo stretchy="true">⏟</mo></munder>'
        if name == "left":
            return self.fenced()
        if name == "begin":
            return self.table()
        raise BookError(f"The formula {self.tex!r} has \\{name}, which is not known.", "See course/site/mathml.py.")

    def raw(self) -> str:
        """The text of an argument as it stands in the formula, spaces included."""
        first = self.places[self.at] + 1 if self.next == "{" else 0
        self.take("{")
        depth = 1
        while depth:
            last = self.places[self.at] if self.next else 0
            depth += {"{": 1, "}": -1}.get(self.take(), 0)
        return self.tex[first:last].replace("\\", "")

    def alphabet(self, name: str) -> str:
        letters, table = self.raw(), ALPHABETS[name]
        if name == "mathrm":
            return f'<mi mathvariant="normal">{escape(letters)}</mi>'
        unknown = [c for c in letters if c not in table]
        if unknown:
            raise BookError(f"The formula {self.tex!r} has \\{name}{{{letters}}}, and there is no such letter.")
        return f"<mi>{''.join(table[c] for c in letters)}</mi>"

    def fenced(self) -> str:
        opening = self.fence()
        inner = self.row()
        self.take("\\right")
        return f"<mrow>{opening}{inner}{self.fence()}</mrow>"

    def fence(self) -> str:
        token = self.take()
        mark = "" if token == "." else FENCES.get(token.removeprefix("\\"), token)
        return f'<mo stretchy="true" fence="true">{escape(mark)}</mo>'

    def table(self) -> str:
        name = self.raw()
        if name not in TABLES:
            raise BookError(f"The formula {self.tex!r} has a table {name!r}, which is not known.")
        rows = [[self.row()]]
        while self.next in ("&", "\\\\"):
            if self.take() == "&":
                rows[-1].append(self.row())
            else:
                rows.append([self.row()])
        self.take("\\end")
        self.raw()
        lines = [[f"<mtd>{cell}</mtd>" for cell in row] for row in rows if row != [mrow([])]]
        body = "".join(f"<mtr>{''.join(line)}</mtr>" for line in lines)
        before, after = (f'<mo stretchy="true" fence="true">{m}</mo>' if m else "" for m in TABLES[name])
        style = str(name == "aligned").lower()
        return mrow([before, f'<mtable class="{name}" displaystyle="{style}">{body}</mtable>', after])


def mrow(parts: list[str]) -> str:
    return f"<mrow>{''.join(parts)}</mrow>"
