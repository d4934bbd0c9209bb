"""What a game does not offer, told to players: what the compiler found, in the words of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hoyle.runtime.problems import LoadError
from hoyle.runtime.values import hint_for

MOST: Final = 12  # values of an option that are told one by one


def misuse(what: str, values: Mapping[str, Any]) -> LoadError:
    """A number of players or an option that there is not, as a problem of the user. what, values: as in the compiler's
    `MisuseError`."""
    said = dict(values)
    known: list[str] = said.pop("known")
    told = ", ".join(known if len(known) <= MOST else [*known[: MOST - 1], "…"])
    match what:
        case "count":
            return LoadError("load.count", counts=told, **said)
        case "no_option":
            return LoadError("load.no_option", options=told, hint=hint_for(str(said["name"]), known), **said)
        case "bad_option":
            return LoadError("load.bad_option", choices=told, hint=hint_for(str(said["value"]), known), **said)
    return LoadError("load.no_options", **said)
