"""Many fits side by side: folds x strengths x classes over the same rows.

sweep(X, y, folds, strengths, ...) -> Sweep     tune the strength, keep the out-of-fold scores, fit on all rows
softmax_sweep(X, k, classes, folds, ...)        the same for many classes at once
assign_folds(labels, count, seed, groups)       which fold each example is held out in
fold_scales(counts, folds, ...) -> FoldScales   idf, min_df, log-count ratios and norms, learnt fold by fold
"""

from steelyard.lanes.folds import assign_folds
from steelyard.lanes.scales import FoldScales, fold_scales
from steelyard.lanes.search import Judge, Progress
from steelyard.lanes.softmax_sweep import softmax_sweep
from steelyard.lanes.sweep import Sweep, sweep

__all__ = ["FoldScales", "Judge", "Progress", "Sweep", "assign_folds", "fold_scales", "softmax_sweep", "sweep"]
