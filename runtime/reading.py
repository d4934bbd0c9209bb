"""From notation to moves and outcomes, relative to the position at which they are said (semantics 21.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import frozen

from hoyle.runtime.compiled import PASS
from hoyle.runtime.description import ActionInfo
from hoyle.runtime.moves import Move, Outcome, move_of, outcome_of
from hoyle.runtime.notation import Said, Term
from hoyle.runtime.problems import NotationError
from hoyle.runtime.rules import Position
from hoyle.runtime.values import OUTSIDE, hint_for


@frozen
class Deed:
    """A move as said: an action and its leading arguments, None where one has no value; said: how they were written."""

    action: ActionInfo
    args: tuple[Any, ...]
    said: tuple[str, ...] = ()

    @property
    def outside(self) -> tuple[int, ...]:
        """The positions of given arguments that are no value of their type: a cell off the board."""
        return tuple(i for i, value in enumerate(self.args) if value is OUTSIDE)

    @property
    def missing(self) -> int:
        """How many arguments were not given."""
        return len(self.action.params) - len(self.args)

    @property
    def padded(self) -> tuple[Any, ...]:
        """All arguments, None for those not given."""
        return self.args + (None,) * self.missing


def deed_of(position: Position, said: Said) -> Deed:
    """The deed that a move other than `pass` says. NotationError if it names what does not exist."""
    action = _action(position, said.verb)
    if len(said.args) > len(action.params):
        raise NotationError("notation.too_many", verb=said.verb, limit=len(action.params), given=len(said.args))
    return Deed(action, _numbers(position, said.args, action), tuple(map(str, said.args)))


def _action(position: Position, verb: str) -> ActionInfo:
    """The action of a name; of several `choose`s the one that is asked here."""
    actions = position.rules.by_verb.get(verb, ())
    if not actions:
        known = [*position.rules.by_verb, "pass"]
        raise NotationError("notation.verb", verb=verb, hint=hint_for(verb, known))
    asked = position.decision.actions if position.decision is not None else ()
    return next((a for a in actions if a.number in asked), actions[0])


def _numbers(position: Position, terms: Iterable[Term], action: ActionInfo) -> tuple[Any, ...]:
    pairs = zip(terms, action.params, strict=False)
    return tuple(position.values.number(position.s, term, kind) for term, (_, kind) in pairs)


def code_of(position: Position, deed: Deed, moves: list[int]) -> int | None:
    """The listed move that a whole deed is, by its own name or by its other one (semantics 10.6)."""
    if deed.outside or deed.missing:
        return None
    code = _encoded(position, deed.action, deed.args)
    return code if code in moves else _alias(position, deed, moves)


def _encoded(position: Position, action: ActionInfo, args: tuple[Any, ...]) -> int | None:
    try:
        return position.module.encode(action.number, args)
    except ValueError:
        return None


def _alias(position: Position, deed: Deed, moves: list[int]) -> int | None:
    """The listed move that stands for a legal one by its other name."""
    module, you, number = position.module, position.you, deed.action.number
    if you is None or not module.legal(position.s, number, you, deed.args):
        return None
    other = module.alias(position.s, number, you, deed.args)
    code = None if other is None else _encoded(position, deed.action, tuple(other))
    return code if code in moves else None


def completed(position: Position, deed: Deed, moves: list[int]) -> list[int]:
    """The listed moves that begin with the arguments of a deed."""
    found = []
    for code in moves:
        if code != PASS:
            number, args = position.module.decode(code)
            if number == deed.action.number and args[: len(deed.args)] == deed.args:
                found.append(code)
    return found


def listed_move(position: Position, said: Said, moves: list[int]) -> Move | None:
    """The legal move that is said, or None. Leading arguments suffice where they leave one legal move; NotationError
    where they leave several, or if what is said names what does not exist."""
    if said.verb == "pass":
        if said.args:
            raise NotationError("notation.pass_arguments")
        return move_of(position, PASS) if PASS in moves else None
    deed = deed_of(position, said)
    if not deed.missing:
        code = code_of(position, deed, moves)
        return None if code is None else move_of(position, code)
    found = completed(position, deed, moves)
    if len(found) > 1:
        first, second = (move_of(position, code).notation for code in found[:2])
        raise NotationError("notation.incomplete", text=str(said), first=first, second=second)
    return move_of(position, found[0]) if found else None


def listed_outcome(position: Position, said: Said) -> Outcome:
    """The possible outcome that is said. NotationError if it is none."""
    site = position.chance
    assert site is not None
    if said.verb != site.verb or len(said.args) != len(site.items):
        example = outcome_of(position, position.module.outcomes(position.s)[0][0]).notation
        raise NotationError("notation.outcome", text=str(said), example=example)
    pairs = zip(said.args, site.items, strict=True)
    values = tuple(position.values.number(position.s, term, kind) for term, (_, kind) in pairs)
    code = _outcome_code(position, values)
    if code is None or all(code != possible for possible, _ in position.module.outcomes(position.s)):
        raise NotationError("notation.impossible", text=str(said))
    return outcome_of(position, code)


def _outcome_code(position: Position, values: tuple[Any, ...]) -> int | None:
    if any(value is OUTSIDE for value in values):
        return None
    try:
        return position.module.encode_outcome(position.s, values)
    except ValueError:
        return None
