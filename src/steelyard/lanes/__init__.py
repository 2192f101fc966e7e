"""Many fits side by side: folds x strengths x classes over the same rows.

sweep(X, y, folds, strengths, ...) -> Sweep     tune the strength, keep the out-of-fold scores, fit on all rows
softmax_sweep(X, k, classes, folds, ...)        the same for many classes at once
tuning, softmax_tuning                          the same, strength by strength as they are asked for
coarse, fine                                    which strengths are asked for
assign_folds(labels, count, seed, groups)       which fold each example is held out in
fold_scales(counts, folds, ...) -> FoldScales   idf, min_df, log-count ratios and norms, learnt fold by fold
"""

from steelyard.lanes.final import Final
from steelyard.lanes.folds import assign_folds
from steelyard.lanes.scales import FoldScales, document_frequencies, fold_scales
from steelyard.lanes.search import Judge, Progress, Trials, coarse, fine
from steelyard.lanes.softmax_sweep import SoftmaxTuning, softmax_sweep, softmax_tuning
from steelyard.lanes.sweep import Sweep, Tuning, sweep, tuning

__all__ = [
    "Final",
    "FoldScales",
    "Judge",
    "Progress",
    "SoftmaxTuning",
    "Sweep",
    "Trials",
    "Tuning",
    "assign_folds",
    "coarse",
    "document_frequencies",
    "fine",
    "fold_scales",
    "softmax_sweep",
    "softmax_tuning",
    "sweep",
    "tuning",
]
