"""What examples can reach: the names they mention, and whatever those lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs
from attrs import define, field

from hoyle.dsl import nodes as n

# Once a game is over, or somebody asks for scores, these are read.
_ASKED = {"total": ("scoring", "winner"), "score": ("scoring",), "winners": ("winner", "scoring"), "play": ("winner",)}


@define
class Reach:
    """Declarations by name, and what each of them mentions."""

    mentions: dict[str, set[str]] = field(factory=dict)

    def add(self, tree: n.File) -> None:
        for decl in tree.decls:
            decl = decl.decl if isinstance(decl, n.Replace) else decl
            for name in _names_of(decl):
                self.mentions.setdefault(name, set()).update(mentioned(decl))

    def from_names(self, names: Iterable[str]) -> set[str]:
        """The names, and all that is mentioned by what they declare, and so on."""
        found: set[str] = set()
        todo = list(names)
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo += [*self.mentions.get(name, ()), *_ASKED.get(name, ())]
        return found


def _names_of(decl: Any) -> list[str]:
    match decl:
        case n.Setup():
            return ["setup"]
        case n.Play():
            return ["play"]
        case n.Scoring():
            return ["scoring"]
        case n.Winner():
            return ["winner"]
        case n.Reaction(verb=verb):
            return [verb.text]
        case n.State(fields=fields):
            return [f.name.text for f in fields]
        case n.AddRequire(path=path) | n.ReplaceRequire(path=path):
            return [path[0].text]
        case n.LikeAction(name=name):
            return [name.text]
    named = getattr(decl, "name", None)
    return [named.text] if isinstance(named, n.Ident) else []


def mentioned(node: Any) -> set[str]:
    """Every name that something uses."""
    return set(_mentioned(node))


def _mentioned(node: Any) -> Iterator[str]:
    if isinstance(node, tuple):
        for item in node:
            yield from _mentioned(item)
    elif isinstance(node, n.Name):
        yield node.id
    elif isinstance(node, n.Ident):
        yield node.text
    elif isinstance(node, n.Node) and not isinstance(node, n.Tail):
        for name in (a.name for a in attrs.fields(type(node))):
            yield from _mentioned(getattr(node, name))
