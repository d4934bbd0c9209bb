"""Names in their spaces: in one space each is used once, members of different types aside (semantics 2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoyle.compiler.checking import tables as check_tables
from hoyle.compiler.context import Context
from hoyle.compiler.types import Domain
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.span import Span

BUILT_IN_TYPES = ("bool", "Player")
Place = tuple[str, Span, str]  # a name, where it stands, and what it is


def check_spaces(ctx: Context) -> None:
    """Report names that are given twice among types, values, members of one type, and seats."""
    _types(ctx)
    _values(ctx)
    for name, places in _members(ctx):
        _once(ctx, places, f"the first member of {name} with this name")
    for decl in ctx.decls.players:
        idents = decl.names if isinstance(decl, n.NamedPlayers) else ()
        _once(ctx, ((i.text, i.span, "a seat") for i in idents), "the first seat of this name")


def check_attributes(ctx: Context) -> None:
    """Report fields that a type has already as a column or by itself, and columns that stand twice."""
    for name, decl in ctx.decls.types.items():
        domain = ctx.domains.get(name)
        if isinstance(decl, n.Table) and domain is not None:
            heads = [c for c in decl.rows[0].cells[1:] if isinstance(c.value, n.Name)]
            _once(ctx, ((c.value.id, c.span, "a column") for c in heads if isinstance(c.value, n.Name)), "the first")
    for (owner, label), field in ctx.decls.fields.items():
        domain = ctx.domains.get(owner) if owner else None
        if domain is not None and _is_attribute(ctx, domain, label):
            ctx.error(
                "E0201",
                field.name.span,
                f"each {owner} has `{label}` already",
                labels=_column_label(ctx, domain, label),
                why="what a type has by itself, its columns and its fields have names of their own",
            )


def _is_attribute(ctx: Context, domain: Domain, label: str) -> bool:
    carried = domain.kind == "cells" and label in ("x", "y")
    at = any(d is not None and d.shape.get("thing") is domain for d in ctx.domains.values())
    return carried or label in check_tables.attribute_names(ctx, domain) or (at and label in ("at", "turns"))


def _column_label(ctx: Context, domain: Domain, label: str) -> list[Label]:
    decl = ctx.decls.types.get(domain.name)
    if not isinstance(decl, n.Table) or label not in check_tables.columns(ctx, domain):
        return []
    return [Label(decl.rows[0].cells[check_tables.columns(ctx, domain)[label]].span, "the column of this name")]


def _types(ctx: Context) -> None:
    for name, decl in ctx.decls.types.items():
        if name in BUILT_IN_TYPES:
            ctx.error("E0201", decl.name.span, f"the type `{name}` is there already", why="it belongs to the language")
        if name == "Team" and ctx.decls.teams is not None:
            first = Label(ctx.decls.teams.span, "it is declared here")
            ctx.error("E0201", decl.name.span, "the type `Team` again", labels=[first])
        if name in ctx.decls.options:
            first = Label(ctx.decls.options[name].name.span, "the option")
            ctx.error("E0201", decl.name.span, f"`{name}` is an option already", labels=[first])


def _values(ctx: Context) -> None:
    """Seats, game fields, options and defines share one space; members stand in it too, but not with one another."""
    known: dict[str, Place] = {}
    for place in _globals(ctx):
        first = known.setdefault(place[0], place)
        if first is not place and first[2:] + place[2:] != ("a seat", "a seat"):
            _again(ctx, place, first)
    for _, places in _members(ctx):
        for place in places:
            # A seat is a member too: of Player.
            if place[0] in known and known[place[0]][2] != "a seat":
                _again(ctx, known[place[0]], place)


def _again(ctx: Context, place: Place, first: Place) -> None:
    name, span, _ = place
    ctx.error(
        "E0201",
        span,
        f"`{name}` is {first[2]} already",
        labels=[Label(first[1], f"here it is {first[2]}")],
        why="seats, options, fields of the game, defines and members of types share one space of names",
    )


def _globals(ctx: Context) -> Iterator[Place]:
    for decl in ctx.decls.players:
        for ident in decl.names if isinstance(decl, n.NamedPlayers) else [decl.plus] if decl.plus else []:
            yield ident.text, ident.span, "a seat"
        if isinstance(decl, n.Players):
            yield from ((f"player_{i}", decl.span, "a seat") for i in range(1, decl.high + 1))
    for name, option in ctx.decls.options.items():
        yield name, option.name.span, "an option"
    for (owner, name), field in ctx.decls.fields.items():
        if owner is None:
            yield name, field.name.span, "a field"
    for name, define in ctx.decls.defines.items():
        yield name, define.name.span, "a define"


def _members(ctx: Context) -> Iterator[tuple[str, list[Place]]]:
    """The members of each type that has any by name, with their places."""
    for name, decl in ctx.decls.types.items():
        if isinstance(decl, n.EnumDecl):
            yield name, [(m.text, m.span, f"a member of {name}") for m in decl.members]
        elif isinstance(decl, n.Table):
            cells = [(r.cells[0].value, r.cells[0].span) for r in decl.rows[1:]]
            yield name, [(v.id, span, f"a member of {name}") for v, span in cells if isinstance(v, n.Name)]
    for name, option in ctx.decls.options.items():
        if isinstance(option, n.OptionChoice):
            yield name, [(w.text, w.span, f"a word of the option {name}") for w in option.words if w.text != "none"]
    if ctx.decls.teams is not None:
        yield "Team", [(t.name.text, t.name.span, "a team") for t in ctx.decls.teams.teams]


def _once(ctx: Context, places: Iterable[Place], first_is: str) -> None:
    known: dict[str, Span] = {}
    for name, span, _ in places:
        first = known.setdefault(name, span)
        if first is not span:
            ctx.error("E0201", span, f"`{name}` again", labels=[Label(first, first_is)])
