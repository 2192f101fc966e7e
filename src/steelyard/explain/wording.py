"""The words and the numbers that explanations are shown with, in three languages."""

from __future__ import annotations

from collections.abc import Sequence

from steelyard.errors import SettingError

MINUS, NO_BREAK = "\u2212", "\u00a0"

TABLE: dict[str, dict[str, str]] = {
    "en": {
        "says": "{said}, {p}",
        "score of two": "Score {score}: above 0 is {second}, else {first}.",
        "score of one": "Score of {target}: {score}, probability {p}.",
        "score against": "Score of {target} less that of {against}: {score}.",
        "for": "for {name}",
        "against": "against {name}",
        "weight": "weight",
        "others": "and {n} more",
        "none": "nothing",
        "intercept": "intercept",
        "sum": "Words {terms}, intercept {intercept}: in all {score}.",
        "calibrated": "Probability from {slope} × score {shift}.",
        "marked": "Marked: {least} or more, either way; doubly: {double} or more.",
        "shaded": "Shaded: {least} or more, either way.",
        "unknown": "Not known to the model: {words}",
        "and": "{most} and {last}",
        "flip": "Without {words} it says {says} ({p}).",
        "flip smallest": "No smaller set of words does that.",
        "flip found": "Found one word at a time: a smaller set, of more than {n} words, is not excluded.",
        "flip none": "Whatever {n} words are taken out, it still says {said}.",
        "flip none of one": "Whatever word is taken out, it still says {said}.",
        "flip nothing": "No words that it could do without were found; it says {said}.",
        "flip tried": "Nor does it change when up to {n} go one at a time.",
        "neighbours": "Training texts that weigh most",
        "text": "text",
        "label": "class",
        "likeness": "likeness",
        "row": "text {row}",
        "by class": "All training texts: {parts}, intercept {intercept}: in all {score}.",
        "error": "At the exact optimum the sum over the texts is the same to {error}.",
    },
    "fr": {
        "says": "{said}, {p}",
        "score of two": "Score {score} : au-dessus de 0, c’est {second}, sinon {first}.",
        "score of one": "Score de {target} : {score}, probabilité {p}.",
        "score against": "Score de {target} moins celui de {against} : {score}.",
        "for": "pour {name}",
        "against": "contre {name}",
        "weight": "poids",
        "others": "et {n} de plus",
        "none": "rien",
        "intercept": "constante",
        "sum": "Mots {terms}, constante {intercept} : en tout {score}.",
        "calibrated": "Probabilité d’après {slope} × score {shift}.",
        "marked": "Marqués : {least} ou plus, dans un sens ou l’autre ; doublement : {double} ou plus.",
        "shaded": "Colorés : {least} ou plus, dans un sens ou l’autre.",
        "unknown": "Inconnus du modèle : {words}",
        "and": "{most} et {last}",
        "flip": "Sans {words}, la réponse est {says} ({p}).",
        "flip smallest": "Aucun ensemble plus petit de mots n’y suffit.",
        "flip found": "Trouvés un mot à la fois : un ensemble plus petit, de plus de {n} mots, n’est pas exclu.",
        "flip none": "Quels que soient les {n} mots enlevés, la réponse reste {said}.",
        "flip none of one": "Quel que soit le mot enlevé, la réponse reste {said}.",
        "flip nothing": "Aucun mot dont l’absence changerait la réponse n’a été trouvé ; elle est {said}.",
        "flip tried": "Elle reste la même quand on en enlève jusqu’à {n}, un à la fois.",
        "neighbours": "Textes d’apprentissage qui pèsent le plus",
        "text": "texte",
        "label": "classe",
        "likeness": "ressemblance",
        "row": "texte {row}",
        "by class": "Tous les textes d’apprentissage : {parts}, constante {intercept} : en tout {score}.",
        "error": "À l’optimum exact, la somme sur les textes est la même à {error} près.",
    },
    "es": {
        "says": "{said}, {p}",
        "score of two": "Puntuación {score}: por encima de 0 es {second}, si no {first}.",
        "score of one": "Puntuación de {target}: {score}, probabilidad {p}.",
        "score against": "Puntuación de {target} menos la de {against}: {score}.",
        "for": "a favor de {name}",
        "against": "en contra de {name}",
        "weight": "peso",
        "others": "y {n} más",
        "none": "nada",
        "intercept": "constante",
        "sum": "Palabras {terms}, constante {intercept}: en total {score}.",
        "calibrated": "Probabilidad según {slope} × puntuación {shift}.",
        "marked": "Marcadas: {least} o más, en un sentido u otro; doblemente: {double} o más.",
        "shaded": "Coloreadas: {least} o más, en un sentido u otro.",
        "unknown": "Desconocidas para el modelo: {words}",
        "and": "{most} y {last}",
        "flip": "Sin {words} la respuesta es {says} ({p}).",
        "flip smallest": "Ningún conjunto menor de palabras lo consigue.",
        "flip found": "Halladas de una en una: no se excluye un conjunto menor, de más de {n} palabras.",
        "flip none": "Se quiten las {n} palabras que se quiten, la respuesta sigue siendo {said}.",
        "flip none of one": "Se quite la palabra que se quite, la respuesta sigue siendo {said}.",
        "flip nothing": "No se hallaron palabras cuya falta cambiara la respuesta, que es {said}.",
        "flip tried": "Tampoco cambia al quitar hasta {n}, de una en una.",
        "neighbours": "Textos de entrenamiento que más pesan",
        "text": "texto",
        "label": "clase",
        "likeness": "parecido",
        "row": "texto {row}",
        "by class": "Todos los textos de entrenamiento: {parts}, constante {intercept}: en total {score}.",
        "error": "En el óptimo exacto, la suma sobre los textos es la misma salvo {error}.",
    },
}


class Words:
    """A language's sentences and numbers.

    >>> Words("fr").number(-1.5), Words("en").percent(0.831), Words("es")("for", name="x")
    ('−1,50', '83%', 'a favor de x')
    """

    def __init__(self, language: str, minus: str = MINUS) -> None:
        if language not in TABLE:
            raise SettingError(f"There are no labels in {language!r}.", f"The languages are {', '.join(TABLE)}.")
        self.language, self.minus = language, minus
        self._table = TABLE[language]

    def __call__(self, key: str, **values: object) -> str:
        return self._table[key].format(**values)

    def number(self, x: float, digits: int = 2, signed: bool = True) -> str:
        """A weight: with its sign, and a sign even where it rounds to nothing, but for 0 itself."""
        written = f"{abs(x):.{digits}f}"
        sign = self.minus if x < 0 else "+" if x > 0 and signed else ""
        return sign + (written if self.language == "en" else written.replace(".", ","))

    def small(self, x: float) -> str:
        """A bound, with two digits that count."""
        written = f"{x:.2g}"
        return written if self.language == "en" else written.replace(".", ",")

    def percent(self, p: float) -> str:
        """Whole, but never 0 or 100 for what is neither."""
        digits = 0 if 0.01 <= p <= 0.99 or p in (0.0, 1.0) else 1 if 0.001 <= p <= 0.999 else 2
        written = f"{100 * min(max(p, 1e-4 if p > 0 else 0.0), 0.9999 if p < 1 else 1.0):.{digits}f}"
        return written + "%" if self.language == "en" else written.replace(".", ",") + NO_BREAK + "%"

    def listed(self, parts: Sequence[str]) -> str:
        """a, b and c"""
        if len(parts) < 2:
            return "".join(parts)
        return self("and", most=", ".join(parts[:-1]), last=parts[-1])

    def quoted(self, word: str) -> str:
        """A word in the language's marks."""
        return (
            f"“{word}”"
            if self.language == "en"
            else f"«{NO_BREAK}{word}{NO_BREAK}»"
            if self.language == "fr"
            else f"«{word}»"
        )
