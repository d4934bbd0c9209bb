"""What a player knows: observations, events as others see them, information states (semantics 16).

Observations are plain data (dictionaries, lists, strings, numbers) and hold no ids, hashes or lengths that depend on
what is hidden.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from attrs import field, frozen

from hoyle.runtime.compiled import NONE, PASS, Shown, Told
from hoyle.runtime.description import FieldInfo, TypeInfo
from hoyle.runtime.moves import move_of, outcome_of
from hoyle.runtime.rules import Position
from hoyle.runtime.sentences import say_announced
from hoyle.runtime.support import Hidden, Partly
from hoyle.runtime.values import Value

UNKNOWN = "unknown"
Plain = Any  # what JSON can hold


def plain(value: Any) -> Plain:
    """A readable value with its tuples as lists."""
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def observation(position: Position, viewer: int | None) -> dict[str, Plain]:
    """What a seat, or None: a spectator, sees at this moment."""
    seen: dict[str, Plain] = {"player": None if viewer is None else position.rules.seat_name[viewer]}
    if viewer is not None and position.you == viewer:
        seen["decision"] = _decision(position)
    if position.is_over:
        seen["over"] = _ending(position)
    seen["fields"] = {field.key: _field(position, field, viewer) for field in position.rules.info.fields}
    seen["scores"] = {name: _scores(position, seat, viewer) for seat, name in position.rules.seat_name.items()}
    return seen


def _decision(position: Position) -> Plain:
    decision = position.decision
    assert decision is not None
    moves = [move_of(position, code).notation for code in position.module.moves(position.s)]
    return {"label": decision.label, "moves": moves}


def _ending(position: Position) -> Plain:
    return {"winners": list(position.rules.names(position.module.winners(position.s)))}


def _scores(position: Position, seat: int, viewer: int | None) -> Plain:
    """The components of a seat's score, those the viewer may know."""
    components = [c for c in position.rules.info.components if seat in c.seats]
    return {c.name: _score(position, c.number, seat, viewer) for c in components}


def _score(position: Position, component: int, seat: int, viewer: int | None) -> Plain:
    """A component of a score; unknown if it reads anything that the viewer does not see."""
    points = position.module.view_score(position.s, component, seat, viewer)
    return UNKNOWN if points is None else points


# ------------------------------------------------------------------------------------------------ fields


def _field(position: Position, field: FieldInfo, viewer: int | None) -> Plain:
    return nested(
        position.rules.places(field),
        lambda place: _seen(position, field, position.module.view_field(position.s, field.number, place, viewer)),
        lambda depth, code: index_label(position, field, depth, code),
    )


def index_label(position: Position, field: FieldInfo, depth: int, code: int, *, fixed: bool = False) -> str:
    """How an index of a field is written. fixed: without regard to where the things of a carried board lie."""
    s = None if fixed else position.s
    own = depth - (0 if field.owner is None else 1)
    if own < 0:
        assert field.owner is not None
        return str(position.values.member(s, field.owner, code))
    return str(position.values.readable(s, code, field.indices[own]))


def nested(
    places: list[tuple[int, ...]], value: Callable[[tuple[int, ...]], Plain], label: Callable[[int, int], str]
) -> Plain:
    """Values by place as dictionaries within dictionaries, keyed by the labels of the indices."""
    if places == [()]:
        return value(())
    table: dict[str, Plain] = {}
    for place in places:
        inner = table
        for depth, code in enumerate(place[:-1]):
            inner = inner.setdefault(label(depth, code), {})
        inner[label(len(place) - 1, place[-1])] = value(place)
    return table


def _seen(position: Position, field: FieldInfo, value: Any) -> Plain:
    """A field's value as `view_field` gives it."""
    if field.type.kind == "int" and isinstance(value, int) and not field.type.optional:
        return value
    match value:
        case Hidden(count=None):
            return UNKNOWN
        case Hidden(count=count):
            return {"count": count}
        case Partly(top=top, count=count):
            shown = _top(position, field, top)
            return {"top": shown} if count is None else {"top": shown, "count": count}
    return plain(position.readable(value, field.type))


def _top(position: Position, field: FieldInfo, top: int | None) -> Plain:
    """The top of a pile: None if there is none, unknown if nobody knows it."""
    of = field.type.of
    assert of is not None
    if top is None:
        return UNKNOWN
    return None if top == NONE else plain(position.readable(top, of))


# ------------------------------------------------------------------------------------------------ the past


@frozen(eq=False)
class Showing:
    """What one `show` sentence showed (semantics 7.8), at `position`, just after it.

    sentence: of the rules; field, place: what was shown, if that is a field, with its owner and indices; seats: to
    whom.
    """

    position: Position
    sentence: str
    value: Any
    kind: TypeInfo
    seats: frozenset[int]
    field: FieldInfo | None
    place: tuple[int, ...]

    def said(self, viewer: int) -> str:
        """Everybody learns that something was shown, what it was only those to whom."""
        if viewer not in self.seats:
            return f"{self.sentence}: ?"
        return f"{self.sentence}: {self.position.values.notation(self.position.s, self.value, self.kind)}"

    @property
    def readable(self) -> Value:
        return self.position.readable(self.value, self.kind)


@frozen(eq=False)
class Event:
    """One entry of a log: what happened (`code`, at `before`; None: the game began), what `show` sentences showed and
    `announce` sentences told all meanwhile, and where it led.

    Logs are linked lists, so a copy of a state shares the past with the original.
    """

    previous: Event | None
    before: Position | None
    code: int
    after: Position
    shown: tuple[Shown, ...] = ()
    told: tuple[Told, ...] = ()
    _observed: dict[int | None, str] = field(factory=dict, init=False, repr=False)

    def seen_by(self, viewer: int) -> str | None:
        """The event as a player sees it, None if not at all (semantics 16.2)."""
        told = [] if self.before is None else [self.choice_seen_by(viewer)]
        told += [showing.said(viewer) for showing in self.showings]
        return "; ".join(part for part in told if part is not None) or None

    def choice_seen_by(self, viewer: int) -> str | None:
        """The move or outcome as a player sees it, None if not at all."""
        before = self.before
        assert before is not None
        if before.decision is not None:
            return self._move_seen_by(before, viewer)
        return self.said() if before.module.sees_outcome(before.s, viewer) else None

    def _move_seen_by(self, before: Position, viewer: int) -> str | None:
        you = before.you
        assert you is not None and before.decision is not None
        if you == viewer:
            return self.said()
        if self.code == PASS or before.decision.secret:
            return None
        return f"{before.rules.seat_name[you]} {_masked(before, self.code, you, viewer)}"

    @property
    def showings(self) -> list[Showing]:
        """What was shown meanwhile, in order."""
        return [self._showing(*shown) for shown in self.shown]

    def announcements(self, language: str) -> list[str]:
        """What was announced meanwhile, in words. It holds nothing that somebody does not see."""
        return [say_announced(self.after, key, values, language) for key, values in self.told]

    def _showing(self, number: int, value: Any, seats: frozenset[int], place: tuple[int, ...]) -> Showing:
        _, sentence, kind, field = self.after.module.SHOWN[number]
        of = None if field < 0 else self.after.rules.info.fields[field]
        return Showing(self.after, sentence, value, kind, seats, of, place)

    def shown_to(self, viewer: int) -> list[tuple[str, Value]]:
        """What a player was shown: sentence of the rules, and value."""
        return [(showing.sentence, showing.readable) for showing in self.showings if viewer in showing.seats]

    def observed_by(self, viewer: int) -> str:
        """The observation after the event, as canonical text."""
        found = self._observed.get(viewer)
        if found is None:
            found = json.dumps(observation(self.after, viewer), ensure_ascii=False, sort_keys=True)
            self._observed[viewer] = found
        return found

    def said(self) -> str:
        """The event as a line: `player_1 take(a, 2)`, `* roll(3)`."""
        assert self.before is not None
        you = self.before.you
        if you is None:
            return f"* {outcome_of(self.before, self.code).notation}"
        return f"{self.before.rules.seat_name[you]} {move_of(self.before, self.code).notation}"


def _masked(before: Position, code: int, actor: int, viewer: int) -> str:
    """Another player's move: the action, and those arguments that depend on nothing hidden; "?" for the others."""
    number, values = before.module.decode(code)
    action = before.rules.actions[number]
    said = [
        before.values.notation(before.s, value, kind)
        if before.module.sees_argument(number, place, actor, viewer)
        else "?"
        for place, (value, (_, kind)) in enumerate(zip(values, action.params, strict=True))
    ]
    return f"{action.label}({', '.join(said)})" if said else action.label


def events(last: Event) -> Iterator[Event]:
    """The events of a log, the last first."""
    event: Event | None = last
    while event is not None:
        yield event
        event = event.previous


def information_state(last: Event, viewer: int) -> tuple[tuple[str, str], ...]:
    """All that a player has seen: pairs of an event ("" if it was not seen) and the observation after it, as text.

    Events of which the player saw nothing are left out where they left the observation as it was (semantics 16.3).
    """
    seen: list[tuple[str, str]] = []
    for event in reversed(list(events(last))):
        said, observed = event.seen_by(viewer), event.observed_by(viewer)
        if said is not None or not seen or seen[-1][1] != observed:
            seen.append((said or "", observed))
    return tuple(seen)
