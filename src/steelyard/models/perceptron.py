"""`Perceptron`: Rosenblatt's rule, online, in mini-batches or over all rows at once; plain or averaged."""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar

from steelyard.algorithms import perceptron
from steelyard.algorithms.loop import run
from steelyard.core.losses import PerceptronLoss
from steelyard.core.objective import Problem
from steelyard.core.penalties import NoPenalty
from steelyard.core.trace import Trace
from steelyard.errors import SettingError
from steelyard.models._checks import Interval
from steelyard.models._online import Learnt, OnlineClassifier, Patience, Task, Weights
from steelyard.models._stochastic import Descent, descend


class Perceptron(OnlineClassifier):
    """The perceptron: every row on the wrong side pulls the weights to its own.

    Parameters: scikit-learn's, with `batch_size` rows to a change of the weights (1: online; None: all rows), and
    `average`, True for the mean of the weights after each change. It stops when an epoch made no mistake; after
    `n_iter_no_change` epochs in which the share of mistakes did not come down by `tol` (None: never); with
    `early_stopping`, when the accuracy on the rows held out did not go up; after `max_iter` epochs. With a `penalty` it
    is stochastic descent on the perceptron's loss. `gap_` is 0 if the weights separate the rows, else 1: nothing is
    known. `trace=True` keeps a `trace_`. `n_jobs` and `verbose` have no effect: all cores are used.

    >>> from steelyard import Perceptron
    >>> model = Perceptron(shuffle=False).fit([[2.0, 0.0], [0.0, 1.0]], ["good", "bad"])
    >>> model.coef_, model.intercept_, model.gap_
    (array([[-2.,  0.]]), array([-1.]), 0.0)
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **OnlineClassifier._parameter_constraints,
        "batch_size": [Interval(Integral, 1, None, closed="left"), None],
        "average": ["boolean"],
    }

    def __init__(
        self,
        *,
        penalty: str | None = None,
        alpha: float = 0.0001,
        l1_ratio: float | None = 0.15,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float | None = 1e-3,
        shuffle: bool = True,
        verbose: int = 0,
        eta0: float = 1.0,
        n_jobs: int | None = None,
        random_state: Any = 0,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        class_weight: Any = None,
        warm_start: bool = False,
        batch_size: int | None = 1,
        average: bool = False,
        trace: bool = False,
    ) -> None:
        self.penalty = penalty
        self.alpha = alpha
        self.l1_ratio = l1_ratio
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.shuffle = shuffle
        self.verbose = verbose
        self.eta0 = eta0
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.class_weight = class_weight
        self.warm_start = warm_start
        self.batch_size = batch_size
        self.average = average
        self.trace = trace

    def _check_more(self) -> None:
        super()._check_more()
        if self.penalty is not None and self.batch_size != 1:
            raise SettingError("A perceptron with a penalty is online.", "Leave batch_size at 1, or penalty at None.")

    def _learn(self, task: Task, epochs: int | None) -> Learnt:
        if self.penalty is not None:
            return descend(self, task, epochs, Descent(PerceptronLoss(), self.eta0))
        problem = Problem(task.X, task.y, task.c, PerceptronLoss(), NoPenalty(), self.fit_intercept)
        settings = (self.batch_size, self.eta0, bool(self.average), self.shuffle, task.seed)
        algorithm = perceptron.Perceptron(problem, *settings)
        start = algorithm.start()._replace(w=task.start.w, b=task.start.b)
        if epochs is not None:
            start = start._replace(iteration=0)
        accuracy = task.accuracy
        measure = (lambda s: s.mistakes / len(task.y)) if accuracy is None else (lambda s: -accuracy(s.w, s.b))
        rule = Patience(measure, self.tol, self.n_iter_no_change)
        trace = Trace(gap=True) if self.trace else None
        done = run(algorithm, state=start, max_steps=epochs or self.max_iter, trace=trace, callback=rule)
        mean, mean_b = done.state.average() if self.average else (done.state.w, done.state.b)
        seen = done.state._replace(w=mean, b=mean_b)
        end = _with_the_past(task.start, Weights(done.state.w, done.state.b, mean, mean_b, done.state.iteration))
        return Learnt(end, done.steps, algorithm.certificate(seen), trace)


def _with_the_past(before: Weights, now: Weights) -> Weights:
    """The average over the changes of earlier calls too."""
    changes = before.changes + now.changes
    share = before.changes / changes
    mean = share * before.mean + (1.0 - share) * now.mean
    return now._replace(mean=mean, mean_b=share * before.mean_b + (1.0 - share) * now.mean_b, changes=changes)
