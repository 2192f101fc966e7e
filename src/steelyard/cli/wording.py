"""Errors in the words of the command line.

An error says what to do in Python: "Pass label=1". On the command line the same is "Pass --label 1". Only the
sentence of advice is put into other words; what quotes the data stays as it is.
"""

from __future__ import annotations

import re

from steelyard.errors import SteelyardError

# what the library says -> what the shell understands
PHRASES = {
    "Pass format='libsvm' to read them.": (
        "The command line reads texts; in Python read(..., format='libsvm') reads these."
    ),
    "header=True": "--header",
    "header=False": "--no-header",
    "labelled=False": "--unlabelled",
    "labelled=True, ": "",
    "skip_bad=True": "--skip-bad",
    "To read texts pass a list, with label=[...].": "Put texts into a file, or pipe them in and give - for the source.",
}
OPTIONS = ("text", "label", "group", "weight", "format", "encoding", "delimiter", "query")
_SAID = re.compile("|".join([*map(re.escape, PHRASES), rf"\b({'|'.join(OPTIONS)})=(?='|\.|\d)"]))


def in_words_of_the_shell(error: SteelyardError) -> str:
    advice, newline, rest = error.next.partition("\n")
    spoken = _SAID.sub(lambda said: PHRASES.get(said[0], f"--{said[1]} "), advice)
    return error.what + (f"\n{spoken}{newline}{rest}" if error.next else "")
