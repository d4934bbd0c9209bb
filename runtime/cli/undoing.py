"""How far `undo` goes: to the last choice a person made, but never past a revealed secret, an outcome of chance or
another person's move, unless all agree (`--allow-takeback`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoyle.runtime.cli.sitting import Sitting, was_chosen
from hoyle.runtime.problems import UserError
from hoyle.runtime.rules import Position
from hoyle.runtime.sentences import seat_name
from hoyle.runtime.views import UNKNOWN, Event, Plain, observation


def how_far(sitting: Sitting, people: Sequence[str], language: str) -> int:
    """How many events are to be taken back, at least one. UserError says why none can be."""
    rules = sitting.game.rules
    seats = {rules.seat(seat) for seat in people}
    asking = sitting.state.position.you
    for count, event in enumerate(reversed(sitting.events), 1):
        if event.before is None:
            break
        if was_chosen(event) and event.before.you in seats:
            if event.before.you != asking and not sitting.can_take_back:
                raise UserError("cli.undo.other", name=seat_name(rules, rules.seat_name[event.before.you], language))
            _check(event, seats, sitting)
            return count
        _check(event, seats, sitting)
    raise UserError("cli.undo.nothing")


def _check(event: Event, seats: set[int], sitting: Sitting) -> None:
    """UserError if an event must not be taken back."""
    before = event.before
    assert before is not None
    if sitting.can_take_back:
        return
    if before.decision is None:
        raise UserError("cli.undo.chance")
    if event.shown or any(reveals(before, event.after, seat) for seat in seats):
        raise UserError("cli.undo.secret")


def reveals(before: Position, after: Position, viewer: int) -> bool:
    """Whether something has changed of what a seat did not see: it may have come to light."""
    old, new = observation(before, viewer), observation(after, viewer)
    return _reveals(old["fields"], new["fields"]) or _reveals(old["scores"], new["scores"])


def _reveals(old: Plain, new: Plain) -> bool:
    if old == new:
        return False
    if _is_hidden(old):
        return True
    if isinstance(old, dict) and isinstance(new, dict):
        return any(_reveals(value, new.get(key)) for key, value in old.items())
    return isinstance(old, list) and UNKNOWN in old


def _is_hidden(value: Any) -> bool:
    """Whether a part of an observation stands for something that is not seen."""
    return value == UNKNOWN or (isinstance(value, dict) and bool(value) and set(value) <= {"top", "count"})
