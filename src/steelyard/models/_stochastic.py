"""One task of `SGDClassifier`, or of `Perceptron` with a penalty, by `algorithms.stochastic_descent`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from steelyard.algorithms.gradient_descent import Steps
from steelyard.algorithms.loop import run
from steelyard.algorithms.stochastic_descent import NEVER, State, StochasticDescent
from steelyard.core.losses import Loss
from steelyard.core.objective import Problem, total_penalty
from steelyard.core.penalties import L1, L2, ElasticNet, NoPenalty, Penalty
from steelyard.core.robust_losses import RobustLoss
from steelyard.core.trace import Trace
from steelyard.models._online import Learnt, Patience, Task, Weights


class Descent(NamedTuple):
    """What it is to minimise, and how long the steps are, in scikit-learn's scaling."""

    loss: Loss | RobustLoss
    eta: float
    decay: float = 0.0
    power: float = 1.0
    adaptive: bool = False
    rate: float = 1.0  # of the intercept


def penalty_of(name: str | None, alpha: float, l1_ratio: float | None) -> Penalty:
    """The core's penalty."""
    if name is None or alpha == 0.0:
        return NoPenalty()
    ratio = {"l2": 0.0, "l1": 1.0}.get(name, l1_ratio)
    return L2() if ratio == 0.0 else L1() if ratio == 1.0 else ElasticNet(float(ratio or 0.0))


def descend(model: Any, task: Task, epochs: int | None, how: Descent) -> Learnt:
    """scikit-learn's objective, alpha penalty(w) + mean of weight_i l_i, divided by alpha / n is the core's."""
    n = len(task.y)
    penalty = penalty_of(model.penalty, model.alpha, model.l1_ratio)
    unit = n * model.alpha if not isinstance(penalty, NoPenalty) else 1.0
    problem = Problem(task.X, task.y, task.c / unit, how.loss, penalty, model.fit_intercept)  # type: ignore[arg-type]
    steps = Steps(how.eta * unit, how.decay, how.power)
    onset = int(model.average) or NEVER
    algorithm = StochasticDescent(problem, steps, how.rate, onset, model.shuffle, task.seed)
    state = algorithm.start(*task.start[:2], task.start.changes, *task.start[2:4])
    trace = Trace(gap=True) if model.trace else None
    if epochs is not None:
        for _ in range(epochs):
            state = algorithm.step(state)
        return Learnt(_end(state), epochs, None, None)

    def objective(state: State) -> float:
        return (state.met + total_penalty(penalty, state.w)) * unit / n

    accuracy = task.accuracy
    measure = objective if accuracy is None else (lambda state: -accuracy(state.w, state.b))
    steps_made, shortest = 0, 1e-6 * unit
    while True:
        rule = Patience(measure, model.tol, model.n_iter_no_change)
        done = run(algorithm, state=state, max_steps=model.max_iter - steps_made, trace=trace, callback=rule)
        state, steps_made = done.state, steps_made + done.steps
        if not how.adaptive or steps_made == model.max_iter or steps.eta <= shortest:
            break
        steps = steps._replace(eta=steps.eta / 5.0)
        algorithm = StochasticDescent(problem, steps, how.rate, onset, model.shuffle, task.seed)
    proof = done.certificate
    scale = unit / n
    return Learnt(_end(state), steps_made, proof._replace(objective=proof.objective * scale, dual=np.nan), trace)


def _end(state: State) -> Weights:
    return Weights(state.w, state.b, *state.average(), state.iteration)
