"""Every syntax error has a program that triggers it and the complete text it gets."""

import re
from pathlib import Path

import pytest

from golden import Golden
from hoyle.dsl.codes import TITLES
from hoyle.dsl.diagnostics import DiagnosticError
from hoyle.dsl.parser import grammar, parse
from hoyle.dsl.render import render_all

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.hoyle"))

# Found in bytes, signs or sizes that a file here cannot show: test_limits has them.
ELSEWHERE = {"E0901", "E0902", "E0903"}


def _refusal(file: Path) -> DiagnosticError:
    with pytest.raises(DiagnosticError) as refused:
        parse(file.read_text("utf-8"), file.name)
    return refused.value


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_refused_file_gets_the_recorded_text(file: Path, golden: Golden) -> None:
    golden.check(file.with_suffix(".stderr"), render_all(_refusal(file).diagnostics))


@pytest.mark.parametrize("file", [f for f in FILES if f.stem[0] == "E"], ids=lambda file: file.stem)
def test_a_slip_is_known_by_its_code(file: Path) -> None:
    assert _refusal(file).diagnostics[0].code == file.stem[:5]


def test_every_code_of_the_syntax_has_a_file_that_triggers_it() -> None:
    codes = {code for code in TITLES if code.startswith("E01") or "E0901" <= code <= "E0906"}
    assert codes - {file.stem[:5] for file in FILES} <= ELSEWHERE


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_parsers_own_names_are_never_shown(file: Path) -> None:
    text = render_all(_refusal(file).diagnostics)
    said = "\n".join(line for line in text.splitlines() if not re.match(r" *\d+ \|", line))
    names = {terminal.name for terminal in grammar().terminals} - {"DO", "IF", "IN", "TO", "UP", "ON", "AT", "AS", "BY"}
    assert not names & set(re.findall(r"\b[A-Z_]{2,}\d*\b", said))


def test_one_error_is_told_for_each_declaration() -> None:
    lines = [d.primary.span.line for d in _refusal(BAD / "several.hoyle").diagnostics]
    assert lines == [3, 6, 10, 12]


def test_a_later_error_is_told_though_an_earlier_bracket_is_open() -> None:
    with pytest.raises(DiagnosticError) as refused:
        parse("game G\n\ndefine a = (1 +\n\ndefine b = 2\n\ndefine c = d d\n", "g")
    assert [d.code for d in refused.value.diagnostics] == ["E0104", "E0101"]


def test_words_files_tell_an_error_for_each_line() -> None:
    with pytest.raises(DiagnosticError) as refused:
        parse('words ja of G\n\na = "x"\nb "y"\nc = "z"\nd = 3\n', "w")
    assert [d.primary.span.line for d in refused.value.diagnostics] == [4, 6]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("move = 3", "move"),
        ("x = the + 1", "the"),
        ("next += 1", "next"),
        ("if no: stop", "no"),
    ],
)
def test_a_reserved_word_is_named_and_another_one_offered(line: str, word: str) -> None:
    with pytest.raises(DiagnosticError) as refused:
        parse(f"game G\n\nplay:\n    {line}\n", "g")
    (diagnostic,) = refused.value.diagnostics
    assert diagnostic.code == "E0114"
    assert diagnostic.primary.span.text == word
    assert diagnostic.hint is not None and f"`{word}_`" in diagnostic.hint
