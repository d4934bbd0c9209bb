"""Every diagnostic about rules, examples, words and limits has rules that cause it, and its recorded text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from golden import Golden
from hoyle.compiler.checking.program import check
from hoyle.compiler.leaks import check_leaks
from hoyle.compiler.lowering.module import lower
from hoyle.compiler.merge import merge
from hoyle.compiler.words import gather
from hoyle.dsl.codes import TITLES
from hoyle.dsl.diagnostics import Diagnostic, DiagnosticError, Diagnostics
from hoyle.dsl.parser import parse
from hoyle.dsl.render import render_all

BAD = Path(__file__).parent / "bad"
FILES = sorted(file for file in BAD.glob("*.hoyle") if not file.stem.endswith((".ja", ".look")))

# Syntax and the first limits are in tests/dsl; variants need several files, see test_bad_variants.
ELSEWHERE = re.compile(r"E01|E06|E090[1-35]")


def told(file: Path) -> tuple[Diagnostic, ...]:
    """All that is told about the rules of a file, with the words beside it."""
    found = Diagnostics()
    try:
        base = parse(file.read_text("utf-8"), file.name)
        words = [parse(f.read_text("utf-8"), f.name) for f in [file.with_suffix(".ja.hoyle")] if f.is_file()]
        decls = merge(base, [], [], found)
        found.stop_on_errors()
        looks = [parse(f.read_text("utf-8"), f.name) for f in [file.with_suffix(".look.hoyle")] if f.is_file()]
        program = check(decls, diagnostics=found, looks=looks)
        check_leaks(program, found)
        gather(program, decls, words, found)
        found.stop_on_errors()
        lower(program)
    except DiagnosticError as refused:
        return refused.diagnostics
    return tuple(found)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_is_wrong_is_told_as_recorded(file: Path, golden: Golden) -> None:
    golden.check(file.with_suffix(".stderr"), render_all(told(file)))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_one_slip_is_told_once_under_its_code(file: Path) -> None:
    assert [d.code for d in told(file)] == [file.stem[:5]]


def test_every_code_has_rules_that_cause_it() -> None:
    codes = {code for code in TITLES if not ELSEWHERE.match(code)}
    assert codes == {file.stem[:5] for file in FILES}


# Words of the implementation that an author of rules must never read.
INTERNAL = re.compile(r"\b(None|Const|Lookup|IntType|MemberType|SetType|ErrorType|NAME|expr|node|tuple|frozenset)\b")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_is_told_is_in_the_words_of_authors(file: Path) -> None:
    text = "\n".join(line for line in render_all(told(file)).splitlines() if not re.match(r" *\d+ \|", line))
    assert not INTERNAL.search(text)
    for diagnostic in told(file):
        assert diagnostic.primary.message or diagnostic.why or diagnostic.labels, diagnostic
