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
    "scores.title": "La puntuación en cada punto",
    "alt.scores": (
        "Mapa de calor de la puntuación, de {least} en {low} a {most} en {high}; supera 0 en el {share} de la ventana."
    ),
    "separators.title": "Muchas rectas separan; una es la mejor",
    "separators.some": "halladas por el perceptrón",
    "separators.best": "mayor margen",
    "alt.separators": (
        "Rectas que separan las dos clases: {n}; sus márgenes van de {narrow} a {wide}. La recta de mayor "
        "margen tiene {margin}."
    ),
    "projection.title": "La proyección que da el margen",
    "projection.side": "puntuación ±{score}",
    "projection.r": "r = (w·x + b) / |w| = {r}",
    "alt.projection": (
        "El punto x más cercano de la segunda clase, en {x}, su proyección x′ sobre la frontera, en {foot}, y"
        " la distancia {r} entre ambos, a lo largo de w."
    ),
    "hulls.title": "Dos envolventes convexas y el camino más corto",
    "hulls.title.meet": "Dos envolventes convexas que se tocan",
    "hulls.segment": "segmento más corto, {distance}",
    "hulls.plane": "plano de mayor margen",
    "hulls.common": "un punto de ambas envolventes",
    "alt.corners": "{name} con {n} vértices",
    "alt.hulls": (
        "Envolventes convexas: {corners}. El segmento más corto entre ellas, de {start} a {end}, mide "
        "{distance}; el plano que lo corta por la mitad tiene el mayor margen."
    ),
    "alt.hulls.meet": "Envolventes convexas: {corners}. Comparten el punto {at}: ningún plano separa las clases.",
    "scaling.title": "x × {factor}: |w| = {w}, margen {margin}",
    "alt.scaling": (
        "Los mismos puntos dos veces, la segunda {factor} veces mayores: la recta es la misma, su margen "
        "{first} y luego {second}."
    ),
    "objective": "objetivo",
    "gap": "brecha",
    "accuracy": "exactitud",
    "by.iteration": "iteración (un cambio de los pesos)",
    "by.epoch": "época (un paso por todos los ejemplos)",
    "progress.title": "En camino",
    "run.online": "en línea",
    "run.mini-batch": "minilote",
    "run.full": "lote completo",
    "run.run": "ejecución",
    "alt.run": (
        "{name}: {n} iteraciones en {epochs} épocas, objetivo de {first} a {last}, {right} de acierto al final"
    ),
    "alt.progress": "Curvas por iteración y por época. {runs}.",
    "by.iteration.short": "iteración",
    "by.epoch.short": "época",
    "landscape.fixed": "sesgo fijo en {b}",
    "landscape.held": "{n} otros pesos fijos",
    "landscape.way": "camino del algoritmo",
    "landscape.start": "inicio",
    "landscape.end": "final",
    "landscape.lowest": "punto más bajo",
    "alt.fixed": "El sesgo queda fijo en {b}.",
    "alt.way": "El algoritmo fue de {start} a {end} en {n} pasos, de {first} a {last}.",
    "valleys.bowl": "Un cuenco: R² − 1",
    "valleys.valleys": "Varios valles: −cos R / (1 + R²/2)",
    "valleys.ended": "{bottom} de {n} descensos llegan al fondo",
    "alt.valleys": (
        "Dos paisajes, cada uno como superficie y en curvas de nivel, con {n} descensos de gradiente desde "
        "los mismos inicios. En el cuenco {bowl} llegan al fondo; entre varios valles {valleys}, los demás "
        "quedan en un valle del camino."
    ),
    "dual": "dual: lo demostrado",
    "learning.perceptron": "Perceptrón: iteración {n}, {right} de aciertos",
    "learning.descent": "Descenso de gradiente: paso {n}, {right} de aciertos",
    "learning.svm": "Máquina de vectores de soporte: intercambio {n}, {right} de aciertos",
    "learning.wrong": "rodeados: en el lado equivocado",
    "learning.within": "rodeados: en el margen o dentro",
    "alt.learning.perceptron": (
        "El perceptrón trabajando: una recta gira y se desplaza en {n} iteraciones, y los puntos de su propio"
        " lado pasan de {first} a {last}."
    ),
    "alt.learning.descent": (
        "El descenso de gradiente trabajando: en {n} pasos por el paisaje de la pérdida una recta halla su "
        "lugar, y los puntos de su propio lado pasan de {first} a {last}."
    ),
    "alt.learning.svm": (
        "Una máquina de vectores de soporte trabajando: en {n} intercambios la frontera y sus márgenes hallan"
        " su lugar, y los puntos de su propio lado pasan de {first} a {last}."
    ),
    "alt.learning.gap": "Al final objetivo y dual difieren en {gap} del objetivo.",
    "by.exchange": "intercambio (de dos multiplicadores)",
    "tuning.title": "Tasa de aprendizaje y L2, {epochs} épocas",
    "tuning.rate": "tasa de aprendizaje η",
    "tuning.lambda": "fuerza de L2, λ",
    "tuning.accuracy": "exactitud fuera del pliegue",
    "tuning.diverged": "diverge",
    "alt.tuning": (
        "Mapa de calor de {cells} casillas, tasa de aprendizaje por fuerza de L2, tras {epochs} épocas. La "
        "mejor acierta el {right}, con tasa {rate} y λ = {strength}. Descensos que divergen: {n}."
    ),
    "path.title": "El camino de regularización {penalty}",
    "path.shown": " ({shown} de {n} columnas)",
    "path.strength": "C: cuánto cuentan las pérdidas frente a la penalización",
    "path.weight": "peso",
    "alt.path": (
        "Pesos según la fuerza C, de {first} a {last}, con penalización {penalty}: {few} de {n} columnas "
        "pesan algo en la más débil, {many} en la más fuerte. La más pesada es {heaviest}, {weight} al final."
    ),
    "confusion.title": "Lo que se dijo y lo que era cierto",
    "confusion.said": "dicho",
    "confusion.true": "cierto",
    "alt.found": "{name} {share}",
    "alt.confusion": "Matriz de confusión de {n} textos, {right} de aciertos. Hallados de cada clase: {found}.",
    "reliability.title": "¿80 % quiere decir 80 %?",
    "reliability.perfect": "como se dice",
    "reliability.model": "modelo, error de calibración {ece}",
    "reliability.right": "parte de aciertos",
    "reliability.texts": "textos",
    "reliability.told": "probabilidad dicha",
    "alt.reliability": (
        "Curva de fiabilidad sobre {bins} tramos; error de calibración {ece}. La mayor diferencia está donde "
        "se dice {told} y acierta {right}."
    ),
    "strongest.title": "Las palabras que más pesan",
    "strongest.weight": "peso",
    "alt.words": "{name}: {words}",
    "alt.strongest": "Barras de las palabras más fuertes de cada clase, ante todo {told}.",
    "between": "; ",
    "mistakes": "errores",
    "alt.landscape.objective": (
        "El objetivo según dos pesos, como superficie y en curvas de nivel, de {least} a {most}; el punto más"
        " bajo dibujado es {at}."
    ),
    "alt.landscape.mistakes": (
        "El número de errores según dos pesos, un paisaje de escalones llanos, de {least} a {most}; uno de "
        "sus puntos más bajos es {at}."
    ),
    "landscape.objective": "El paisaje de la pérdida",
    "landscape.mistakes": "El paisaje de los errores",
    "landscape.none": "sin sesgo",
    "alt.none": "No hay sesgo.",
}
