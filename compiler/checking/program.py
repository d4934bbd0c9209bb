"""The checker: a merged game, a player count and options -> the typed program, or diagnostics."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from hoyle.compiler import typed as t
from hoyle.compiler.checking import circles as check_circles
from hoyle.compiler.checking import defines as check_defines
from hoyle.compiler.checking import names as check_names
from hoyle.compiler.checking import outcome as check_outcome
from hoyle.compiler.checking import simultaneous as check_simultaneous
from hoyle.compiler.checking import tables as check_tables
from hoyle.compiler.checking import type_names as check_types
from hoyle.compiler.checking import verbs as check_verbs
from hoyle.compiler.checking.examples import check_example, check_settings, rows, setting, wanted_count
from hoyle.compiler.checking.fields import bind_options, bind_seats, finish_fields
from hoyle.compiler.context import Context, Declarations
from hoyle.compiler.implied import Effects, imply_requirements
from hoyle.compiler.lint_use import lint_use
from hoyle.compiler.lint_values import lint_values
from hoyle.compiler.lints import lint
from hoyle.compiler.looks import check_looks, word_keys
from hoyle.compiler.mentions import bound_names, needs_you, uses
from hoyle.compiler.types import BOOL, BoolType, ErrorType, IntType, MemberType, Type, is_optional, none_code
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Diagnostics


def check(
    decls: Declarations,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    diagnostics: Diagnostics | None = None,
    examples: bool = True,
    looks: Sequence[n.File] = (),
) -> t.Program:
    """The typed program for `players` people (default: the greatest count) and these options.

    Raises DiagnosticError if the rules are wrong, `check_fields.MisuseError` if the count or an option does not exist.
    With `examples`, those that ask for this count and these options are checked too.
    """
    diagnostics = diagnostics if diagnostics is not None else Diagnostics()
    if not decls.counts:
        if not diagnostics.errors:
            why = "a game says for how many players it is"
            diagnostics.report("E0404", decls.name.span, why=why, hint="write `players 2 to 4`")
        diagnostics.stop_on_errors()
    count = players if players is not None else decls.counts[-1]
    ctx = Context(decls, count, options or {}, diagnostics)
    bind_seats(ctx)
    ctx.bound = bound_names(decls, (*ctx.players.labels, *ctx.absent))
    _declare_members(ctx)
    bind_options(ctx, options or {})
    ctx.needs_you, ctx.uses = needs_you(decls), uses(decls)
    try:
        with deep_stack():
            program = _program(ctx, examples)
            program.look, program.look_keys = check_looks(ctx, looks), word_keys(looks)
    except RecursionError:
        diagnostics.report("E0910", decls.name.span, why="declarations that need one another form too long a chain")
    diagnostics.stop_on_errors()
    lint(program, diagnostics)
    lint_values(program, diagnostics)
    lint_use(program, decls, diagnostics)
    return program


@contextmanager
def deep_stack() -> Iterator[None]:
    """Room for the deepest expressions that rules may hold; the limits of `dsl.limits` keep them far below it."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 6_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _declare_members(ctx: Context) -> None:
    """Which types have a member of each name; domains themselves are made when first needed."""
    for name, decl in ctx.decls.types.items():
        labels: list[str] = []
        if isinstance(decl, n.EnumDecl):
            labels = [m.text for m in decl.members]
        elif isinstance(decl, n.Table):
            labels = [r.cells[0].value.id for r in decl.rows[1:] if isinstance(r.cells[0].value, n.Name)]
        for label in dict.fromkeys(labels):
            ctx.members.setdefault(label, []).append(name)
    if ctx.decls.teams is not None:
        for team in ctx.decls.teams.teams:
            ctx.members.setdefault(team.name.text, []).append("Team")


def _program(ctx: Context, examples: bool) -> t.Program:
    decls = ctx.decls
    check_names.check_spaces(ctx)
    for name, decl in decls.types.items():
        check_types.named_type(ctx, name, decl.name.span)
    for owner in decls.owners.values():
        if check_types.domain_named(ctx, owner.text, owner.span) is None:
            _no_owner(ctx, owner)
    check_names.check_attributes(ctx)
    teams = check_outcome.check_teams(ctx)
    fields = finish_fields(ctx)
    _check_columns(ctx)
    check_verbs.declare_verbs(ctx)
    for name in decls.defines:
        check_defines.function_named(ctx, name, decls.defines[name].name.span)
    _check_bodies(ctx)
    components = check_outcome.check_components(ctx)
    promises = check_outcome.check_promises(ctx)
    check_outcome.prefer_promises(ctx)
    winner = check_outcome.check_winner(ctx)
    check_settings(ctx)
    ctx.diagnostics.stop_on_errors()
    check_circles.check_circles(ctx, components)
    check_simultaneous.check_simultaneous(ctx)
    effects = Effects(fields)
    for action in ctx.actions.values():
        imply_requirements(action, effects)
    return t.Program(
        name=decls.name.text,
        title=decls.tail.text or decls.name.text,
        players=ctx.players,
        seats=ctx.seats,
        deciding=ctx.deciding,
        options=ctx.options,
        domains={**{k: d for k, d in ctx.domains.items() if d is not None}, **ctx.option_domains},
        teams=teams,
        fields=fields,
        functions={k: f for k, f in ctx.functions.items() if f is not None},
        actions=ctx.actions,
        procedures=ctx.procedures,
        setup=ctx.phases["setup"],
        play=ctx.phases["play"],
        components=components,
        winner=winner,
        promises=promises,
        examples=_examples(ctx) if examples else [],
        sentences=ctx.sentences,
        copies=ctx.copies,
        texts=ctx.texts,
        cites=decls.tail.cites,
    )


def _no_owner(ctx: Context, owner: n.Ident) -> None:
    """`each T has` of a name that is no domain: of a range, or of a second name of a type."""
    kind = BOOL if owner.text == "bool" else ctx.aliases.get(owner.text)
    if isinstance(kind, MemberType):
        hint = f"write `each {kind.domain.name} has`"
        ctx.error("E0408", owner.span, f"`{owner.text}` is another name for {kind.domain.name}", hint=hint)
    elif kind is not None and not isinstance(kind, ErrorType):
        why = "things have fields: members of enumerations and tables, places of boards, seats"
        ctx.error("E0408", owner.span, f"`{owner.text}` is {kind}", why=why)


def _check_columns(ctx: Context) -> None:
    """Every column of every table, but those that hold texts for people only."""
    for name, decl in ctx.decls.types.items():
        domain = ctx.domains.get(name)
        if domain is None or not isinstance(decl, n.Table):
            continue
        check_tables.copies_of(ctx, domain)
        for label, place in check_tables.columns(ctx, domain).items():
            if all(isinstance(r.cells[place].value, str | None) for r in decl.rows[1:]):
                check_tables.texts_of(ctx, domain, place, label)
            elif label not in domain.attributes:
                check_tables.column(ctx, domain, label)


def _check_bodies(ctx: Context) -> None:
    decls = ctx.decls
    if decls.play is None:
        why = "a game has a `play:`, which says what happens once it is set up"
        ctx.error("E0404", decls.name.span, why=why)
    ctx.phases["setup"] = t.Procedure("setup", span=decls.setup.span if decls.setup else decls.name.span)
    ctx.phases["play"] = t.Procedure("play", span=decls.play.span if decls.play else decls.name.span)
    check_tables.finish_sentences(ctx)
    for action in ctx.actions.values():
        check_verbs.check_action(ctx, action)
    for name, procedure in ctx.procedures.items():
        check_verbs.check_procedure(ctx, procedure, decls.procedures[name])
    for name, decl in (("setup", decls.setup), ("play", decls.play)):
        ctx.phases[name].body = check_verbs.check_phase(ctx, name, decl).body
    for reaction in decls.reactions:
        check_verbs.check_reaction(ctx, reaction)
    check_tables.finish_sentences(ctx)


def _examples(ctx: Context) -> list[t.Example]:
    """The examples that ask for this player count and these options (those that ask for others are bound to them)."""
    found = []
    for name, decl in ctx.decls.examples.items():
        for case, filled, cites in rows(decl):
            if applies(ctx, name, filled):
                example = check_example(ctx, filled, name, case, cites)
                if example is not None:
                    found.append(example)
    return found


def applies(ctx: Context, name: str, decl: n.Example) -> bool:
    """Is this the binding the example asks for? Without a count it is the greatest of its own file (semantics 19.1)."""
    _, options = setting(decl)
    wanted = wanted_count(ctx, name, decl)
    given = {key: word.casefold() for key, word in options if key in ctx.decls.options}
    return wanted == ctx.count and given == {key: word.casefold() for key, word in ctx.given.items()}


def option_values(decls: Declarations, players: int) -> dict[str, tuple[str, ...]]:
    """The values of each option as they are given for a number of players, the default first; of a long range its ends
    and the middle."""
    ctx = Context(decls, players, {}, Diagnostics())
    bind_seats(ctx)
    ctx.bound = bound_names(decls, (*ctx.players.labels, *ctx.absent))
    _declare_members(ctx)
    bind_options(ctx, {})
    ctx.diagnostics.stop_on_errors()
    return {name: _values_of(ctx.option_types[name], value) for name, (_, value) in ctx.options.items()}


def _values_of(kind: Type, default: int) -> tuple[str, ...]:
    texts: dict[int, str] = {}
    match kind:
        case BoolType():
            texts = {0: "false", 1: "true"}
        case IntType(low=int() as low, high=int() as high):
            texts = {n: str(n) for n in (range(low, high + 1) if high - low < 5 else (low, (low + high) // 2, high))}
        case MemberType(domain=domain):
            texts = dict(zip(domain.codes, domain.labels, strict=True))
    if is_optional(kind):
        texts[none_code(kind)] = "none"
    first = texts.get(default, str(default))
    return (first, *(text for text in texts.values() if text != first))


def bindings(decls: Declarations) -> list[tuple[int, tuple[tuple[str, str], ...]]]:
    """All player counts and options that the examples of a game ask for, each once."""
    each = (binding_of(decls, name, filled) for name, decl in decls.examples.items() for _, filled, _ in rows(decl))
    return list(dict.fromkeys(binding for binding in each if binding[0] in decls.counts))


def binding_of(decls: Declarations, name: str, filled: n.Example) -> tuple[int, tuple[tuple[str, str], ...]]:
    """The player count and the options that an example asks for. filled: with the cells of a row of its cases."""
    count, options = setting(filled)
    wanted = count if count is not None else decls.example_players.get(name, decls.counts[-1])
    return wanted, tuple(sorted((key, word) for key, word in options if key in decls.options))
