"""A syntax tree as a rule file: what `format` is for trees that were merged or made, and have no text of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch

from hoyle.dsl import nodes
from hoyle.dsl.print_expressions import (
    OR,
    POSTFIX,
    SUM,
    print_args,
    print_binders,
    print_deed,
    print_deeds,
    print_expr,
    print_type,
)
from hoyle.dsl.printer import format

STEP = "    "


def print_file(file: nodes.File) -> str:
    """The file in canonical layout: `parse(print_file(file)) == file`."""
    return format("".join(f"{line}\n" for line in _file(file)))


def _file(file: nodes.File) -> Iterator[str]:
    if file.edition != 1:
        yield f"hoyle {file.edition}"
    name = "" if file.kind in ("examples", "look") else f" {file.name}"
    yield f"{file.kind}{name}{f' of {file.of}' if file.of else ''}{_tail(file.tail)}"
    for decl in file.decls:
        yield ""
        yield from print_decl(decl)


def _tail(tail: nodes.Tail) -> str:
    said = "" if tail.text is None else f' "{tail.text}"'
    return said + "".join(f" §{cite}" for cite in tail.cites)


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (STEP + line for line in lines)


def _params(params: tuple[nodes.Param, ...] | None) -> str:
    return "" if params is None else f"({', '.join(_param(p) for p in params)})"


def _param(param: nodes.Param) -> str:
    if param.type is not None:
        return f"{param.name}: {print_type(param.type)}"
    assert param.domain is not None
    return f"{param.name} in {print_expr(param.domain, OR)}"


def _names(names: tuple[nodes.Ident, ...] | None) -> str:
    return "" if names is None else f"({', '.join(map(str, names))})"


def _path(path: tuple[nodes.Ident, ...]) -> str:
    return ".".join(map(str, path))


# ------------------------------------------------------------------------------------------------ declarations


@singledispatch
def print_decl(decl: nodes.Decl) -> Iterator[str]:
    """The lines of a declaration, not yet laid out."""
    raise AssertionError(decl)


@print_decl.register
def _(decl: nodes.Players) -> Iterator[str]:
    number = str(decl.low) if decl.low == decl.high else f"{decl.low} to {decl.high}"
    yield f"players {number}{f' plus {decl.plus}' if decl.plus else ''}{_tail(decl.tail)}"


@print_decl.register
def _(decl: nodes.NamedPlayers) -> Iterator[str]:
    yield f"players {decl.number}: {', '.join(map(str, decl.names))}{_tail(decl.tail)}"


@print_decl.register
def _(decl: nodes.Option) -> Iterator[str]:
    yield f"option {decl.name}: {print_type(decl.type)} = {print_expr(decl.default)}{_tail(decl.tail)}"


@print_decl.register
def _(decl: nodes.OptionChoice) -> Iterator[str]:
    default = f" = {decl.default}" if decl.default else ""
    yield f"option {decl.name}: {', '.join(map(str, decl.words))}{default}{_tail(decl.tail)}"


@print_decl.register
def _(decl: nodes.TypeDecl) -> Iterator[str]:
    yield f"type {decl.name}: {print_type(decl.type)}{_tail(decl.tail)}"


@print_decl.register
def _(decl: nodes.EnumDecl) -> Iterator[str]:
    yield f"type {decl.name}: {', '.join(map(str, decl.members))}{_tail(decl.tail)}"


@print_decl.register
def _(decl: nodes.Table) -> Iterator[str]:
    yield f"table {decl.name}:{_tail(decl.tail)}"
    yield from _indented(map(_row, decl.rows))


def _row(row: nodes.Row) -> str:
    return " | ".join(map(_cell, row.cells)) + "".join(f" §{cite}" for cite in row.cites)


def _cell(cell: nodes.Cell) -> str:
    match cell.value:
        case None:
            return "-"
        case str(text):
            return f'"{text}"'
        case expr:
            return print_expr(expr) + (f": {print_type(cell.of)}" if cell.of is not None else "")


@print_decl.register
def _(decl: nodes.State) -> Iterator[str]:
    yield f"{f'each {decl.owner}' if decl.owner else 'game'} has:{_tail(decl.tail)}"
    yield from _indented(map(_field, decl.fields))


def _field(field: nodes.Field) -> str:
    indices = f"[{', '.join(map(print_type, field.indices))}]" if field.indices else ""
    default = f" = {print_expr(field.default)}" if field.default else ""
    seen = "".join(f", {f'{v.what} ' if v.what else ''}seen by {print_expr(v.who, OR)}" for v in field.visibility)
    full = f" full{_tail(field.full)}" if field.full else ""
    return f"{field.name}{indices}: {print_type(field.type)}{default}{seen}{_tail(field.tail)}{full}"


@print_decl.register
def _(decl: nodes.Define) -> Iterator[str]:
    yield f"define {decl.name}{_params(decl.params)} = {print_expr(decl.value)}{_tail(decl.tail)}"


@print_decl.register
def _(decl: nodes.DefineCases) -> Iterator[str]:
    yield f"define {decl.name}{_params(decl.params)}:{_tail(decl.tail)}"
    yield from _indented(map(_case, decl.cases))


def _case(case: nodes.Case) -> str:
    test = "otherwise" if case.test is None else f"if {print_expr(case.test)}"
    return f"{print_expr(case.value, OR)} {test}{_tail(case.tail)}"


@print_decl.register
def _(decl: nodes.Action) -> Iterator[str]:
    params = _params(decl.params if decl.brackets or decl.params else None)
    yield f"action {decl.name}{params}:{_tail(decl.tail)}"
    yield from _indented(_body(decl.body))


@print_decl.register
def _(decl: nodes.LikeAction) -> Iterator[str]:
    yield f"action {decl.name} like {decl.like}{_tail(decl.tail)}"


@print_decl.register
def _(decl: nodes.Procedure) -> Iterator[str]:
    params = _params(decl.params if decl.brackets or decl.params else None)
    nested = f" nested {decl.nested} deep" if decl.nested is not None else ""
    yield from _with_block(f"to {decl.name}{params}{nested}", decl.block)


@print_decl.register
def _(decl: nodes.Setup) -> Iterator[str]:
    yield from _with_block("setup", decl.block)


@print_decl.register
def _(decl: nodes.Play) -> Iterator[str]:
    yield from _with_block("play", decl.block)


@print_decl.register
def _(decl: nodes.Reaction) -> Iterator[str]:
    test = f" if {print_expr(decl.test)}" if decl.test else ""
    yield from _with_block(f"{decl.when} {decl.verb}{_names(decl.names)}{test}", decl.block)


@print_decl.register
def _(decl: nodes.Teams) -> Iterator[str]:
    yield f"teams:{_tail(decl.tail)}"
    for team in decl.teams:
        yield f"{STEP}{team.name}: {print_expr(team.members)}{_tail(team.tail)}"


@print_decl.register
def _(decl: nodes.Scoring) -> Iterator[str]:
    yield f"scoring:{_tail(decl.tail)}"
    for part in decl.components:
        seats = f" for {print_expr(part.seats)}" if part.seats else ""
        yield f"{STEP}{part.name}{seats}: {print_expr(part.value)}{_tail(part.tail)}"


@print_decl.register
def _(decl: nodes.Winner) -> Iterator[str]:
    yield f"winner: {print_expr(decl.value)}{_tail(decl.tail)}"


@print_decl.register
def _(decl: nodes.Always) -> Iterator[str]:
    after = ", ".join(f"{ref.verb}{_names(ref.names)}" for ref in decl.after)
    yield f"always {decl.name}{f' after {after}' if after else ''}: {print_expr(decl.test)}{_tail(decl.tail)}"


@print_decl.register
def _(decl: nodes.Example) -> Iterator[str]:
    yield f"example {decl.name}:{_tail(decl.tail)}"
    for line in decl.lines:
        yield from _indented(print_line(line))


@print_decl.register
def _(decl: nodes.Replace) -> Iterator[str]:
    first, *rest = print_decl(decl.decl)
    yield f"replace {first}"
    yield from rest


@print_decl.register
def _(decl: nodes.AddRequire) -> Iterator[str]:
    yield f"require {_path(decl.path)}: {print_expr(decl.test)}{_tail(decl.tail)}"


@print_decl.register
def _(decl: nodes.ReplaceRequire) -> Iterator[str]:
    yield f"replace require {_path(decl.path)}: {print_expr(decl.test)}{_tail(decl.tail)}"


@print_decl.register
def _(decl: nodes.ReplaceScore) -> Iterator[str]:
    yield f"replace score {decl.name}: {print_expr(decl.value)}{_tail(decl.tail)}"


@print_decl.register
def _(decl: nodes.Remove) -> Iterator[str]:
    yield f"remove {decl.kind}{f' {_path(decl.path)}' if decl.path else ''}{_tail(decl.tail)}"


@print_decl.register
def _(decl: nodes.Translation) -> Iterator[str]:
    yield f'{_path(decl.path)} = "{decl.text}"'


@print_decl.register
def _(decl: nodes.LookTable) -> Iterator[str]:
    yield f"{decl.kind} of {decl.of}:{_tail(decl.tail)}"
    yield from _indented(map(_row, decl.rows))


@print_decl.register
def _(decl: nodes.Sheet) -> Iterator[str]:
    walks = "" if decl.binder is None else f" for {print_binders(nodes.Binders((decl.binder,), decl.where))}"
    yield f"{decl.kind} {decl.name}{walks}:{_tail(decl.tail)}"
    yield from _indented(map(_look_line, decl.lines))


def _look_line(line: nodes.Drawing | nodes.Setting) -> str:
    if isinstance(line, nodes.Setting):
        return f"{line.name}: {print_expr(line.value)}{_tail(line.tail)}"
    walks = "" if line.binders is None else f" for {print_binders(line.binders)}"
    face = "" if line.face is None else f" as {_face(line.face)}"
    owner = "" if line.owner is None else f" of {print_expr(line.owner)}"
    return f"{line.layer} {line.name}{walks}: {print_expr(line.value)}{face}{owner}{_tail(line.tail)}"


def _face(face: nodes.Face) -> str:
    letter = "" if face.letter is None else f' or "{face.letter}"'
    shape = f'"{face.glyph}"{letter}' if face.shape is None else str(face.shape)
    return shape if face.colour is None else f"{shape} {face.colour}"


@print_decl.register
def _(decl: nodes.LeaveOut) -> Iterator[str]:
    yield f"leave out {', '.join(map(_path, decl.paths))}{_tail(decl.tail)}"


@print_decl.register
def _(decl: nodes.Aside) -> Iterator[str]:
    yield f"aside {', '.join(map(_path, decl.paths))}{_tail(decl.tail)}"


# ------------------------------------------------------------------------------------------------ example lines


@singledispatch
def print_line(line: nodes.ExampleLine) -> Iterator[str]:
    """The lines of a line of an example: several for `cases`."""
    raise AssertionError(line)


@print_line.register
def _(line: nodes.Given) -> Iterator[str]:
    (said,) = print_stmt(line.stmt)
    yield f"given {said}{_tail(line.tail)}"


@print_line.register
def _(line: nodes.GivenPlayers) -> Iterator[str]:
    yield f"given players {line.number}{_tail(line.tail)}"


@print_line.register
def _(line: nodes.When) -> Iterator[str]:
    who = f"{print_expr(line.who)} does " if line.who else ""
    rolling, choosing = _outcomes("rolling", line.rolling), _outcomes("choosing", line.choosing)
    yield f"when {who}{print_deed(line.deed)}{rolling}{choosing}{_tail(line.tail)}"


@print_line.register
def _(line: nodes.At) -> Iterator[str]:
    who = f"{print_expr(line.who)} does " if line.who else ""
    yield f"at {who}{print_deed(line.deed)}{_outcomes('rolling', line.rolling)}{_tail(line.tail)}"


def _outcomes(word: str, values: tuple[nodes.Expr, ...] | None) -> str:
    return "" if values is None else f" {word} {print_args(values)}"


@print_line.register
def _(line: nodes.Cases) -> Iterator[str]:
    yield f"cases:{_tail(line.tail)}"
    yield from _indented(map(_row, line.rows))


@print_line.register
def _(line: nodes.Expect) -> Iterator[str]:
    yield f"expect {print_expr(line.test)}{_tail(line.tail)}"


@print_line.register
def _(line: nodes.ExpectMay) -> Iterator[str]:
    yield f"expect {print_expr(line.who, POSTFIX)} {line.modal} {print_deed(line.deed)}{_tail(line.tail)}"


@print_line.register
def _(line: nodes.ExpectMayNot) -> Iterator[str]:
    because = f" because {line.because}" if line.because else ""
    who = print_expr(line.who, POSTFIX)
    yield f"expect {who} {line.modal} not {print_deed(line.deed)}{because}{_tail(line.tail)}"


# ------------------------------------------------------------------------------------------------ statements


def _body(body: Iterable[nodes.Stmt]) -> Iterator[str]:
    for stmt in body:
        yield from print_stmt(stmt)


def _with_block(head: str, block: nodes.Block) -> Iterator[str]:
    yield f"{head}:{_tail(block.tail)}"
    yield from _indented(_body(block.body))


@singledispatch
def print_stmt(stmt: nodes.Stmt) -> Iterator[str]:
    """The lines of a statement, not yet laid out."""
    yield _simple(stmt) + _tail(stmt.tail)


def _simple(stmt: nodes.Stmt) -> str:
    match stmt:
        case nodes.Let(name, type, value):
            return f"let {name}{f': {print_type(type)}' if type else ''} = {print_expr(value)}"
        case nodes.Assign(op, target, value):
            return f"{print_expr(target)} {op} {print_expr(value)}"
        case nodes.CallStmt(call):
            return print_expr(call)
        case nodes.Roll(items, until):
            return f"roll {', '.join(map(_roll_item, items))}{_clause('until', until)}"
        case nodes.Shuffle(zones):
            return f"shuffle {print_args(zones)}"
        case nodes.Draw(what, source, target):
            return f"draw {print_expr(what)} from {print_expr(source)}{_clause('to', target)}"
        case nodes.Move(form, amount, source, target):
            return f"move {_amount(form, amount)} from {print_expr(source)} to {print_expr(target)}"
        case nodes.Award(prizes, ranking, place):
            return f"award {print_expr(prizes)} to {print_expr(ranking)} as {print_expr(place)}"
        case nodes.Show(what, to):
            return f"show {print_expr(what)} to {print_expr(to)}"
        case nodes.Announce():
            return "announce"
        case nodes.Do(sentence):
            return f"do {print_expr(sentence)}"
        case nodes.Stop():
            return "stop"
        case nodes.Next():
            return "next"
        case nodes.Return():
            return "return"
        case nodes.EndGame(won_by):
            return f"end game{_clause('won by', won_by)}"
        case nodes.Require(name, test):
            return f"require {name}: {print_expr(test)}"
        case nodes.RequireDefined(name, args, brackets):
            return f"require {name}{f'({print_args(args)})' if brackets or args else ''}"
        case nodes.Same(deed, test):
            return f"same {print_deed(deed)}{_clause('if', test)}"
    raise AssertionError(stmt)


def _clause(word: str, expr: nodes.Expr | None) -> str:
    return "" if expr is None else f" {word} {print_expr(expr)}"


def _amount(form: str, amount: nodes.Expr | None) -> str:
    if amount is None:
        return "all"
    return f"up to {print_expr(amount)}" if form == "up to" else print_expr(amount)


def _roll_item(item: nodes.RollVariable | nodes.RollBag) -> str:
    match item:
        case nodes.RollVariable(target, type):
            return print_expr(target, POSTFIX) + (f": {print_type(type)}" if type else "")
        case nodes.RollBag(number, type, target):
            return f"{print_expr(number, SUM)} {type} into {print_expr(target, POSTFIX)}"


@print_stmt.register
def _(stmt: nodes.If) -> Iterator[str]:
    for word, (test, block) in zip(["if", *["elif"] * len(stmt.branches)], stmt.branches, strict=False):
        yield from _with_block(f"{word} {print_expr(test)}", block)
    if stmt.orelse:
        yield from _with_block("else", stmt.orelse)


@print_stmt.register
def _(stmt: nodes.For) -> Iterator[str]:
    yield from _with_block(f"for {print_binders(stmt.binders)}", stmt.block)


@print_stmt.register
def _(stmt: nodes.Repeat) -> Iterator[str]:
    match stmt.form:
        case "forever":
            head = "repeat"
        case "times":
            assert stmt.value is not None
            head = f"repeat {print_expr(stmt.value)} times"
        case word:
            assert stmt.value is not None
            head = f"repeat {word} {print_expr(stmt.value)}"
    yield from _with_block(head, stmt.block)


@print_stmt.register
def _(stmt: nodes.Turns) -> Iterator[str]:
    start = "" if stmt.start is None else f" from {print_expr(stmt.start, SUM)}"
    order = "" if stmt.order is None else f" in {print_expr(stmt.order, OR)}"
    yield from _with_block(f"players take turns{start}{order}{_clause('until', stmt.until)}", stmt.block)


@print_stmt.register
def _(stmt: nodes.Simultaneously) -> Iterator[str]:
    yield from _with_block(f"simultaneously for {print_binders(stmt.binders)}", stmt.block)


@print_stmt.register
def _(stmt: nodes.Must) -> Iterator[str]:
    able = " if able" if stmt.if_able else ""
    colon = ":" if stmt.asks else ""
    yield f"{_who(stmt.who)}{stmt.modal} {print_deeds(stmt.deeds)}{able}{colon}{_tail(stmt.tail)}"
    yield from _otherwise(stmt.otherwise)


@print_stmt.register
def _(stmt: nodes.Choose) -> Iterator[str]:
    able = " if able" if stmt.if_able else ""
    yield from _with_block(f"{_who(stmt.who)}{stmt.modal} choose {print_binders(stmt.binders)}{able}", stmt.block)
    yield from _otherwise(stmt.otherwise)


def _who(who: nodes.Expr | None) -> str:
    return "" if who is None else f"{print_expr(who, POSTFIX)} "


def _otherwise(parts: Iterable[nodes.Otherwise]) -> Iterator[str]:
    for part in parts:
        if isinstance(part.body, nodes.Block):
            yield from _with_block("otherwise", part.body)
        else:
            first, *rest = print_stmt(part.body)
            yield f"otherwise {first}"
            yield from rest
