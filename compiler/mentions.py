"""Who needs the hidden `you`: defines and procedures that mention it, directly or through others (semantics 2.7).

Found on the syntax tree before anything is checked, so that a call knows whether to pass it on even where the call
graph has a cycle (`nested n deep`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field, fields, has

from hoyle.compiler.context import Declarations
from hoyle.dsl import nodes as n
from hoyle.dsl.span import Span

_BOUND_BY_SUBJECT = ("you", "others")


@define
class Mentions:
    """What a body mentions freely: `you` itself (where), and defines and procedures by name."""

    you: Span | None = None
    calls: dict[str, Span] = field(factory=dict)


def needs_you(decls: Declarations) -> dict[str, tuple[str, Span]]:
    """Each define ("define f") and procedure ("to p") that needs `you`: what it mentions, and where."""
    bodies: dict[str, Any] = {f"define {name}": d for name, d in decls.defines.items()}
    bodies |= {f"to {name}": d for name, d in decls.procedures.items()}
    found: dict[str, Mentions] = {}
    for key, decl in bodies.items():
        mentions = Mentions()
        shadowed = frozenset(p.name.text for p in (decl.params or ()))
        _collect(decl, mentions, shadowed, bound=False)
        found[key] = mentions
    needy = {key: ("you", m.you) for key, m in found.items() if m.you is not None}
    while True:
        more = {
            key: (call, span)
            for key, m in found.items()
            if key not in needy
            for call, span in m.calls.items()
            if call in needy
        }
        if not more:
            return needy
        for key, reason in more.items():
            needy.setdefault(key, reason)


def _collect(node: Any, into: Mentions, shadowed: frozenset[str], bound: bool) -> None:
    match node:
        case n.Name(id=name):
            _mention(name, node.span, into, shadowed, bound)
        case n.Ident() | str() | int() | None:
            pass
        case n.Attr(of=of):
            _collect(of, into, shadowed, bound)
        case n.CallStmt(call=n.Call(func=n.Name(id=name), args=args)):
            if f"to {name}" and name not in shadowed and not bound:
                into.calls.setdefault(f"to {name}", node.span)
            _each(args, into, shadowed, bound)
        case n.Comprehension() | n.Quantified() | n.For() | n.Simultaneously():
            _bound_by(node, node.binders, into, shadowed, bound)
        case n.Must() | n.Choose():
            _collect_modal(node, into, shadowed, bound)
        case n.Turns():
            for part in (node.start, node.order, node.until):
                _collect(part, into, shadowed, bound)
            _collect(node.block, into, shadowed, True)
        case n.Do(sentence=sentence):
            if not bound:
                into.you = into.you or node.span
            _collect(sentence, into, shadowed, bound)
        case n.TheOne(binder=binder) | n.Rank(binder=binder):
            _collect(binder.domain, into, shadowed, bound)
            inner = shadowed | {binder.name.text}
            for child in children(node):
                if child is not binder:
                    _collect(child, into, inner, bound)
        case n.Block(body=body) | n.Action(body=body):
            _statements(body, into, shadowed, bound)
        case _:
            _each(children(node), into, shadowed, bound)


def _statements(body: tuple[n.Stmt, ...], into: Mentions, shadowed: frozenset[str], bound: bool) -> None:
    for stmt in body:
        _collect(stmt, into, shadowed, bound)
        if isinstance(stmt, n.Let):
            shadowed |= {stmt.name.text}


def _collect_modal(node: n.Must | n.Choose, into: Mentions, shadowed: frozenset[str], bound: bool) -> None:
    if node.who is None:
        if not bound:
            into.you = into.you or node.span
    else:
        _collect(node.who, into, shadowed, bound)
    inner = bound or node.who is not None
    if isinstance(node, n.Must):
        _collect(node.deeds, into, shadowed, inner)
    else:
        _bound_by(node, node.binders, into, shadowed, inner, skip=(node.who, *node.otherwise))
    _each(node.otherwise, into, shadowed, bound)


def _bound_by(
    node: Any, binders: n.Binders, into: Mentions, shadowed: frozenset[str], bound: bool, skip: tuple[Any, ...] = ()
) -> None:
    inner, here = shadowed, bound
    for binder in binders.items:
        _collect(binder.domain, into, inner, here)
        here = here or binder.name.text == "you"
        inner = inner | {binder.name.text}
    for child in (binders.where, *children(node)):
        if child is not binders and not any(child is s for s in skip):
            _collect(child, into, inner, here)


def _mention(name: str, span: Span, into: Mentions, shadowed: frozenset[str], bound: bool) -> None:
    if bound or name in shadowed:
        return
    if name in _BOUND_BY_SUBJECT:
        into.you = into.you or span
    else:
        into.calls.setdefault(f"define {name}", span)


def _each(items: Any, into: Mentions, shadowed: frozenset[str], bound: bool) -> None:
    for item in items:
        _collect(item, into, shadowed, bound)


def children(node: Any) -> Iterator[Any]:
    """The parts of a node, tuples flattened; names, texts and spans are no parts."""
    if isinstance(node, tuple):
        yield from node
    elif isinstance(node, n.Node) and has(type(node)):
        for f in fields(type(node)):
            value = getattr(node, f.name)
            if isinstance(value, tuple):
                yield from value
            elif isinstance(value, n.Node) and not isinstance(value, n.Ident | n.Tail):
                yield value
