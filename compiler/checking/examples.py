"""Examples: given, when, at, expect; `cases` rows are examples of their own (semantics 19)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, fields, has

from hoyle.compiler import typed as t
from hoyle.compiler.checking import calls as check_calls
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import fields as check_fields
from hoyle.compiler.checking import places as check_places
from hoyle.compiler.checking import sets as check_sets
from hoyle.compiler.checking import verbs as check_verbs
from hoyle.compiler.checking.rolled import check_rolled
from hoyle.compiler.context import Context
from hoyle.compiler.fitting import coerce
from hoyle.compiler.scope import Scope, VerbState
from hoyle.compiler.types import ErrorType, IntType, ListType, Type
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label, listed
from hoyle.dsl.span import Span

Option = tuple[str, str]


def setting(decl: n.Example) -> tuple[int | None, tuple[Option, ...]]:
    """The player count and the options an example asks for; they come first (semantics 19.1)."""
    count: int | None = None
    options: list[Option] = []
    for line in decl.lines:
        match line:
            case n.GivenPlayers(number=number):
                count = number
            case n.Given(stmt=n.Assign(op="=", target=n.Name(id=name), value=value)):
                options.append((name, value.span.text))
    return count, tuple(options)


MOST_LINES = 50_000  # of one example, all its cases together


def check_settings(ctx: Context) -> None:
    """Report settings that are wrong in any game, whether or not an example applies to this one (semantics 19.1)."""
    for decl in ctx.decls.examples.values():
        tables = [line for line in decl.lines if isinstance(line, n.Cases)]
        for second in tables[1:]:
            labels = [Label(tables[0].span, "the first")]
            ctx.error("E0201", second.span, "`cases:` again", labels=labels, why="an example has one table of cases")
        cases = len(tables[0].rows) - 1 if tables else 1
        if cases * len(decl.lines) > MOST_LINES:
            why = f"every case repeats the lines of its example: at most {MOST_LINES:,} all together"
            span = tables[0].span if tables else decl.name.span
            ctx.error("E0916", span, f"{cases * len(decl.lines):,} lines", why=why)
            continue
        _check_order(ctx, decl)
        for _, filled, _ in rows(decl):
            # What an option may be can depend on the number of players.
            if wanted_count(ctx, decl.name.text, filled) == ctx.count:
                _check_options(ctx, filled)


def wanted_count(ctx: Context, name: str, decl: n.Example) -> int:
    """The player count of an example: what it says, else the greatest of its own file (semantics 19.1)."""
    count, _ = setting(decl)
    return count if count is not None else ctx.decls.example_players.get(name, ctx.decls.counts[-1])


def _check_order(ctx: Context, decl: n.Example) -> None:
    begun = False
    for line in decl.lines:
        if not _is_setting(ctx, line):
            begun = begun or not isinstance(line, n.Cases)
        elif begun:
            why = "the number of players and the options are given first: they make the game that is set up"
            ctx.error("E0701", line.span, why=why)


def _is_setting(ctx: Context, line: n.ExampleLine) -> bool:
    match line:
        case n.GivenPlayers():
            return True
        case n.Given(stmt=n.Assign(target=n.Name(id=name))):
            return name in ctx.decls.options
    return False


def _check_options(ctx: Context, decl: n.Example) -> None:
    for line in decl.lines:
        match line:
            case n.Given(stmt=n.Assign(op=op, target=n.Name(id=name), value=value)) if name in ctx.decls.options:
                kind = ctx.option_types[name]
                if op != "=":
                    ctx.error("E0701", line.span, why=f"an option has one value: `given {name} = …`")
                elif not isinstance(kind, ErrorType):
                    try:
                        check_fields.given_value(ctx, name, kind, value.span.text)
                    except check_fields.MisuseError as wrong:
                        ctx.error("E0701", value.span, why=str(wrong), hint=wrong.hint)


def rows(decl: n.Example) -> Iterator[tuple[int | None, n.Example, tuple[str, ...]]]:
    """The example, or for each row of its cases its number, the example with the cells filled in, and its clauses."""
    table = next((line for line in decl.lines if isinstance(line, n.Cases)), None)
    if table is None:
        yield None, decl, decl.tail.cites
        return
    heads = [cell.value.id if isinstance(cell.value, n.Name) else "" for cell in table.rows[0].cells]
    lines = tuple(line for line in decl.lines if line is not table)
    for number, row in enumerate(table.rows[1:], 1):
        filled = {h: cell.value for h, cell in zip(heads, row.cells, strict=True) if isinstance(cell.value, n.Expr)}
        filled |= {h: n.NoneValue(span=c.span) for h, c in zip(heads, row.cells, strict=True) if c.value is None}
        yield (
            number,
            evolve(decl, lines=tuple(replaced(line, filled) for line in lines)),
            (*decl.tail.cites, *row.cites),
        )


def replaced(node: Any, values: Mapping[str, n.Expr]) -> Any:
    """The node with bare names replaced; attributes, verbs and names that are bound are no bare names."""
    if isinstance(node, n.Name):
        return values.get(node.id, node)
    if isinstance(node, tuple):
        return tuple(replaced(item, values) for item in node)
    if not isinstance(node, n.Node) or isinstance(node, n.Ident | n.Tail) or not has(type(node)):
        return node
    changes = {}
    for f in fields(type(node)):
        old = getattr(node, f.name)
        if f.name != "span" and isinstance(old, tuple | n.Node):
            new = replaced(old, values)
            if new is not old:
                changes[f.name] = new
    return evolve(node, **changes) if changes else node


def check_example(
    ctx: Context, decl: n.Example, name: str, case: int | None, cites: tuple[str, ...]
) -> t.Example | None:
    """One example, in the game bound to what it asks for; None after a report."""
    scope = Scope(ctx, verb=VerbState(name), example=True, no_you="an example is about the whole table")
    lines: list[t.Line] = []
    for line in decl.lines:
        checked = _line(scope, line)
        if checked is False:
            return None
        if isinstance(checked, t.Line):
            lines.append(checked)
    check_rolled(ctx, lines)
    return t.Example(name, tuple(lines), cites, decl.tail.text, case, decl.name.span)


def _line(scope: Scope, line: n.ExampleLine) -> t.Line | bool:
    """The checked line; True if it was used up when binding, False after a report."""
    match line:
        case n.GivenPlayers():
            return True
        case n.Given(stmt=n.Assign(target=n.Name(id=name))) if name in scope.ctx.options:
            return True
        case n.Given(stmt=stmt):
            return _given(scope, stmt, line.span) or False
        case n.When() | n.At():
            return _when(scope, line) or False
        case n.Expect(test=test):
            checked = ex.condition(scope, test)
            return False if isinstance(checked.type, ErrorType) else t.Expect(checked, test.span.text, span=line.span)
        case n.ExpectMay(who=who, deed=deed):
            return _expect_may(scope, who, deed, True, None, line.span) or False
        case n.ExpectMayNot(who=who, deed=deed, because=because):
            return _expect_may(scope, who, deed, False, because, line.span) or False
    return True


def _given(scope: Scope, stmt: n.Stmt, span: Span) -> t.Line | None:
    if not isinstance(stmt, n.Assign):
        why = "`given` says what lies where: `given place = value`"
        scope.ctx.error("E0701", stmt.span, why=why)
        return None
    if isinstance(stmt.target, n.Comprehension) and stmt.op == "=":
        return _given_each(scope, stmt, span)
    place = _given_place(scope, stmt.target)
    if place is None:
        return None
    value = _given_value(scope, place, stmt.value)
    return t.Given(place, value, stmt.op[:-1], span=span) if value is not None else None


def _given_place(scope: Scope, node: n.Expr) -> t.Counter | t.FieldZone | None:
    named = node.func if isinstance(node, n.Call) else node
    if isinstance(named, n.Name) and named.id in scope.ctx.decls.defines:
        labels = [Label(scope.ctx.decls.defines[named.id].name.span, "it is defined here")]
        why = "a define is computed: give the fields that it reads"
        scope.ctx.error("E0701", node.span, f"`{named.id}` is a define", labels=labels, why=why)
        return None
    place = check_places.place(scope, node)
    if isinstance(place, t.Counter | t.FieldZone):
        return place
    if place is not None:
        scope.ctx.error("E0701", node.span, why="`given` sets fields and zones; of two zones it names one")
    return None


def _given_value(scope: Scope, place: t.Counter | t.FieldZone, node: n.Expr) -> t.Expr | None:
    kind = place.field.type
    if isinstance(place, t.FieldZone):
        value = check_fields.filling(scope, node, kind)
    else:
        value = coerce(scope, ex.expr(scope, node, kind), kind, "the value", narrow=False)
    return None if isinstance(value.type, ErrorType) else value


def _given_each(scope: Scope, stmt: n.Assign, span: Span) -> t.Line | None:
    """`given [p.f for p in S] = list`"""
    assert isinstance(stmt.target, n.Comprehension)
    binds, inner = check_sets.binders(scope, stmt.target.binders)
    test = check_sets.where(inner, stmt.target.binders)
    place = _given_place(inner, stmt.target.element)
    if place is None:
        return None
    kind: Type = ListType(check_fields.read_type(place.field.type))
    values = coerce(scope, ex.expr(scope, stmt.value, kind), kind, "the list")
    if isinstance(values.type, ErrorType) or not _fits_in_length(scope.ctx, binds, test, values):
        return None
    return t.GivenEach(place, binds, test, values, span=span)


def _fits_in_length(ctx: Context, binds: Sequence[t.Bind], test: t.Expr | None, values: t.Expr) -> bool:
    """Are there as many values as places? What is known only in play is counted there."""
    sizes = [len(b.domain.value) if isinstance(b.domain, t.Const) else None for b in binds]
    given = len(values.items) if isinstance(values, t.Collect) else None
    if isinstance(values, t.Const) and isinstance(values.value, tuple):
        given = len(values.value)
    if test is not None or given is None or None in sizes:
        return True
    places = math.prod(size for size in sizes if size is not None)
    if places != given:
        why = "the first value goes to the first place, in the order of the type, and so on to the last"
        ctx.error("E0701", values.span, f"{_counted(given, 'value')} for {_counted(places, 'place')}", why=why)
    return places == given


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


# ------------------------------------------------------------------------------------------------ when, at


def _when(scope: Scope, line: n.When | n.At) -> t.Line | None:
    ctx = scope.ctx
    who = _seat(scope, line.who) if line.who is not None else None
    if line.deed.verb.text in ("choose", "pass") and who is not None and isinstance(line, n.When):
        return _answer(scope, who, line)
    verb = check_verbs.verb_named(ctx, line.deed.verb)
    if verb is None or (line.who is not None and who is None):
        return None
    if who is None and verb.you is not None:
        labels = [Label(verb.span, "it is done by somebody" if isinstance(verb, t.Action) else "it speaks of `you`")]
        seat = ctx.players.label(ctx.seats[0])
        hint = f"write `{seat} does {line.deed.span.text}`"
        ctx.error("E0702", line.deed.span, "nobody does it", labels=labels, hint=hint)
        return None
    inner = scope.inner(you=who)
    vars = check_verbs.parameters_of(verb)
    at = isinstance(line, n.At)
    # While a procedure is open, `when P does A` answers the decision that is asked; all arguments are needed then too.
    args = check_calls.arguments(inner, line.deed.args, vars, verb.name, line.span)
    followed = _followed(inner, line)
    return t.When(who, verb, args, *followed, at, span=line.span) if args is not None and followed is not None else None


def _followed(scope: Scope, line: n.When | n.At) -> tuple[tuple[t.Expr, ...], tuple[t.Said, ...]] | None:
    """What stands after `rolling` and `choosing`."""
    rolling = [_outcome(scope, e) for e in line.rolling or ()]
    choosing = [_said(scope, e) for e in getattr(line, "choosing", None) or ()]
    outcomes, said = [r for r in rolling if r is not None], [c for c in choosing if c is not None]
    return (tuple(outcomes), tuple(said)) if len(outcomes) == len(rolling) and len(said) == len(choosing) else None


def _answer(scope: Scope, who: t.Expr, line: n.When) -> t.Line | None:
    """`when P does choose(v)`, `when P does pass`"""
    inner = scope.inner(you=who)
    said, followed = _answered(inner, line.deed), _followed(inner, line)
    return t.Answer(who, said, *followed, span=line.span) if said is not None and followed is not None else None


def _answered(scope: Scope, deed: n.Deed) -> t.Said | None:
    """`choose(v)` or `pass`, as an answer to what is asked."""
    values = tuple(ex.expr(scope, a) for a in deed.args or ())
    return None if any(isinstance(v.type, ErrorType) for v in values) else t.Said(deed.verb.text, None, values)


def _seat(scope: Scope, node: n.Expr) -> t.Expr | None:
    kind = scope.ctx.player_type
    seat = coerce(scope, ex.expr(scope, node, kind), kind, "who does it")
    return None if isinstance(seat.type, ErrorType) else seat


def _outcome(scope: Scope, node: n.Expr) -> t.Expr | None:
    """A value of `rolling`: a number, a member, `true`, or a group in braces."""
    if isinstance(node, n.SetOf):
        items = [ex.expr(scope, i) for i in node.items]
        if any(isinstance(i.type, ErrorType) for i in items):
            return None
        return t.Collect(ListType(items[0].type if items else IntType()), tuple(items), span=node.span)
    value = ex.expr(scope, node)
    return None if isinstance(value.type, ErrorType) else value


def _said(scope: Scope, node: n.Expr) -> t.Said | None:
    """A move as an example says it: a deed, `choose(v)`, a bare value, `pass`."""
    ctx = scope.ctx
    match node:
        case n.Name(id="pass"):
            return t.Said("pass", None, ())
        case n.Name(id=name) if name in ctx.actions and scope.find(name) is None and name not in ctx.members:
            return t.Said(name, ctx.actions[name], ())
        case n.Call(func=n.Name(id=name), args=args) if name in ctx.actions:
            action = ctx.actions[name]
            given = check_calls.arguments(scope, args, [p.var for p in action.params], name, node.span)
            return t.Said(name, action, given) if given is not None else None
        case n.Call(func=n.Name(id="choose"), args=args):
            values = tuple(ex.expr(scope, a) for a in args)
            return None if any(isinstance(v.type, ErrorType) for v in values) else t.Said("choose", None, values)
    value = ex.expr(scope, node)
    return None if isinstance(value.type, ErrorType) else t.Said("choose", None, (value,))


def _expect_may(
    scope: Scope, who: n.Expr, deed: n.Deed, may: bool, because: n.Ident | None, span: Span
) -> t.Line | None:
    ctx = scope.ctx
    seat = _seat(scope, who)
    if seat is None:
        return None
    if deed.verb.text in ("choose", "pass") and because is None:
        said = _answered(scope.inner(you=seat), deed)
        return None if said is None else t.ExpectAnswer(seat, said, may, span=span)
    checked = check_verbs.deed(scope.inner(you=seat), deed, outside=True)
    if checked is None:
        return None
    action = checked.action
    if because is not None:
        known = [*(r.name for r in action.requirements), *(p.var.name for p in action.params), "not_now"]
        if because.text not in known:
            why = f"the reasons are {listed([f'`{k}`' for k in known], 'and')}" if len(known) <= 12 else None
            ctx.unknown("E0703", because, f"`{action.name}` has no requirement", known, why)
            return None
    return t.ExpectMay(seat, action, checked.args, may, because.text if because else None, span=span)
