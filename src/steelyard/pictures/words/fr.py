"""French."""

from __future__ import annotations

WORDS: dict[str, str] = {
    "point": ",",
    "percent": "{number} %",
    "and": "{first} et {last}",
    "column": "colonne {number}",
    "class": "classe",
    "boundary": "frontière (score 0)",
    "loss": "coût",
    "margin.axis": "marge m = y z",
    "score.axis": "score z",
    "probability.axis": "probabilité de la seconde classe",
    "polarity.positive": "polarité positive moyenne",
    "polarity.negative": "polarité négative moyenne",
    "documents.title": "Les documents selon leurs deux traits",
    "losses.title": "Ce que coûte un score",
    "losses.wrong": "mauvais côté",
    "losses.right": "bon côté",
    "loss.zero-one": "0-1 (une erreur compte 1)",
    "loss.hinge": "charnière",
    "loss.squared-hinge": "charnière au carré",
    "loss.logistic": "logistique",
    "loss.perceptron": "perceptron",
    "loss.squared": "erreur quadratique, ½ (1 − m)²",
    "loss.squared-probability": "erreur quadratique de σ",
    "logistic.title": "La courbe logistique",
    "logistic.tangent": "tangente en 0, pente {slope}",
    "alt.class": "{n} de la classe {name}",
    "alt.mean": "{name} en {at}",
    "alt.points": "Points du plan, {x} en abscisse et {y} en ordonnée : {classes}.",
    "alt.means": "Moyennes des classes : {means}.",
    "alt.line": "Une droite où le score est nul laisse {right} points sur {n} de leur bon côté.",
    "alt.loss": "{name}, {wrong} à la marge −1 et {right} à la marge 1",
    "alt.losses": "Coûts selon la marge : {losses}.",
    "alt.logistic": (
        "Une courbe en S du score {left} au score {right} : proche de 0 à gauche, ½ au score 0, proche de 1 à droite."
    ),
    "alt.marks": "Repères : {marks}.",
    "margins": "marges (score ±1)",
    "supports": "vecteurs supports",
    "regions.title": "Ce que dit le modèle, et où",
    "alt.regions": (
        "Régions de décision des classes {classes} ; {right} points sur {n} sont dans la région de leur classe."
    ),
    "alt.straight": "La frontière est une droite.",
    "alt.supports": "Des tirets marquent les scores −1 et 1 ; vecteurs supports, cerclés : {n}.",
    "alt.distance": "Chacune est à {distance} de la frontière.",
    "boundary.many": "frontière",
}
