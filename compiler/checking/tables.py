"""Tables: rows are members, columns are constant attributes; sentences on rows (semantics 3.6, 3.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoyle.compiler import boards, texts
from hoyle.compiler import typed as t
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import sets as check_sets
from hoyle.compiler.checking import verbs as check_verbs
from hoyle.compiler.context import MOST_DEEP, Context
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

BOARD_LIMIT = 65_536  # cells or rows: more would not fit into a state (language.md 15.12)
MOST_COMPONENTS = 65_536  # of one type


def is_too_deep(ctx: Context, span: Span) -> bool:
    """Report a declaration that needs too long a chain of others to be known."""
    if len(ctx.in_progress) < MOST_DEEP:
        return False
    why = f"this needs another declaration to be known, which needs a third, and so on: at most {MOST_DEEP}"
    if not ctx.told_deep:
        ctx.error("E0910", span, why=why)
    ctx.told_deep = True
    return True


def table_domain(ctx: Context, decl: n.Table) -> Domain | None:
    """The domain of a table's rows; its columns are made when they are first asked for."""
    name = decl.name.text
    rows = decl.rows[1:]
    labels: list[str] = []
    known: dict[str, n.Row] = {}
    integer_named = bool(rows) and isinstance(rows[0].cells[0].value, n.Int)
    for row in rows:
        cell = row.cells[0]
        label = _row_name(cell.value)
        if label is None or isinstance(cell.value, n.Int) != integer_named:
            said = None if label is None else "the other rows have " + ("numbers" if integer_named else "names")
            ctx.error("E0320", cell.span, said or "", why="the first column names the rows: all names, or all numbers")
            return None
        if label in known:
            first = Label(known[label].cells[0].span, "the first row of this name")
            ctx.error("E0201", cell.span, f"`{label}` again", labels=[first])
            return None
        known[label] = row
        labels.append(label)
    codes = tuple(int(label) for label in labels) if integer_named else ()
    for row, before, code in zip(rows[1:], codes, codes[1:], strict=False):
        if code < before:
            why = "rows that are named by numbers stand in rising order"
            ctx.error("E0321", row.cells[0].span, f"{code} stands after {before}", why=why)
            return None
    if codes and codes[-1] - codes[0] > BOARD_LIMIT:
        said = f"its numbers reach from {codes[0]} to {codes[-1]}"
        ctx.error("E0907", decl.name.span, said, why=f"there is a place for each number between: at most {BOARD_LIMIT}")
        return None
    _check_heads(ctx, decl)
    domain = Domain(name, "table", tuple(labels), codes, integer_named=integer_named, rows=rows, span=decl.span)
    domain.text = decl.tail.text
    return domain


def _check_heads(ctx: Context, decl: n.Table) -> None:
    for cell in decl.rows[0].cells:
        if not isinstance(cell.value, n.Name):
            ctx.error("E0320", cell.span, "this is no name", why="the first row names the columns")
    for cell in (cell for row in decl.rows[1:] for cell in row.cells if cell.of is not None):
        ctx.error("E0322", cell.span, "this says a type", why="the types of columns stand in the first row")


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
    from hoyle.compiler.checking.type_names import domain_named

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
        # Seats of larger games are nobody here.
        sets = tuple(v & frozenset(ctx.seats) if isinstance(v, frozenset) else frozenset() for v in values)
        ctx.team_sets = sets
        listed = sorted(seat for members in sets for seat in members)
        if listed != sorted(ctx.seats) and all(isinstance(v, frozenset) for v in values):
            _wrong_teams(ctx, ctx.decls.teams, sets)
    return ctx.team_sets


def _wrong_teams(ctx: Context, decl: n.Teams, sets: tuple[frozenset[int], ...]) -> None:
    """Who is in no team, or in two."""
    seen: dict[int, n.Team] = {}
    why = "every player of the game belongs to exactly one team"
    for team, members in zip(decl.teams, sets, strict=True):
        for seat in sorted(members):
            if seat in seen:
                labels = [Label(seen[seat].members.span, "the first team with that player")]
                said = f"`{ctx.players.label(seat)}` is in two teams"
                ctx.error("E0323", team.members.span, said, labels=labels, why=why)
            seen.setdefault(seat, team)
    for seat in ctx.seats:
        if seat not in seen:
            said = f"`{ctx.players.label(seat)}` is in no team"
            ctx.error("E0323", decl.teams[0].name.span.to(decl.teams[-1].members.span), said, why=why)


# ------------------------------------------------------------------------------------------------ columns


def column(ctx: Context, domain: Domain, label: str) -> t.Table:
    """The table of a column: its type is the least that holds all cells."""
    key = f"{domain.name}.{label}"
    head = ctx.decls.types[domain.name].rows[0].cells[columns(ctx, domain)[label]]  # type: ignore[union-attr]
    if key in ctx.in_progress:
        ctx.error("E0303", head.span, f"the column `{label}` needs itself to be known")
        return _constant_column(domain, label, ERROR, [None] * domain.size)
    if is_too_deep(ctx, head.span):
        return _constant_column(domain, label, ERROR, [None] * domain.size)
    ctx.in_progress.append(key)
    place = columns(ctx, domain)[label]
    cells = [row.cells[place] for row in domain.rows]
    if any(isinstance(cell.value, n.Sentence) for cell in cells):
        table = _sentence_column(ctx, domain, label, cells)
    elif head.of is not None:
        table = _typed_column(ctx, domain, label, head, cells)
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


def _typed_column(ctx: Context, domain: Domain, label: str, head: n.Cell, cells: Sequence[n.Cell]) -> t.Table:
    """A column whose head says its type: every cell must be of it."""
    from hoyle.compiler.checking.type_names import type_of

    assert head.of is not None
    kind, scope = type_of(ctx, head.of), Scope(ctx)
    values: list[Any] = []
    for cell in cells:
        value = coerce(scope, _cell(ctx, cell, kind), kind, "the cell", wanted_at=Label(head.span, "the column"))
        if isinstance(value, t.Const):
            values.append(value.value)
        elif not isinstance(value.type, ErrorType):
            ex.not_known(ctx, value, "a cell")
    if len(values) < len(cells):
        return _constant_column(domain, label, ERROR, [None] * domain.size)
    return _constant_column(domain, label, kind, values)


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
            labels = [Label(values[0].span, f"this is {values[0].type}")]
            why = "all cells of a column are of one type"
            ctx.error("E0322", cell.span, f"this is {value.type}", labels=labels, why=why)
            return _constant_column(domain, label, ERROR, [None] * domain.size)
        kind = wider
    scope = Scope(ctx)
    fitted = [coerce(scope, value, kind or ERROR) for value in values]
    for value in fitted:
        if not isinstance(value, t.Const) and not isinstance(value.type, ErrorType):
            ex.not_known(ctx, value, "a cell")
            return _constant_column(domain, label, ERROR, [None] * domain.size)
    return _constant_column(domain, label, kind or ERROR, [v.value for v in fitted if isinstance(v, t.Const)])


def _cell(ctx: Context, cell: n.Cell, hint: Type | None) -> t.Expr:
    if cell.value is None:
        return t.Const(NONE_TYPE, none_code(hint) if hint else NONE, span=cell.span)
    if isinstance(cell.value, str):
        why = "what is quoted is for people: rules cannot read it, and it stands in a column of its own"
        ctx.error("E0324", cell.span, "this is a text", why=why)
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
        said = f"these are {of}"
        ctx.error("E0325", cells[0].span, said, why="the column `beside` holds sets of rows of this table: neighbours")
        domain.attributes["beside"] = boards.by_member(domain, "beside", ERROR, lambda c: None)
        return
    by_code = dict(zip(domain.codes, cells, strict=True))
    for a in domain.codes:
        for b in sorted(table.data[a - domain.low]):
            if b == a:
                said = f"`{domain.label(a)}` lies beside itself"
                ctx.error("E0326", by_code[a].span, said, why="a column `beside` names the neighbours of a row")
            elif a not in table.data[b - domain.low]:
                ctx.error(
                    "E0326",
                    by_code[a].span,
                    f"`{domain.label(b)}` lies beside `{domain.label(a)}`, but not the other way round",
                    labels=[Label(by_code[b].span, f"`{domain.label(a)}` is missing here")],
                    why="if one lies beside the other, the other lies beside the one",
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
            first = next(c for c in cells if isinstance(c.value, n.Sentence))
            labels = [Label(first.span, "this is a sentence")]
            why = "a column with a `must` or `may` holds sentences, or nothing (`-`)"
            ctx.error("E0322", cell.span, "this is a value", labels=labels, why=why)
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
        check_verbs.check_counts(scope, node.modal, node.deeds)
        sentence = ctx.sentences[number]
        sentence.deeds = tuple(d for d in deeds if d)
        sentence.you = you
        sentence.prompt = _name_of_row(ctx, sentence.label)


def _name_of_row(ctx: Context, label: str) -> t.Text:
    """What a sentence of a table asks: the name of its row."""
    name = texts.humanised(label.partition(".")[2])
    return ctx.texts.get(label) or t.Text(label, name, (name,))


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
            if isinstance(table.type, IntType) and not table.type.optional and (table.type.low or 0) >= 0:
                counts = _affordable(ctx, domain, tuple(table.data[c - domain.low] for c in domain.codes))
            elif not isinstance(table.type, ErrorType):
                cell = _wrong_copies(ctx, domain, table)
                said = f"this is {cell.span.text.strip()}"
                ctx.error("E0322", cell.span, said, why="`copies` says how many there are: numbers from 0 up")
        ctx.copies[domain.name] = counts
    return ctx.copies[domain.name]


def _wrong_copies(ctx: Context, domain: Domain, table: t.Table) -> n.Cell:
    """The first cell that is no number of things."""
    place = columns(ctx, domain)["copies"]
    cells: list[n.Cell] = [row.cells[place] for row in domain.rows]
    for cell, code in zip(cells, domain.codes, strict=True):
        value = table.data[code - domain.low]
        if cell.value is None or not isinstance(value, int) or value < 0:
            return cell
    return cells[0]


def _affordable(ctx: Context, domain: Domain, counts: tuple[int, ...]) -> tuple[int, ...]:
    total = sum(counts)
    if total <= MOST_COMPONENTS:
        return counts
    most = max(range(len(counts)), key=counts.__getitem__)
    cell = domain.rows[most].cells[columns(ctx, domain)["copies"]]
    why = f"there may be {MOST_COMPONENTS:,} components of a type; what nobody can tell apart is counted by a number"
    ctx.error("E0912", cell.span, f"{total:,} components of {domain.name}", why=why)
    return (1,) * domain.size
