"""What the pages say around the words of the chapters, language by language."""

from __future__ import annotations

LABELS: dict[str, dict[str, str]] = {
    "en": {
        "book": "Weighing words",
        "contents": "Contents",
        "here": "On this page",
        "chapter": "Chapter {number}",
        "exercise": "Exercise {number}",
        "hint": "A hint",
        "hints": "Hints",
        "solution": "Solution",
        "solutions": "Solutions",
        "documents": "The documents and their errors",
        "lecturer": "For the lecturer",
        "note": "Aside",
        "says": "What the document says",
        "prints": "prints",
        "source": "from the package: {file}, line {line}",
        "next": "Next",
        "previous": "Before",
        "start": "First page",
        "skip": "To the text",
        "check": 'Check an answer: check("{number}", answer)',
        "open": "As a notebook: steelyard course open {number}",
        "needs": "Some of its cells need more than the package: {command}",
        "back": "in chapter {number}, {title}",
        "absent": "Chapters without a link were not built into this folder: steelyard course build FOLDER builds all.",
        "still": "The same picture, at rest",
    }
}


def label(language: str, key: str, **gaps: object) -> str:
    """One of the labels with its gaps filled."""
    return LABELS[language][key].format(**gaps)
