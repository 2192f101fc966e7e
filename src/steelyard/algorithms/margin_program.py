"""The hard margin as a quadratic program, and the proof if there is none.

Minimises    1/2 |w|^2   subject to   y_i (w . x_i + b) >= 1 for every i
Given        dense rows X, y in {-1, +1}
Returns      `Margin`: w, b, the nearest points of the two convex hulls, their distance 2 / |w|, the gap; or
             `Meeting`: a point that lies in both hulls, which proves that no plane separates them

In the standard form, over u = (b, w):   minimise 1/2 u'Pu + q'u   subject to   G u <= h   with

    P = diag(0, 1, ..., 1)    q = 0    G_i = -y_i (1, x_i)    h_i = -1

(b is not penalised: P is not the identity.) At the optimum the multipliers a >= 0 of the constraints give w = sum a_i
y_i x_i and sum a_i y_i = 0: divided by their sum in each class they are the weights of the nearest points of the hulls
(Bennett and Bredensteiner 2000), and their program, maximise sum a_i - 1/2 |sum a_i y_i x_i|^2, bounds the optimum from
below. If the constraints contradict each other there is, by Farkas' lemma (1902), an a >= 0 with sum a_i y_i (1, x_i) =
0 and sum a_i > 0: a point that is a mean of the rows of either class.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from steelyard.core.objective import Certificate, certify
from steelyard.core.rows import Array
from steelyard.errors import MarginError, MissingExtraError

ROUNDING = 1e-12  # how far apart a common point may be from itself, in units of the rows' spread


class Program(NamedTuple):
    """minimise 1/2 u'Pu + q'u subject to G u <= h"""

    P: Array
    q: Array
    G: Array
    h: Array


class Margin(NamedTuple):
    """A separating plane of the greatest margin."""

    w: Array
    b: float
    pulls: Array  # a_i y_i: w is the sum of pulls_i x_i, as far as the gap says
    nearest: Array  # the nearest points: of the hull of -1, of the hull of +1
    certificate: Certificate

    @property
    def distance(self) -> float:
        """Between the two hulls: twice the margin."""
        return float(np.linalg.norm(self.nearest[1] - self.nearest[0]))


class Meeting(NamedTuple):
    """A point of both hulls."""

    shares: Array  # >= 0; they add up to 1 over the rows of -1, and over those of +1
    points: Array  # sum of shares_i x_i over the rows of -1, and over those of +1: the same point
    apart: float  # how far the two are from each other, by rounding, relative to the rows


def program(X: Array, y: Array) -> Program:
    """The hard margin in the standard form, over u = (b, w)."""
    n, d = X.shape
    P = np.diag(np.r_[0.0, np.ones(d)])
    return Program(P, np.zeros(d + 1), -y[:, None] * np.hstack([np.ones((n, 1)), X]), -np.ones(n))


def solve(p: Program) -> tuple[str, Array, Array]:
    """How it ended, u, and the multipliers a of G u <= h (or Farkas' vector), by an interior point method."""
    try:
        import clarabel
    except ImportError as error:
        raise MissingExtraError("The hard margin needs clarabel.", "pip install 'steelyard[margin]'") from error
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    cones = [clarabel.NonnegativeConeT(len(p.h))]
    P, G = sparse.csc_matrix(np.triu(p.P)), sparse.csc_matrix(p.G)
    found: Any = clarabel.DefaultSolver(P, p.q, G, p.h, cones, settings).solve()
    return str(found.status), np.asarray(found.x), np.asarray(found.z)


def hard_margin(X: Array, y: Array) -> Margin | Meeting:
    """The plane of the greatest margin, or the proof that there is none; refuses to say what it cannot prove."""
    centre = X.mean(axis=0)
    scale = float(np.abs(X - centre).max()) or 1.0  # the solver's tolerances are about numbers near 1
    Z = (X - centre) / scale
    _, u, a = solve(program(Z, y))
    meeting = _meeting(X, Z, y, _polished(Z, y, np.maximum(a, 0.0)))
    worst = float((y * (Z @ u[1:] + u[0])).min())
    if not worst > 0.5:
        if meeting.apart <= ROUNDING:
            return meeting
        raise MarginError(
            "Neither a separating plane nor a common point could be proven: the hulls nearly touch.",
            "Scale the columns alike, or fit a soft margin (SVC with a large C).",
        )
    w = u[1:] / worst / scale  # the nearest row at exactly 1
    b = float(u[0] / worst - w @ centre)
    apart = meeting.points[1] - meeting.points[0]
    dual = 2.0 / float(apart @ apart)  # of the best multiple of these shares
    pulls = np.where(y > 0, meeting.shares, -meeting.shares) * dual
    return Margin(w, b, pulls, meeting.points, certify(float(0.5 * w @ w), dual))


def _polished(Z: Array, y: Array, a: Array) -> Array:
    """The nearest multipliers that are a mean of both classes at one point, if there are any with the same zeros."""
    here = a > 1e-7 * a.max(initial=0.0)
    moved = a[here]
    for _ in range(20):  # those that would go below 0 are taken for 0
        A = np.vstack([y, (y[:, None] * Z).T])[:, here]
        moved = a[here] - np.linalg.lstsq(A, A @ a[here], rcond=None)[0]
        if (moved >= 0).all():
            break
        here[here] = moved > 0
    if (moved < 0).any() or not moved.sum() > 0.5 * a.sum():
        return a  # a plane separates: only 0 would do
    polished = np.zeros_like(a)
    polished[here] = moved
    return polished


def _meeting(X: Array, Z: Array, y: Array, a: Array) -> Meeting:
    shares = np.zeros(len(y))
    for side in (y < 0, y > 0):
        shares[side] = a[side] / a[side].sum() if a[side].sum() > 0 else 1.0 / side.sum()
    points = np.stack([shares[side] @ X[side] for side in (y < 0, y > 0)])
    apart = Z.T @ np.where(y > 0, shares, -shares)
    return Meeting(shares, points, float(np.linalg.norm(apart)))
