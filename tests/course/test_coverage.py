"""docs/coverage.md keeps its word: every section of every document is in it, and what a row names is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from steelyard.course import words
from steelyard.course.chapters import chapter
from steelyard.course.site.markdown import headings_of
from steelyard.course.words import DOCUMENTS, Box

REPOSITORY = Path(__file__).resolve().parents[2]
COVERAGE = (REPOSITORY / "docs" / "coverage.md").read_text(encoding="utf-8")
TABLES = dict(re.findall(r"^## (S\d)\n(.*?)(?=^## |\Z)", COVERAGE, re.M | re.S))
ROWS = [
    (name, *(cell.strip() for cell in line.strip("| \n").split(" | ")))
    for name, body in TABLES.items()
    for line in body.replace("| |", "| -- |").splitlines()
    if line.startswith("| ") and not line.startswith(("| section", "| ---"))
]

# The sections of the documents, exercises and slides too; what only greets, thanks or looks ahead is left out.
SECTIONS = {
    "S1": """Vectorisations arbitraires de documents; Vectoriser un document; Vectoriser un corpus; Visualisation;
        Classifieur linéaire; Une fonction affine; Un classifieur linéaire; Classifieur linéaire ?;
        La fonction logistique; Exo: tracer la fonction logistique; Régression logistique; Fonction de coût;
        Exo: la log-vraisemblance négative; Descente de gradient; Principe général; Descente de gradient stochastique;
        Calculer le gradient; Descendre le gradient; Régression multinomiale""",
    "S2": """Perceptron; Implementation of the scoring function; Implementation of the loss function;
        Implementation of the gradient and weight updates; Question 1; Question 2; Question 3; Question 4;
        Logistic Regression; Implementation of the score and prediction function; Adding the L2 regularization;
        Implementation of the gradient function; Gradient with L2 regularization;
        Fine tuning of the Logistic Regression; Softmax""",
    "S3": """Rappel : maximum de vraisemblance, cas génératif et conditionnel;
        1.1 Motivation à partir d'un modèle génératif; Famille exponentielle;
        1.2 Maximum de vraisemblance conditionnelle; Newton pour la régression logistique; Régularisation;
        2 Complément sur la régression linéaire; Exercice 1; Proposition 1""",
    "S4": """Máquinas de Soporte Vectorial; Intuición y entrenando un modelo SVM; Márgen y problema de optimización;
        Interpretación como cáscara convexa; Márgen Duro vs Márgen Suave;
        Modelado de Clasificación de Textos como un Problema Probabilístico; Regla de Bayes;
        Estimando la Probabilidad de una Categoría dado un Documento; Predecir Sentimientos de Reseñas en IMDB;
        Clasificando Textos utilizando VSM y SVM""",
    "S5": """Classifier components; Sentiment classifier; Sigmoid function; Probabilities; Decision boundary;
        Extracting Features; Computing Z; Sigmoid(Z); Learning in logistic regression; Loss functions;
        Loss functions for probabilistic classification; Cross-entropy loss; Loss on all training examples;
        Finding good parameters; Gradient descent; Global v. Local Minimums; Iteratively find minimum;
        How much should we update the parameter by?; Many dimensions; Updating each dimension w_i; The Gradient;
        Average Loss; Stochastic gradient descent algorithm; Worked example; Mini-batch training; Regularization;
        Multinomial logistic regression; Softmax""",
}
FILES = {"S1": "1-", "S2": "2-", "S3": "3-", "S4": "4-", "S5": "5-"}


def sections(document: str) -> list[str]:
    return [" ".join(name.split()) for name in SECTIONS[document].split(";")]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_section_of_a_document_is_told(document: str) -> None:
    told = {row[1].partition(":")[0] for row in ROWS if row[0] == document} | {
        row[1] for row in ROWS if row[0] == document
    }
    assert [name for name in sections(document) if name not in told] == []


@cache
def functions_of(file: str) -> set[str]:
    path = REPOSITORY / "tests" / "course" / file
    return {node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)}


@cache
def anchors_of(number: int) -> set[str]:
    prose = [part for part in chapter(number).words.parts if isinstance(part, words.Prose)]
    return {heading.anchor for part in prose for heading in headings_of(part.text)}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]}")
def test_what_a_row_names_is_there(row: tuple[str, ...]) -> None:
    assert len(row) == 5, row
    _, _, place, test, picture = row
    number, _, anchor = place.partition("#")
    assert anchor in anchors_of(int(number)), place
    file, _, function = test.partition("::")
    assert function in functions_of(file), test
    if picture != "--":
        where, _, name = picture.partition(".")
        assert name in chapter(int(where)).pictures, picture


def test_every_box_about_a_document_lies_in_a_chapter_that_covers_it() -> None:
    """A chapter that speaks of a document has a row in that document's table."""
    covered = {(row[0], int(row[2].partition("#")[0])) for row in ROWS}
    for number in range(1, 14):
        if not chapter_is_written(number):
            continue
        parts = words.walk(chapter(number).words.parts)
        boxes = {part.argument for part in parts if isinstance(part, Box) and part.kind == "document"}
        assert {(name, number) for name in boxes} <= covered


def chapter_is_written(number: int) -> bool:
    from steelyard.course.contents import place

    return place(number).words().is_file()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_sections_are_the_documents(document: str) -> None:
    """Where the documents are at hand: each section stands in its document, and no heading is forgotten."""
    folder = REPOSITORY.parent / "shared" / "course"
    found = sorted(folder.glob(f"{FILES[document]}*.md"))
    if not found:
        pytest.skip("the course's documents are not here")
    text = plain(found[0].read_text(encoding="utf-8"))
    missing = [name for name in sections(document) if not name.startswith("Exo:") and plain(name) not in text]
    assert missing == []
    headings = re.findall(r"^#{2,4} +(.+)$", found[0].read_text(encoding="utf-8"), re.M)
    known = [plain(name) for name in sections(document)]
    left = [h for h in headings if not any(name in plain(h) or plain(h) in name for name in known)]
    assert all(any(word in heading for word in LEFT_OUT) for heading in left), left


LEFT_OUT = "Exo", "Correction", "La suite", "Disclaimer", "Conclusiones", "Résumé", "Régression logistique"


def plain(text: str) -> str:
    return " ".join(re.sub(r"[*_\\`]", "", text).split()).casefold()
