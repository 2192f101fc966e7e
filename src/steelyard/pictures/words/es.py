"""Spanish."""

from __future__ import annotations

WORDS: dict[str, str] = {
    "point": ",",
    "percent": "{number} %",
    "and": "{first} y {last}",
    "column": "columna {number}",
    "class": "clase",
    "boundary": "frontera (puntuación 0)",
    "loss": "pérdida",
    "margin.axis": "margen m = y z",
    "score.axis": "puntuación z",
    "probability.axis": "probabilidad de la segunda clase",
    "polarity.positive": "polaridad positiva media",
    "polarity.negative": "polaridad negativa media",
    "documents.title": "Los documentos según sus dos rasgos",
    "losses.title": "Lo que cuesta una puntuación",
    "losses.wrong": "lado equivocado",
    "losses.right": "lado correcto",
    "loss.zero-one": "0-1 (un error cuenta 1)",
    "loss.hinge": "bisagra",
    "loss.squared-hinge": "bisagra al cuadrado",
    "loss.logistic": "logística",
    "loss.perceptron": "perceptrón",
    "loss.squared": "error cuadrático, ½ (1 − m)²",
    "loss.squared-probability": "error cuadrático de σ",
    "logistic.title": "La curva logística",
    "logistic.tangent": "tangente en 0, pendiente {slope}",
    "alt.class": "{n} de la clase {name}",
    "alt.mean": "{name} en {at}",
    "alt.points": "Puntos del plano, {x} en horizontal y {y} en vertical: {classes}.",
    "alt.means": "Medias de las clases: {means}.",
    "alt.line": "Una recta donde la puntuación es 0 deja {right} de {n} puntos en su propio lado.",
    "alt.loss": "{name}, {wrong} en el margen −1 y {right} en el margen 1",
    "alt.losses": "Pérdidas según el margen: {losses}.",
    "alt.logistic": (
        "Una curva en S de la puntuación {left} a {right}: cerca de 0 a la izquierda, ½ en 0, cerca de 1 a la derecha."
    ),
    "alt.marks": "Señaladas: {marks}.",
    "margins": "márgenes (puntuación ±1)",
    "supports": "vectores de soporte",
    "regions.title": "Lo que dice el modelo, y dónde",
    "alt.regions": (
        "Regiones de decisión de las clases {classes}; {right} de {n} puntos están en la región de su clase."
    ),
    "alt.straight": "La frontera es una recta.",
    "alt.supports": "Líneas discontinuas marcan las puntuaciones −1 y 1; vectores de soporte, rodeados: {n}.",
    "alt.distance": "Cada una está a {distance} de la frontera.",
    "boundary.many": "frontera",
}
