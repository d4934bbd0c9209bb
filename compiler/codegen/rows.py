"""Loops over what is known before the game: one table with a row for each round.

What an expression inside such a loop makes of the loop's variable, and of nothing that is not known, is a column of the
table: computed once, here, instead of in each round. Conditions of that kind leave rows out. A field that is read at
the loop's variable comes as a slice of the vector, walked along with the rows (spike-lessons 2: address tables).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from math import prod
from typing import Any

from attrs import define, field, frozen

from hoyle.compiler import typed as t
from hoyle.compiler.codegen.compact import mentions
from hoyle.compiler.codegen.values import ATOM, Test, Val, literal, ordered
from hoyle.compiler.evaluate import NotConstantError, evaluate
from hoyle.compiler.rewrite import free
from hoyle.compiler.stages import Stage
from hoyle.compiler.types import BagType, ListType, MemberType, SetType, codes_of, is_scalar

# Entries of one table; slices of the vector walked by one loop; rows from which a slice pays.
_MOST_ENTRIES, _MOST_SLICES, _LEAST_ROWS = 5_000, 2, 4
Known = dict[str, int]


@frozen
class Key:
    """A name that the rows depend on, and the values it can have; none, if nothing can ever be given for it."""

    name: str
    values: tuple[int, ...]

    @property
    def low(self) -> int:
        return self.values[0] if self.values else 0

    @property
    def high(self) -> int:
        return self.values[-1] if self.values else -1


@define(eq=False)
class Rows:
    """The table of one loop. keys: names from around that choose the list of rows; values: of the loop's variable, for
    each choice. columns: name -> its value in each row; slices: name -> the places of the vector it walks."""

    name: str
    keys: tuple[Key, ...]
    values: dict[tuple[int, ...], tuple[int, ...]]
    pure: bool
    columns: dict[str, dict[tuple[int, ...], tuple[Any, ...]]] = field(factory=dict)
    slices: dict[str, str] = field(factory=dict)
    sliced: dict[str, str] = field(factory=dict)  # what is walked -> name
    table: str = ""
    place: str = ""
    source: str = ""  # how the list of rows is found, with PLACE for the table's name
    found: dict[Any, Val | None] = field(factory=dict)

    @property
    def size(self) -> int:
        return sum(len(v) for v in self.values.values())

    @property
    def names(self) -> set[str]:
        return {self.name, *(k.name for k in self.keys)}

    def every_value(self) -> tuple[int, ...]:
        return tuple(sorted({v for values in self.values.values() for v in values}))

    def computed(self, make: Callable[[Known], Any]) -> dict[tuple[int, ...], tuple[Any, ...]] | None:
        """A column; None if it cannot be computed before the game."""
        if self.size * (len(self.columns) + 2) > _MOST_ENTRIES:
            return None
        names = [k.name for k in self.keys]
        try:
            return {
                chosen: tuple(make({**dict(zip(names, chosen, strict=True)), self.name: v}) for v in values)
                for chosen, values in self.values.items()
            }
        except NotConstantError:
            return None

    def restrict(self, keys: list[Key], test: Callable[[Known], bool]) -> bool:
        """Leave out the rows that do not pass; the keys that the test needs join those there are. False: it cannot be
        said before the game."""
        more = [k for k in keys if k.name not in {x.name for x in self.keys}]
        if self.size * prod(len(k.values) for k in more) > _MOST_ENTRIES:
            return False
        every, names = (*self.keys, *more), [k.name for k in (*self.keys, *more)]
        made: dict[tuple[int, ...], tuple[int, ...]] = {}
        try:
            for chosen, values in self.values.items():
                for added in product(*(k.values for k in more)):
                    env = dict(zip(names, (*chosen, *added), strict=True))
                    made[(*chosen, *added)] = tuple(v for v in values if test({**env, self.name: v}))
        except NotConstantError:
            return False
        self.keys, self.values = every, made
        return True

    def reorder(self, keys: tuple[Key, ...]) -> None:
        places = [self.keys.index(k) for k in keys]
        self.values = {tuple(chosen[p] for p in places): v for chosen, v in self.values.items()}
        self.keys = keys

    # -------------------------------------------------------------------------------------------- text

    def header(self, gen: Any, body: str) -> str:
        """The `for` line, if `body` is the text of what the loop does."""
        used = {n: c for n, c in {self.name: self.values, **self.columns}.items() if mentions(body, n)}
        if not used and not self.slices:
            used = {self.name: self.values}
        if self.slices:
            return self._along(gen, used)
        targets = ", ".join(used)
        if len(used) == 1:
            (column,) = used.values()
            return f"for {targets} in {self._source(gen, column)}:"
        rows = {chosen: tuple(zip(*(c[chosen] for c in used.values()), strict=True)) for chosen in self.values}
        return f"for {targets} in {self._source(gen, rows)}:"

    def _source(self, gen: Any, rows: Mapping[tuple[int, ...], tuple[Any, ...]]) -> str:
        if not self.keys:
            return sequence(gen, rows[()])
        self.table = str(gen.named(literal(_nested(rows, self.keys, ())), "T_rows"))
        return self.source

    def index(self, key: Key) -> str:
        shift = _shift(key)
        return f"[{key.name} - {shift}]" if shift > 0 else f"[{key.name} + {-shift}]" if shift else f"[{key.name}]"

    def _along(self, gen: Any, used: Mapping[str, Mapping[tuple[int, ...], tuple[Any, ...]]]) -> str:
        """Rows and slices of the vector side by side."""
        parts = {n: sequence(gen, c[()]) for n, c in used.items()} | self.slices
        if len(parts) == 1:
            ((name, source),) = parts.items()
            return f"for {name} in {source}:"
        numbers = self.values[()]
        if len(parts) == 2 and list(used) == [self.name] and numbers == tuple(range(numbers[0], numbers[-1] + 1)):
            ((name, source),) = self.slices.items()
            start = f", {numbers[0]}" if numbers[0] else ""
            return f"for {self.name}, {name} in enumerate({source}{start}):"
        return f"for {', '.join(parts)} in zip({', '.join(parts.values())}):"


def sequence(gen: Any, values: tuple[Any, ...]) -> str:
    """Text of a constant that is walked."""
    if len(values) >= 6 and all(type(v) is int for v in values) and values == tuple(range(values[0], values[-1] + 1)):
        return f"range({values[-1] + 1})" if not values[0] else f"range({values[0]}, {values[-1] + 1})"
    return str(gen.constant(values, "rows").text)


def _shift(key: Key) -> int:
    return key.low if key.low > 2 or key.low < 0 else 0


def _nested(rows: Mapping[tuple[int, ...], Any], keys: tuple[Key, ...], chosen: tuple[int, ...]) -> Any:
    if len(chosen) == len(keys):
        return rows.get(chosen, ())
    key = keys[len(chosen)]
    return tuple(_nested(rows, keys, (*chosen, v)) for v in range(_shift(key), key.high + 1))


# ------------------------------------------------------------------------------------------------ what is known


class Columns:
    """The part of a function under construction that knows the tables of the loops around."""

    rows: dict[str, Rows]

    def is_bound(self, e: t.Expr) -> bool:
        """Does the expression read neither the state nor what is laid out?"""
        gen: Any = self.gen  # type: ignore[attr-defined]
        return bool(gen.once("bound", e, lambda: gen.stages.of(e) is Stage.BOUND))

    def dependencies(self, variables: list[t.Var]) -> dict[t.Var, int | Key] | None:
        """What each variable is: a number, or a name with its values. None if one of them is not known that way."""
        found: dict[t.Var, int | Key] = {}
        for v in variables:
            val: Val | None = self.env.get(v)  # type: ignore[attr-defined]
            if val is None or val.guards or val.items is not None:
                return None
            if isinstance(val.const, int):
                found[v] = val.const
            elif val.text in self.rows:
                found[v] = Key(val.text, self.rows[val.text].every_value())
            elif val.text.isidentifier() and isinstance(v.type, MemberType) and not v.type.optional:
                if not v.type.domain.codes:
                    return None
                found[v] = Key(val.text, tuple(codes_of(v.type)))
            else:
                return None
        return found

    def column(self, e: t.Expr, mode: str = "") -> Val | None:
        """The expression as a column of the loop around that knows all it depends on. mode: "true" or "false": is a
        condition that?"""
        if not self.rows or isinstance(e, t.Const | t.Local) or not is_scalar(e.type):
            return None
        variables = free(e)
        if not variables or not self.is_bound(e):
            return None
        known = self.dependencies(variables)
        rows = self.table_for(known)
        if rows is None or known is None:
            return None
        key = (id(e), mode, tuple((v, k if isinstance(k, int) else k.name) for v, k in known.items()))
        if key not in rows.found:
            self.gen.kept.append(e)  # type: ignore[attr-defined]
            rows.found[key] = self.add_column(rows, _hint(e), lambda env: _column_value(e, mode, known, env))
        return rows.found[key]

    def table_for(self, known: dict[t.Var, int | Key] | None) -> Rows | None:
        """The innermost loop all of whose rows know these names."""
        names = {k.name for k in (known or {}).values() if isinstance(k, Key)}
        candidates = [r for n, r in self.rows.items() if n in names and names <= r.names]
        return candidates[-1] if candidates else None

    def numbers_column(self, params: tuple[t.Var, ...], make: Callable[[list[int]], int]) -> Val | None:
        """What is computed from variables that a loop around knows."""
        if not self.rows or not all(is_scalar(p.type) for p in params):
            return None
        known = self.dependencies(list(params))
        rows = self.table_for(known)
        if rows is None or known is None:
            return None
        found = [known[p] for p in params]

        def number(env: Known) -> int:
            return make([k if isinstance(k, int) else env[k.name] for k in found])

        return self.add_column(rows, "move", number)

    def condition_column(self, e: t.Expr, wanted: bool) -> Test | None:
        """A condition as a column: is it true, or is it false?"""
        found = self.column(e, "true" if wanted else "false")
        if found is None:
            return None
        if self.column(e, "false" if wanted else "true") is None:  # it is too much to compute twice
            return None
        both = self.column(e)
        return Test(found.text, ATOM, both is not None and not both.guards)

    def add_column(self, rows: Rows, hint: str, make: Callable[[Known], Any]) -> Val | None:
        column = rows.computed(make)
        if column is None:
            return None
        values = {v for c in column.values() for v in c}
        if len(values) == 1:
            (only,) = values
            if only is not None:
                return Val(literal(only), const=only)
        if not all(isinstance(v, int) or v is None for v in values):
            return None
        name = next((n for n, c in rows.columns.items() if c == column), None)
        if column == rows.values:
            name = rows.name
        if name is None:
            name = self.fresh(hint)  # type: ignore[attr-defined]
            rows.columns[name] = column
            self.names_of(rows).add(name)
        guards = (f"{name} is not None",) if None in values else ()
        return Val(name, guards=guards)

    def find_rows(self, rows: Rows, place: str) -> None:
        """How the list of rows is found; `place` stands for the name of the table. As far out as may be."""
        outer_first = sorted(rows.keys, key=lambda k: self._depth(k.name))
        if outer_first != list(rows.keys):
            rows.reorder(tuple(outer_first))
        rows.place = place
        rows.source = place
        for key in rows.keys:
            rows.source = self.atom(rows.source + rows.index(key), "rows")  # type: ignore[attr-defined]

    def _depth(self, name: str) -> int:
        """Within how many of the loops around a name becomes known."""
        return next((n for n, level in enumerate(self.levels, 1) if name in level.names), 0)  # type: ignore[attr-defined]

    def names_of(self, rows: Rows) -> set[str]:
        """The names of the level that the loop opens."""
        for level in self.levels:  # type: ignore[attr-defined]
            if level.rows is rows:
                return level.names  # type: ignore[no-any-return]
        raise AssertionError(f"no loop over {rows.name}")

    def _slice(self, rows: Rows, source: str) -> str:
        """The name of what is walked along; "" if the loop walks enough already."""
        if source in rows.sliced:
            return rows.sliced[source]
        if len(rows.slices) >= _MOST_SLICES:
            return ""
        name = rows.sliced[source] = self.fresh("here")  # type: ignore[attr-defined]
        # Read once, before the outer loops.
        rows.slices[name] = self.atom(source, "along") if self.is_inner(rows) else source  # type: ignore[attr-defined]
        self.names_of(rows).add(name)
        return str(name)

    def is_inner(self, rows: Rows) -> bool:
        """Is there a loop around this one?"""
        first = next(level for level in self.levels[1:])  # type: ignore[attr-defined]
        return first.rows is not rows

    def along(self, e: t.Load) -> Val | None:
        """The value of a field at what a loop around knows: by a slice of the vector or a table of addresses."""
        if not e.indices or not all(self.is_bound(i) for i in e.indices):
            return None
        known = self.dependencies(free(e.indices))
        rows = self.table_for(known)
        if rows is None or known is None:
            return None

        def place(env: Known) -> int | None:
            values = {v: k if isinstance(k, int) else env[k.name] for v, k in known.items()}
            return self.fixed_place(e.field, [evaluate(i, values) for i in e.indices])

        return self._read(rows, place, self.state)  # type: ignore[attr-defined]

    def fixed_place(self, f: t.Field, indices: list[int | None]) -> int | None:
        """Where a field lies; None if there is none of these indices."""
        gen: Any = self.gen  # type: ignore[attr-defined]
        place = gen.layout.fields[f]
        if f.owner is gen.program.players and indices[0] not in gen.program.seats:
            return None
        at: int = place.base
        for dim, i in zip(place.dims, indices, strict=True):
            if i is None or not 0 <= i - dim.low < dim.size:
                return None
            at += (i - dim.low) * dim.stride
        return at

    def _read(self, rows: Rows, address: Callable[[Known], int | None], state: str) -> Val | None:
        places = rows.computed(address)
        if places is None:
            return None
        if not rows.keys and rows.pure and (span := _progression(places[()])):
            name = self._slice(rows, f"{state}[{span}]")
            if name:
                return Val(name)
        if not rows.keys and (by := _constant_step(places[()], rows.values[()])) is not None:
            return Val(f"{state}[{rows.name} + {by}]")
        at = self.add_column(rows, "at", address)
        return None if at is None else Val(f"{state}[{at.text}]", guards=at.guards)


def _progression(found: tuple[int | None, ...]) -> str:
    """A slice that reads these places in this order; "" if there is none."""
    places = tuple(p for p in found if p is not None)
    if len(places) < len(found) or len(places) < _LEAST_ROWS or places[1] <= places[0]:
        return ""
    step = places[1] - places[0]
    if places != tuple(range(places[0], places[-1] + 1, step)):
        return ""
    return f"{places[0]}:{places[-1] + 1}" + (f":{step}" if step > 1 else "")


def _constant_step(places: tuple[int | None, ...], values: tuple[int, ...]) -> int | None:
    """What is added to each value to find its place; None if that differs."""
    steps = {p - v if p is not None else None for p, v in zip(places, values, strict=True)}
    return steps.pop() if len(steps) == 1 else None


def _column_value(e: t.Expr, mode: str, known: dict[t.Var, int | Key], env: Known) -> Any:
    value = evaluate(e, {v: k if isinstance(k, int) else env[k.name] for v, k in known.items()})
    if not mode:
        return value
    return value is not None and bool(value) == (mode == "true")


def _hint(e: t.Expr) -> str:
    match e:
        case t.Lookup(table=table):
            return table.name.split(".")[-1]
        case t.Call(function=function):
            return function.name
    return "known"


def keys_of(known: dict[t.Var, int | Key], without: str = "") -> list[Key]:
    """The names among them, each once."""
    found = {k.name: k for k in known.values() if isinstance(k, Key) and k.name != without}
    return list(found.values())


def domain_rows(
    domain: t.Expr, copies: bool, known: dict[t.Var, int | Key], keys: tuple[Key, ...], sure: bool
) -> dict[tuple[int, ...], tuple[int, ...]] | None:
    """The members of a domain for all that it depends on; None if they are not known or no numbers. Of what is
    undefined there are none, but if `sure` it must not be."""
    if prod(len(k.values) for k in keys) > _MOST_ENTRIES:
        return None
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    total = 0
    try:
        for chosen in product(*(k.values for k in keys)):
            named = dict(zip((k.name for k in keys), chosen, strict=True))
            value = evaluate(domain, {v: k if isinstance(k, int) else named[k.name] for v, k in known.items()})
            if value is None and sure:
                return None
            members = members_of(value, domain, copies)
            total += len(members)
            if total > _MOST_ENTRIES or not all(type(m) is int for m in members):
                return None
            found[chosen] = members
    except NotConstantError:
        return None
    return found


def members_of(value: Any, domain: t.Expr, copies: bool) -> tuple[Any, ...]:
    match domain.type:
        case _ if value is None:
            return ()
        case SetType():
            return tuple(ordered(frozenset(value)))
        case BagType() if not copies:
            return tuple(dict.fromkeys(value))
        case ListType() | BagType():
            return tuple(value)
    return (None,)


def holds_for(test: t.Expr, wanted: bool, known: dict[t.Var, int | Key], env: Known) -> bool:
    """Is the condition true, or (not wanted) is it not? Raises NotConstantError."""
    value = evaluate(test, {v: k if isinstance(k, int) else env[k.name] for v, k in known.items()})
    return (value is not None and bool(value)) is wanted
