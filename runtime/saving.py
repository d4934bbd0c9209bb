"""States as plain data with readable names, and back: `restored(rules, saved(position)) == position`.

Members are written as in notation, cells of carried boards by their thing and part, because where things lie is itself
part of what is saved. A zone is a list, top first, or, if some of it is not yet known, an object (semantics 7.7).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hoyle.runtime.compiled import ENDING, OVER, PAUSE, WON_BY, Packing, Vector
from hoyle.runtime.description import FieldInfo, TypeInfo
from hoyle.runtime.problems import NotationError, SavedStateError, UserError
from hoyle.runtime.rules import Position, Rules
from hoyle.runtime.values import is_within
from hoyle.runtime.views import Plain, index_label, nested, plain

FORMAT = 1
_SCALARS = ("bool", "int", "member")
_LARGEST_MASK = 65_536  # bits; no state has more slots

Slot = tuple[str, int, TypeInfo, Packing | None]


def saved(position: Position) -> dict[str, Plain]:
    """A state as plain data, without its log."""
    rules, s = position.rules, position.s
    return {
        "format": FORMAT,
        "game": rules.info.name,
        "identity": rules.info.identity,
        "pause": _pause(position),
        "ending": rules.info.endings[s[ENDING] - 1].name if s[ENDING] else None,
        "won_by": list(rules.names(_seats(s[WON_BY] - 1))) if s[WON_BY] else None,
        "fields": {field.key: _saved_field(position, field) for field in rules.info.fields},
        "continuation": {slot[0]: _saved_slot(rules, s[slot[1]], slot) for slot in rules.module.SLOTS},
    }


def _pause(position: Position) -> Plain:
    """What the game waits for: `over`, or the label of a decision or chance node and its number."""
    site = position.decision or position.chance
    return "over" if site is None else {"at": site.label, "number": site.number}


def _seats(mask: int) -> frozenset[int]:
    return frozenset(code for code in range(mask.bit_length()) if mask >> code & 1)


def _saved_field(position: Position, field: FieldInfo) -> Plain:
    return nested(
        position.rules.places(field),
        lambda place: _saved_value(position, field, position.module.read_field(position.s, field.number, place)),
        lambda depth, code: index_label(position, field, depth, code, fixed=True),
    )


def _saved_value(position: Position, field: FieldInfo, value: Any) -> Plain:
    if field.kind not in ("bag", "pile"):
        return plain(position.values.readable(None, value, field.type))
    prefix, rest, tokens, pool, *number = value
    listed = rest if field.kind == "bag" and not prefix else prefix
    if tokens == 0 and listed + () == prefix + rest:
        return _components(position.rules, field, listed)
    zone = {"known": _components(position.rules, field, prefix), "unordered": _components(position.rules, field, rest)}
    zone |= {"undrawn": tokens, "pool": _components(position.rules, field, pool)}
    return zone | ({"pool_number": number[0]} if number else {})


def _components(rules: Rules, field: FieldInfo, codes: tuple[int, ...]) -> Plain:
    assert field.type.of is not None
    return plain(rules.values.readable(None, codes, TypeInfo("list", of=field.type.of)))


def _saved_slot(rules: Rules, number: int, slot: Slot) -> Plain:
    """A slot's value readable; as its number what is no value of the type because the slot is dead, and what lies in a
    slot of several types."""
    _, _, kind, packing = slot
    value = number if packing is None else packing.unpack(number)
    if (packing is None and kind.kind not in _SCALARS) or not is_within(value, kind):
        return number
    if kind.kind == "member" and not kind.optional and value not in rules.values.domains[str(kind.domain)].codes:
        return number
    try:
        return {"value": plain(rules.values.readable(None, value, kind))}
    except LookupError:
        return number


# ------------------------------------------------------------------------------------------------ back


def restored(rules: Rules, data: object) -> Vector:
    """The vector of a saved state. SavedStateError says what is wrong with it."""
    reader = _Reader(rules)
    whole = reader.mapping(UserError("saved.whole"), data)
    reader.check_rules(whole)
    s = rules.module.new()
    for field in rules.info.fields:
        reader.read_field(s, field, reader.entry(reader.mapping("fields", whole.get("fields")), field.key))
    continuation = reader.mapping("continuation", whole.get("continuation"))
    for slot in rules.module.SLOTS:
        s[slot[1]] = reader.slot(slot, reader.entry(continuation, slot[0]))
    s[PAUSE] = reader.pause(reader.entry(whole, "pause"))
    s[ENDING] = reader.ending(reader.entry(whole, "ending"))
    s[WON_BY] = reader.won_by(reader.entry(whole, "won_by"))
    reader.check(Position(rules, s), whole)
    return s


class _Reader:
    """Reads parts of a saved state; every failure is a SavedStateError that names the part."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._blank = rules.module.new()

    def _wrong(self, key: str | UserError, value: object) -> SavedStateError:
        why = UserError("saved.wrong", key=key, value=_shortened(value))
        return SavedStateError("saved.not_a_state", why=why)

    def mapping(self, key: str | UserError, data: object) -> Mapping[str, object]:
        if not isinstance(data, Mapping):
            raise self._wrong(key, data)
        return data

    def entry(self, data: Mapping[str, object], key: str) -> object:
        if key not in data:
            raise SavedStateError("saved.not_a_state", why=UserError("saved.missing", key=key))
        return data[key]

    def check_rules(self, data: Mapping[str, object]) -> None:
        """The rules must be those that saved the state."""
        if self.entry(data, "format") != FORMAT:
            raise self._wrong("format", data["format"])
        info = self._rules.info
        theirs = (self.entry(data, "game"), self.entry(data, "identity"))
        if theirs != (info.name, info.identity):
            ours = f"{info.name} {info.identity}"
            raise SavedStateError("saved.foreign", theirs=f"{theirs[0]} {theirs[1]}", ours=ours)

    def pause(self, data: object) -> int:
        if data == "over":
            return OVER
        number = self.mapping("pause", data).get("number")
        site = self._rules.decisions.get(_whole(number)) or self._rules.chances.get(_whole(number))
        if site is None or self.mapping("pause", data).get("at") != site.label:
            raise self._wrong("pause", data)
        return site.number

    def ending(self, data: object) -> int:
        names = [ending.name for ending in self._rules.info.endings]
        if data is not None and data not in names:
            raise self._wrong("ending", data)
        return 0 if data is None else names.index(str(data)) + 1

    def won_by(self, data: object) -> int:
        if data is None:
            return 0
        seats = [self._rules.seat_code.get(str(name)) for name in data] if isinstance(data, list) else [None]
        codes = {seat for seat in seats if seat is not None}
        if None in seats:
            raise self._wrong("won_by", data)
        return sum(1 << code for code in codes) + 1

    def slot(self, slot: Slot, data: object) -> int:
        """A scalar that is no value of its type can only be 0: the slot is dead."""
        name, _, kind, packing = slot
        if not isinstance(data, int) or isinstance(data, bool):
            value = self._value(name, self.entry(self.mapping(name, data), "value"), kind)
            data = int(value) if packing is None else packing.pack(value)
        elif kind.kind in _SCALARS and data != 0:
            raise self._wrong(name, data)
        if packing is not None and not 0 <= data < 1 << _LARGEST_MASK:
            raise self._wrong(name, data)
        return data

    def check(self, position: Position, whole: Mapping[str, object]) -> None:
        """What was restored must be what was written: parts that do not fit each other show here."""
        try:
            wrong = [key for key, value in saved(position).items() if whole.get(key) != value]
        except (LookupError, ValueError, TypeError, OverflowError, AssertionError):
            wrong = ["fields"]
        if wrong:
            raise SavedStateError("saved.not_a_state", why=UserError("saved.inconsistent", key=wrong[0]))

    def read_field(self, s: Vector, field: FieldInfo, data: object) -> None:
        position = Position(self._rules, s)
        for place in self._rules.places(field):
            found, key = data, field.key
            for depth, code in enumerate(place):
                label = index_label(position, field, depth, code, fixed=True)
                found, key = self.entry(self.mapping(key, found), label), f"{key}[{label}]"
            self._write(s, field, place, key, found)

    def _write(self, s: Vector, field: FieldInfo, place: tuple[int, ...], key: str, data: object) -> None:
        zone = field.kind in ("bag", "pile")
        value = self._zone(key, data, field) if zone else self._value(key, data, field.type)
        try:
            self._rules.module.write_field(s, field.number, place, value)
        except (ValueError, LookupError, OverflowError, TypeError, AssertionError) as error:
            raise self._wrong(key, data) from error

    def _zone(self, key: str, data: object, field: FieldInfo) -> tuple[Any, ...]:
        if isinstance(data, list):
            codes = self._codes(key, data, field)
            return (codes, (), 0, ()) if field.kind == "pile" else ((), tuple(sorted(codes)), 0, ())
        parts = self.mapping(key, data)
        known = self._codes(key, self.entry(parts, "known"), field)
        rest, pool = (tuple(sorted(self._codes(key, self.entry(parts, k), field))) for k in ("unordered", "pool"))
        tokens = _whole(self.entry(parts, "undrawn"))
        number = (_whole(parts["pool_number"]),) if "pool_number" in parts else ()
        return (known, rest, tokens, pool, *number)

    def _codes(self, key: str, data: object, field: FieldInfo) -> tuple[int, ...]:
        assert field.type.of is not None
        return tuple(self._value(key, data, TypeInfo("list", of=field.type.of)))

    def _value(self, key: str, data: object, kind: TypeInfo) -> Any:
        try:
            value = self._rules.values.from_readable(self._blank, data, kind)
        except NotationError as error:
            raise self._wrong(key, data) from error
        if value is None or not is_within(value, kind):
            raise self._wrong(key, data)
        return value


def _whole(value: object) -> int:
    """An integer from JSON; anything else is no number of anything."""
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def _shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
