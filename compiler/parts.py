"""The parts of a game: what variants add, replace and remove (semantics 20.2). A part is a key and what stands there.

A key begins with its name space ("verb" for actions, procedures, setup and play alike) and goes on with names; a part
lies inside another if the other's key is the beginning of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from hoyle.compiler.context import Declarations
from hoyle.dsl import nodes as n
from hoyle.dsl.span import Span

Key = tuple[str, ...]

# What each word after `remove` names; a table is a type, and all verbs share one space of names (semantics 2.1).
SPACES = {
    "action": "verb",
    "to": "verb",
    "setup": "verb",
    "play": "verb",
    "table": "type",
    "require": "verb",
}
WORDS = {
    "score": "score component",
    "always": "promise",
    "type": "type",
    "table": "table",
    "to": "procedure",
    "require": "requirement",
    "reaction": "reaction",
}


@frozen
class Part:
    """A part and the declaration of it. kind: the word that declares it; node: a declaration, or for fields, score
    components and requirements what stands for it inside of one."""

    kind: str
    path: tuple[str, ...]
    node: Any
    span: Span

    @property
    def key(self) -> Key:
        return (SPACES.get(self.kind, self.kind), *self.path)

    def __str__(self) -> str:
        if isinstance(self.node, n.Reaction):
            return f"`{self.node.when} {self.node.verb}`"
        return said(self.kind, self.path)


def said(kind: str, path: tuple[str, ...]) -> str:
    """A part in a message: "action `lay_domino`", "requirement `peel.stack`", "`winner`"."""
    if kind in ("setup", "play", "winner", "teams"):
        return f"`{kind}`"
    if kind == "players":
        return f"`players {' '.join(path)}`".replace(" `", "`")
    return f"{WORDS.get(kind, kind)} `{'.'.join(path)}`"


def parts_of(decl: n.Decl) -> Iterator[Part]:
    """What a declaration adds, or with `replace` in front of it replaces."""
    match decl:
        case n.Players(low=low, high=high):
            for number in range(low, high + 1):
                yield Part("players", (str(number),), decl, decl.span)
        case n.NamedPlayers(number=number):
            yield Part("players", (str(number),), decl, decl.span)
        case n.Setup() | n.Play():
            kind = "setup" if isinstance(decl, n.Setup) else "play"
            yield Part(kind, (kind,), decl, decl.span)
        case n.Winner() | n.Teams():
            yield Part(type(decl).__name__.lower(), (), decl, decl.span)
        case n.State(owner=owner, fields=fields):
            for field in fields:
                yield Part("field", (owner.text if owner else "game", field.name.text), field, field.name.span)
        case n.Scoring(components=components):
            for component in components:
                yield Part("score", (component.name.text,), component, component.name.span)
        case n.Reaction(verb=verb):
            yield Part("reaction", (verb.text,), decl, verb.span)
        case _ if type(decl) in _KINDS:
            name: n.Ident = decl.name  # type: ignore[attr-defined]
            yield Part(_KINDS[type(decl)], (name.text,), decl, name.span)


_KINDS: dict[type[n.Decl], str] = {
    n.Option: "option",
    n.OptionChoice: "option",
    n.TypeDecl: "type",
    n.EnumDecl: "type",
    n.Table: "table",
    n.Define: "define",
    n.DefineCases: "define",
    n.Action: "action",
    n.LikeAction: "action",
    n.Procedure: "to",
    n.Always: "always",
    n.Example: "example",
}


# ------------------------------------------------------------------------------------------------ what a game has


def all_parts(decls: Declarations) -> dict[Key, Part]:
    """Every part of a game but requirements and reactions."""
    found: dict[Key, Part] = {}
    for decl in _declarations(decls):
        for part in parts_of(decl):
            found.setdefault(part.key, part)
    for (owner, name), field in decls.fields.items():
        part = Part("field", (owner or "game", name), field, field.name.span)
        found[part.key] = part
    for name, component in decls.components.items():
        found["score", name] = Part("score", (name,), component, component.name.span)
    return found


def _declarations(decls: Declarations) -> Iterator[n.Decl]:
    yield from decls.players
    for table in (decls.options, decls.types, decls.defines, decls.actions, decls.procedures, decls.promises):
        yield from table.values()
    yield from decls.examples.values()
    yield from (d for d in (decls.setup, decls.play, decls.winner, decls.teams) if d is not None)


def requirements(action: n.Action) -> dict[str, Part]:
    """The written requirements of an action, by name."""
    found = {}
    for stmt in action.body:
        if isinstance(stmt, n.Require | n.RequireDefined):
            path = (action.name.text, stmt.name.text)
            found[stmt.name.text] = Part("require", path, stmt, stmt.name.span)
    return found


def is_inside(key: Key, other: Key) -> bool:
    """Whether one part lies inside another, different one."""
    return len(key) > len(other) and key[: len(other)] == other
