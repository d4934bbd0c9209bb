"""What can be wrong with what users give the runtime: moves, players, records, saved states, names of games.

Each problem is a key of the message catalogue and the values that fill it, so that it can be told in any language;
`str` is the English text. None of them is a defect of ours, and drivers show them without a traceback.
"""

from __future__ import annotations

from errno import errorcode
from typing import TYPE_CHECKING

from hoyle.runtime.catalogue import has_message, message
from hoyle.runtime.errors import RuleError

if TYPE_CHECKING:
    from hoyle.runtime.explain import Reason


class UserError(Exception):
    """Base of what is the user's to mend; `text(language)` says it."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values

    def text(self, language: str = "en") -> str:
        told = {k: v.text(language) if isinstance(v, UserError) else v for k, v in self.values.items()}
        return message(language, self.key, **told)

    def __str__(self) -> str:
        return self.text()


class NotationError(UserError):
    """A move or outcome cannot be read, or names what does not exist."""


class IllegalMove(UserError):  # noqa: N818 - the name that the contract gives it
    """A move that can be read but not made. `reasons` say why, in order (semantics 10.10)."""

    def __init__(self, move: str, reasons: tuple[Reason, ...]) -> None:
        super().__init__("refused.move", move=move, reasons=reasons)
        self.move = move
        self.reasons = reasons

    def text(self, language: str = "en") -> str:
        said = " ".join(reason.say(language) for reason in self.reasons)
        return message(language, self.key, move=self.move, reasons=said)


class StateError(UserError):
    """A question that this state or game has no answer to: a player it does not have, a log it does not keep."""


class SavedStateError(UserError):
    """A saved state is damaged, or was saved by other rules."""


class RecordError(UserError):
    """A record is damaged, of a foreign format or game, or cannot be read or written."""


class LoadError(UserError):
    """There is no such game."""


def os_problem(error: OSError) -> UserError:
    """Why a file cannot be read or written, as a part of another problem."""
    key = f"os.{errorcode.get(error.errno or 0, '')}"
    return UserError(key) if has_message(key) else UserError("os.other", said=error.strerror or str(error))


def tell_rule_error(error: RuleError, language: str = "en") -> str:
    """A rule error as a sentence with its place."""
    place = f"{error.file or '?'}:{error.line}"
    return message(language, "rule.error", place=place, why=message(language, f"rule.{error.message}", *error.values))
