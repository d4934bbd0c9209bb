"""From the declarations of one file to a table of parts by kind and name; two parts of one name are reported."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hoyle.compiler.context import Declarations
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Diagnostics, Label


def collect(file: n.File, decls: Iterable[n.Decl], diagnostics: Diagnostics) -> Declarations:
    """The parts of a base game with all that belongs to it."""
    found = Declarations(file.name, file.tail)
    for decl in decls:
        add(found, decl, diagnostics)
    return found


def add(found: Declarations, decl: n.Decl, diagnostics: Diagnostics) -> None:
    """Add one declaration; a name that exists already is an error with both places."""
    match decl:
        case n.Players() | n.NamedPlayers():
            if _is_possible(decl, diagnostics):
                found.players.append(decl)
        case n.Option() | n.OptionChoice():
            _value(found, found.options, decl.name, decl, diagnostics)
        case n.TypeDecl() | n.EnumDecl() | n.Table():
            _named(found.types, decl.name, decl, diagnostics)
        case n.State():
            _fields(found, decl, diagnostics)
        case n.Define() | n.DefineCases():
            _value(found, found.defines, decl.name, decl, diagnostics)
        case n.Action() | n.LikeAction():
            _verb(found.actions, found.procedures, decl, diagnostics)
        case n.Procedure():
            _verb(found.procedures, found.actions, decl, diagnostics)
        case n.Reaction():
            found.reactions.append(decl)
        case n.Scoring():
            for component in decl.components:
                _named(found.components, component.name, component, diagnostics)
        case n.Always():
            _named(found.promises, decl.name, decl, diagnostics)
        case n.Example():
            _named(found.examples, decl.name, decl, diagnostics)
        case n.Setup() | n.Play() | n.Teams() | n.Winner():
            _only(found, type(decl).__name__.lower(), decl, diagnostics)


MOST_SEATS = 64


def _is_possible(decl: n.Players | n.NamedPlayers, diagnostics: Diagnostics) -> bool:
    """Report numbers of players that no game can have."""
    low, high = (decl.low, decl.high) if isinstance(decl, n.Players) else (decl.number, len(decl.names))
    if high > MOST_SEATS:
        diagnostics.report("E0915", decl.span, f"{high} players", why=f"a game has at most {MOST_SEATS}")
    elif isinstance(decl, n.NamedPlayers) and low != high:
        why = "each seat has a name, in the order in which they sit"
        diagnostics.report("E0311", decl.span, f"{high} names for {low} players", why=why)
    elif low > high:
        diagnostics.report("E0304", decl.span, f"from {low} to {high} there is nothing")
    elif low < 1:
        diagnostics.report("E0304", decl.span, "nobody plays", why="a game is for one player at least")
    else:
        return True
    return False


def _named(parts: dict[Any, Any], name: n.Ident, part: Any, diagnostics: Diagnostics, key: Any = None) -> None:
    known = parts.setdefault(name.text if key is None else key, part)
    if known is not part:
        first = Label(known.name.span, "the first of this name")
        diagnostics.report("E0201", name.span, f"`{name.text}` again", labels=[first])


def _value(
    found: Declarations, own: dict[Any, Any], name: n.Ident, part: Any, diagnostics: Diagnostics, key: Any = None
) -> None:
    # Options, defines and the fields of the game share one space of names (semantics 2.1).
    others = (found.options.get(name.text), found.defines.get(name.text), found.fields.get((None, name.text)))
    known = next((other for other in others if other is not None), None)
    if known is not None:
        first = Label(known.name.span, "the first of this name")
        diagnostics.report("E0201", name.span, f"`{name.text}` again", labels=[first])
        return
    _named(own, name, part, diagnostics, key)


def _verb(own: dict[str, Any], other: dict[str, Any], decl: Any, diagnostics: Diagnostics) -> None:
    # Actions and procedures share one space of names (semantics 2.1).
    if decl.name.text in other:
        first = Label(other[decl.name.text].name.span, "the first of this name")
        diagnostics.report("E0201", decl.name.span, f"`{decl.name.text}` again", labels=[first])
        return
    _named(own, decl.name, decl, diagnostics)


def _fields(found: Declarations, decl: n.State, diagnostics: Diagnostics) -> None:
    owner = decl.owner.text if decl.owner else None
    if decl.owner is not None:
        found.owners.setdefault(decl.owner.text, decl.owner)
    for field in decl.fields:
        key = (owner, field.name.text)
        if owner is None:
            _value(found, found.fields, field.name, field, diagnostics, key)
        else:
            _named(found.fields, field.name, field, diagnostics, key)


def _only(found: Declarations, kind: str, decl: n.Decl, diagnostics: Diagnostics) -> None:
    known = getattr(found, kind)
    if known is None:
        setattr(found, kind, decl)
    else:
        first = Label(known.span, "the first")
        diagnostics.report("E0201", decl.span, f"a second `{kind}`", labels=[first])
