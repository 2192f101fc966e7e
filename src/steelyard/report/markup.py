"""HTML in small functions. A string is escaped wherever it is put; only `Markup` goes in as it is."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Any

from steelyard.report.visible import visible

VOID = frozenset({"meta", "br", "hr", "link", "col"})


class Markup(str):
    """HTML that is ready."""

    __slots__ = ()


def escape(value: Any) -> Markup:
    """A value as HTML text: hostile characters made visible, what has a meaning in HTML escaped."""
    return value if isinstance(value, Markup) else Markup(html.escape(visible(str(value)), quote=True))


def join(parts: Iterable[Any], between: str = "") -> Markup:
    """What is not None, one after the other."""
    return Markup(between.join(escape(part) for part in parts if part is not None))


def tag(name: str, /, *children: Any, **attributes: Any) -> Markup:
    """An element. `class_` is class, `aria_label` aria-label; None and False leave an attribute out.

    >>> tag("p", "a < b", class_="note")
    '<p class="note">a &lt; b</p>'
    """
    said = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in VOID:
        return Markup(f"<{name}{said}>")
    return Markup(f"<{name}{said}>{join(children)}</{name}>")


def _attribute(key: str, value: Any) -> str:
    name = key.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(value)}"'
