"""Walking and rebuilding typed expressions and statements: substitution, variables, fresh copies.

Declarations (fields, functions, actions …) are never entered: a `Call` is its arguments, not the body of its function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import attrs

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.typed import Expr, Local, Var

_PARTS: tuple[type, ...] = (
    t.Expr,
    t.Zone,
    t.Stmt,
    t.Bind,
    t.Counter,
    t.RollItem,
    t.Deed,
    t.Pass,
    t.Text,
    ir.Each,
    ir.Bound,
    ir.Let,
    ir.Guard,
    ir.SkipSame,
    ir.RollOne,
    ir.RollMany,
    ir.DrawOf,
    ir.DrawFrom,
    ir.Uncover,
)
_NAMING = (Local, t.LocalZone)
_SKIPPED = frozenset({"span", "type", "field", "table", "domain_of", "requirement"})

T = TypeVar("T")


_NAMES: dict[type[Any], tuple[str, ...]] = {}
# What each class has below it, by class: trees are walked so often that asking `isinstance` each time is felt.
_BELOW: dict[type[Any], tuple[str, ...] | None] = {}


def _names(cls: type[Any]) -> tuple[str, ...]:
    """The attributes of a node class that may hold nodes or variables."""
    if cls not in _NAMES:
        _NAMES[cls] = tuple(a.name for a in attrs.fields(cls) if a.name not in _SKIPPED)
    return _NAMES[cls]


def _below(cls: type[Any]) -> tuple[str, ...] | None:
    """The attributes of a class that may hold nodes; None if it is no class of nodes."""
    try:
        return _BELOW[cls]
    except KeyError:
        names = None if not issubclass(cls, _PARTS) else () if issubclass(cls, t.Const) else _names(cls)
        return _BELOW.setdefault(cls, names)


def is_node(x: object) -> bool:
    return _below(type(x)) is not None


def children(node: Any) -> Iterator[Any]:
    """The nodes directly below a node, in order of evaluation as written. A tuple of nodes may be given."""
    found: list[Any] = []
    for value in _values(node):
        if isinstance(value, tuple):
            _into(value, found)
        elif is_node(value):
            found.append(value)
    return iter(found)


def _values(node: Any) -> Iterator[Any]:
    names = _below(type(node))
    if names is not None:
        return (getattr(node, name) for name in names)
    return iter(node if isinstance(node, tuple) else ())


def _into(values: tuple[Any, ...], found: list[Any]) -> None:
    """The nodes in a tuple, and in tuples within it."""
    for item in values:
        if isinstance(item, tuple):
            _into(item, found)
        elif _below(type(item)) is not None:
            found.append(item)


def walk(node: Any) -> Iterator[Any]:
    """The node and everything below it, parents first. A tuple of nodes may be given."""
    found: list[Any] = []
    _gather(node, found)
    return iter(found)


def _gather(node: Any, found: list[Any]) -> None:
    names = _below(type(node))
    if names is None:
        for item in node if isinstance(node, tuple) else ():
            _gather(item, found)
        return
    found.append(node)
    for name in names:
        value = getattr(node, name)
        if _below(type(value)) is not None or isinstance(value, tuple):
            _gather(value, found)


def rebuild(node: T, leave: Callable[[Any], Any], rename: Callable[[Var], Var] = lambda v: v) -> T:
    """A copy in which `leave` was applied to every node (children first) and `rename` to every variable it names."""
    result: T = _rebuild(node, leave, rename)
    return result


def _rebuild(node: Any, leave: Callable[[Any], Any], rename: Callable[[Var], Var]) -> Any:
    if isinstance(node, tuple):
        items = tuple(_rebuild(item, leave, rename) for item in node)
        return items if any(a is not b for a, b in zip(items, node, strict=True)) else node
    if isinstance(node, Var):
        return rename(node)
    if not is_node(node) or isinstance(node, t.Const):
        return node
    changed = {}
    for name in _names(type(node)):
        old = getattr(node, name)
        new = _rebuild(old, leave, rename)
        if new is not old:
            changed[name] = new
    return leave(attrs.evolve(node, **changed) if changed else node)


def substitute(node: T, mapping: Mapping[Var, Expr]) -> T:
    """The node with expressions for variables. Where a variable is set or bound it needs a `Local` to be renamed to."""
    if not mapping:
        return node

    def leave(x: Any) -> Any:
        return mapping.get(x.var, x) if isinstance(x, Local) else x

    def rename(v: Var) -> Var:
        to = mapping.get(v)
        return to.var if isinstance(to, Local) else v

    result: T = _substitute(node, leave, rename)
    return result


def _substitute(node: Any, leave: Callable[[Any], Any], rename: Callable[[Var], Var]) -> Any:
    if isinstance(node, Local):
        return leave(node)
    if isinstance(node, tuple):
        items = tuple(_substitute(item, leave, rename) for item in node)
        return items if any(a is not b for a, b in zip(items, node, strict=True)) else node
    if isinstance(node, Var):
        return rename(node)
    if not is_node(node) or isinstance(node, t.Const):
        return node
    changed = {}
    for name in _names(type(node)):
        old = getattr(node, name)
        new = _substitute(old, leave, rename)
        if new is not old:
            changed[name] = new
    return attrs.evolve(node, **changed) if changed else node


def _vars_of(node: Any) -> Iterator[Var]:
    for name in _names(type(node)):
        value = getattr(node, name)
        if isinstance(value, Var):
            yield value


def declared(node: Any) -> list[Var]:
    """Every variable that is bound, set or named anywhere in the node, in order of appearance, without repetition."""
    return list(dict.fromkeys(v for x in walk(node) if not isinstance(x, t.Const) for v in _vars_of(x)))


def bound_within(node: Any) -> set[Var]:
    """Variables of binders inside an expression."""
    return {x.var for x in walk(node) if isinstance(x, t.Bind)}


def free(node: Any) -> list[Var]:
    """Variables an expression, zone or generator step reads from outside, in order of appearance."""
    nodes = list(walk(node))
    inner = {x.var for x in nodes if isinstance(x, t.Bind)}
    found = (x.var for x in nodes if isinstance(x, _NAMING))
    return list(dict.fromkeys(v for v in found if v not in inner))


def fresh(node: T, keep: Mapping[Var, Expr], variables: list[Var]) -> T:
    """A copy whose `variables` are new ones, except those that `keep` maps."""
    mapping: dict[Var, Expr] = {v: Local(v.type, Var(v.name, v.type, v.kind, v.span)) for v in variables}
    mapping.update(keep)
    return substitute(node, mapping)
