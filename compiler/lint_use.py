"""What looks forgotten: actions that nobody ever does, and games that cannot come to an end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import fields, has

from hoyle.compiler import typed as t
from hoyle.compiler.context import Declarations
from hoyle.compiler.implied import statements_within, verb_statements
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Diagnostics


def lint_use(program: t.Program, decls: Declarations, diagnostics: Diagnostics) -> None:
    """Report actions that no sentence names, whatever the number of players and the options; and, for these, a `play`
    that goes on for ever."""
    named = _named_deeds(decls)
    for name, action in decls.actions.items():
        if name not in named and ("action", name) not in decls.helpers:
            hint = f"let somebody do it: `must {name}`, `may {name}`"
            diagnostics.report("L1006", action.name.span, f"nobody ever does `{name}`", hint=hint)
    reached = verbs_reached((program.setup, program.play))
    if not any(isinstance(stmt, t.EndGame) for verb in reached for stmt in _statements(verb)):
        for stmt in program.play.body:
            if _is_endless(stmt):
                why = "nothing ends this loop, and no `end game` is ever reached"
                hint = "say when it is over: `… until c:`, `stop`, or `if c: end game`"
                diagnostics.report("L1007", stmt.span, why=why, hint=hint)


def verbs_reached(verbs: Iterable[t.Verb]) -> set[t.Verb]:
    """Verbs with all that they may lead to: deeds, sentences of tables, calls and reactions."""
    queue, seen = list(verbs), set[t.Verb]()
    while queue:
        verb = queue.pop()
        if verb not in seen:
            seen.add(verb)
            for stmt in _statements(verb):
                queue += led_to(stmt)
    return seen


def led_to(stmt: t.Stmt) -> list[t.Verb]:
    """The verbs that a statement itself may carry out."""
    match stmt:
        case t.Must(deeds=deeds):
            return [d.action for d in deeds]
        case t.Do(sentences=sentences):
            return [d.action for s in sentences for d in s.deeds]
        case t.CallProcedure(procedure=procedure):
            return [procedure]
    return []


def _statements(verb: t.Verb) -> Iterator[t.Stmt]:
    for outer in verb_statements(verb):
        yield from statements_within(outer, follow=False)


def _named_deeds(decls: Declarations) -> set[str]:
    """The verbs of all deeds that rules name, in sentences, questions and tables; examples do not count."""
    rules: list[Any] = [*decls.types.values(), *decls.defines.values(), *decls.components.values(), decls.winner]
    rules += [*decls.actions.values(), *decls.procedures.values(), decls.setup, decls.play, *decls.reactions]
    found: set[str] = set()
    while rules:
        node = rules.pop()
        if isinstance(node, n.Deed):
            found.add(node.verb.text)
        if isinstance(node, tuple):
            rules += node
        elif isinstance(node, n.Node) and has(type(node)):
            rules += [getattr(node, f.name) for f in fields(type(node))]
    return found


def _is_endless(stmt: t.Stmt) -> bool:
    endless = isinstance(stmt, t.Turns) and stmt.until is None or isinstance(stmt, t.Repeat) and stmt.form == "forever"
    return endless and not any(isinstance(s, t.Stop | t.Return) for s in statements_within(stmt, follow=False))
