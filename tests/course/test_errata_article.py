"""S4, the article on margins and text: each of its errors, its form failing and the right one passing."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from steelyard.algorithms import naive_bayes
from steelyard.algorithms.hulls import Hulls
from steelyard.algorithms.loop import run
from steelyard.algorithms.margin_program import Margin, Meeting, hard_margin, program, solve
from steelyard.core.rows import Array
from steelyard.models import SVC, MultinomialNB
from steelyard.text import LemmaTokenizer, MendedLemmaTokenizer, read_lemmas


def clouds(seed: int = 0, shift: float = 5.0) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    return np.vstack([rng.normal(size=(15, 2)), rng.normal(size=(15, 2)) + shift]), np.repeat([-1.0, 1.0], 15)


def margin(X: Array, y: Array) -> Margin:
    found = hard_margin(X, y)
    assert isinstance(found, Margin)
    return found


def test_rows_live_in_as_many_dimensions_as_they_have_columns() -> None:
    """On "h: R -> L" and "un punto x in R": of R^n. Two columns separate what neither does by itself."""
    rng = np.random.default_rng(1)
    along = rng.uniform(-5, 5, 30)
    y = np.repeat([-1.0, 1.0], 15)
    X = np.column_stack([along, along + y])
    assert isinstance(hard_margin(X, y), Margin)
    for j in range(2):
        assert isinstance(hard_margin(X[:, [j]], y), Meeting)


def test_from_its_foot_on_the_plane_to_the_point_the_way_is_plus() -> None:
    """On "x_a = x_a' - r w / |w|": minus leads to the other side; the line below it uses plus."""
    X, y = clouds(2)
    found = margin(X, y)
    i = int(np.argmin(np.where(y > 0, X @ found.w + found.b, np.inf)))
    r, way = 1 / np.linalg.norm(found.w), found.w / np.linalg.norm(found.w)
    foot = X[i] - r * way
    assert foot @ found.w + found.b == pytest.approx(0, abs=1e-7)
    np.testing.assert_allclose(foot + r * way, X[i])
    assert (foot - r * way) @ found.w + found.b == pytest.approx(-1, abs=1e-6)


def test_the_intercept_has_no_place_in_p() -> None:
    """On "P = matrix(np.eye(3))" on (b, w1, w2): b pays too, and the margin comes out smaller."""
    X, y = clouds(1, shift=4.0)
    X[:, 0] += 12.0  # away from the origin and not along the way between the clouds: a smaller b wants another w
    p = program(X, y)
    margins = []
    for P in (np.eye(3), p.P):
        _, u, _ = solve(p._replace(P=P))
        margins.append(float((y * (X @ u[1:] + u[0])).min() / np.linalg.norm(u[1:])))
    assert margins[0] < 0.95 * margins[1]
    assert margins[1] == pytest.approx(1 / np.linalg.norm(margin(X, y).w), rel=1e-6)


def test_the_constraint_of_the_soft_margin() -> None:
    """On "y_i (w phi(x_i + b)) + xi_i - 1": b belongs outside, and there is no >= 0."""
    X, y = clouds(4, shift=1.5)
    model = SVC(kernel="linear", C=1.0, tol=1e-8).fit(X, y)
    w, b = model.coef_[0], float(model.intercept_[0])
    slack = np.maximum(0, 1 - y * model.decision_function(X))
    assert (y * (X @ w + b) >= 1 - slack - 1e-9).all()
    written = y * ((X + b) @ w) + slack - 1
    assert (written < -0.1).any()  # the optimum itself would break the document's constraint


def test_the_distance_of_the_hulls_is_the_datas_and_not_the_machines() -> None:
    """On "una SVM maximiza la distancia entre las cáscaras convexas": that distance is there before any plane is.

    What is maximised is the plane's distance from the rows; no separating plane has more than half of the hulls', and
    the best one has just that: 2 / |w|.
    """
    X, y = clouds(5)
    distance = run(Hulls(X, y, 1e-10)).state.distance
    best = margin(X, y)
    assert distance == pytest.approx(2 / np.linalg.norm(best.w), rel=1e-7)
    rng = np.random.default_rng(0)
    reached = []
    for _ in range(200):
        w = best.w / np.linalg.norm(best.w) + 0.3 * rng.normal(size=2)
        w /= np.linalg.norm(w)
        low, high = (X[y > 0] @ w).min(), (X[y < 0] @ w).max()
        reached.append((low - high) / 2)  # of the best plane across w
    assert max(reached) <= distance / 2 + 1e-9 and min(reached) < 0.9 * distance / 2


def test_products_run_over_the_words_of_the_text() -> None:
    """On "P(c) prod over t_i in V P(t_i | c)": over the vocabulary the product is the same for every text."""
    model = MultinomialNB().fit([[3, 1, 0], [0, 2, 4]], ["a", "b"])
    shares = model.feature_log_prob_
    texts = np.array([[2.0, 0.0, 0.0], [0.0, 0.0, 2.0]])
    over_vocabulary = np.tile(shares.sum(axis=1) + model.class_log_prior_, (2, 1))
    assert (over_vocabulary[0] == over_vocabulary[1]).all()
    over_text = texts @ shares.T + model.class_log_prior_
    np.testing.assert_allclose(model.predict_joint_log_proba(texts), over_text, rtol=1e-12)
    assert model.predict(texts).tolist() == ["a", "b"]


def test_the_first_denominator_of_laplace() -> None:
    """On "(Count + 1) / (sum Count + 1)": without its brackets the shares add up to more than 1."""
    counts = np.array([[3.0, 1.0, 0.0]])
    written = (counts + 1) / (counts.sum() + 1)
    bracketed = (counts + 1) / (counts + 1).sum()
    second = (counts + 1) / (counts.sum() + counts.shape[1])
    assert written.sum() == pytest.approx(7 / 5) and bracketed.sum() == pytest.approx(1)
    np.testing.assert_allclose(bracketed, second, rtol=1e-15)
    np.testing.assert_allclose(np.exp(naive_bayes.multinomial(counts, 1.0)), second, rtol=1e-14)


def test_own_vocabularies_are_not_multinomial_naive_bayes() -> None:
    """In the code, "len(cond_count[label])": each class knows its own words, so an unknown one costs by class."""
    X, y = np.array([[4.0, 3.0, 2.0, 0.0], [0.0, 0.0, 0.0, 1.0]]), ["many", "few"]
    own, shared = (MultinomialNB(vocabulary=kind).fit(X, y) for kind in ("own", "shared"))
    unknown = np.exp(own.unknown_log_prob_)
    few, many = unknown[list(own.classes_).index("few")], unknown[list(own.classes_).index("many")]
    assert many == pytest.approx(1 / (9 + 4)) and few == pytest.approx(1 / (1 + 2))
    new = np.array([[1.0, 0.0, 0.0, 0.0]])
    joint = own.predict_joint_log_proba(new, [3.0])  # three words that nobody knows speak for "few"
    assert own.classes_[joint[0].argmax()] == "few" and shared.predict(new)[0] == "many"


def test_sampling_from_a_dict_view_fails_today() -> None:
    """On "sample(cond_dist['0'].items(), 4)": a view is no sequence any more; a list is."""
    shares = dict.fromkeys("abcdef", 0.1)
    with pytest.raises(TypeError):
        random.sample(shares.items(), 4)  # type: ignore[arg-type]
    assert len(random.sample(list(shares.items()), 4)) == 4


def test_the_lemma_file_begins_with_a_mark(tmp_path: Path) -> None:
    """In `load_from_file`: read as it stands the first lemma is not found; the mark is no letter."""
    path = tmp_path / "lemmas.txt"
    path.write_text("good\tgoods\nfilm\tfilms\n", encoding="utf-8-sig")
    document = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        lemma, word = line.split("\t")
        document[word.strip()] = lemma.strip()
    assert document["goods"] == "\ufeffgood" != "good"
    assert read_lemmas(path)["goods"] == "good"
    assert LemmaTokenizer.load_from_file(path).tokenize("goods films") == ["good", "film"]


def test_no_is_a_word() -> None:
    """On "threshold: int = 3": "no" is dropped, and with it the sense of half of the reviews."""
    text = "no good, not for me"
    assert "no" not in LemmaTokenizer().tokenize(text)
    assert "no" in MendedLemmaTokenizer().tokenize(text)


def test_accents_are_letters() -> None:
    """On "[^0-9a-zA-Z']+": in the language of the article itself words fall to pieces."""
    text = "una película aburridísima"
    assert LemmaTokenizer().tokenize(text) == ["una", "pel", "cula", "aburrid", "sima"]
    assert MendedLemmaTokenizer().tokenize(text) == ["una", "película", "aburridísima"]


def test_the_formula_of_logarithms_has_the_order_of_the_product() -> None:
    """It stands under the next heading, an empty "$$$$" in its own place: log P(c) + sum log P(t | c)."""
    model = MultinomialNB().fit([[3, 1, 0], [0, 2, 4]], ["a", "b"])
    X = np.array([[1.0, 2.0, 1.0], [0.0, 1.0, 0.0]])
    products = np.exp(model.class_log_prior_) * np.prod(np.exp(model.feature_log_prob_)[None] ** X[:, None], axis=2)
    sums = model.predict_joint_log_proba(X)
    np.testing.assert_allclose(np.exp(sums), products, rtol=1e-12)
    assert (sums.argmax(axis=1) == products.argmax(axis=1)).all()
