"""A change of a rule in words: what stood there and what stands there now, as it would be written."""

from __future__ import annotations

import re
from typing import Final

from hoyle.dsl import nodes as n
from hoyle.dsl.print_expressions import print_deed, print_deeds, print_expr, print_type
from hoyle.dsl.print_tree import print_decl, print_stmt
from hoyle.runtime.verification.mutation.places import Site, put

_SAID: Final = re.compile(r' "| §')  # where explanations and clauses begin
_WIDE: Final = 70  # characters of what surrounds a change


def written(node: n.Node) -> str:
    """The first line of a node as text, without explanation and clauses."""
    match node:
        case n.Expr():
            return print_expr(node)
        case n.TypeExpr():
            return print_type(node)
        case n.Deed():
            return print_deed(node)
        case n.Deeds():
            return print_deeds(node)
        case n.Stmt():
            return _first(print_stmt(node))
        case n.Decl():
            return _first(print_decl(node))
    return " ".join(node.span.text.split("\n")[0].split())


def _first(lines: object) -> str:
    text = next(iter(lines), "")  # type: ignore[call-overload]
    return _SAID.split(str(text))[0].strip()


def around(site: Site, new: n.Node | None) -> tuple[str, str]:
    """What stood there and what does now: of a small expression with what surrounds it, as far as that is short.
    new: None if the node is taken out; then only what it was is told."""
    if new is None:
        return written(site.node), ""
    before, after = written(site.node), written(new)
    for outer in reversed(site.above):
        if not isinstance(outer.node, n.Expr | n.TypeExpr | n.Deed | n.Deeds | n.Stmt):
            break
        try:
            old_text = written(outer.node)
            new_text = written(put(outer.node, site.path[len(outer.path) :], new))
        except (AttributeError, TypeError, KeyError):
            break
        if len(old_text) > _WIDE or old_text == new_text:
            break
        before, after = old_text, new_text
        if isinstance(outer.node, n.Stmt):
            break
    return before, after


def reached_by(site: Site) -> str:
    """The name that examples mention to reach what is changed: of a verb, a define, a field, a row."""
    for inner in reversed((*site.above, site)):
        match inner.node:
            case n.Field(name=name):
                return name.text
            case n.Row(cells=(n.Cell(value=n.Name(id=label)), *_)):
                return label
    decl = site.declaration if site.declaration is not None else site.node
    match decl:
        case n.Setup() | n.Play() | n.Scoring() | n.Winner():
            return type(decl).__name__.lower()
        case n.Reaction(verb=verb):
            return verb.text
        case n.AddRequire(path=path) | n.ReplaceRequire(path=path):
            return path[0].text
    return str(getattr(decl, "name", ""))


def column_of(site: Site) -> str:
    """The column of the table that a node is in a cell of; "" if it is in none."""
    sites = (*site.above, site)
    table = next((s.node for s in sites if isinstance(s.node, n.Table)), None)
    cell = next((s for s in sites if isinstance(s.node, n.Cell)), None)
    if table is None or cell is None:
        return ""
    return str(getattr(table.rows[0].cells[cell.path[-1][1]].value, "id", ""))


def owner(site: Site) -> str:
    """The declaration that a change is in: `action march`, `table Card`."""
    decl = site.declaration
    if decl is None and isinstance(site.node, n.Decl):
        decl = site.node
    name = getattr(decl, "name", None)
    match decl:
        case n.Action() | n.LikeAction():
            return f"action {name}"
        case n.Procedure():
            return f"to {name}"
        case n.Reaction():
            return f"{decl.when} {decl.verb}"
        case n.Define() | n.DefineCases():
            return f"define {name}"
        case n.Table():
            return f"table {name}"
        case n.TypeDecl() | n.EnumDecl():
            return f"type {name}"
        case n.Option() | n.OptionChoice():
            return f"option {name}"
        case n.State():
            return f"each {decl.owner} has" if decl.owner is not None else "game has"
        case n.AddRequire() | n.ReplaceRequire():
            return f"require {'.'.join(str(p) for p in decl.path)}"
    return type(decl).__name__.lower() if decl is not None else "game"
