"""The expressions of looks over a view. As in the rules: what cannot be computed is undefined (None), and a condition
that is undefined does not hold. What depends on something the viewer does not see is UNKNOWN.

Expressions are data, as `compiler/look_expressions.py` writes them: tuples, their kind first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import field, frozen

from hoyle.runtime.look.view import UNKNOWN, Heap, View

Expression = tuple[Any, ...]
Locals = dict[int, Any]
MOST_NUMBERS = 65_536
MOST_STEPS = 100_000  # of all walks for one picture: whatever a look says, it is drawn within seconds
_COORDINATES = re.compile(r"\w+\((-?\d+), (-?\d+)\)")


def elements(value: Any) -> list[Any]:
    """The members of a collection in the order in which it is walked."""
    return sorted(value) if isinstance(value, frozenset) else list(value)


def point_of(label: str) -> tuple[int, int] | None:
    """Where a square lies, by its notation; None if it lies nowhere now."""
    found = _COORDINATES.fullmatch(label)
    return None if found is None else (int(found[1]), int(found[2]))


@frozen
class Evaluator:
    """Computes values over one view. tables: the constant tables of the look, by name."""

    view: View
    tables: Mapping[str, tuple[tuple[int, ...], Any]]
    _steps: list[int] = field(factory=lambda: [0], init=False)

    def value(self, e: Expression, env: Locals) -> Any:
        """The value with these locals: a run-time value, a Heap, UNKNOWN, or None if it is undefined."""
        match e:
            case "const", value:
                return value
            case "local", number:
                return env[number]
            case "field", key, *indices:
                return self._strict([self.value(i, env) for i in indices], lambda *at: self.view.value(key, at))
            case "family", key, *owner:
                return self._strict([self.value(i, env) for i in owner], lambda *at: _known(self.view.family(key, at)))
            case "content", zone:
                return _known(self.value(zone, env))
            case "top", zone:
                return _top(self.value(zone, env))
            case "size", zone:
                return _size(self.value(zone, env))
            case "lookup", name, *indices:
                return self._strict([self.value(i, env) for i in indices], lambda *at: self._look_up(name, at))
            case "if", test, then, orelse:
                holds = self.value(test, env)
                return UNKNOWN if holds is UNKNOWN else self.value(then if holds else orelse, env)
            case "let", params, args, body:
                return self._called(params, [self.value(a, env) for a in args], body, env)
            case "score", component, who:
                return self._strict([self.value(who, env)], lambda seat: self.view.score(component, seat))
            case "laid", domain, axis, cell:
                return self._strict([self.value(cell, env)], lambda code: self._coordinate(domain, axis, code))
        return self._collected(e, env)

    def _collected(self, e: Expression, env: Locals) -> Any:
        match e:
            case "and" | "or" as op, _, _, *args:
                return self._kleene(op, args, env)
            case "collect", form, *items:
                return self._strict([self.value(i, env) for i in items], lambda *found: gathered(found, form))
            case "convert", form, of:
                return self._strict([self.value(of, env)], lambda found: gathered(elements(found), form))
            case "narrow", bounds, of:
                return self._strict([self.value(of, env)], lambda found: found if _within(found, bounds) else None)
            case "lib", name, hint, *args:
                return self._strict([self.value(a, env) for a in args], lambda *found: _LIBRARY[name](hint, *found))
            case "each", form, binds, where, element:
                found = [v if v is UNKNOWN else self.value(element, v) for v in self.walk(binds, where, env)]
                return self._strict(found, lambda *known: gathered(known, form))
            case "some" | "every" as kind, binds, where, body:
                return self._quantified(kind == "every", binds, where, body, env)
            case "the", binds, where:
                envs = list(self.walk(binds, where, env))
                return UNKNOWN if UNKNOWN in envs else envs[0][binds[0][0]] if len(envs) == 1 else None
            case op, nones, form, *args:
                values = [self.value(a, env) for a in args]
                return self._strict(values, lambda *found: _operate(op, nones, form, found))
        raise AssertionError(e)

    # -------------------------------------------------------------------------------------------- parts

    def walk(self, binds: tuple[Any, ...], where: Expression | None, env: Locals) -> Iterator[Any]:
        """The locals of each tuple of the binders that passes; UNKNOWN in place of those that cannot be told, or that
        would take too long."""
        self._steps[0] += 1
        if self._steps[0] > MOST_STEPS:
            yield UNKNOWN
            return
        if not binds:
            holds = True if where is None else self.value(where, env)
            if holds is UNKNOWN:
                yield UNKNOWN
            elif holds:
                yield env
            return
        (number, domain), *rest = binds
        found = self.value(domain, env)
        if found is UNKNOWN or isinstance(found, Heap):
            yield UNKNOWN
            return
        for item in elements(found) if found is not None else ():
            if self._steps[0] > MOST_STEPS:
                return
            yield from self.walk(tuple(rest), where, {**env, number: item})

    def _strict(self, values: list[Any], make: Callable[..., Any]) -> Any:
        """Undefined if a value is, else unknown if a value is."""
        if any(v is None for v in values):
            return None
        return UNKNOWN if any(v is UNKNOWN or isinstance(v, Heap) for v in values) else make(*values)

    def _look_up(self, name: str, indices: tuple[int, ...]) -> Any:
        lows, data = self.tables[name]
        for low, index in zip(lows, indices, strict=True):
            if data is None or not low <= index < low + len(data):
                return None
            data = data[index - low]
        return data

    def _called(self, params: tuple[Any, ...], args: list[Any], body: Expression, env: Locals) -> Any:
        inner = dict(env)
        for (number, none), value in zip(params, args, strict=True):
            if value is None or (none is not None and value == none and not isinstance(value, bool)):
                return None
            inner[number] = value
        return self.value(body, inner)

    def _coordinate(self, domain: str, axis: str, code: int) -> int | None:
        point = point_of(self.view.label(domain, code))
        return None if point is None else point["xy".index(axis)]

    def _kleene(self, op: str, args: list[Expression], env: Locals) -> Any:
        stop, values = op == "or", []
        for arg in args:
            value = self.value(arg, env)
            if value is not None and value is not UNKNOWN and bool(value) == stop:
                return stop
            values.append(value)
        return UNKNOWN if UNKNOWN in values else None if None in values else not stop

    def _quantified(
        self, every: bool, binds: tuple[Any, ...], where: Expression | None, body: Expression, env: Locals
    ) -> Any:
        unknown = False
        for inner in self.walk(binds, where, env):
            holds = UNKNOWN if inner is UNKNOWN else self.value(body, inner)
            if holds is UNKNOWN:
                unknown = True
            elif bool(holds) != every:
                return not every
        return UNKNOWN if unknown else every


# ------------------------------------------------------------------------------------------------ values


def _known(value: Any) -> Any:
    """A collection all of which is seen."""
    if isinstance(value, Heap) or (isinstance(value, tuple | frozenset) and UNKNOWN in value):
        return UNKNOWN
    return value


def _top(value: Any) -> Any:
    if isinstance(value, Heap):
        return value.top
    return value if value is None or value is UNKNOWN else value[0] if value else -1


def _size(value: Any) -> Any:
    if isinstance(value, Heap):
        return UNKNOWN if value.count is None else value.count
    return value if value is None or value is UNKNOWN else len(value)


def gathered(values: Any, form: str) -> Any:
    """Values as a set, bag or list."""
    return frozenset(values) if form == "set" else tuple(sorted(values)) if form == "bag" else tuple(values)


def _within(value: Any, bounds: tuple[Any, ...]) -> bool:
    none = bounds[-1]
    if none is not None and value == none:
        return True
    if len(bounds) == 2:
        return value in bounds[0]
    low, high, _ = bounds
    return (low is None or low <= value) and (high is None or value <= high)


_NUMERIC = ("+", "-", "*", "//", "%", "neg", "<", "<=", ">", ">=", "range")
_ARITHMETIC: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b if b else None,
    "%": lambda a, b: a % b if b else None,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "in": lambda a, b: a in b,
    "not": lambda a: not a,
    "neg": lambda a: -a,
    "range": lambda a, b: frozenset(range(a, min(b + 1, a + MOST_NUMBERS))),
}


def _operate(op: str, nones: tuple[Any, ...], form: str, values: tuple[Any, ...]) -> Any:
    if op in _NUMERIC and any(none is not None and v == none for none, v in zip(nones, values, strict=True)):
        return None  # none is no number
    if op in ("==", "!="):
        a, b = values
        same = len(a) == len(b) == 0 or a == b if isinstance(a, frozenset | tuple) else a == b
        return same == (op == "==")
    if op in ("join", "minus", "meet"):
        return _combined(op, form, *values)
    return _ARITHMETIC[op](*values)


def _combined(op: str, form: str, a: Any, b: Any) -> Any:
    if form == "set":
        a, b = frozenset(a), frozenset(b)
        return a | b if op == "join" else a - b if op == "minus" else a & b
    if op == "join":
        return gathered([*a, *b], form)
    rest = Counter(b)
    out: list[Any] = []
    common: list[Any] = []
    for value in a:
        (common if rest[value] else out).append(value)
        rest[value] -= rest[value] > 0
    return gathered(out if op == "minus" else common, form)


def _extreme(pick: Callable[..., Any]) -> Callable[..., Any]:
    def run(empty: Any, *values: Any) -> Any:
        found = elements(values[0]) if isinstance(values[0], frozenset | tuple) else list(values)
        return pick(found) if found else empty

    return run


def _nth(_: Any, value: Any, place: int) -> Any:
    found = elements(value)
    return found[place - 1] if 1 <= place <= len(found) else None


_LIBRARY: dict[str, Callable[..., Any]] = {
    "count": lambda _, v: len(v),
    "sum": lambda _, v: sum(v),
    "max": _extreme(max),
    "min": _extreme(min),
    "sort": lambda _, v: tuple(sorted(v)),
    "reverse": lambda _, v: tuple(reversed(elements(v))),
    "first": lambda empty, v: next(iter(elements(v)), empty),
    "last": lambda empty, v: next(iter(reversed(elements(v))), empty),
    "nth": _nth,
    "only": lambda _, v: elements(v)[0] if len(v) == 1 else None,
    "values": lambda _, v: frozenset(v),
    "index": lambda codes, member: codes.index(member) + 1 if member in codes else None,
}
