"""Which requirements the moves of an action imply, read off the syntax tree (semantics 8.5).

The checker decides this on typed trees (`implied`); a variant that replaces such a requirement is merged before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoyle.compiler.base_calls import walk
from hoyle.compiler.context import Declarations
from hoyle.dsl import nodes as n

_PAUSES = (n.Must, n.Choose, n.Roll, n.Draw, n.Simultaneously, n.Do)
_HEADER = (n.Require, n.RequireDefined, n.Same)


def may_imply(decls: Declarations, action: n.Action, name: str) -> bool:
    """Whether a plain move of the action's body, before any decision or chance, moves from something of this name."""
    written: set[str] = set()
    for stmt in action.body:
        if isinstance(stmt, _HEADER):
            continue
        inner = list(_statements(decls, [stmt], set()))
        if any(isinstance(s, _PAUSES) for s in inner):
            return False
        if isinstance(stmt, n.Move) and stmt.form == "one" and last_name(stmt.source) == name:
            if not {name, last_name(stmt.target)} & written:
                return True
        written |= {found for s in inner for found in _written(s) if found is not None}
    return False


def last_name(place: n.Expr) -> str | None:
    """The name of a field or zone; a conditional zone has none."""
    match place:
        case n.Name(id=name):
            return name
        case n.Attr(name=ident):
            return ident.text
        case n.Index(of=of):
            return last_name(of)
    return None


def _statements(decls: Declarations, stmts: Iterable[n.Stmt], seen: set[str]) -> Iterator[n.Stmt]:
    """The statements with all they contain, calls of procedures followed."""
    for stmt in stmts:
        for inner in walk(stmt):
            if isinstance(inner, n.Stmt):
                yield inner
            if isinstance(inner, n.CallStmt) and isinstance(inner.call, n.Call) and isinstance(inner.call.func, n.Name):
                called = decls.procedures.get(inner.call.func.id)
                if called is not None and called.name.text not in seen:
                    seen.add(called.name.text)
                    yield from _statements(decls, called.block.body, seen)


def _written(stmt: n.Stmt) -> Iterator[str | None]:
    match stmt:
        case n.Assign(target=target):
            yield last_name(target)
        case n.Move(source=source, target=target):
            yield from (last_name(source), last_name(target))
        case n.Award(field=field):
            yield last_name(field)
        case n.Shuffle(zones=zones):
            yield from map(last_name, zones)
        case n.CallStmt(call=n.Call(func=n.Name(id="gather" | "swap"), args=args)):
            yield from map(last_name, args)
