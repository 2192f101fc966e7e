"""Where a student opens a file and reads the algorithm: one file each.

An iterative algorithm is a small frozen record of the problem and its settings, with four methods:

    start()               -> state         the state before the first step
    step(state)           -> state         one step on: an epoch, or one change of the weights
    certificate(state)    -> Certificate   what is proven about the state: objective, lower bound, relative gap
    entry(state, gap)     -> Entry         one line of a trace; the gap only if asked for

and a state that is a NamedTuple with at least these fields (and all that the next step needs, so that a state can
be stored and resumed from):

    w, b        the weights and the intercept
    iteration   changes of the weights so far
    epoch       passes over the examples so far
    done        whether the algorithm's own stopping rule holds

`run(algorithm)` in `loop.py` is the one loop: it steps until `done`, writes the trace, asks the callback, resumes
from a given state. Stepping by hand gives the same bits:

    algorithm = GradientDescent(problem, Steps(0.1))
    state = algorithm.start()
    while not state.done:
        state = algorithm.step(state)

**A step consumes its state**: it may overwrite the arrays of the one it was given, so that an epoch costs no copy.
Who wants to look back takes `copied(state)` first; `run` does so with a state to resume from.

The file of an algorithm: a contract comment (minimises, subject to, given, returns, the paper and the number of the
algorithm in it), the state, the compiled `epoch` whose numbered comments are the numbered steps of the contract, the
record with the four methods. Settings are checked by the caller; nothing prints; rows are reached by verbs alone.
Randomness in epoch e comes from `core.random.order(seed, e, n)` or `generator(seed, name, e)`: it needs no state.
Algorithms over lanes have arrays where others have a number: `b[l]`, `certificate.gap[l]`.
"""
