"""The book's machinery, part by part: words, cells, sources, formulas, prose."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from steelyard.course import cells, sources, words
from steelyard.course.contents import place, place_of
from steelyard.course.site.markdown import headings_of, html_of
from steelyard.course.site.mathml import mathml
from steelyard.course.words import BookError, Box, Exercise, Picture, Prose, Run, Source
from steelyard.errors import SettingError

CHAPTER = """# A title

What it is
about.

## First {#one}

Prose with ::: inside, and

```
::: note not a box
{run not-a-cell}
```

{source core/losses.py:value}
{run fit}
{picture regions} A *caption*.
::: document S2 "Question 1"
> quoted
:::
::: exercise 3.1 Count
Asked.

{run show}
::: hint
One.
::: hint
Two.
::: wrong sign
The sign.
::: solution
So.

{run solution 3.1}
:::
After.
"""


def read(text: str, tmp_path: Path) -> words.Words:
    path = tmp_path / "chapter.md"
    path.write_text(text, encoding="utf-8")
    return words.read(path)


def test_a_chapter_is_cut_into_its_parts(tmp_path: Path) -> None:
    found = read(CHAPTER, tmp_path)
    assert (found.title, found.summary) == ("A title", "What it is about.")
    kinds = [type(part) for part in found.parts]
    assert kinds == [Prose, Source, Run, Picture, Box, Exercise, Prose]
    prose, source, run, picture, box, exercise, after = found.parts
    assert "::: note not a box" in prose.text and "{run not-a-cell}" in prose.text  # within a fence
    assert source == Source("core/losses.py", "value") and run == Run("fit") and after == Prose("After.")
    assert picture == Picture("regions", "A *caption*.")
    assert (box.kind, box.argument, box.title) == ("document", "S2", '"Question 1"')
    assert (exercise.number, exercise.title, exercise.hints) == ("3.1", "Count", ("One.", "Two."))
    assert exercise.wrong == {"sign": "The sign."} and exercise.solution[1] == Run("solution 3.1")
    assert [type(part) for part in words.walk(found.parts)].count(Run) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("No title.", "begins with # Title"),
        ("# T\n\nS.\n\n:::\n", "line 5"),
        ("# T\n\nS.\n\n::: note A\nnever closed\n", "not closed"),
        ("# T\n\nS.\n\n::: picture A\n:::\n", "no box"),
        ("# T\n\nS.\n\n::: document S9 B\n:::\n", "no box"),
        ("# T\n\nS.\n\n::: exercise 1.1 A\nAsked.\n:::\n", "a ::: hint and a ::: solution"),
        ("# T\n\nS.\n\n::: exercise 1.1 A\nAsked.\n::: hint\n{run a}\n::: solution\nSo.\n:::\n", "prose alone"),
        ("# T\n\nS.\n\n{run a} b\n", "nothing follows"),
        ("# T\n\nS.\n\n{source a.py}\n", "names a file"),
    ],
)
def test_what_is_written_wrongly_is_told_with_its_place(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BookError, match="chapter") as caught:
        read(text, tmp_path)
    assert said in str(caught.value)


SCRIPT = '''"""A script."""

# %% first
a = 1.5
print("a is", a)
# > a is 1.5

# %% second
for word in ("two", "", "lines"):
    print(word)
# > two
# >
# > lines

# %% solution 1.1
answer = a


# %% last
def nothing():
    pass
'''


def test_a_script_is_cut_into_cells_and_runs(tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT, encoding="utf-8")
    found = cells.read(path)
    assert list(found) == ["first", "second", "solution 1.1", "last"]
    assert [name for name, cell in found.items() if cells.is_apart(cell)] == ["solution 1.1"]
    assert found["second"].output == "two\n\nlines" and found["first"].line == 4
    space: dict[str, object] = {}
    assert [cells.run(cell, space, path) for cell in found.values()] == ["a is 1.5", "two\n\nlines", "", ""]
    assert cells.with_outputs(path, {"second": "two\n\nlines"}) == SCRIPT
    assert cells.with_outputs(path, {"first": "b"}) == SCRIPT.replace("# > a is 1.5", "# > b")
    assert cells.with_outputs(path, {"first": ""}) == SCRIPT.replace("# > a is 1.5\n", "")


def test_an_error_in_a_cell_names_the_line_of_the_script(tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text("# %% one\na = 1\n\n# %% two\nb = a / 0\n", encoding="utf-8")
    with pytest.raises(ZeroDivisionError) as caught:
        cells.run(cells.read(path)["two"], {"a": 1}, path)
    assert caught.traceback[-1].lineno + 1 == 5


@pytest.mark.parametrize(
    ("printed", "expected", "agree"),
    [
        ("0.3676 and 12", "0.3677 and 12", True),
        ("0.3676", "0.3679", False),
        ("12 rows", "13 rows", False),
        ("a 1.0", "b 1.0", False),
        ("1.20e-05", "1.21e-05", True),
        ("[ 1.  2.]", "[1. 2.]", False),
        ("1 2", "1 2 3", False),
    ],
)
def test_outputs_agree_to_their_last_digit(printed: str, expected: str, agree: bool) -> None:
    assert cells.same(printed, expected) is agree


def test_functions_are_shown_as_they_stand() -> None:
    found = sources.excerpt("algorithms/perceptron.py", "Perceptron.start")
    lines = found.path.read_text(encoding="utf-8").splitlines()
    assert found.text.startswith("def start(self)") and lines[found.line - 1].strip() == found.text.split("\n")[0]
    assert sources.excerpt("algorithms/newton.py", "contract").text.startswith('"""Newton')
    assert sources.excerpt("core/losses.py", "_hinge").text.startswith("@value.on(Hinge)\ndef _hinge")
    assert sources.excerpt("algorithms/newton.py", "FEW_COLUMNS").text.startswith("FEW_COLUMNS = 1024")
    for file, name in (("algorithms/none.py", "a"), ("algorithms/newton.py", "nobody")):
        with pytest.raises(BookError):
            sources.excerpt(file, name)


FORMULAS = {
    r"z = w \cdot x + b": "z=w⋅x+b",
    r"\sigma(z) = \frac{1}{1 + e^{-z}}": "σ(z)=11+e−z",
    r"\sum_{i=1}^n c_i\, l(y_i, z_i)": "∑i=1ncil(yi,zi)",
    r"\begin{cases} 1 & \text{if } z > 0 \\ 0 & \text{else} \end{cases}": "{1if\u00a0z>00else",
    r"\left( \frac{R}{\gamma} \right)^2": "(Rγ)2",
    r"\hat{y} = \operatorname{softmax}(z)_k, \mathbb{R}^n, \mathcal{L}, \mathbf{x}": "y^=softmax(z)k,ℝn,ℒ,𝐱",
    r"\max_{w} \|w\|^2 \le \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}": "maxw‖w‖2≤(1234)",
    r"f'(x)^2, \sqrt{2}, \underbrace{a}_{b}": "f′(x)2,2,a⏟b",
}


@pytest.mark.parametrize("tex", FORMULAS)
def test_formulas_are_well_formed_and_say_what_they_should(tex: str) -> None:
    root = ElementTree.fromstring(mathml(tex, display=True))
    assert "".join(root.itertext()) == FORMULAS[tex] and root.get("alttext") == " ".join(tex.split())
    children = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3}
    assert all(len(node) == children[node.tag] for node in root.iter() if node.tag in children)


@pytest.mark.parametrize("tex", [r"\unknown", r"\frac{1}", "{a", "a}", r"\begin{pmatrix} 1", r"\mathbb{2}", "a_"])
def test_a_formula_that_is_not_understood_is_named(tex: str) -> None:
    with pytest.raises(BookError) as caught:
        mathml(tex)
    assert repr(tex) in str(caught.value)


def test_a_minus_before_a_number_is_a_sign() -> None:
    assert '<mo form="prefix">−</mo>' in mathml("y = -1") and "prefix" not in mathml("a - (b) - c")


def test_prose_has_formulas_tables_and_anchors() -> None:
    page = html_of("## On $w$ {#on-w}\n\n`$x$` costs \\$5 and $x_1$.\n\n$$\nz = b\n$$\n\n| a |\n|---|\n| $b$ |\n")
    assert '<h2 id="on-w">' in page and "<code>$x$</code> costs $5" in page and page.count("<math") == 4
    assert 'display="block"' in page and "<table>" in page and "{#" not in page
    assert [(h.level, h.anchor) for h in headings_of("## A b\n\n### C {#d}\n")] == [(2, "a-b"), (3, "d")]


def test_html_in_prose_is_text() -> None:
    class Tags(HTMLParser):
        found: list[str] = []  # noqa: RUF012 (one use)

        def handle_starttag(self, tag: str, attrs: object) -> None:
            self.found.append(tag)

    Tags().feed(html_of("<script>alert(1)</script> and <b>bold</b>"))
    assert Tags.found == ["p"]


def test_chapters_are_found_by_number_and_name() -> None:
    assert place(3) == place("perceptron") == place("03-perceptron") == place_of("3.2")
    with pytest.raises(SettingError, match="1 to 13"):
        place(14)
