"""Reads the commands that the page of a bot shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

_CHAT_INPUT = 1


def read_commands(commands: Iterable[Any]) -> list[dict[str, Any]]:
    """Context menus have no description, so they are left out."""
    sent = []
    for command in commands:
        name, description = _member(command, "name"), _member(command, "description")
        kind = _member(command, "type")
        if description or kind is None or getattr(kind, "value", kind) == _CHAT_INPUT:
            sent.append({"name": name, "description": description})
    return sent


def _member(command: Any, name: str) -> Any:
    return command.get(name) if isinstance(command, Mapping) else getattr(command, name, None)
