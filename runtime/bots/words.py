"""Who sits at a seat, as it is said: `random`, `greedy`, `mcts:iterations=400`, `mcts:time=1s,depth=60`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import frozen

from hoyle.runtime.problems import UserError
from hoyle.runtime.values import hint_for

_UNITS: Final = {"ms": 0.001, "s": 1.0, "min": 60.0}
_TIME: Final = re.compile(r"(\d+(?:\.\d+)?|\.\d+)(ms|s|min)")
_MOST: Final = 10_000_000


class BotError(UserError):
    """There is no such bot, or it cannot be set that way."""


@frozen
class Kind:
    """A bot with its settings. name: one of `BOTS`; settings: those that were said, with their values, by name."""

    name: str
    settings: tuple[tuple[str, Any], ...] = ()

    @property
    def text(self) -> str:
        """As it is said; equal kinds say the same."""
        said = ",".join(f"{name}={_written(name, value)}" for name, value in self.settings)
        return f"{self.name}:{said}" if said else self.name

    @property
    def is_timed(self) -> bool:
        """Whether its moves depend on how fast the machine is."""
        return self.setting("time") is not None

    def setting(self, name: str, default: Any = None) -> Any:
        """The value of a setting; the default if it was not said."""
        return dict(self.settings).get(name, default)


def _written(name: str, value: Any) -> str:
    return f"{value:g}s" if name == "time" else f"{value:g}"


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= _MOST else None


def _seconds(text: str) -> float | None:
    found = _TIME.fullmatch(text)
    seconds = float(found[1]) * _UNITS[found[2]] if found else 0.0
    return seconds if 0 < seconds <= 3600 else None


def _positive(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value <= 100 else None


# Of each bot its settings: how a value is read, and the message that says what is expected.
Setting = tuple[Callable[[str], Any], str]
_COUNT: Final[Setting] = (_number, "bot.value.number")
BOTS: Final[Mapping[str, Mapping[str, Setting]]] = {
    "random": {},
    "greedy": {"samples": _COUNT},
    "mcts": {
        "iterations": _COUNT,
        "time": (_seconds, "bot.value.time"),
        "depth": _COUNT,
        "explore": (_positive, "bot.value.positive"),
    },
}


def kind_of(text: str, *, more: tuple[str, ...] = ()) -> Kind:
    """The bot that a text names. more: other words that are allowed here, such as `human`, without settings.

    BotError if there is none, or if it has no such setting or value.
    """
    name, sign, rest = text.strip().partition(":")
    name = name.strip().casefold()
    if name in more and not sign:
        return Kind(name)
    if name not in BOTS:
        words = (*more, *BOTS)
        raise BotError("bot.unknown", kind=text, hint=hint_for(name, words), words=", ".join(words))
    return Kind(name, tuple(sorted(_settings(name, rest).items())) if sign else ())


def _settings(bot: str, text: str) -> dict[str, Any]:
    known, found = BOTS[bot], dict[str, Any]()
    for part in text.split(","):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in known:
            raise BotError(
                "bot.setting" if known else "bot.no_settings", bot=bot, given=part, settings=", ".join(known)
            )
        if name in found:
            raise BotError("bot.twice", setting=name)
        read, expected = known[name]
        found[name] = read(value)
        if found[name] is None:
            raise BotError("bot.value", setting=name, value=value, expected=UserError(expected))
    return found
