"""Reading moves: what is accepted, and what is said about the rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.runtime.notation import Call, Group, Name, Number, Said, Term, read
from hoyle.runtime.problems import NotationError

NAMES = st.from_regex(r"[a-z][a-z_0-9]{0,6}", fullmatch=True)
TERMS: st.SearchStrategy[Term] = st.recursive(
    st.builds(Number, st.integers(-99, 99)) | st.builds(Name, NAMES) | st.builds(Name, NAMES, of=NAMES),
    lambda inner: (
        st.builds(Call, NAMES, st.lists(inner, min_size=1, max_size=3).map(tuple))
        | st.builds(Group, st.sampled_from("{["), st.lists(inner, max_size=3).map(tuple))
    ),
    max_leaves=5,
)
MOVES = st.builds(Said, NAMES, st.lists(TERMS, max_size=3).map(tuple))


@given(MOVES)
def test_what_is_printed_is_read_back(said: Said) -> None:
    assert read(str(said)) == said


@given(MOVES, st.sampled_from(["", "  ", "\t", "\n "]))
def test_white_space_between_signs_means_nothing(said: Said, space: str) -> None:
    text = str(said)
    for mark in "(){}[],":
        text = text.replace(mark, f"{space}{mark}{space}")
    assert read(f"{space}{text}{space}") == said


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read(text)
    except NotationError as error:
        assert str(error)
        assert error.text("ja")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "A move is missing."),
        ("  ", "A move is missing."),
        ("take(a, 2", "'take(a, 2' ends too early."),
        ("take(a,, 2)", "'take(a,, 2)' cannot be read at character 8: , is not expected there."),
        ("take(a) b", "'take(a) b' cannot be read at character 9: b is not expected there."),
        ("take;", "'take;' cannot be read at character 5: ; is not expected there."),
        ("7", "'7' cannot be read at character 1: 7 is not expected there."),
        ("take({a)", "'take({a)' cannot be read at character 8: ) is not expected there."),
        ("take" + "(a" * 500, "has too many brackets in one another."),
        ("take(" + "9" * 5000 + ")", "holds a number that is too long."),
    ],
)
def test_what_cannot_be_read_is_named(text: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert said in str(caught.value)
