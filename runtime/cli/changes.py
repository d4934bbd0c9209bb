"""What a move or an outcome changed, as a seat sees it: places, counters, what people hold, scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, Final

from attrs import frozen

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.columns import paragraph
from hoyle.runtime.cli.naming import Speaker, field_name, thing
from hoyle.runtime.description import FieldInfo, TypeInfo
from hoyle.runtime.moves import Outcome
from hoyle.runtime.rules import Position
from hoyle.runtime.sentences import component_name, member_name, seat_name, shown
from hoyle.runtime.views import UNKNOWN, Plain, observation

_GONE: Final = object()  # a place that is no longer there
LINES: Final = 6  # that the changes of one event take


@frozen
class Change:
    """of: what has changed, as people call it, "" for the game itself; what: how, in words; rank: the lower, the
    earlier it is told."""

    of: str
    what: str
    rank: int = 0


def told_changes(
    before: Position,
    after: Position,
    viewer: int | None,
    language: str,
    *,
    outcome: Outcome | None = None,
    most: int = LINES,
) -> list[str]:
    """The changes between two positions as at most so many lines, indented: first those of players, then those of other
    things. outcome: of chance, which need not be told twice. Of few lines scores take only their sums."""
    old, new = observation(before, viewer), observation(after, viewer)
    speaker = Speaker(after, language)
    known = set() if outcome is None else {_said_values(outcome)}
    scores = score_changes(speaker, old["scores"], new["scores"], in_parts=most >= LINES)
    changes = sorted([*field_changes(speaker, old, new, known), *scores], key=lambda change: change.rank)
    lines: list[str] = []
    for count in range(1, len(changes) + 1):
        longer = paragraph(joined(changes[:count], count < len(changes), language), indent=4, hanging=0)
        if len(longer) > most:
            return lines or longer[:most]
        lines = longer
    return lines


def joined(changes: Iterable[Change], is_cut: bool, language: str) -> str:
    """Changes as a sentence; what has changed of one thing stands together."""
    grouped: dict[str, list[str]] = {}
    for change in changes:
        grouped.setdefault(change.of, []).append(change.what)
    comma = message(language, "list")
    said = [f"{of}: {comma.join(whats)}" if of else comma.join(whats) for of, whats in grouped.items()]
    return message(language, "cli.change.joint").join([*said, *(["…"] if is_cut else [])])


def field_changes(
    speaker: Speaker, old: Mapping[str, Plain], new: Mapping[str, Plain], known: Set[str] = frozenset()
) -> Iterator[Change]:
    """What differs between the fields of two observations. known: what need not be told twice, as text."""
    rules = speaker.position.rules
    left_out = (rules.info.look or {}).get("left_out", ())
    for info in rules.info.fields:
        if info.key not in left_out:  # the look says that it is of no interest
            yield from _of_field(speaker, info, old["fields"][info.key], new["fields"][info.key], known)


def _said_values(outcome: Outcome) -> str:
    return str([value for _, value in outcome.arguments])


# ------------------------------------------------------------------------------------------------ fields


def _of_field(speaker: Speaker, info: FieldInfo, old: Plain, new: Plain, known: Set[str]) -> Iterator[Change]:
    if old == new:
        return
    earlier = _flat(old, _depth(info))
    for place, value in _flat(new, _depth(info)).items():
        was = earlier.get(place, _GONE)
        if was is _GONE or was == value or str([thing(value)]) in known:
            continue
        what = _said_change(speaker, info.type, was, value)
        owner = "" if info.owner is None else _owner(speaker, info.owner, place[0])
        own = place if info.owner is None else place[1:]
        name = field_name(speaker.position.rules, info, speaker.language)
        places = " ".join(speaker.places(info, own))
        name = speaker.say("cli.change.place", field=name, places=places) if places else name
        yield Change(owner, f"{name} {what}", _rank(speaker, info))


def _rank(speaker: Speaker, info: FieldInfo) -> int:
    if info.owner is None:
        return 2
    return 0 if speaker.position.rules.info.domains[info.owner].kind == "player" else 1


def _depth(info: FieldInfo) -> int:
    return len(info.indices) + (info.owner is not None)


def _flat(data: Plain, depth: int, front: tuple[str, ...] = ()) -> dict[tuple[str, ...], Plain]:
    if depth == 0:
        return {front: data}
    return {
        place: value for key, inner in data.items() for place, value in _flat(inner, depth - 1, (*front, key)).items()
    }


def _owner(speaker: Speaker, domain: str, label: str) -> str:
    return member_name(speaker.position.rules, domain, label, speaker.language)


def _said_change(speaker: Speaker, kind: TypeInfo, old: Plain, new: Plain) -> str:
    if isinstance(old, list) and isinstance(new, list) and kind.of is not None:
        return _difference(speaker, kind.of, old, new) or speaker.value(new, kind)
    if old in (None, [], {"count": 0}) or speaker.value(old, kind) == "-":
        return speaker.value(new, kind)
    return speaker.say("cli.change.from_to", old=speaker.value(old, kind), new=speaker.value(new, kind))


def _difference(speaker: Speaker, of: TypeInfo, old: list[Any], new: list[Any]) -> str:
    """What came and what went; nothing if only the order is another."""
    was, now = Counter(map(_hashable, old)), Counter(map(_hashable, new))
    parts = [*_counted(speaker, of, now - was, "+"), *_counted(speaker, of, was - now, "-")]
    return " ".join(parts)


def _hashable(value: Any) -> Any:
    return thing(value)


def _counted(speaker: Speaker, of: TypeInfo, items: Counter[Any], sign: str) -> Iterator[str]:
    for value, count in items.items():
        name = "?" if value == UNKNOWN else shown(speaker.position, value, of, speaker.language)
        yield f"{sign}{name}" if count == 1 else f"{sign}{name} x{count}"


# ------------------------------------------------------------------------------------------------ scores


def score_changes(
    speaker: Speaker, old: Mapping[str, Plain], new: Mapping[str, Plain], *, in_parts: bool
) -> Iterator[Change]:
    """Of each player whose score has changed, what is known of it."""
    rules, language = speaker.position.rules, speaker.language
    for seat, components in new.items():
        moved = {
            name: points - old[seat][name]
            for name, points in components.items()
            if UNKNOWN not in (points, old[seat].get(name, UNKNOWN)) and points != old[seat][name]
        }
        if not moved:
            continue
        whole = sum(moved.values())
        if not in_parts and not whole:
            continue
        each = [f"{component_name(rules, name, language)} {step:+d}" for name, step in moved.items()]
        parts = each if in_parts else [f"{whole:+d}"]
        yield Change(
            seat_name(rules, seat, language), speaker.say("cli.change.score", parts=speaker.say("list").join(parts))
        )
