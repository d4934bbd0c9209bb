"""What a person calls the terminals of the grammar; the parser's own names for them are never shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from attrs import frozen

from hoyle.dsl.diagnostics import listed

_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "NAME": "a name",
        "INT": "a number",
        "HALF": "a number",
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
        "ONLY": "`winner`",
        "SHEET": "`board`, `borders` or `area`",
        "LAYER": "`ground`, `mark`, `write` or `note`",
    }
)


@frozen
class _Group:
    """Terminals that are told as one, if all of `signs` would do. They are given by their texts, if they have one."""

    name: str
    signs: frozenset[str]
    members: frozenset[str]


_VALUES = "NAME INT HALF ( [ { - true false none not the rank QUANT"
_GROUPS = (
    _Group(
        "a declaration",
        frozenset("define action type table".split()),
        frozenset(
            "players option type table game each define action to setup play REACT teams scoring winner always example "
            "replace remove require NAME".split()
        ),
    ),
    _Group(
        "a statement",
        frozenset("let move draw roll shuffle".split()),
        frozenset(
            "let roll shuffle draw move award show announce do stop next return end if for repeat players "
            f"simultaneously MODAL require same otherwise elif else {_VALUES}".split()
        ),
    ),
    _Group("an expression", frozenset("NAME INT ( [ true".split()), frozenset(_VALUES.split())),
    _Group("a type", frozenset("NAME { TYPE_WORD".split()), frozenset("NAME INT - { TYPE_WORD".split())),
    _Group("the end of the sentence", frozenset({"CITE", "_NL"}), frozenset({"STRING", "CITE", "_NL"})),
    _Group(
        "an operator",
        frozenset("* - %".split()),
        frozenset("+ - * // % & .. and or not in can COMP . ( [ if".split()),
    ),
)


def expected(terminals: Iterable[str], literals: Mapping[str, str], most: int = 6) -> str:
    """`expected A, B or C`, the most special first; `literals` holds the text of fixed terminals."""
    words = _described({literals.get(t, t) for t in terminals}, frozenset(literals.values()))
    if not words:
        return "nothing can follow here"
    return f"expected {listed(words[:most])}"


def _described(left: set[str], fixed: frozenset[str]) -> list[str]:
    general: list[str] = []
    for group in _GROUPS:
        if group.signs <= left:
            general.append(group.name)
            left = left - group.members
    if general or len(left) > 1:
        left = left - {"_DEDENT", "$END"}
    special = sorted(f"`{t}`" if t in fixed else _NAMES[t] for t in left)
    return special + general
