"""English."""

from __future__ import annotations

WORDS: dict[str, str] = {
    "point": ".",
    "percent": "{number}%",
    "and": "{first} and {last}",
    "column": "column {number}",
    "class": "class",
    "boundary": "boundary (score 0)",
    "loss": "loss",
    "margin.axis": "margin m = y z",
    "score.axis": "score z",
    "probability.axis": "probability of the second class",
    "polarity.positive": "mean positive polarity",
    "polarity.negative": "mean negative polarity",
    "documents.title": "Documents by their two features",
    "losses.title": "What a score costs",
    "losses.wrong": "wrong side",
    "losses.right": "right side",
    "loss.zero-one": "0-1 (a mistake counts 1)",
    "loss.hinge": "hinge",
    "loss.squared-hinge": "squared hinge",
    "loss.logistic": "logistic",
    "loss.perceptron": "perceptron",
    "loss.squared": "squared error, ½ (1 − m)²",
    "loss.squared-probability": "squared error of σ",
    "logistic.title": "The logistic curve",
    "logistic.tangent": "tangent at 0, slope {slope}",
    "alt.class": "{n} of class {name}",
    "alt.mean": "{name} at {at}",
    "alt.points": "Points of the plane, {x} across and {y} up: {classes}.",
    "alt.means": "The means of the classes: {means}.",
    "alt.line": "A straight line where the score is 0 has {right} of {n} points on their own side.",
    "alt.loss": "{name}, {wrong} at margin −1 and {right} at margin 1",
    "alt.losses": "Losses by the margin: {losses}.",
    "alt.logistic": (
        "An S-shaped curve from score {left} to {right}: near 0 on the left, ½ at score 0, near 1 on the right."
    ),
    "alt.marks": "Pointed out: {marks}.",
    "margins": "margins (score ±1)",
    "supports": "support vectors",
    "regions.title": "What the model says, and where",
    "alt.regions": (
        "Decision regions of the classes {classes}; {right} of {n} points lie in the region of their own class."
    ),
    "alt.straight": "The boundary is a straight line.",
    "alt.supports": "Dashed lines mark the scores −1 and 1; support vectors, ringed: {n}.",
    "alt.distance": "Each lies {distance} from the boundary.",
    "boundary.many": "boundary",
    "scores.title": "The score at every point",
    "alt.scores": (
        "A heat map of the score, from {least} at {low} to {most} at {high}; it is above 0 on {share} of the window."
    ),
    "separators.title": "Many lines separate; one is best",
    "separators.some": "found by the perceptron",
    "separators.best": "greatest margin",
    "alt.separators": (
        "Lines that separate the two classes: {n}; their margins run from {narrow} to {wide}. The line of "
        "greatest margin has {margin}."
    ),
    "projection.title": "The projection that gives the margin",
    "projection.side": "score ±{score}",
    "projection.r": "r = (w·x + b) / |w| = {r}",
    "alt.projection": (
        "The nearest point x of the second class at {x}, its projection x′ on the boundary at {foot}, and the"
        " distance {r} between them, along w."
    ),
    "hulls.title": "Two convex hulls and the shortest way between",
    "hulls.title.meet": "Two convex hulls that meet",
    "hulls.segment": "shortest segment, {distance}",
    "hulls.plane": "plane of greatest margin",
    "hulls.common": "a point of both hulls",
    "alt.corners": "{name} with {n} corners",
    "alt.hulls": (
        "Convex hulls: {corners}. The shortest segment between them, from {start} to {end}, is {distance} "
        "long; the plane across its middle has the greatest margin."
    ),
    "alt.hulls.meet": "Convex hulls: {corners}. They share the point {at}: no plane separates the classes.",
    "scaling.title": "x × {factor}: |w| = {w}, margin {margin}",
    "alt.scaling": (
        "The same points twice, the second time {factor} times as large: the line is the same, its margin "
        "{first} and then {second}."
    ),
    "objective": "objective",
    "gap": "gap",
    "accuracy": "accuracy",
    "by.iteration": "iteration (a change of the weights)",
    "by.epoch": "epoch (a pass over all examples)",
    "progress.title": "On the way",
    "run.online": "online",
    "run.mini-batch": "mini-batch",
    "run.full": "full batch",
    "run.run": "run",
    "alt.run": (
        "{name}: {n} iterations in {epochs} epochs, objective from {first} to {last}, {right} right at the end"
    ),
    "alt.progress": "Curves by iteration and by epoch. {runs}.",
    "by.iteration.short": "iteration",
    "by.epoch.short": "epoch",
    "landscape.fixed": "intercept held at {b}",
    "landscape.held": "{n} other weights held",
    "landscape.way": "way of the algorithm",
    "landscape.start": "start",
    "landscape.end": "end",
    "landscape.lowest": "lowest point",
    "alt.fixed": "The intercept is held at {b}.",
    "alt.way": "The algorithm went from {start} to {end} in {n} steps, from {first} down to {last}.",
    "valleys.bowl": "A bowl: R² − 1",
    "valleys.valleys": "Several valleys: −cos R / (1 + R²/2)",
    "valleys.ended": "{bottom} of {n} descents reach the bottom",
    "alt.valleys": (
        "Two landscapes, each as a surface and as level lines, with {n} gradient descents from the same "
        "starts. On the bowl {bowl} of them reach the bottom; among several valleys {valleys} do, the others "
        "stay in a valley on the way."
    ),
    "dual": "dual: what is proven",
    "learning.perceptron": "Perceptron: iteration {n}, {right} right",
    "learning.descent": "Gradient descent: step {n}, {right} right",
    "learning.svm": "Support vector machine: exchange {n}, {right} right",
    "learning.wrong": "ringed: on the wrong side",
    "learning.within": "ringed: at the margin or within",
    "alt.learning.perceptron": (
        "The perceptron at work: a line turns and shifts in {n} iterations, and the points on their own side "
        "grow from {first} to {last}."
    ),
    "alt.learning.descent": (
        "Gradient descent at work: in {n} steps down the loss landscape a line finds its place, and the "
        "points on their own side grow from {first} to {last}."
    ),
    "alt.learning.svm": (
        "A support vector machine at work: in {n} exchanges of pulls the boundary and its margins find their "
        "place, and the points on their own side grow from {first} to {last}."
    ),
    "alt.learning.gap": "At the end objective and dual differ by {gap} of the objective.",
    "by.exchange": "exchange (two pulls change)",
    "tuning.title": "Learning rate and L2, {epochs} epochs",
    "tuning.rate": "learning rate η",
    "tuning.lambda": "strength of L2, λ",
    "tuning.accuracy": "accuracy out of fold",
    "tuning.diverged": "diverges",
    "alt.tuning": (
        "A heat map of {cells} cells, learning rate by strength of L2, after {epochs} epochs. The best is "
        "right on {right}, at a rate of {rate} and λ = {strength}. Descents that diverge: {n}."
    ),
    "path.title": "The {penalty} path",
    "path.shown": " ({shown} of {n} columns)",
    "path.strength": "C: how much the losses count beside the penalty",
    "path.weight": "weight",
    "alt.path": (
        "Weights by strength C, from {first} to {last}, with an {penalty} penalty: {few} of {n} columns weigh"
        " something at the weakest, {many} at the strongest. The heaviest is {heaviest}, {weight} at the end."
    ),
    "confusion.title": "What was said, and what was true",
    "confusion.said": "said",
    "confusion.true": "true",
    "alt.found": "{name} {share}",
    "alt.confusion": "Confusion matrix of {n} texts, {right} right. Found of each class: {found}.",
    "reliability.title": "Does 80% mean 80%?",
    "reliability.perfect": "as told",
    "reliability.model": "model, calibration error {ece}",
    "reliability.right": "share that is right",
    "reliability.texts": "texts",
    "reliability.told": "probability told",
    "alt.reliability": (
        "Reliability curve over {bins} bins; calibration error {ece}. Farthest off where {told} is told and "
        "{right} is right."
    ),
    "strongest.title": "The words that weigh most",
    "strongest.weight": "weight",
    "alt.words": "{name}: {words}",
    "alt.strongest": "Bars of the strongest words of each class, first of all {told}.",
    "between": "; ",
    "mistakes": "mistakes",
    "alt.landscape.objective": (
        "The objective over two weights, as a surface and as level lines, from {least} to {most}; the lowest "
        "point drawn is {at}."
    ),
    "alt.landscape.mistakes": (
        "The number of mistakes over two weights, a landscape of flat steps, from {least} to {most}; one of "
        "its lowest points is {at}."
    ),
    "landscape.objective": "The loss landscape",
    "landscape.mistakes": "The landscape of mistakes",
    "landscape.none": "no intercept",
    "alt.none": "There is no intercept.",
}
