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
    "scores.title": "Le score en chaque point",
    "alt.scores": (
        "Carte de chaleur du score, de {least} en {low} à {most} en {high} ; il dépasse 0 sur {share} de la fenêtre."
    ),
    "separators.title": "Beaucoup de droites séparent, une est la meilleure",
    "separators.some": "trouvées par le perceptron",
    "separators.best": "plus grande marge",
    "alt.separators": (
        "Droites qui séparent les deux classes : {n} ; leurs marges vont de {narrow} à {wide}. La droite de "
        "plus grande marge a {margin}."
    ),
    "projection.title": "La projection qui donne la marge",
    "projection.side": "score ±{score}",
    "projection.r": "r = (w·x + b) / |w| = {r}",
    "alt.projection": (
        "Le point x de la seconde classe le plus proche, en {x}, sa projection x′ sur la frontière, en "
        "{foot}, et la distance {r} entre eux, le long de w."
    ),
    "hulls.title": "Deux enveloppes convexes et leur plus court chemin",
    "hulls.title.meet": "Deux enveloppes convexes qui se touchent",
    "hulls.segment": "plus court segment, {distance}",
    "hulls.plane": "plan de plus grande marge",
    "hulls.common": "un point des deux enveloppes",
    "alt.corners": "{name} à {n} sommets",
    "alt.hulls": (
        "Enveloppes convexes : {corners}. Le plus court segment entre elles, de {start} à {end}, mesure "
        "{distance} ; le plan qui le coupe en son milieu a la plus grande marge."
    ),
    "alt.hulls.meet": (
        "Enveloppes convexes : {corners}. Elles partagent le point {at} : aucun plan ne sépare les classes."
    ),
    "scaling.title": "x × {factor} : |w| = {w}, marge {margin}",
    "alt.scaling": (
        "Les mêmes points deux fois, la seconde fois {factor} fois plus grands : la droite est la même, sa "
        "marge {first} puis {second}."
    ),
    "objective": "objectif",
    "gap": "écart",
    "accuracy": "exactitude",
    "by.iteration": "itération (un changement des poids)",
    "by.epoch": "époque (un passage sur tous les exemples)",
    "progress.title": "En chemin",
    "run.online": "en ligne",
    "run.mini-batch": "mini-lot",
    "run.full": "lot complet",
    "run.run": "exécution",
    "alt.run": (
        "{name} : {n} itérations en {epochs} époques, objectif de {first} à {last}, {right} d'exactitude à la fin"
    ),
    "alt.progress": "Courbes par itération et par époque. {runs}.",
    "by.iteration.short": "itération",
    "by.epoch.short": "époque",
    "landscape.fixed": "biais fixé à {b}",
    "landscape.held": "{n} autres poids fixés",
    "landscape.way": "chemin de l'algorithme",
    "landscape.start": "départ",
    "landscape.end": "arrivée",
    "landscape.lowest": "point le plus bas",
    "alt.fixed": "Le biais est fixé à {b}.",
    "alt.way": "L'algorithme est allé de {start} à {end} en {n} pas, de {first} à {last}.",
    "valleys.bowl": "Un bol : R² − 1",
    "valleys.valleys": "Plusieurs vallées : −cos R / (1 + R²/2)",
    "valleys.ended": "{bottom} descentes sur {n} atteignent le fond",
    "alt.valleys": (
        "Deux paysages, chacun en surface et en lignes de niveau, avec {n} descentes de gradient des mêmes "
        "départs. Dans le bol {bowl} atteignent le fond ; parmi plusieurs vallées {valleys}, les autres "
        "restent dans une vallée en chemin."
    ),
    "dual": "dual : ce qui est prouvé",
    "learning.perceptron": "Perceptron : itération {n}, {right} d'exactitude",
    "learning.descent": "Descente de gradient : pas {n}, {right} d'exactitude",
    "learning.svm": "Machine à vecteurs de support : échange {n}, {right} d'exactitude",
    "learning.wrong": "cerclés : du mauvais côté",
    "learning.within": "cerclés : sur la marge ou dedans",
    "alt.learning.perceptron": (
        "Le perceptron au travail : une droite tourne et se déplace en {n} itérations, et les points de leur "
        "bon côté passent de {first} à {last}."
    ),
    "alt.learning.descent": (
        "La descente de gradient au travail : en {n} pas vers le bas du paysage du coût une droite trouve sa "
        "place, et les points de leur bon côté passent de {first} à {last}."
    ),
    "alt.learning.svm": (
        "Une machine à vecteurs de support au travail : en {n} échanges la frontière et ses marges trouvent "
        "leur place, et les points de leur bon côté passent de {first} à {last}."
    ),
    "alt.learning.gap": "À la fin objectif et dual diffèrent de {gap} de l'objectif.",
    "by.exchange": "échange (de deux multiplicateurs)",
    "tuning.title": "Taux d'apprentissage et L2, {epochs} époques",
    "tuning.rate": "taux d'apprentissage η",
    "tuning.lambda": "force de L2, λ",
    "tuning.accuracy": "exactitude hors pli",
    "tuning.diverged": "diverge",
    "alt.tuning": (
        "Carte de chaleur de {cells} cases, taux d'apprentissage par force de L2, après {epochs} époques. La "
        "meilleure atteint {right}, au taux {rate} et λ = {strength}. Descentes qui divergent : {n}."
    ),
    "path.title": "Le chemin de régularisation {penalty}",
    "path.shown": " ({shown} colonnes sur {n})",
    "path.strength": "C : combien les coûts comptent face à la pénalité",
    "path.weight": "poids",
    "alt.path": (
        "Poids selon la force C, de {first} à {last}, avec une pénalité {penalty} : {few} colonnes sur {n} "
        "pèsent à la plus faible, {many} à la plus forte. La plus lourde est {heaviest}, {weight} à la fin."
    ),
    "confusion.title": "Ce qui a été dit, et ce qui était vrai",
    "confusion.said": "dit",
    "confusion.true": "vrai",
    "alt.found": "{name} {share}",
    "alt.confusion": (
        "Matrice de confusion de {n} textes, {right} de réponses justes. Retrouvés dans chaque classe : {found}."
    ),
    "reliability.title": "80 %, est-ce 80 % ?",
    "reliability.perfect": "comme annoncé",
    "reliability.model": "modèle, erreur de calibration {ece}",
    "reliability.right": "part de réponses justes",
    "reliability.texts": "textes",
    "reliability.told": "probabilité annoncée",
    "alt.reliability": (
        "Courbe de fiabilité sur {bins} classes de probabilité ; erreur de calibration {ece}. L'écart est le "
        "plus grand là où {told} est annoncé et {right} est juste."
    ),
    "strongest.title": "Les mots qui pèsent le plus",
    "strongest.weight": "poids",
    "alt.words": "{name} : {words}",
    "alt.strongest": "Barres des mots les plus forts de chaque classe, d'abord {told}.",
    "between": " ; ",
    "mistakes": "erreurs",
    "alt.landscape.objective": (
        "L'objectif selon deux poids, en surface et en lignes de niveau, de {least} à {most} ; le point le "
        "plus bas dessiné est {at}."
    ),
    "alt.landscape.mistakes": (
        "Le nombre d'erreurs selon deux poids, un paysage de paliers plats, de {least} à {most} ; un de ses "
        "points les plus bas est {at}."
    ),
    "landscape.objective": "Le paysage du coût",
    "landscape.mistakes": "Le paysage des erreurs",
    "landscape.none": "sans biais",
    "alt.none": "Il n'y a pas de biais.",
}
