"""Diagnostics as values, what they suggest, and how they look."""

import pytest

from hoyle.dsl.codes import TITLES
from hoyle.dsl.diagnostics import Diagnostic, DiagnosticError, Diagnostics, Label, did_you_mean, listed, suggestion
from hoyle.dsl.render import render
from hoyle.dsl.span import Source, Span

DECK = Source("kuhn.hoyle", "game Kuhn\n\nregion deck hidden\ndeal 1 from dekc to each hand\n")


def _span(source: Source, word: str) -> Span:
    start = source.text.index(word)
    return Span(source, start, start + len(word))


@pytest.mark.parametrize(
    ("name", "candidates", "found"),
    [
        ("dekc", ["deck", "hand", "pot"], ("deck",)),  # two letters swapped
        ("Deck", ["deck", "Decks"], ("deck",)),  # the case of letters alone comes first
        ("bridge", ["visible", "bridging", "matching"], ()),  # three letters are more than a third of six
        ("bridgin", ["visible", "bridging"], ("bridging",)),
        ("x", ["y", "z"], ("y", "z")),
        ("x", ["long_name"], ()),
        ("ab", ["cd", "ef"], ()),
        ("score", ["scored", "scores", "scorn", "store"], ("scored", "scores", "scorn")),
        ("same", ["same"], ()),
    ],
)
def test_only_likely_slips_are_suggested(name: str, candidates: list[str], found: tuple[str, ...]) -> None:
    assert did_you_mean(name, candidates) == found


def test_a_suggestion_is_a_question_or_nothing() -> None:
    assert suggestion("dekc", ["deck"]) == "did you mean `deck`?"
    assert suggestion("dekc", ["pot"]) is None


def test_words_are_listed_as_one_says_them() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a or b"
    assert listed(["a", "b", "c"], "and") == "a, b and c"


def test_a_diagnostic_has_the_look_of_the_style_guide() -> None:
    diagnostic = Diagnostic(
        "E0110",
        Label(_span(DECK, "dekc"), "no region is called `dekc`"),
        (Label(_span(DECK, "deck"), "a region with a similar name is declared here"),),
        "a move can only draw from a region that the game declares: deck, hand, pot",
        "did you mean `deck`?",
    )
    assert render(diagnostic) == (
        "error[E0110]: unknown declaration\n"
        " --> kuhn.hoyle:4:13\n"
        "  |\n"
        "4 | deal 1 from dekc to each hand\n"
        "  |             ^^^^ no region is called `dekc`\n"
        "  |\n"
        "3 | region deck hidden\n"
        "  |        ---- a region with a similar name is declared here\n"
        "  |\n"
        "  = a move can only draw from a region that the game declares: deck, hand, pot\n"
        "  = hint: did you mean `deck`?\n"
    )


def test_a_label_in_another_file_names_it() -> None:
    overlay = Source("overlay.hoyle", "replace play:\n")
    diagnostic = Diagnostic("E0110", Label(_span(overlay, "play"), "a"), (Label(_span(DECK, "deck"), "b"),))
    assert "::: kuhn.hoyle:3:8\n" in render(diagnostic)


@pytest.mark.parametrize(
    ("line", "before"),
    [
        ("\tx = サル + wrong", "    x = サル + "),
        ("a\tb wrong", "a   b "),
        ("e\u0301 wrong", "e\u0301 "),
    ],
)
def test_marks_stand_below_tabs_wide_and_combining_characters(line: str, before: str) -> None:
    source = Source("wide.hoyle", line + "\n")
    text = render(Diagnostic("E0101", Label(_span(source, "wrong"), "here")))
    columns = sum({"サ": 2, "ル": 2, "\u0301": 0}.get(c, 1) for c in before)
    assert text.splitlines()[3] == f"1 | {before}wrong"
    assert text.splitlines()[4] == f"  | {' ' * columns}^^^^^ here"


def test_a_very_long_line_is_cropped_around_the_mark() -> None:
    source = Source("long.hoyle", "a " * 5_000 + "wrong" + " b" * 5_000)
    text = render(Diagnostic("E0101", Label(_span(source, "wrong"), "here")))
    shown, marks = text.splitlines()[3:5]
    assert len(shown) < 150
    assert shown.index("wrong") == marks.index("^^^^^")


def test_a_mark_at_the_end_of_the_file_can_be_shown() -> None:
    source = Source("short.hoyle", "game G\n")
    text = render(Diagnostic("E0117", Label(Span(source, 7, 7), "more")))
    assert text.endswith("2 |\n  | ^ more\n")


def test_the_same_code_at_the_same_place_is_kept_once() -> None:
    found = Diagnostics()
    place = _span(DECK, "deck")
    found.report("E0101", place, "first")
    found.report("E0101", place, "second")
    found.report("E0102", place)
    assert [str(d) for d in found] == [
        "kuhn.hoyle:3:8: error[E0101]: unexpected text: first",
        "kuhn.hoyle:3:8: error[E0102]: unknown character",
    ]


def test_a_pass_stops_at_its_end_if_there_are_errors() -> None:
    found = Diagnostics()
    found.stop_on_errors()
    found.report("E0101", _span(DECK, "deck"))
    with pytest.raises(DiagnosticError) as stopped:
        found.stop_on_errors()
    assert stopped.value.diagnostics == tuple(found)


def test_a_code_must_be_in_the_table() -> None:
    with pytest.raises(LookupError, match="E9999"):
        Diagnostic("E9999", Label(_span(DECK, "deck")))


def test_titles_are_noun_phrases_without_values() -> None:
    for code, title in TITLES.items():
        assert code[0] in "EL" and code[1:].isdigit() and len(code) == 5
        assert title and title[0].islower() | title[0].isdigit() | (title[0] == "`"), code
        assert not title.endswith("."), code
