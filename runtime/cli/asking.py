"""Why a move is not possible: what people type as a move is understood, and every reason is told with its clause."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.table import Table
from hoyle.runtime.cli.telling import told_refusal
from hoyle.runtime.cli.typed import as_call, meant
from hoyle.runtime.explain import Reason
from hoyle.runtime.problems import NotationError
from hoyle.runtime.sentences import action_name
from hoyle.runtime.state import State


def refuse(table: Table, said: str, reasons: Sequence[Reason]) -> None:
    """A move with the reasons against it."""
    for line in told_refusal(said, reasons, table.language):
        table.show(line, hanging=4)


def reasons_of(state: State, text: str, language: str) -> tuple[str, tuple[Reason, ...]]:
    """What a text says, in notation, and the reasons against it; () if it is possible. NotationError if it cannot be
    understood."""
    said = as_call(state.position, text)
    try:
        return said, state.explain(said, language)
    except NotationError:
        head, bracket, _ = text.partition("(")
        is_written = bool(bracket) and head.strip() in state.game.rules.by_verb  # then every part of it must be right
        notation = meant(state.position, text, language, loosely=not is_written)
        if notation is None:
            raise
        return notation, state.explain(notation, language)


def begins_like_a_move(state: State, text: str, language: str) -> bool:
    """Whether what was typed begins with an action, or is written as one."""
    first = text.partition("(")[0].strip().casefold()
    rules = state.game.rules
    names = {action_name(rules, action, language).casefold() for action in rules.actions.values()}
    return "(" in text or ")" in text or first.partition(" ")[0] in rules.by_verb or first in names


def tell_why(table: Table, state: State, text: str) -> None:
    """Answer why what is typed is not possible."""
    try:
        notation, reasons = reasons_of(state, text, table.language)
    except NotationError as error:
        told = error.text(table.language) if begins_like_a_move(state, text, table.language) else None
        table.show(told or message(table.language, "cli.play.why_unknown", text=text[:40]))
        example = state.legal_moves()[0].notation
        table.say("cli.play.why_how", example=example)
        return
    if reasons:
        refuse(table, notation, reasons)
    else:
        table.say("cli.why.legal", move=notation)
