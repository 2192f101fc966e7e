"""`intervals`: how often each kind of interval holds the truth, in worlds where the truth is known; and how wide it is.

Every interval is asked for at 95 %. Beside the method that the house takes stand those that it does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy.special import betaincinv, expit, gammaln, ndtr

from steelyard.evaluation import bootstrap, operating_points
from steelyard.evaluation.intervals import LEVEL, Interval, mean, quantile, wilson
from steelyard.evaluation.measures import measure
from steelyard.evaluation.operating_points import thresholds
from steelyard.evaluation.ranking import area, auc

Array = Any
SAMPLES, QUICK = 2_000, 40


class Line(NamedTuple):
    """One method in one world."""

    what: str
    world: str
    method: str
    held: float  # share of the samples whose interval holds the truth
    width: float


def run(quick: bool) -> dict[str, Any]:
    samples, lines = QUICK if quick else SAMPLES, []
    print(f"intervals at {LEVEL:.0%}: how often they hold the truth; {samples:,} samples, but for shares: exact\n")
    print(f"{'':<12}{'world':<30}{'method':<26}{'held':>8}{'width':>9}")
    for part in (of_shares, of_areas, of_f1, of_means):
        for line in part(samples):
            what = "" if lines and lines[-1].what == line.what else line.what
            lines.append(line)
            print(f"{what:<12}{line.world:<30}{line.method:<26}{line.held:>8.1%}{line.width:>9.4f}", flush=True)
    certain = list(of_thresholds(max(samples // 4, 10)))
    print(
        f"\nthresholds for a precision, with certainty\n{'world':<42}{'chains':>7}{'failed':>9}{'found':>9}{'yes':>9}"
    )
    for each in certain:
        print(f"{each['world']:<42}{each['chains']:>7}{each['failed']:>9.1%}{each['found']:>9.1%}{each['share']:>9.1%}")
    return {"samples": samples, "lines": [line._asdict() for line in lines], "thresholds": certain}


def of_shares(samples: int) -> Iterator[Line]:
    """Exact: the sum over all outcomes."""
    for n, p in ((30, 0.9), (300, 0.5), (300, 0.9), (300, 0.99), (3_000, 0.99)):
        right, chance = np.arange(n + 1), binomial(n, p)
        for name, method in (("Wilson (taken)", wilson), ("normal", wald), ("Clopper and Pearson", exact)):
            ends = np.array([method(k, n)[1:3] for k in right])
            held = chance @ ((ends[:, 0] <= p) & (p <= ends[:, 1]))
            yield Line("share", f"{p:g} of {n:,}", name, float(held), float(chance @ (ends[:, 1] - ends[:, 0])))


def binomial(n: int, p: float) -> Array:
    """How likely 0, 1, ..., n right ones are."""
    k = np.arange(n + 1)
    return np.exp(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1) + k * np.log(p) + (n - k) * np.log1p(-p))


def wald(right: float, of: float) -> Interval:
    p = right / of
    half = quantile(LEVEL) * np.sqrt(p * (1 - p) / of)
    return Interval(p, p - half, p + half, "normal")


def exact(right: float, of: float) -> Interval:
    tail = (1 - LEVEL) / 2
    low = betaincinv(right, of - right + 1, tail) if right else 0.0
    high = betaincinv(right + 1, of - right, 1 - tail) if right < of else 1.0
    return Interval(right / of, float(low), float(high), "exact")


def counted(what: str, world: str, method: str, truth: float, found: list[Interval]) -> Line:
    held = np.mean([each.low <= truth <= each.high for each in found])
    return Line(what, world, method, float(held), float(np.mean([each.high - each.low for each in found])))


def of_areas(samples: int) -> Iterator[Line]:
    """Two normal classes, one text in five in the class."""
    for n, apart in ((50, 1.0), (50, 2.5), (500, 1.0), (500, 2.5)):
        truth, inside = float(ndtr(apart / np.sqrt(2))), np.arange(n) % 5 == 0
        found: dict[str, list[Interval]] = {"DeLong, log odds (taken)": [], "DeLong, as it is": [], "bootstrap": []}
        for seed in range(samples):
            random = np.random.default_rng(seed)
            s = random.normal(size=n) + apart * inside
            taken = auc(inside, s, np.ones(n))
            assert taken is not None
            found["DeLong, log odds (taken)"].append(taken)
            value, pulls = area(inside, s, np.ones(n))
            found["DeLong, as it is"].append(around(value, pulls))
            if seed < max(samples // 10, 1):
                found["bootstrap"].append(by_drawing_texts(inside, s, random))
        for name, each in found.items():
            yield counted("AUC", f"{truth:.3f} of {n} texts", name, truth, each)


def around(value: float, pulls: Array) -> Interval:
    half = quantile(LEVEL) * float(np.sqrt(pulls @ pulls * len(pulls) / (len(pulls) - 1)))
    return Interval(value, value - half, value + half, "delong")


def by_drawing_texts(inside: Array, s: Array, random: Any) -> Interval:
    """The plain bootstrap, text by text."""
    values = []
    while len(values) < 500:
        i = random.integers(0, len(s), len(s))
        if 0 < inside[i].sum() < len(s):
            values.append(area(inside[i], s[i], np.ones(len(s)))[0])
    return bootstrap.between(area(inside, s, np.ones(len(s)))[0], np.array(values))


def of_f1(samples: int) -> Iterator[Line]:
    """Four classes of 50, 30, 15 and 5 %, right in four of five."""
    shares, names = np.array([0.5, 0.3, 0.15, 0.05]), "abcd"
    confused = 0.75 * np.eye(4) + 0.25 * shares
    table = shares[:, None] * confused
    f1 = 2 * np.diag(table) / (table.sum(axis=0) + table.sum(axis=1))
    for n in (200, 2_000):
        found: dict[str, list[Interval]] = {"macro": [], "taken": [], "drawn": []}
        for seed in range(samples // 4):
            random = np.random.default_rng(seed)
            cells = random.choice(16, n, p=table.ravel())
            m = measure(cells // 4, None, np.eye(4)[cells % 4], names, seed=seed)
            found["macro"].append(m.macro_f1)
            found["taken"].append(m.per_class[3].f1)
            drawn = bootstrap.resampled(bootstrap.kinds_of(cells, 16, np.ones(n)), random).reshape(-1, 4, 4)
            with np.errstate(invalid="ignore"):
                values = 2 * drawn[:, 3, 3] / (drawn[:, 3].sum(axis=1) + drawn[:, :, 3].sum(axis=1))
            found["drawn"].append(bootstrap.between(m.per_class[3].f1.value, values))
        yield counted("macro-F1", f"four classes, {n:,} texts", "bootstrap (taken)", float(f1.mean()), found["macro"])
        world = f"class of 5 % of {n:,} texts"
        yield counted("F1", world, "Wilson on J (taken)", float(f1[3]), found["taken"])
        yield counted("F1", world, "bootstrap", float(f1[3]), found["drawn"])


def of_means(samples: int) -> Iterator[Line]:
    """Log loss of a calibrated model; and of texts that come in groups."""
    z = np.linspace(-12, 12, 20_001)
    mass = np.exp(-(z**2) / 8) / np.exp(-(z**2) / 8).sum()
    truth = float(mass @ (np.logaddexp(0, z) - expit(z) * z))
    for n in (100, 1_000):
        found = [mean(losses(n, seed), np.ones(n)) for seed in range(samples)]
        yield counted("log loss", f"calibrated, {n:,} texts", "normal (taken)", truth, found)
    groups = np.repeat(np.arange(50), 8)
    drawn = [np.repeat(losses(50, seed), 8) for seed in range(samples)]
    for name, g in (("normal, groups (taken)", groups), ("normal, groups not told", None)):
        found = [mean(x, np.ones(400), g) for x in drawn]
        yield counted("log loss", "50 groups of 8 alike", name, truth, found)


def losses(n: int, seed: int) -> Array:
    random = np.random.default_rng(seed)
    z = random.normal(0, 2, n)
    k = random.random(n) < expit(z)
    return np.logaddexp(0, np.where(k, -z, z))


def of_thresholds(samples: int) -> Iterator[dict[str, Any]]:
    """Scores ~ N(0, 4), calibrated. How often the truth misses what was wanted, one is found, a text gets a yes."""
    taken = operating_points.CHAINS
    for n, wanted, sure in ((600, 0.9, 0.9), (3_000, 0.95, 0.95), (20_000, 0.95, 0.95)):
        for chains in (1, 2, taken, 8):
            operating_points.CHAINS = chains
            failed, shares = 0, []
            for seed in range(samples):
                random = np.random.default_rng(seed)
                z = random.normal(0, 2, n)
                found = thresholds(random.random(n) < expit(z), expit(z), precision=wanted, sure=sure)
                shares.append(found.share)
                failed += found.reached and true_precision(found.at) < wanted
            yield {
                "world": f"{n:,} texts, precision {wanted:g}, {sure:.0%} sure", "chains": chains,
                "failed": failed / samples, "found": float(np.mean(np.array(shares) > 0)),
                "share": float(np.mean(shares)),
            }  # fmt: skip
    operating_points.CHAINS = taken


def true_precision(at: float) -> float:
    z = np.linspace(-12, 12, 20_001)
    mass = np.exp(-(z**2) / 8) * (expit(z) >= at)
    return float(mass @ expit(z) / mass.sum())
