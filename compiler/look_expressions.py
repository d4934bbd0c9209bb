"""Expressions of looks as plain data: what can be computed from a player's view, and nothing else.

An expression is a tuple, its kind first; numbers name locals. Values are those of `types`; what reads the state reads
the view of it. `runtime/look/evaluate.py` is what computes them.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field

from hoyle.compiler import typed as t
from hoyle.compiler.types import (
    BagType,
    IntType,
    ListType,
    MemberType,
    SetType,
    Type,
    is_number,
    is_optional,
    none_code,
)
from hoyle.dsl.span import Span

Data = tuple[Any, ...]
MOST_PARTS = 4_000  # of one expression, with the defines it uses
MOST_DEEP = 60  # parts within parts
LIBRARY = frozenset("count sum min max sort reverse first last nth only index values".split())


class NotDrawableError(Exception):
    """The expression needs more than a view: where, and what to say of it."""

    def __init__(self, span: Span, why: str, code: str = "E1104") -> None:
        super().__init__(why)
        self.span, self.why, self.code = span, why, code


@define
class Lowering:
    """One look's expressions. read: keys of the fields they read; tables: constant tables by name."""

    read: set[str] = field(factory=set)
    tables: dict[str, tuple[tuple[int, ...], Any]] = field(factory=dict)
    _numbers: dict[t.Var, int] = field(factory=dict)
    _parts: int = 0
    _depth: int = 0

    def number(self, var: t.Var) -> int:
        """The number of a local."""
        return self._numbers.setdefault(var, len(self._numbers))

    def drawn(self, e: t.Expr) -> Data:
        """What is drawn itself: a zone is drawn as much as is seen of it."""
        self._parts = self._depth = 0
        return self._zone(e.zone) if isinstance(e, t.ZoneValue) else self._data(e)

    def value(self, e: t.Expr) -> Data:
        """What is computed with. NotDrawableError if a view does not tell it."""
        self._parts = self._depth = 0
        return self._data(e)

    def _data(self, e: t.Expr) -> Data:
        self._parts += 1
        self._depth += 1
        if self._parts > MOST_PARTS or self._depth > MOST_DEEP:
            raise NotDrawableError(e.span, "with the defines it uses it is too long to be drawn", "E0905")
        data = self._of_view(e)
        self._depth -= 1
        return data

    def _of_view(self, e: t.Expr) -> Data:
        match e:
            case t.Const(value=value):
                return "const", value
            case t.Undefined():
                return ("const", None)
            case t.Local(var=var):
                return "local", self.number(var)
            case t.Lookup(table=table, indices=indices):
                return "lookup", self._table(table), *map(self._data, indices)
            case t.Load(field=f, indices=indices):
                return self._field(f, indices)
            case t.Family(field=f, owner=owner):
                self.read.add(f.key)
                return "family", f.key, *(() if owner is None else (self._data(owner),))
            case t.ZoneValue(zone=zone):
                return "content", self._seen(zone, e.span)
            case t.Top(zone=zone):
                return "top", self._zone(zone)
            case t.Cond(test=test, then=then, orelse=orelse):
                return "if", self._data(test), self._data(then), self._data(orelse)
            case t.Call(function=function, args=args):
                return self._call(function, args, e.span)
            case t.Score(who=who, component=component):
                return "score", component, self._data(who)
            case t.Laid(domain=domain, op="x" | "y" as op, args=(cell,)):
                return "laid", domain.name, op, self._data(cell)
        return self._collected(e)

    def _collected(self, e: t.Expr) -> Data:
        match e:
            case t.Op(op=op, args=args):
                nones = tuple(none_code(a.type) if is_optional(a.type) else None for a in args)
                return op, nones, _form(e.type), *map(self._data, args)
            case t.Collect(items=items):
                return "collect", _form(e.type), *map(self._data, items)
            case t.Convert(of=of):
                return "convert", _form(e.type), self._data(of)
            case t.Narrow(of=of):
                return "narrow", _bounds(e.type), self._data(of)
            case t.Lib(name=name, args=args) if name in LIBRARY:
                return self._library(e)
            case t.Comprehension(element=element, binds=binds, where=where):
                return "each", _form(e.type), *self._binds(binds, where), self._data(element)
            case t.Quantified(every=every, binds=binds, where=where, body=body):
                return ("every" if every else "some"), *self._binds(binds, where), self._data(body)
            case t.TheOne(bind=bind, where=where):
                return "the", *self._binds((bind,), where)
        raise NotDrawableError(e.span, _REASONS.get(type(e), "a player's view does not tell this"))

    def _binds(self, binds: tuple[t.Bind, ...], where: t.Expr | None) -> tuple[Data, Data | None]:
        walked = tuple((self.number(b.var), self._data(b.domain)) for b in binds)
        return walked, None if where is None else self._data(where)

    def _library(self, e: t.Lib) -> Data:
        if e.name == "count" and isinstance(e.args[0], t.ZoneValue):
            return "size", self._zone(e.args[0].zone)
        codes = e.args[0].type.domain.codes if e.name == "index" else ()  # type: ignore[attr-defined]
        empty = 0 if is_number(e.type) and not isinstance(e.type, MemberType) else None
        if isinstance(e.type, SetType):
            empty = frozenset()  # type: ignore[assignment]
        elif isinstance(e.type, ListType | BagType):
            empty = ()  # type: ignore[assignment]
        elif e.name in ("first", "last"):
            empty = -1
        return "lib", e.name, (codes or empty), *map(self._data, e.args)

    # -------------------------------------------------------------------------------------------- what is read

    def _table(self, table: t.Table) -> str:
        name = table.name
        known = self.tables.setdefault(name, (tuple(low for low, _ in table.dims), table.data))
        if known[1] is not table.data and known[1] != table.data:
            name = f"{name} {len(self.tables)}"
            self.tables[name] = (tuple(low for low, _ in table.dims), table.data)
        return name

    def _field(self, f: t.Field, indices: tuple[t.Expr, ...]) -> Data:
        self.read.add(f.key)
        return "field", f.key, *map(self._data, indices)

    def _zone(self, zone: t.Zone) -> Data:
        match zone:
            case t.FieldZone(field=f, indices=indices):
                return self._field(f, indices)
            case t.EitherZone(test=test, then=then, orelse=orelse):
                return "if", self._data(test), self._zone(then), self._zone(orelse)
        raise AssertionError(zone)  # locals that hold zones are made by statements only

    def _seen(self, zone: t.Zone, span: Span) -> Data:
        """A zone whose content is computed with: somebody has to see it."""
        if isinstance(zone, t.FieldZone) and _is_secret(zone.field):
            why = "a look draws what a player sees; of this, at most its top and how many lie there are seen"
            raise NotDrawableError(span, why, "E1105")
        return self._zone(zone)

    def _call(self, function: t.Function, args: tuple[t.Expr, ...], span: Span) -> Data:
        """A define, written out where it is used."""
        if function.body is None:
            raise NotDrawableError(span, "this define could not be understood")
        values = tuple(self._data(a) for a in args)
        params = tuple((self.number(p), None if is_optional(p.type) else none_code(p.type)) for p in function.params)
        try:
            body = self._data(function.body)
        except NotDrawableError as error:
            raise NotDrawableError(span, f"`{function.name}` needs more than a view: {error.why}", error.code) from None
        return "let", params, values, body


_REASONS: dict[type, str] = {
    t.Can: "what may be done is not drawn: a look shows what lies there",
    t.CanDo: "what may be done is not drawn: a look shows what lies there",
    t.Rank: "a look shows what lies there, rankings it does not compute",
    t.Old: "a look shows the moment, not what was before",
    t.Lib: "this function walks a whole board, which a look does not",
    t.Laid: "of a laid board a look knows `.x` and `.y`",
}


def _is_secret(f: t.Field) -> bool:
    """Does nobody ever see the content?"""
    content = [seats for s in f.seen if s.what == "content" for seats in s.seats.values()]
    return bool(f.seen) and not any(content)


def _form(kind: Type) -> str:
    match kind:
        case SetType():
            return "set"
        case BagType():
            return "bag"
        case ListType():
            return "list"
    return ""


def _bounds(kind: Type) -> Data:
    """The values of a finite scalar type: least and greatest or the codes, and its none."""
    none = none_code(kind) if is_optional(kind) else None
    match kind:
        case IntType(low, high):
            return low, high, none
        case MemberType(domain):
            return tuple(domain.codes), none
    return None, None, none
