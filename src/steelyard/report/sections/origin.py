"""How to make the model again: commands, seed, versions, fingerprints."""

from __future__ import annotations

from typing import Any

from steelyard.report.markup import Markup, tag
from steelyard.report.widgets import cell, p, section, table
from steelyard.report.wording import Words


def origin_section(c: dict[str, Any], w: Words) -> Markup | None:
    found = c["origin"]
    if not found:
        return None
    rows: list[tuple[Any, Any]] = [
        (w(f"origin.{key}"), str(found[key]))
        for key in ("seed", "machine", "fingerprint", "test_fingerprint")
        if found[key] not in (None, "")
    ]
    rows += [(w("origin.setting", name=name), _value(value)) for name, value in (found["settings"] or {}).items()]
    rows += [(w("origin.version", name=name), value) for name, value in (found["versions"] or {}).items()]
    told = [(name, cell(tag("code", value), class_="w")) for name, value in rows]
    commands = tag("pre", tag("code", "\n".join(found["commands"])), tabindex="0") if found["commands"] else None
    return section(
        "origin",
        w("origin.heading"),
        p(w("origin.intro")),
        tag("h3", w("origin.commands")) if commands else None,
        commands,
        table(w("origin.caption"), [w("origin.what"), w("origin.value")], told, words=2) if told else None,
    )


def _value(value: Any) -> Markup | str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
