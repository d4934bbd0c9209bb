"""Effects imply requirements: a plain `move` at the top of an action's body also says that it must be possible
(semantics 8.5 and 24.7). Read and write sets of statements, calls followed, are found here too."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import fields

from hoyle.compiler import typed as t
from hoyle.compiler.explained import bound_inside, shown_values, walk
from hoyle.compiler.types import BOOL, BagType, IntType, ListType, MemberType, is_number

_PAUSES = (t.Must, t.Choose, t.Roll, t.DrawComponent, t.DrawMember, t.DrawZone, t.Simultaneously, t.Do)


def imply_requirements(action: t.Action) -> None:
    """Add the implied requirements behind the written ones."""
    known = {var for var in (p.var for p in action.params)} | {action.you}
    known |= {h.var for h in action.header if isinstance(h, t.HeaderLet)}
    names = {r.name for r in action.requirements}
    written: set[str] = set()
    for stmt in action.effect:
        if any(isinstance(s, _PAUSES) for s in statements_within(stmt)):
            return
        found = _implied(stmt, action.name)
        if found is not None:
            requirement, touched = found
            free = {x.var for x in walk(requirement.test) if isinstance(x, t.Local)} - bound_inside(requirement.test)
            if requirement.name not in names and not touched & written and free <= known:
                action.header = (*action.header, requirement)
                names.add(requirement.name)
        written |= written_names(stmt)


def _implied(stmt: t.Stmt, verb: str) -> tuple[t.Requirement, set[str]] | None:
    match stmt:
        case t.MoveCount("one", amount, source, target) if amount is not None:
            return _counted(stmt, verb, amount, source, target)
        case t.MoveZone("top" | "named" as form, amount, source, target) if amount is not None:
            name = zone_name(source)
            if name is None or zone_name(target) is None:
                return None
            lack = _lies_there(form, amount, source)
            return _requirement(stmt, verb, name, lack, t.TRUE, _field(source), None), {name, zone_name(target) or ""}
    return None


def _counted(
    stmt: t.Stmt, verb: str, amount: t.Expr, source: t.Counter, target: t.Counter
) -> tuple[t.Requirement, set[str]]:
    have = t.Load(source.field.type, source.field, source.indices, span=stmt.span)
    lack: t.Expr = t.Op(BOOL, ">=", (have, amount), span=stmt.span)
    assert isinstance(target.field.type, IntType)
    there = t.Load(target.field.type, target.field, target.indices, span=stmt.span)
    after = t.Op(IntType(), "+", (there, amount), span=stmt.span)
    most = t.Const(target.field.type, target.field.type.high)
    room = t.Op(BOOL, "<=", (after, most), span=stmt.span)
    name = source.field.name
    return _requirement(stmt, verb, name, lack, room, source.field, target.field), {name, target.field.name}


def _lies_there(form: str, amount: t.Expr, source: t.Zone) -> t.Expr:
    kind = BagType(source.type.of) if isinstance(source.type, BagType) else ListType(source.type.of)  # type: ignore[attr-defined]
    content = t.ZoneValue(kind, source, span=amount.span)
    if form == "top":
        return t.Op(BOOL, ">=", (t.Lib(IntType(0, None), "count", (content,)), amount), span=amount.span)
    if isinstance(amount.type, MemberType) or is_number(amount.type):
        return t.Op(BOOL, "in", (amount, content), span=amount.span)
    lacking = t.Op(amount.type, "minus", (amount, t.Convert(amount.type, "bag", content)), span=amount.span)
    return t.Op(BOOL, "==", (lacking, t.Const(amount.type, ())), span=amount.span)


def _requirement(
    stmt: t.Stmt, verb: str, name: str, lack: t.Expr, room: t.Expr, source: t.Field | None, target: t.Field | None
) -> t.Requirement:
    test = lack if room is t.TRUE else t.Op(BOOL, "and", (lack, room), span=stmt.span)
    said = _said(source.text if source else None, f"{verb}.{name}")
    room_text = _said((target.full or target.text) if target else None, f"{verb}.{name}.full")
    return t.Requirement(
        name, test, said, source.tail.cites if source else (), True, lack, room_text, stmt.span, shown_values(test)
    )


def _said(text: t.Text | None, key: str) -> t.Text | None:
    """A field's text under the requirement's own key: words files translate it there."""
    return t.Text(key, text.source, text.parts, text.span) if text is not None else None


def _field(zone: t.Zone) -> t.Field | None:
    return zone.field if isinstance(zone, t.FieldZone) else None


def zone_name(zone: t.Zone) -> str | None:
    """The last name of a zone; a conditional zone has none."""
    match zone:
        case t.FieldZone(field=field):
            return field.name
        case t.LocalZone(var=var):
            return var.name
    return None


# ------------------------------------------------------------------------------------------------ what statements do


def statements_within(stmt: t.Stmt, seen: set[int] | None = None) -> Iterator[t.Stmt]:
    """A statement and all it contains, calls of procedures followed."""
    seen = set() if seen is None else seen
    yield stmt
    for inner in nested(stmt):
        yield from statements_within(inner, seen)
    if isinstance(stmt, t.CallProcedure) and id(stmt.procedure) not in seen:
        seen.add(id(stmt.procedure))
        for inner in verb_statements(stmt.procedure):
            yield from statements_within(inner, seen)


def verb_statements(verb: t.Verb) -> Iterator[t.Stmt]:
    """The statements of a verb with those of its reactions."""
    if isinstance(verb, t.Action):
        yield from verb.effect
    elif isinstance(verb, t.Procedure):
        yield from verb.body
    for reaction in (*verb.instead, *verb.after):
        yield from reaction.body


def nested(stmt: t.Stmt) -> Iterator[t.Stmt]:
    """The statements directly inside a compound statement."""
    for f in fields(type(stmt)):
        value = getattr(stmt, f.name)
        if isinstance(value, tuple):
            for item in value:
                if isinstance(item, t.Stmt):
                    yield item
                elif isinstance(item, tuple) and len(item) == 2 and isinstance(item[1], tuple):
                    yield from item[1]


def written_names(stmt: t.Stmt) -> set[str]:
    """The names of fields and local zones a statement may write."""
    found: set[str] = set()
    for inner in statements_within(stmt):
        for f in fields(type(inner)):
            value = getattr(inner, f.name)
            if isinstance(value, t.Counter):
                found.add(value.field.name)
            elif isinstance(value, t.Zone):
                found |= _zone_names(value)
            elif isinstance(value, tuple):
                found |= {n for z in value if isinstance(z, t.Zone) for n in _zone_names(z)}
        if isinstance(inner, t.Store | t.Award):
            found.add(inner.field.name)
    return found


def _zone_names(zone: t.Zone) -> set[str]:
    if isinstance(zone, t.EitherZone):
        return _zone_names(zone.then) | _zone_names(zone.orelse)
    name = zone_name(zone)
    return {name} if name else set()
