"""What examples can reach: what of the rules was run, the names they mention, and whatever those lead to."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from types import FrameType
from typing import Any

import attrs
from attrs import define, field, frozen

from hoyle.dsl import nodes as n
from hoyle.runtime.examples import run_examples
from hoyle.runtime.game import Game

# Once a game is over, or somebody asks for scores, these are read.
_ASKED = {"total": ("scoring", "winner"), "score": ("scoring",), "winners": ("winner", "scoring"), "play": ("winner",)}
_BODIES = (n.Procedure, n.Setup, n.Play, n.Reaction)
_HEADS = (n.Require, n.RequireDefined, n.Same, n.Let)  # among the statements of an action: asked before it is done
Place = tuple[str, int]  # a file of rules and a line


@frozen
class Reached:
    """names: what is asked or done; bodies: the verbs of which what they do is done, not just what they require."""

    names: frozenset[str]
    bodies: frozenset[str]

    def has(self, name: str, is_effect: bool, column: str = "") -> bool:
        return name in (self.bodies if is_effect else self.names) and (not column or column in self.names)


@define
class Reach:
    """Declarations by name, and what each of them mentions; of an action what it requires, and of a table not what
    its sentences say: that is mentioned by their column."""

    mentions: dict[str, set[str]] = field(factory=dict)
    declared: list[n.Decl] = field(factory=list)
    columns: set[str] = field(factory=set)  # that hold sentences

    def add(self, tree: n.File) -> None:
        for decl in tree.decls:
            decl = decl.decl if isinstance(decl, n.Replace) else decl
            self.declared.append(decl)
            for name in _names_of(decl):
                self.mentions.setdefault(name, set()).update(_at_once(decl))
            if isinstance(decl, n.Table):
                for column, names in _sentences(decl):
                    self.columns.add(column)
                    self.mentions.setdefault(column, set()).update(names)

    def reached(self, names: Iterable[str], ran: frozenset[Place]) -> Reached:
        """What is reached by examples that mention these names and ran these lines."""
        begun = [decl for decl in self.declared if _ran(decl, ran)]
        bodies = {name for decl in begun for name in _names_of(decl)}
        told = {name for decl in begun for name in self._told(decl)}
        return Reached(frozenset(self._from({*names, *bodies, *told})), frozenset(bodies))

    def _told(self, decl: n.Decl) -> set[str]:
        """What is mentioned by a declaration that was run. A promise does not do what a sentence says."""
        return mentioned(decl.test) - self.columns if isinstance(decl, n.Always) else mentioned(decl)

    def _from(self, names: set[str]) -> set[str]:
        """The names, and all that is mentioned by what they declare, and so on."""
        found: set[str] = set()
        todo = sorted(names)
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo += [*self.mentions.get(name, ()), *_ASKED.get(name, ())]
        return found


def _ran(decl: n.Decl, ran: frozenset[Place]) -> bool:
    first = decl.span.line
    last = first + decl.span.text.rstrip().count("\n")
    return any((decl.span.source.name, line) in ran for line in range(first, last + 1))


def _at_once(decl: n.Decl) -> set[str]:
    """What is mentioned by what a declaration is asked for, before anything is done."""
    match decl:
        case n.Action(params=params, body=body):
            return mentioned((params, *(s for s in body if isinstance(s, _HEADS))))
        case n.Procedure(params=params):
            return mentioned(params)
        case _ if isinstance(decl, _BODIES):
            return set()
        case n.Table(rows=rows):
            cells = (cell for row in rows[1:] for cell in row.cells)
            return mentioned(tuple(cell for cell in cells if not isinstance(cell.value, n.Sentence)))
    return mentioned(decl)


def _sentences(table: n.Table) -> Iterator[tuple[str, set[str]]]:
    """The columns that hold sentences, and what these mention."""
    heads = [str(getattr(cell.value, "id", "")) for cell in table.rows[0].cells]
    for row in table.rows[1:]:
        for head, cell in zip(heads, row.cells, strict=False):
            if isinstance(cell.value, n.Sentence):
                yield head, mentioned(cell.value)


def is_effect(above: Iterable[n.Node]) -> bool:
    """Is a node with these above it, itself included, part of what is done, not of what is required?"""
    nodes = list(above)
    if any(isinstance(x, _HEADS) for x in nodes if not isinstance(x, n.Let)):
        return False
    return any(isinstance(x, _BODIES) or (isinstance(x, n.Stmt) and not isinstance(x, n.Let)) for x in nodes)


def ran(game: Game) -> frozenset[Place]:
    """The lines of the rules that the examples of a game run."""
    module: Any = game.fast()
    step = module.step.__code__.co_filename
    lines: set[int] = set()

    def look(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != step:
            return None
        lines.add(frame.f_lineno)
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        for _ in run_examples(game):
            pass
    finally:
        sys.settrace(before)
    runs = module.LINES
    starts = [start for start, _, _ in runs]
    return frozenset(runs[bisect_right(starts, line) - 1][1:] for line in lines)


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
