"""The page on variants: its examples are variants of Kumata, and its table has every diagnostic about variants."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.compiler.checking.program import check
from hoyle.compiler.merge import merge
from hoyle.dsl.codes import TITLES
from hoyle.dsl.diagnostics import Diagnostics
from hoyle.dsl.parser import parse
from hoyle.runtime.loader import find
from hoyle.runtime.rulefiles import read

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "variants.md").read_text("utf-8")
EXAMPLES = re.findall(r"```hoyle\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_is_a_variant_of_kumata(text: str) -> None:
    whole = text if text.startswith("variant ") else f'variant Example of Kumata "Example"\n\n{text}'
    diagnostics = Diagnostics()
    found = merge(read(find("kumata")), [parse(whole, "example.hoyle")], [], diagnostics, complete=False)
    diagnostics.stop_on_errors()
    assert found.changes
    for players in found.counts:
        check(found, players)


def test_the_table_has_every_diagnostic_about_variants() -> None:
    rows = dict(re.findall(r"^\| (E06\d\d) \| ([^|]+) \|", PAGE, re.MULTILINE))
    assert rows == {code: title for code, title in TITLES.items() if code.startswith("E06")}
