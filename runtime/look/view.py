"""One player's view as run-time values: everything a look may read. Made from an observation, never from a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from hoyle.runtime.description import FieldInfo, TypeInfo
from hoyle.runtime.rules import Rules
from hoyle.runtime.values import none_of
from hoyle.runtime.views import UNKNOWN as SAID_UNKNOWN
from hoyle.runtime.views import Plain


class _Unknown:
    """The value of what the viewer does not see."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = _Unknown()


@frozen
class Heap:
    """A zone of which at most the top and the number are seen. top: a code, NONE, or UNKNOWN; count: None if unseen."""

    top: Any = UNKNOWN
    count: int | None = None


@frozen(eq=False)
class View:
    """What one seat, or a spectator, sees: fields by place, scores, whose turn it is.

    observation: as `views.observation` gives it; to_move: the seat that decides, which everybody sees.
    """

    rules: Rules
    observation: Mapping[str, Plain]
    to_move: int | None = None
    _fields: dict[str, dict[tuple[int, ...], Any]] = field(factory=dict, init=False, repr=False)
    _labels: dict[str, dict[int, str]] = field(factory=dict, init=False, repr=False)
    _codes: dict[str, dict[str, int]] = field(factory=dict, init=False, repr=False)

    def value(self, key: str, place: tuple[int, ...]) -> Any:
        """The value of a field at a place: a run-time value, UNKNOWN, a Heap; None if there is no such place."""
        if key not in self._fields:
            self._fields[key] = self._read(self._info(key))
        return self._fields[key].get(place)

    def family(self, key: str, front: tuple[int, ...]) -> tuple[Any, ...]:
        """The values of a field at all places that begin like this."""
        self.value(key, front)
        return tuple(v for place, v in self._fields[key].items() if place[: len(front)] == front)

    def score(self, component: str | None, seat: int) -> Any:
        """Points of a component, or of all together."""
        scores = self.observation["scores"].get(self.rules.seat_name.get(seat, ""))
        if scores is None:
            return None
        found = list(scores.values()) if component is None else [scores.get(component)]
        return UNKNOWN if SAID_UNKNOWN in found else None if None in found else sum(found)

    def label(self, domain: str, code: int) -> str:
        """The notation of a member."""
        if domain not in self._labels:
            self._labels[domain] = self._all_labels(domain)
        return self._labels[domain].get(code, "")

    def code(self, domain: str, label: str) -> int | None:
        """The member of a notation."""
        if domain not in self._codes:
            self.label(domain, 0)
            self._codes[domain] = {said: code for code, said in self._labels[domain].items()}
        return self._codes[domain].get(label)

    # -------------------------------------------------------------------------------------------- from plain data

    def _info(self, key: str) -> FieldInfo:
        return next(info for info in self.rules.info.fields if info.key == key)

    def _all_labels(self, domain: str) -> dict[int, str]:
        info = self.rules.values.domains[domain]
        if info.kind == "cells":  # squares of tiles are named by where they lie now
            for f in self.rules.info.fields:
                if f.owner == domain:
                    return dict(zip(info.codes, self.observation["fields"][f.key], strict=True))
        return dict(zip(info.codes, info.labels, strict=True))

    def _read(self, info: FieldInfo) -> dict[tuple[int, ...], Any]:
        found: dict[tuple[int, ...], Any] = {}
        for place in self.rules.places(info):
            found[place] = None
        data = self.observation["fields"][info.key]
        for place, value in zip(found, _leaves(data, self._depth(info)), strict=True):
            found[place] = self._value(value, info.type)
        return found

    def _depth(self, info: FieldInfo) -> int:
        return len(info.indices) + (info.owner is not None)

    def _value(self, value: Plain, kind: TypeInfo) -> Any:
        match value:
            case str() if value == SAID_UNKNOWN:
                return UNKNOWN
            case {"top": top} if kind.of is not None:
                return Heap(self._value(top, kind.of) if top is not None else -1, value.get("count"))
            case {"count": count}:
                return Heap(UNKNOWN, count)
            case list() if kind.of is not None:
                items = [self._value(item, kind.of) for item in value]
                return frozenset(items) if kind.kind == "set" else tuple(items)
            case None:
                return none_of(kind)
            case str() if kind.domain is not None:
                return self.code(kind.domain, value)
        return value


def _leaves(data: Plain, depth: int) -> list[Plain]:
    """The values at the ends of dictionaries within dictionaries, in order."""
    if depth == 0:
        return [data]
    return [leaf for inner in data.values() for leaf in _leaves(inner, depth - 1)]
