"""Tables: rows are members, columns are constant attributes; sentences on rows (semantics 3.6, 3.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoyle.compiler import boards, check_sets, check_verbs
from hoyle.compiler import check_exprs as ex
from hoyle.compiler import typed as t
from hoyle.compiler.context import Context
from hoyle.compiler.fitting import coerce
from hoyle.compiler.intervals import join
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    ERROR,
    NONE,
    NONE_TYPE,
    SENTENCE,
    Domain,
    ErrorType,
    IntType,
    ListType,
    MemberType,
    SetType,
    Type,
    none_code,
)
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.span import Span


def table_domain(ctx: Context, decl: n.Table) -> Domain | None:
    """The domain of a table's rows; its columns are made when they are first asked for."""
    name = decl.name.text
    rows = decl.rows[1:]
    labels: list[str] = []
    integer_named = bool(rows) and isinstance(rows[0].cells[0].value, n.Int)
    for row in rows:
        cell = row.cells[0]
        label = _row_name(cell.value)
        if label is None or isinstance(cell.value, n.Int) != integer_named:
            ctx.error("E0320", cell.span, why="the first column names the rows: all names, or all numbers")
            return None
        if label in labels:
            first = rows[labels.index(label)].cells[0]
            ctx.error("E0201", cell.span, f"`{label}` again", labels=[Label(first.span, "the first row of this name")])
            return None
        labels.append(label)
    codes = tuple(int(label) for label in labels) if integer_named else ()
    if list(codes) != sorted(codes):
        ctx.error("E0321", decl.span, why="rows named by numbers stand in rising order")
        return None
    if codes and codes[-1] - codes[0] > boards_limit():
        ctx.error("E0907", decl.span, f"numbers from {codes[0]} to {codes[-1]} leave too many gaps")
        return None
    domain = Domain(name, "table", tuple(labels), codes, integer_named=integer_named, rows=rows, span=decl.span)
    domain.text = decl.tail.text
    return domain


def boards_limit() -> int:
    from hoyle.compiler.check_types import BOARD_LIMIT

    return BOARD_LIMIT


def _row_name(value: Any) -> str | None:
    match value:
        case n.Name(id=id):
            return id
        case n.Int(value=number):
            return str(number)
    return None


def columns(ctx: Context, domain: Domain) -> dict[str, int]:
    """Name -> place of each column but the first."""
    decl = ctx.decls.types.get(domain.name)
    if not isinstance(decl, n.Table):
        return {}
    heads = [cell.value.id if isinstance(cell.value, n.Name) else "" for cell in decl.rows[0].cells]
    return {head: i for i, head in enumerate(heads) if i}


def attribute_names(ctx: Context, domain: Domain) -> list[str]:
    found = [*domain.attributes, *columns(ctx, domain)]
    if domain is ctx.players and ctx.decls.teams is not None:
        found.append("team")
    return [name for name in found if name not in ("distance", "rays")]


def attribute_table(ctx: Context, domain: Domain, label: str, span: Span) -> t.Table | None:
    """The constant table of an attribute or column, None if the domain has none of this name."""
    if label in domain.attributes:
        found: t.Table = domain.attributes[label]
        return found
    if label in columns(ctx, domain):
        return column(ctx, domain, label)
    if label == "team" and domain is ctx.players and ctx.decls.teams is not None:
        return _team_of(ctx, span)
    if label == "members" and domain.kind == "team":
        return _members_of(ctx, domain)
    return None


def _team_of(ctx: Context, span: Span) -> t.Table:
    from hoyle.compiler.check_types import domain_named

    teams = domain_named(ctx, "Team", span)
    assert teams is not None
    sets = team_sets(ctx)
    of = {seat: code for code, members in enumerate(sets) for seat in members}
    table = boards.by_member(ctx.players, "team", MemberType(teams), of.get)
    ctx.players.attributes["team"] = table
    return table


def _members_of(ctx: Context, domain: Domain) -> t.Table:
    sets = team_sets(ctx)
    table = boards.by_member(domain, "members", SetType(ctx.player_type), lambda c: sets[c])
    domain.attributes["members"] = table
    return table


def team_sets(ctx: Context) -> tuple[frozenset[int], ...]:
    """The seats of each team; they must partition the seats of the game (semantics 17.6)."""
    if ctx.team_sets is None:
        assert ctx.decls.teams is not None
        kind = SetType(ctx.player_type)
        values = [ex.constant(ctx, team.members, kind) for team in ctx.decls.teams.teams]
        sets = tuple(v if isinstance(v, frozenset) else frozenset() for v in values)
        ctx.team_sets = sets
        listed = sorted(seat for members in sets for seat in members)
        if listed != sorted(ctx.seats) and all(isinstance(v, frozenset) for v in values):
            ctx.error("E0323", ctx.decls.teams.span, why="every seat of the game belongs to exactly one team")
    return ctx.team_sets


# ------------------------------------------------------------------------------------------------ columns


def column(ctx: Context, domain: Domain, label: str) -> t.Table:
    """The table of a column: its type is the least that holds all cells."""
    key = f"{domain.name}.{label}"
    if key in ctx.in_progress:
        ctx.error("E0303", domain.span, f"the column `{label}` needs itself to be known")
        return _constant_column(domain, label, ERROR, [None] * domain.size)
    ctx.in_progress.append(key)
    place = columns(ctx, domain)[label]
    cells = [row.cells[place] for row in domain.rows]
    if any(isinstance(cell.value, n.Sentence) for cell in cells):
        table = _sentence_column(ctx, domain, label, cells)
    else:
        table = _value_column(ctx, domain, label, cells)
    ctx.in_progress.remove(key)
    domain.attributes[label] = table
    if label == "beside" and not isinstance(table.type, ErrorType):
        _check_graph(ctx, domain, table, cells)
    return table


def _constant_column(domain: Domain, label: str, type: Type, values: Sequence[Any]) -> t.Table:
    by_code = dict(zip(domain.codes, values, strict=True))
    return boards.by_member(domain, label, type, by_code.get)


def _value_column(ctx: Context, domain: Domain, label: str, cells: Sequence[n.Cell]) -> t.Table:
    hint = _hint(ctx, domain, label, cells)
    kind: Type | None = None
    values: list[t.Expr] = []
    for cell in cells:
        value = _cell(ctx, cell, hint)
        values.append(value)
        if isinstance(value.type, ErrorType):
            return _constant_column(domain, label, ERROR, [None] * domain.size)
        wider = value.type if kind is None else join(kind, value.type)
        if wider is None:
            ctx.error("E0322", cell.span, f"{value.type} in a column of {kind}")
            return _constant_column(domain, label, ERROR, [None] * domain.size)
        kind = wider
    scope = Scope(ctx)
    fitted = [coerce(scope, value, kind or ERROR) for value in values]
    for cell, value in zip(cells, fitted, strict=True):
        if not isinstance(value, t.Const) and not isinstance(value.type, ErrorType):
            ctx.error("E0308", cell.span, why="a cell may read constants, options and the number of players only")
            return _constant_column(domain, label, ERROR, [None] * domain.size)
    return _constant_column(domain, label, kind or ERROR, [v.value for v in fitted if isinstance(v, t.Const)])


def _cell(ctx: Context, cell: n.Cell, hint: Type | None) -> t.Expr:
    if cell.value is None:
        return t.Const(NONE_TYPE, none_code(hint) if hint else NONE, span=cell.span)
    if isinstance(cell.value, str):
        ctx.error("E0324", cell.span, why="what is quoted is for people: a rule cannot read it")
        return t.Const(ERROR, None, span=cell.span)
    return ex.expr(Scope(ctx), cell.value, hint)


def _hint(ctx: Context, domain: Domain, label: str, cells: Sequence[n.Cell]) -> Type | None:
    """The type that all bare names of a column share, if they share just one; the table itself for `beside`."""
    names: list[n.Expr] = []
    form: type[Any] | None = None
    for cell in cells:
        match cell.value:
            case n.Name() as name:
                names.append(name)
            case n.ListOf(items=items) | n.SetOf(items=items):
                form = ListType if isinstance(cell.value, n.ListOf) else SetType
                names += [i for i in items if isinstance(i, n.Name)]
    if label == "beside":
        return SetType(MemberType(domain))
    of = check_sets.common_member_type(ctx, names) if names else None
    return form(of) if of is not None and form is not None else of


def _check_graph(ctx: Context, domain: Domain, table: t.Table, cells: Sequence[n.Cell]) -> None:
    """`beside` is symmetric and nothing lies beside itself (semantics 3.7)."""
    of = table.type
    if not isinstance(of, SetType) or not isinstance(of.of, MemberType) or of.of.domain is not domain:
        ctx.error("E0325", cells[0].span, why="the column `beside` holds sets of the table's own rows")
        domain.attributes["beside"] = boards.by_member(domain, "beside", ERROR, lambda c: None)
        return
    by_code = dict(zip(domain.codes, cells, strict=True))
    for a in domain.codes:
        for b in sorted(table.data[a - domain.low]):
            if b == a:
                ctx.error("E0326", by_code[a].span, f"`{domain.label(a)}` lies beside itself")
            elif a not in table.data[b - domain.low]:
                ctx.error(
                    "E0326",
                    by_code[a].span,
                    f"`{domain.label(b)}` is beside `{domain.label(a)}`, but not the other way round",
                    labels=[Label(by_code[b].span, f"`{domain.label(a)}` is missing here")],
                )


# ------------------------------------------------------------------------------------------------ sentences


def _sentence_column(ctx: Context, domain: Domain, label: str, cells: Sequence[n.Cell]) -> t.Table:
    """Each cell with a `must`/`may` is a sentence of its own; its value is its number in the program."""
    values, found = [], []
    for code, cell in zip(domain.codes, cells, strict=True):
        if cell.value is None:
            values.append(NONE)
            continue
        if not isinstance(cell.value, n.Sentence):
            ctx.error("E0322", cell.span, "a value in a column of sentences")
            return _constant_column(domain, label, ERROR, [None] * domain.size)
        sentence = t.SentenceCell(
            cell.value.modal,
            (),
            cell.value.deeds.joiner,
            cell.value.if_able,
            len(ctx.sentences),
            f"{domain.name}.{domain.label(code)}",
        )
        ctx.sentences.append(sentence)
        ctx.pending_sentences.append((sentence.number, cell.value))
        values.append(sentence.number)
        found.append(sentence.number)
    ctx.column_sentences[f"{domain.name}.{label}"] = tuple(found)
    return _constant_column(domain, label, SENTENCE, values)


def finish_sentences(ctx: Context) -> None:
    """Check the deeds of the sentences met so far: they may name any action of the game."""
    while ctx.pending_sentences:
        number, node = ctx.pending_sentences.pop(0)
        you = t.Var("you", ctx.player_type, "you")
        scope = Scope(ctx, you=t.Local(ctx.player_type, you))
        deeds = [check_verbs.deed(scope, d) for d in node.deeds.items]
        ctx.sentences[number].deeds = tuple(d for d in deeds if d)
        ctx.sentences[number].you = you


def texts_of(ctx: Context, domain: Domain, place: int, label: str) -> None:
    """A column of texts: how the rows are called, for people (semantics 24.9); only one named `text` is."""
    for row, name in zip(domain.rows, domain.labels, strict=True):
        value = row.cells[place].value
        if isinstance(value, str) and label == "text":
            key = f"{domain.name}.{name}"
            ctx.add_text(t.Text(key, value, (value,), row.cells[place].span))


def copies_of(ctx: Context, domain: Domain) -> tuple[int, ...]:
    """How many of each row exist: the column `copies`, else one."""
    if domain.name not in ctx.copies:
        counts: tuple[int, ...] = (1,) * domain.size
        if "copies" in columns(ctx, domain):
            table = column(ctx, domain, "copies")
            if isinstance(table.type, IntType) and (table.type.low or 0) >= 0:
                counts = tuple(table.data[c - domain.low] for c in domain.codes)
            elif not isinstance(table.type, ErrorType):
                ctx.error("E0322", domain.span, "`copies` holds numbers from 0 up")
        ctx.copies[domain.name] = counts
    return ctx.copies[domain.name]
