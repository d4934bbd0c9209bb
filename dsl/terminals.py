"""What a person calls the terminals of the grammar; the parser's own names for them are never shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from hoyle.dsl.diagnostics import listed

_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "NAME": "a name",
        "INT": "a number",
        "STRING": 'an "explanation"',
        "CITE": "a §clause",
        "COMP": "a comparison",
        "_NL": "the end of the line",
        "_INDENT": "an indented block",
        "_DEDENT": "the end of the block",
        "$END": "the end of the file",
        "IF_ABLE": "`if able`",
        "THEN": "`, then`",
        "TIED": "`, ties`",
        "REACT": "`after`",
        "MODAL": "`must` or `may`",
        "QUANT": "`some`, `every` or `no`",
        "SENSE": "`most` or `least`",
        "TIES": "`cancel`, `share`, `friendly` or `never`",
        "TYPE_WORD": "`set of`, `bag of`, `pile of` or `list of`",
        "KIND": "a kind of part (`action`, `require`, `define`, …)",
        "ONLY": "`teams` or `winner`",
    }
)

# Groups that are named as one when all of their terminals would do; the first group that fits comes first.
_GROUPS: tuple[tuple[str, frozenset[str]], ...] = (
    ("a declaration", frozenset({"DEFINE", "ACTION", "TYPE", "TABLE"})),
    ("a statement", frozenset({"LET", "MOVE", "DRAW", "ROLL", "SHUFFLE"})),
    ("an expression", frozenset({"NAME", "INT", "LPAR", "LSQB", "TRUE"})),
    ("an operator", frozenset({"PLUS", "STAR", "MINUS", "PERCENT"})),
)

_MEMBERS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "a declaration": frozenset(
            "PLAYERS OPTION TYPE TABLE GAME EACH DEFINE ACTION TO SETUP PLAY REACT TEAMS SCORING WINNER ALWAYS EXAMPLE "
            "REPLACE REMOVE NAME".split()
        ),
        "a statement": frozenset(
            "LET ROLL SHUFFLE DRAW MOVE AWARD SHOW DO STOP NEXT RETURN END IF FOR REPEAT PLAYERS SIMULTANEOUSLY "
            "MODAL NAME INT LPAR LSQB LBRACE MINUS TRUE FALSE NONE NOT THE RANK QUANT REQUIRE SAME "
            "OTHERWISE ELIF ELSE".split()
        ),
        "an expression": frozenset("NAME INT LPAR LSQB LBRACE MINUS TRUE FALSE NONE NOT THE RANK QUANT".split()),
        "an operator": frozenset(
            "PLUS STAR MINUS PERCENT SLASH AMPERSAND AND OR NOT IN CAN COMP DOT LPAR LSQB IF".split()
        ),
    }
)


def describe(terminals: Iterable[str], literals: Mapping[str, str]) -> list[str]:
    """What may stand here, in words, the most general first; `literals` holds the text of fixed terminals."""
    left = set(terminals)
    words: list[str] = []
    for name, sign in _GROUPS:
        if sign <= left:
            words.append(name)
            left -= _MEMBERS[name]
    ranges = {t for t in left if literals.get(t) in ("..", "//")} if "an operator" in words else set()
    words.extend(sorted(_said(t, literals) for t in left - ranges - {"_DEDENT", "$END"}))
    if not words and left:
        words.extend(_said(t, literals) for t in sorted(left))
    return list(dict.fromkeys(words))


def expected(terminals: Iterable[str], literals: Mapping[str, str], most: int = 6) -> str:
    """`expected A, B or C`; if too much would do, only that something else was expected."""
    words = describe(terminals, literals)
    if not words:
        return "nothing can follow here"
    if len(words) > most:
        words = [w for w in words if not w.startswith("`")] or words[:most]
    return f"expected {listed(words)}"


def _said(terminal: str, literals: Mapping[str, str]) -> str:
    return _NAMES.get(terminal) or f"`{literals[terminal]}`"
