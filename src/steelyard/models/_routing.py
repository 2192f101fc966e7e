"""scikit-learn's metadata routing for a model that asks a splitter and a scorer."""

from __future__ import annotations

from typing import Any

from sklearn import get_config
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing

Metadata = dict[str, Any]


def refuse_metadata(model: Any, method: str, params: Metadata) -> None:
    """Without routing nobody could say whom they are for."""
    if params and not get_config()["enable_metadata_routing"]:
        raise ValueError(
            f"Passing extra keyword arguments to {type(model).__name__}.{method} is only supported if "
            f"enable_metadata_routing=True, which you can set using `sklearn.set_config`; got {', '.join(params)}."
        )


def routed(model: Any, method: str, sample_weight: Any, params: Metadata) -> tuple[Metadata, Metadata]:
    """What the splitter gets, and what the scorer gets."""
    given = params if sample_weight is None else {**params, "sample_weight": sample_weight}
    if not get_config()["enable_metadata_routing"]:
        return {}, given
    found = process_routing(model, method, **given)
    return (dict(found.splitter.split) if method == "fit" else {}), dict(found.scorer.score)


def router(model: Any, splitter: Any, scorer: Any) -> Any:
    """Which metadata the model, its splitter and its scorer ask for."""
    to_scorer = MethodMapping().add(caller="score", callee="score").add(caller="fit", callee="score")
    to_splitter = MethodMapping().add(caller="fit", callee="split")
    own = MetadataRouter(owner=model).add_self_request(model)
    return own.add(splitter=splitter, method_mapping=to_splitter).add(scorer=scorer, method_mapping=to_scorer)
