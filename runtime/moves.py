"""Moves and outcomes as values: verb, named arguments, notation, and a sentence for people.

They are compared by what they say, so a move found in one state equals the same move said in another. They keep the
position they were made for, which their sentences read.
"""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from hoyle.runtime.catalogue import message
from hoyle.runtime.compiled import PASS
from hoyle.runtime.description import TypeInfo
from hoyle.runtime.rules import Position
from hoyle.runtime.sentences import display, say_move, say_pass
from hoyle.runtime.values import Value

Arguments = tuple[tuple[str, Value], ...]


@frozen
class Move:
    """A move of a player. verb: the action's name, `choose` or `pass`; label: the same, but of a `choose` its own name
    (`play.choose_1`); arguments: all of them by name, in order, readable. code: the number the compiled game knows it
    by at this decision."""

    verb: str
    label: str
    arguments: Arguments
    notation: str
    code: int = field(eq=False, repr=False)
    position: Position = field(eq=False, repr=False)

    @property
    def args(self) -> dict[str, Value]:
        return dict(self.arguments)

    @property
    def is_pass(self) -> bool:
        return self.code == PASS

    def sentence(self, language: str = "en", viewer: str | None = None) -> str:
        """The move in words, as its player would read it where it was listed. viewer: another player who is told of it;
        "?" stands for what that player does not know."""
        if self.code == PASS:
            return say_pass(self.position, language)
        number, values = self.position.module.decode(self.code)
        seat = None if viewer is None else self.position.rules.seat(viewer)
        return say_move(self.position, self.position.rules.actions[number], self.position.you, values, language, seat)

    def __str__(self) -> str:
        return self.notation


@frozen
class Outcome:
    """What chance may bring. verb: `roll` or `draw`; arguments: by the names of the variables they go to."""

    verb: str
    label: str
    arguments: Arguments
    notation: str
    code: int = field(eq=False, repr=False)
    position: Position = field(eq=False, repr=False)

    @property
    def args(self) -> dict[str, Value]:
        return dict(self.arguments)

    def sentence(self, language: str = "en") -> str:
        """The outcome in words."""
        site = self.position.chance
        assert site is not None
        values = self.position.module.decode_outcome(self.position.s, self.code)
        said = [display(self.position, v, kind, language) for v, (_, kind) in zip(values, site.items, strict=True)]
        return message(language, f"outcome.{self.verb}", values=message(language, "list").join(said))

    def __str__(self) -> str:
        return self.notation


def move_of(position: Position, code: int) -> Move:
    """The move that a compiled game knows by `code` at this decision."""
    if code == PASS:
        return Move("pass", "pass", (), "pass", code, position)
    number, values = position.module.decode(code)
    action = position.rules.actions[number]
    arguments, notation = _said(position, action.verb, action.params, values)
    return Move(action.verb, action.label, arguments, notation, code, position)


def outcome_of(position: Position, code: int) -> Outcome:
    """The outcome that a compiled game knows by `code` at this chance node."""
    site = position.chance
    assert site is not None
    values = position.module.decode_outcome(position.s, code)
    arguments, notation = _said(position, site.verb, site.items, values)
    return Outcome(site.verb, site.label, arguments, notation, code, position)


def _said(
    position: Position, verb: str, params: tuple[tuple[str, TypeInfo], ...], values: tuple[Any, ...]
) -> tuple[Arguments, str]:
    """Readable arguments by name, and the notation of the whole."""
    pairs = list(zip(values, params, strict=True))
    arguments = tuple((name, position.readable(value, kind)) for value, (name, kind) in pairs)
    written = ", ".join(position.values.notation(position.s, value, kind) for value, (_, kind) in pairs)
    return arguments, f"{verb}({written})" if written else verb
