"""Effects imply requirements: a plain `move` at the top of an action's body also says that it must be possible
(semantics 8.5 and 24.7). Read and write sets of statements, calls followed, are found here too."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, fields

from hoyle.compiler import typed as t
from hoyle.compiler.explained import free_vars, shown_values, walk
from hoyle.compiler.rewrite import substitute
from hoyle.compiler.types import BOOL, BagType, IntType, ListType, MemberType, is_number

_PAUSES = (t.Must, t.Choose, t.Roll, t.DrawComponent, t.DrawMember, t.DrawZone, t.Simultaneously, t.Do)


def imply_requirements(action: t.Action, effects: Effects) -> None:
    """Add the implied requirements behind the written ones."""
    known = {p.var for p in action.params} | {action.you}
    known |= {h.var for h in action.header if isinstance(h, t.HeaderLet)}
    lets: dict[t.Var, t.Expr] = {}  # what `let`s of the effect stand for, said of the state before it
    written: set[str] = set()
    for stmt in action.effect:
        pauses, writes = effects.of(stmt)
        if pauses:
            return
        found = _implied(substitute(stmt, lets), action.name)
        if found is not None:
            requirement, touched = found
            names = {r.name for r in action.requirements}
            if requirement.name not in names and not touched & written and set(free_vars(requirement.test)) <= known:
                action.header = (*action.header, requirement)
        _note_let(stmt, lets, written)
        written |= writes


def _note_let(stmt: t.Stmt, lets: dict[t.Var, t.Expr], written: set[str]) -> None:
    """A `let` is what it was set to, as long as nothing was written that it reads, and nothing else may set it."""
    for inner in statements_within(stmt, follow=False):
        if isinstance(inner, t.SetLocal):
            lets.pop(inner.var, None)
    if isinstance(stmt, t.SetLocal):
        value = substitute(stmt.value, lets)
        if not {name for e in walk(value) for name in read_names(e)} & written:
            lets[stmt.var] = value


def read_names(e: t.Expr) -> set[str]:
    """The names of the fields and local zones that an expression itself reads."""
    match e:
        case t.Load(field=field) | t.Family(field=field):
            return {field.name}
        case t.ZoneValue(zone=zone) | t.Top(zone=zone):
            return _zone_names(zone)
    return set()


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


def statements_within(stmt: t.Stmt, seen: set[int] | None = None, follow: bool = True) -> Iterator[t.Stmt]:
    """A statement and all it contains; with `follow` also what the procedures do that it calls."""
    seen = set() if seen is None else seen
    yield stmt
    for inner in nested(stmt):
        yield from statements_within(inner, seen, follow)
    if follow and isinstance(stmt, t.CallProcedure) and id(stmt.procedure) not in seen:
        seen.add(id(stmt.procedure))
        for inner in verb_statements(stmt.procedure):
            yield from statements_within(inner, seen, follow)


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
    """The names of fields and local zones a statement may write, calls followed."""
    return {name for inner in statements_within(stmt) for name in _writes(inner)}


def _writes(stmt: t.Stmt) -> Iterator[str]:
    for f in fields(type(stmt)):
        value = getattr(stmt, f.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, t.RollItem):
                part = part.target
            if isinstance(part, t.Counter):
                yield part.field.name
            elif isinstance(part, t.Zone):
                yield from _zone_names(part)
    if isinstance(stmt, t.Store | t.Award):
        yield stmt.field.name


@define
class Effects:
    """What statements do, calls followed; what a procedure does is found once.

    fields: those of the game, for `gather`, which takes from every zone of its components.
    """

    fields: list[t.Field]
    _own: dict[t.Procedure, tuple[bool, frozenset[str], tuple[t.Procedure, ...]]] = field(factory=dict)

    def of(self, stmt: t.Stmt) -> tuple[bool, set[str]]:
        """Does it decide or leave anything to chance? And the names of what it may write."""
        pauses, names, called = self._direct((stmt,))
        written, seen, queue = set(names), set(called), list(called)
        for procedure in queue:
            more_pauses, more, further = self._procedure(procedure)
            pauses = pauses or more_pauses
            written |= more
            fresh = [p for p in further if p not in seen]
            seen.update(fresh)
            queue += fresh
        return pauses, written

    def _procedure(self, procedure: t.Procedure) -> tuple[bool, frozenset[str], tuple[t.Procedure, ...]]:
        if procedure not in self._own:
            self._own[procedure] = self._direct(tuple(verb_statements(procedure)))
        return self._own[procedure]

    def _direct(self, body: tuple[t.Stmt, ...]) -> tuple[bool, frozenset[str], tuple[t.Procedure, ...]]:
        pauses, names, called = False, set[str](), dict[t.Procedure, None]()
        for outer in body:
            for stmt in statements_within(outer, follow=False):
                pauses = pauses or isinstance(stmt, _PAUSES)
                names.update(_writes(stmt))
                if isinstance(stmt, t.CallProcedure):
                    called[stmt.procedure] = None
                if isinstance(stmt, t.Gather):
                    of = stmt.zone.type.of  # type: ignore[attr-defined]
                    names |= {f.name for f in self.fields if f.kind == "zone" and f.type.of == of}  # type: ignore[attr-defined]
        return pauses, frozenset(names), tuple(called)


def _zone_names(zone: t.Zone) -> set[str]:
    if isinstance(zone, t.EitherZone):
        return _zone_names(zone.then) | _zone_names(zone.orelse)
    name = zone_name(zone)
    return {name} if name else set()
