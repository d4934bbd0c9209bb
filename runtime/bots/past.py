"""What a player remembers and what a vector at the moment does not tell: moves whose consequences are still hidden.

Within `simultaneously` (semantics 13) those who come earlier have decided, and nobody is to know what. While an action
runs, its arguments lie in the vector, also those that others do not see. In both cases one goes back to before it, and
imagines what may have been done since.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final, Literal

from attrs import frozen

from hoyle.runtime.compiled import PASS, Shown, Vector
from hoyle.runtime.errors import RuleError
from hoyle.runtime.problems import StateError
from hoyle.runtime.rules import Rules
from hoyle.runtime.state import State
from hoyle.runtime.views import Event, events

_STEPS: Final = 1_000


@frozen(eq=False)
class Entry:
    """What happened: a vector, the move or outcome at it, and what was shown meanwhile."""

    before: Vector
    code: int
    shown: tuple[Shown, ...] = ()


class Past:
    """What happened, if it was kept."""

    def __init__(self, happened: list[Entry] | None, last: Event | None = None) -> None:
        self._happened = happened
        self._last = last

    @classmethod
    def of(cls, state: State) -> Past:
        return cls(None, state.last_event)

    def backwards(self) -> Iterator[Entry]:
        """The latest first. StateError if the past was not kept."""
        if self._happened is not None:
            yield from reversed(self._happened)
        elif self._last is None:
            raise StateError("state.no_log")
        else:
            for event in events(self._last):
                if event.before is not None:
                    yield Entry(event.before.s, event.code, event.shown)

    def until(self, s: Vector) -> list[Entry]:
        """What led to a vector of the past, or to the present one, in order."""
        entries = list(self.backwards())[::-1]
        at = next((place for place, entry in enumerate(entries) if entry.before is s), len(entries))
        return entries[:at]


@frozen
class Seen:
    """One event as a player saw it. kind: the player's own move or one seen whole (`open`), one of which some arguments
    are not seen (`masked`: the action, and values or None), one not seen at all (`hidden`), and chance (its values, or
    None)."""

    kind: Literal["open", "masked", "hidden", "chance"]
    code: int = 0
    action: int = 0
    values: tuple[Any, ...] | None = None


@frozen
class Recall:
    """What led from an earlier vector to the decision that is asked. together: within `simultaneously`; then `seen` are
    the player's own moves, and those of others are any."""

    seen: tuple[Seen, ...]
    together: bool


def needs_past(rules: Rules) -> bool:
    """Whether some vector of a game does not suffice to know what one of its players knows."""
    if rules.module.SHOWN or any(decision.secret for decision in rules.info.decisions):
        return True
    return any(_masked_actions(rules, seat) for seat in rules.info.seat_codes)


def recalled(rules: Rules, s: Vector, seat: int, past: Past) -> tuple[Vector, Recall | None]:
    """The vector to imagine from, and what happened since; None: nothing that matters, it is the present one."""
    if rules.decisions[s[0]].secret:
        return _before_together(rules, s, seat, past)
    running = {number for number in _masked_actions(rules, seat) if _runs(rules, s, number)}
    return _before_action(rules, s, seat, past, running) if running else (s, None)


def _before_together(rules: Rules, s: Vector, seat: int, past: Past) -> tuple[Vector, Recall | None]:
    """Where the block that is going on began. Seats come one after the other; who comes again is in another block."""
    copies, origin, own, came = _copies(rules, s), s, [], [seat]
    for entry in past.backwards():
        before, code = entry.before, entry.code
        decision = rules.decisions.get(before[0])
        if decision is None or not decision.secret or _copies(rules, before) != copies:
            break
        who = rules.module.who(before)
        if who in came[:-1]:
            break
        came += [who] if who != came[-1] else []
        origin = before
        if who == seat:
            own.append(Seen("open", code))
    return origin, None if origin is s else Recall(tuple(own[::-1]), together=True)


def _copies(rules: Rules, s: Vector) -> list[Any]:
    return [s[copy : copy + length] for _, copy, length in rules.frozen_copies]


def _before_action(rules: Rules, s: Vector, seat: int, past: Past, running: set[int]) -> tuple[Vector, Recall | None]:
    seen: list[Seen] = []
    for entry in past.backwards():
        seen.append(_as_seen(rules, entry.before, entry.code, seat))
        if seen[-1].kind == "masked" and seen[-1].action in running:
            return entry.before, Recall(tuple(seen[::-1]), together=False)
    return s, None


def _masked_actions(rules: Rules, seat: int) -> frozenset[int]:
    """The actions of others of which a seat does not see all arguments."""
    sees, seats = rules.module.sees_argument, rules.info.seat_codes
    return frozenset(
        action.number
        for action in rules.info.actions
        for place in range(len(action.params))
        if any(not sees(action.number, place, actor, seat) for actor in seats if actor != seat)
    )


def _runs(rules: Rules, s: Vector, number: int) -> bool:
    """Whether something is remembered for an action that is not over."""
    verb = rules.actions[number].verb
    return any(s[at] for name, at, *_ in rules.module.SLOTS if name.partition(".")[0].partition("~")[0] == verb)


def _as_seen(rules: Rules, before: Vector, code: int, seat: int) -> Seen:
    module, decision = rules.module, rules.decisions.get(before[0])
    if decision is None:
        is_seen = module.sees_outcome(before, seat)
        return Seen("chance", values=module.decode_outcome(before, code) if is_seen else None)
    actor = module.who(before)
    if actor == seat:
        return Seen("open", code)
    if decision.secret or code == PASS:
        return Seen("hidden")
    number, values = module.decode(code)
    told = tuple(v if module.sees_argument(number, i, actor, seat) else None for i, v in enumerate(values))
    return Seen("open", code) if None not in told else Seen("masked", action=number, values=told)


# ------------------------------------------------------------------------------------------------ imagining


def replayed(rules: Rules, seat: int, s: Vector, recall: Recall, rng: random.Random) -> bool:
    """Play on, in place, as it may have gone on; whether it could."""
    try:
        return _together(rules, seat, s, recall, rng) if recall.together else _one_by_one(rules, s, recall, rng)
    except RuleError:
        return False


def _together(rules: Rules, seat: int, s: Vector, recall: Recall, rng: random.Random) -> bool:
    module, own = rules.module, [seen.code for seen in recall.seen]
    result = module.moves(s)
    for _ in range(_STEPS):
        if not result or not rules.decisions[s[0]].secret:
            return False
        if module.who(s) != seat:
            code = result[int(rng.random() * len(result))]
        elif not own:
            return True
        else:
            code = own.pop(0)
        if code not in result:
            return False
        result = module.step(s, code)
    return False


def _one_by_one(rules: Rules, s: Vector, recall: Recall, rng: random.Random) -> bool:
    result: Any = rules.module.moves(s)
    for seen in recall.seen:
        code = None if result is None else _possible(rules, s, result, seen, rng)
        if code is None:
            return False
        result = rules.module.step(s, code)
    return bool(result)


def _possible(rules: Rules, s: Vector, result: Any, seen: Seen, rng: random.Random) -> int | None:
    """A move or outcome that looks as what was seen; None if there is none."""
    module = rules.module
    if seen.kind == "chance":
        if result:
            return None
        outcomes = [code for code, _ in module.outcomes(s)]
        if seen.values is None:
            return module.sample(s, rng.random)
        fitting = [code for code in outcomes if module.decode_outcome(s, code) == seen.values]
    elif seen.kind == "open":
        fitting = [code for code in result if code == seen.code]
    elif seen.kind == "hidden":
        fitting = list(result)
    else:
        fitting = [code for code in result if code != PASS and _looks(module.decode(code), seen)]
    return fitting[int(rng.random() * len(fitting))] if fitting else None


def _looks(move: tuple[int, tuple[Any, ...]], seen: Seen) -> bool:
    number, values = move
    assert seen.values is not None
    return number == seen.action and all(
        told is None or told == value for told, value in zip(seen.values, values, strict=True)
    )
