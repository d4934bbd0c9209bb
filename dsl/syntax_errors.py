"""Syntax errors in a rule author's words: each rule below knows one slip by what was read and what could follow.

`explain` tries the rules in order; the first that recognises the slip names it. If none does, it is told what was
expected, in the words of `terminals`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from hoyle.dsl.diagnostics import Diagnostic, Label, listed, suggestion
from hoyle.dsl.failure import DECLARATIONS, HEADERS, LOOK_DECLARATIONS, STATEMENTS, Failure
from hoyle.dsl.foreign import (
    else_if,
    foreign_sign,
    foreign_word,
    other_quotation_marks,
    unclosed_quotation,
    unknown_character,
)
from hoyle.dsl.scanner import CLOSING, OPENING, TAB_STOP, Lexeme, scan
from hoyle.dsl.slips import (
    empty_cell,
    for_each,
    likely,
    longer_word,
    numbers_of_players,
    one_end_of_a_range,
    other_comment,
    turns_of_each,
    unknown_sentence,
)
from hoyle.dsl.span import Source, Span


def explain(failure: Failure) -> Diagnostic:
    """The diagnostic for a failure, in the words of the first rule that recognises it."""
    for rule in RULES:
        if found := rule(failure):
            return found
    return failure.report("E0101", failure.expected, hint=likely(failure))


# ------------------------------------------------------------------------------------------------ brackets


def unmatched_bracket(f: Failure) -> Diagnostic | None:
    """Closed though not open, closed by another bracket, or never closed."""
    stack: list[Lexeme] = []
    for lexeme in f.before:
        if lexeme.kind == "sign" and lexeme.text in OPENING:
            stack.append(lexeme)
        elif lexeme.kind == "sign" and lexeme.text in CLOSING and stack:
            stack.pop()
    if f.word.kind == "sign" and f.word.text in CLOSING:
        return _wrong_closing(f, stack)
    if stack and not _is_closed_later(f, len(stack)):
        return f.report(
            "E0104",
            "this bracket is not closed",
            hint=f"close it with `{OPENING[stack[-1].text]}`",
            at=f.span(stack[-1]),
            also=() if f.ends_line else [Label(f.here, "before this, at the latest")],
        )
    return None


def _wrong_closing(f: Failure, stack: Sequence[Lexeme]) -> Diagnostic | None:
    if not stack:
        return f.report("E0104", "no bracket is open here")
    if OPENING[stack[-1].text] == f.word.text:
        return None
    right = OPENING[stack[-1].text]
    return f.report(
        "E0104",
        f"`{stack[-1].text}` is closed by `{right}`",
        also=[Label(f.span(stack[-1]), "opened here")],
    )


def _is_closed_later(f: Failure, depth: int) -> bool:
    """Whether the brackets open at the failure are closed before the next declaration."""
    text = f.source.text
    following = next_declaration(text, f.word.start)
    for lexeme in scan(text, f.word.start, following):
        if lexeme.kind == "sign":
            depth += (lexeme.text in OPENING) - (lexeme.text in CLOSING)
        if depth == 0:
            return True
    return False


_DECLARATION_LINE = re.compile(rf"^(?:{'|'.join(DECLARATIONS)})\b", re.MULTILINE)


_LOOK_LINE = re.compile(rf"^(?:{'|'.join(LOOK_DECLARATIONS)})\b", re.MULTILINE)


def next_declaration(text: str, after: int) -> int:
    """The start of the first line behind `after` that begins with a word of a declaration; the end if none does."""
    found = (_LOOK_LINE if text.lstrip().startswith("look ") else _DECLARATION_LINE).search(text, after + 1)
    return found.start() if found else len(text)


# ------------------------------------------------------------------------------------------------ lines and blocks


def no_header(f: Failure) -> Diagnostic | None:
    if not {"GAME", "VARIANT", "WORDS"} <= f.accepts:
        return None
    hint = suggestion(f.word.text, HEADERS) if f.word.kind == "word" else None
    return f.report(
        "E0109",
        "a header was expected before this" if f.word.text else "there is no header",
        "a file begins with what it is: `game Name`, `variant Name of Game`, `examples of Game`, `words ja of Game`",
        hint,
    )


def missing_block(f: Failure) -> Diagnostic | None:
    if f.accepts != {"_INDENT"}:
        return None
    colon = next((x for x in reversed(f.before) if x.text == ":"), f.previous)
    tab = tab_before(f.source, f.here.start) if f.starts_line and f.word.text else None
    return f.report(
        "E0106",
        "nothing is indented below this",
        "what belongs to a line that ends in a colon stands below it, indented",
        "indent with blanks" if tab else None,
        at=f.span(colon) if colon else None,
        also=[tab] if tab else [],
    )


def tab_before(source: Source, place: int) -> Label | None:
    """What to say of a line, begun with a tab, whose first word stands at `place`; None if no tab is there."""
    begin = source.text.rfind("\n", 0, place) + 1
    if "\t" not in source.text[begin:place]:
        return None
    columns = len(source.text[begin:place].expandtabs(TAB_STOP))
    return Label(
        Span(source, begin, place), f"a tab counts {TAB_STOP} columns at most: this line begins in column {columns + 1}"
    )


def block_on_the_line(f: Failure) -> Diagnostic | None:
    """`action step: you.next += 1`: only statements may stand behind the colon of a statement."""
    if f.accepts != {"_NL", "STRING", "CITE"} or not f.previous or f.previous.text != ":":
        return None
    why = "what belongs to this colon stands below it, indented"
    hint = "a text for people stands between quotation marks" if f.word.text[:1].isupper() else None
    return f.report("E0106", "this stands on lines of its own", why, hint)


def misplaced_branch(f: Failure) -> Diagnostic | None:
    """`else`, `elif` and `otherwise` that follow nothing."""
    word = f.first
    if word is None or word.text not in ("else", "elif", "otherwise") or f.word != word != f.previous:
        return None
    return branch_without_beginning(word.text, f.span(word))


def branch_without_beginning(word: str, place: Span) -> Diagnostic:
    owner = "`must` or `may`" if word == "otherwise" else "`if`"
    return Diagnostic(
        "E0121",
        Label(place, f"`{word}` follows no {owner}"),
        why=f"`{word}` stands directly below the lines of its {owner}, at the same indentation",
    )


_HOMES = {"require": "an `action`", "same": "an `action`"} | dict.fromkeys(
    ("given", "when", "at", "expect", "cases"), "an `example`"
)


def misplaced_line(f: Failure) -> Diagnostic | None:
    """A line of an action or an example in another block."""
    word = f.first
    if word is None or word.text not in _HOMES or f.word != word != f.previous:
        return None
    return f.report("E0128", f"`{word.text}` stands in {_HOMES[word.text]} only", at=f.span(word))


def nested_declaration(f: Failure) -> Diagnostic | None:
    first = f.first
    if first is None or f.sentence is None or f.sentence.indent == 0 or first.text not in DECLARATIONS:
        return None
    if first.text == "players" or f.word.start < first.end and f.word != first:
        return None
    if f.previous != first and f.word != first:
        return None
    if {"NAME", "COLON"} & f.accepts and f.word == first:
        return None
    return f.report(
        "E0120",
        f"`{first.text}` begins a declaration",
        "declarations begin at the left margin; a block holds statements",
        "for each of them, write `for p in players: …`" if first.text == "each" else "take it out of the block",
        at=f.span(first),
    )


def not_a_declaration(f: Failure) -> Diagnostic | None:
    """Something at the left margin that begins no declaration."""
    first = f.first
    if first is None or f.sentence is None or f.sentence.indent > 0 or first.text in (*DECLARATIONS, *HEADERS):
        return None
    at_start = f.word == first and bool({"DEFINE", "SHEET"} & f.accepts)
    after_name = f.accepts <= {"DOT", "EQUAL", "STRING"} and f.word != first
    if not (at_start or after_name):
        return None
    if first.text in STATEMENTS or f.word.text in ("=", "+=", "-=") or f.accepts == {"STRING"}:
        return _loose_statement(f, first)
    return _unknown_declaration(f, first)


def _loose_statement(f: Failure, first: Lexeme) -> Diagnostic:
    value = f.accepts & {"EQUAL", "STRING"} and first.text not in STATEMENTS
    return f.report(
        "E0119",
        "this stands in no block",
        "what happens stands in `setup:`, `play:`, a `to` or an `action`",
        f"for a named value write `define {first.text} = …`" if value else "indent it",
        at=f.span(first),
    )


_SYNONYMS = {
    "def": "define",
    "function": "define",
    "func": "define",
    "fn": "define",
    "const": "define",
    "let": "define",
    "var": "define",
    "procedure": "to",
    "proc": "to",
    "rule": "action",
    "move": "action",
    "enum": "type",
    "class": "type",
    "struct": "each",
    "state": "game has",
    "global": "game has",
    "test": "example",
    "invariant": "always",
    "assert": "always",
    "score": "scoring",
    "before": "instead",
    "when": "after",
    "on": "after",
    "team": "teams",
    "start": "setup",
    "player": "players",
    **dict.fromkeys("override change modify update redefine".split(), "replace"),
    "delete": "remove",
}


_HINTS = {
    "require": "in a variant, `require action.name: …` adds one to an action of the game",
    "add": "leave it out: what a variant declares is added",
}


def _unknown_declaration(f: Failure, first: Lexeme) -> Diagnostic:
    if first.kind != "word":
        return f.report("E0110", "a declaration was expected at the left margin", at=f.span(first))
    known = LOOK_DECLARATIONS if "SHEET" in f.accepts else DECLARATIONS
    synonym = _SYNONYMS.get(first.text) if known is DECLARATIONS else None
    hint = suggestion(first.text, known) or (f"did you mean `{synonym}`?" if synonym else _HINTS.get(first.text))
    return f.report(
        "E0110",
        f"no declaration begins with `{first.text}`",
        "a declaration begins with " + listed(known),
        hint,
        at=f.span(first),
    )


def missing_colon(f: Failure) -> Diagnostic | None:
    if "COLON" not in f.accepts or not f.previous:
        return None
    opens_block = f.ends_line or f.starts_line or f.word.text in STATEMENTS or f.word.kind == "text"
    if not opens_block or f.word.text == "otherwise":
        return None
    also_value = "EQUAL" in f.accepts and f.previous != f.first
    return f.report(
        "E0105",
        "a colon was expected here" if not also_value else "a colon or `=` was expected here",
        at=Span(f.source, f.previous.end, f.previous.end),
        hint="write `:`" if not also_value else None,
    )


def unexpected_continuation(f: Failure) -> Diagnostic | None:
    if not f.starts_line or f.sentence is None or f.word.start == f.sentence.start or f.ends_line:
        return None
    return f.report(
        "E0108",
        "this line cannot continue the one above",
        "a line that is indented further than the one above, and follows no colon, continues it",
        "give it the indentation of the line above if it is a sentence of its own",
    )


# ------------------------------------------------------------------------------------------------ within sentences


def colon_not_equals(f: Failure) -> Diagnostic | None:
    """`type Die = 1..6`, `winner = p`"""
    if f.word.text == "=" and "COLON" in f.accepts and not {"EQUAL", "COMP"} & f.accepts:
        return f.report("E0105", "a colon was expected here", hint="write `:` for `=`")
    if f.accepts == {"STRING"} and f.previous and f.first and f.first.text in DECLARATIONS:
        return f.report("E0105", "a colon was expected here", hint="write `:` for `=`", at=f.span(f.previous))
    return None


def assignment_as_condition(f: Failure) -> Diagnostic | None:
    if f.word.text != "=" or "COMP" not in f.accepts:
        return None
    return f.report("E0112", "`=` gives a value and compares nothing", hint="to compare, write `==`")


def quotation_as_value(f: Failure) -> Diagnostic | None:
    if f.word.kind != "text":
        return None
    return f.report(
        "E0113",
        "a quotation cannot stand here",
        "what is quoted is an explanation for people, at the end of a sentence, and never a value",
    )


def mixed_deeds(f: Failure) -> Diagnostic | None:
    if f.word.text not in ("or", "and") or f.sentence is None:
        return None
    other = "AND" if f.word.text == "or" else "OR"
    words = [x.text for x in f.sentence.words if x.start < f.word.start]
    if other not in f.accepts or not {"must", "may"} & set(words):
        return None
    return f.report(
        "E0122",
        f"`{f.word.text}` after `{other.lower()}`",
        "`A or B` is one of the deeds, `A and B` each of them in any order; one sentence does not mix them",
    )


def reserved_word(f: Failure) -> Diagnostic | None:
    """A word of the language where a name was meant: with another word there the text can be read on."""
    candidates = [x for x in (f.word, f.previous) if x and x.kind == "word" and _is_reserved(f, x)]
    for word in candidates:
        if f.ends_line and word.text not in ("the", "some", "every", "no", "rank"):
            continue
        if f.survives(word, word.text + "_"):
            return f.report(
                "E0114",
                f"`{word.text}` is a word of the language here, and cannot be a name",
                hint=f"call it `{word.text}_`, or something else",
                at=f.span(word),
            )
    return None


def _is_reserved(f: Failure, word: Lexeme) -> bool:
    patterned = "must may some every no most least after instead set bag pile list".split()
    return word.text in f.literals.values() or word.text in patterned


def unfinished(f: Failure) -> Diagnostic | None:
    if not f.ends_line:
        return None
    return f.report("E0117", f"the sentence ends too early: {f.expected}", hint=likely(f))


RULES: tuple[Callable[[Failure], Diagnostic | None], ...] = (
    unclosed_quotation,
    other_quotation_marks,
    other_comment,
    empty_cell,
    foreign_sign,
    unknown_character,
    no_header,
    missing_block,
    block_on_the_line,
    unmatched_bracket,
    else_if,
    misplaced_branch,
    misplaced_line,
    turns_of_each,
    numbers_of_players,
    nested_declaration,
    not_a_declaration,
    for_each,
    foreign_word,
    longer_word,
    unknown_sentence,
    mixed_deeds,
    colon_not_equals,
    assignment_as_condition,
    reserved_word,
    missing_colon,
    one_end_of_a_range,
    quotation_as_value,
    unexpected_continuation,
    unfinished,
)


def wrong_indentation(source: Source, place: int, indent: int, levels: Sequence[int]) -> Diagnostic:
    """A line that goes back to a column where no line above it began."""
    columns = [str(level + 1) for level in levels]
    tab = tab_before(source, place)
    return Diagnostic(
        "E0107",
        Label(Span(source, place, place + 1), f"this line begins in column {indent + 1}"),
        (tab,) if tab else (),
        why=f"a line begins where an open block does: here, in column {' or '.join(columns)}",
        hint="indent with blanks" if tab else None,
    )
