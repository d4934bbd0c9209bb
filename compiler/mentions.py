"""What declarations mention, found on the syntax tree before anything is checked.

Who needs the hidden `you`: defines and procedures that mention it, directly or through others (semantics 2.7); a call
must know whether to pass it on even where the call graph has a cycle (`nested n deep`). Which defines stand on which:
they are checked from below, however long the chain. Whose meaning depends on player count and options.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import define, field, fields, has

from hoyle.compiler.context import Declarations
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import DiagnosticError
from hoyle.dsl.parser import parse_expression
from hoyle.dsl.span import Span

_BOUND_BY_SUBJECT = ("you", "others")


@define
class Mentions:
    """What a body mentions freely: `you` itself (where), and defines and procedures by name."""

    you: Span | None = None
    calls: dict[str, Span] = field(factory=dict)


def needs_you(decls: Declarations) -> dict[str, tuple[str, Span]]:
    """Each define ("define f") and procedure ("to p") that needs `you`: what it mentions, and where."""
    bodies: dict[str, Any] = {f"define {name}": (d, *_holes(d.tail)) for name, d in decls.defines.items()}
    bodies |= {f"to {name}": d for name, d in decls.procedures.items()}
    found: dict[str, Mentions] = {}
    for key, body in bodies.items():
        mentions = Mentions()
        decl = body[0] if isinstance(body, tuple) else body
        shadowed = frozenset(p.name.text for p in (decl.params or ()))
        _collect(body, mentions, shadowed, bound=False)
        found[key] = mentions
    return _spread(found)


def _spread(found: dict[str, Mentions]) -> dict[str, tuple[str, Span]]:
    """Who mentions `you`, and then whoever mentions one of those, and so on."""
    callers: dict[str, list[str]] = {}
    for key, mentions in found.items():
        for call in mentions.calls:
            callers.setdefault(call, []).append(key)
    needy = {key: ("you", m.you) for key, m in found.items() if m.you is not None}
    queue = list(needy)
    for called in queue:
        for key in callers.get(called, ()):
            if key not in needy:
                needy[key] = (called, found[key].calls[called])
                queue.append(key)
    return needy


def uses(decls: Declarations) -> dict[str, tuple[str, ...]]:
    """For each define the defines whose names it writes; a local may have been meant."""
    return {
        name: tuple(word for word in words_within(decl) if word in decls.defines)
        for name, decl in decls.defines.items()
    }


def bound_names(decls: Declarations, seats: Iterable[str]) -> frozenset[str]:
    """Names whose meaning depends on player count or options, directly or through defines, types and tables."""
    found = {"players", "others", "Player", "Team", *seats, *decls.options}
    users: dict[str, list[str]] = {}
    for name, decl in (*decls.defines.items(), *decls.types.items()):
        for word in words_within(decl):
            users.setdefault(word, []).append(name)
    queue = list(found)
    for word in queue:
        fresh = [user for user in users.get(word, ()) if user not in found]
        found.update(fresh)
        queue += fresh
    return frozenset(found)


def words_within(root: Any) -> dict[str, None]:
    """All names that are written in a tree, in order."""
    found: dict[str, None] = {}
    todo = [root]
    while todo:
        node = todo.pop()
        match node:
            case n.Name(id=name) | n.NamedType(name=name):
                found[name] = None
            case n.CarriedType(thing=thing, site=site):
                found |= {thing.text: None, site.text: None}
        todo.extend(reversed(list(children(node))))
    return found


def _holes(tail: n.Tail) -> Iterator[n.Expr]:
    """The expressions in the text of a define; it is shown where somebody may not do something."""
    for found in re.finditer(r"\{([^{}]*)\}", tail.text or ""):
        place = tail.text_span
        try:
            yield parse_expression(place.source, place.start + 1 + found.start(1), place.start + 1 + found.end(1))
        except DiagnosticError:
            pass  # told when the text is checked


def _collect(node: Any, into: Mentions, shadowed: frozenset[str], bound: bool) -> None:
    match node:
        case n.Name(id=name):
            _mention(name, node.span, into, shadowed, bound)
        case n.Ident() | str() | int() | None:
            pass
        case n.Attr(of=of):
            _collect(of, into, shadowed, bound)
        case n.CallStmt(call=n.Call(func=n.Name(id=name), args=args)):
            if not bound:
                into.calls.setdefault(f"to {name}", node.span)
            _each(args, into, shadowed, bound)
        case n.Call(func=n.Name(id=name), args=args):
            # Before a bracket a name is never a local (semantics 2.2).
            if not bound:
                into.calls.setdefault(f"define {name}", node.func.span)
            _each(args, into, shadowed, bound)
        case n.Can(who=who, deed=deed):
            _collect(who, into, shadowed, bound)
            _collect(deed, into, shadowed, True)
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
