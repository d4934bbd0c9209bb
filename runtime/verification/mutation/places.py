"""Places in a syntax tree: every node with the way that leads to it, and the tree with one node replaced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs
from attrs import evolve, frozen

from hoyle.dsl import nodes as n

Step = tuple[str, int, int]  # attribute, and the places in a tuple and in a tuple within it (-1: it is none)
Path = tuple[Step, ...]
# What is not a rule: texts, names, what is promised, examples, what is announced.
_SKIPPED: Final = (n.Tail, n.Ident, n.Always, n.Example, n.Translation, n.Announce)


@frozen(eq=False)
class Site:
    """A node of a tree; above: its ancestors with the path of each, outermost first."""

    node: n.Node
    path: Path
    above: tuple[Site, ...] = ()

    @property
    def parent(self) -> n.Node | None:
        return self.above[-1].node if self.above else None

    @property
    def declaration(self) -> n.Decl | None:
        return next(
            (s.node for s in self.above if isinstance(s.node, n.Decl) and not isinstance(s.node, n.Replace)), None
        )


def sites(tree: n.File) -> Iterator[Site]:
    """Every node of the rules in a file, parents first, in the order of the text."""
    yield from _below(Site(tree, ()))


def _below(site: Site) -> Iterator[Site]:
    for step, child in _children(site.node):
        if not isinstance(child, _SKIPPED) and not only_announces(child):
            inner = Site(child, (*site.path, step), (*site.above, site))
            yield inner
            yield from _below(inner)


def only_announces(node: n.Node | None) -> bool:
    """Is it nothing but something that is announced, under whatever conditions?"""
    match node:
        case n.Announce():
            return True
        case n.Block(body=body):
            return all(only_announces(s) for s in body)
        case n.If(branches=branches, orelse=orelse):
            return all(only_announces(b) for b in (*(block for _, block in branches), orelse) if b is not None)
    return False


def _children(node: n.Node) -> Iterator[tuple[Step, n.Node]]:
    for name in (a.name for a in attrs.fields(type(node))):
        value = getattr(node, name)
        if isinstance(value, n.Node):
            yield (name, -1, -1), value
        elif isinstance(value, tuple):
            for i, item in enumerate(value):
                if isinstance(item, n.Node):
                    yield (name, i, -1), item
                elif isinstance(item, tuple):
                    yield from (((name, i, j), x) for j, x in enumerate(item) if isinstance(x, n.Node))


def at(node: Any, path: Path) -> Any:
    """The node that a path leads to."""
    for name, i, j in path:
        node = getattr(node, name)
        node = node if i < 0 else node[i] if j < 0 else node[i][j]
    return node


def put(node: Any, path: Path, new: n.Node | None) -> Any:
    """A copy in which the node at the end of a path is another one; None: it is taken out of the tuple it stands in."""
    if not path:
        return new
    (name, i, j), rest = path[0], path[1:]
    value = getattr(node, name)
    if i < 0:
        return evolve(node, **{name: put(value, rest, new)})
    inner = value[i] if j < 0 else value[i][j]
    made = put(inner, rest, new)
    if j < 0:
        items = (*value[:i], *(() if made is None else (made,)), *value[i + 1 :])
    else:
        within = (*value[i][:j], *(() if made is None else (made,)), *value[i][j + 1 :])
        items = (*value[:i], within, *value[i + 1 :])
    return evolve(node, **{name: items})
