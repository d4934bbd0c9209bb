"""The grammar itself: no conflict, nothing in it unused, and no node that cannot be built."""

import logging
from pathlib import Path

import pytest
from lark import Lark, Token, Tree, logger

from hoyle.dsl.build import FileBuilder
from hoyle.dsl.layout import END, Layout
from hoyle.dsl.parser import grammar, grammar_text

GOOD = sorted((Path(__file__).parent / "good").glob("*.hoyle"))


def test_the_grammar_has_no_conflict(caplog: pytest.LogCaptureFixture) -> None:
    """Lark resolves shift/reduce conflicts silently, but tells of them when debugging; other conflicts it refuses."""
    caplog.set_level(logging.DEBUG, logger="lark")
    logger.addHandler(caplog.handler)
    try:
        _built(grammar_text())
        assert not caplog.records
        _built('start: a | a "x"\na: "y" | "y" "x"')
        assert any("conflict" in record.getMessage() for record in caplog.records), "the test must be able to fail"
    finally:
        logger.removeHandler(caplog.handler)


def _built(text: str) -> Lark:
    starts = ["start", "rest", "look_rest", "whole_expr"] if "whole_expr" in text else "start"
    return Lark(text, parser="lalr", lexer="contextual", postlex=Layout(), start=starts, debug=True)


def _kinds_of_tree() -> set[str]:
    """The names under which the grammar makes trees: rules and aliases, without those that are always replaced."""
    kinds = set()
    for rule in grammar().rules:
        name = rule.alias or str(rule.origin.name)
        always_inlined = rule.options.expand1 and len(rule.expansion) == 1 and not rule.alias
        if not name.startswith("_") and not always_inlined:
            kinds.add(name)
    return kinds


def _kinds_in(tree: Tree[Token]) -> set[str]:
    return {subtree.data for subtree in tree.iter_subtrees()}


def test_every_construct_is_used_by_a_good_file() -> None:
    used = set().union(*(_kinds_in(grammar().parse(f.read_text("utf-8") + END, start="start")) for f in GOOD))
    replaced = {
        "rest",
        "look_rest",
        "whole_expr",
        "decl",
        "new_decl",
        "type",
        "stmt",
        "simple",
        "roll_item",
        "amount",
        "decision",
    }
    replaced |= {"cell", "type_atom", "example_line"}
    assert _kinds_of_tree() - used <= replaced


def test_every_construct_has_a_builder() -> None:
    inlined = {
        "start",
        "rest",
        "look_rest",
        "decl",
        "new_decl",
        "type",
        "type_atom",
        "stmt",
        "simple",
        "roll_item",
        "amount",
    }
    inlined |= {"decision", "cell", "example_line", "args", "arg_list", "comprehension", "selection", "indices"}
    inlined |= {"text_cell", "blank_cell", "typed_head", "all_amount", "up_to", "declarer", "range_or_int", "edition"}
    inlined |= {kind for kind in _kinds_of_tree() if kind.endswith("_file")}
    missing = {k for k in _kinds_of_tree() - inlined if not hasattr(FileBuilder, f"build_{k}".rstrip("_"))}
    assert not missing
