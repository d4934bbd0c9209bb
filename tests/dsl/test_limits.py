"""Whatever a file holds it is read or refused with a diagnostic, before it costs much."""

import pytest

from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import DiagnosticError
from hoyle.dsl.limits import MAX_BLOCKS, MAX_LEXEMES, MAX_SIZE, decode
from hoyle.dsl.parser import parse
from hoyle.dsl.printer import format
from hoyle.dsl.render import render_all

PLAIN = "game G\n\nplay:\n    if a:\n        stop\n"


def _refused(text: str) -> DiagnosticError:
    with pytest.raises(DiagnosticError) as refused:
        parse(text, "hostile")
    assert len(render_all(refused.value.diagnostics)) < 100_000
    return refused.value


def _codes(text: str) -> list[str]:
    return [d.code for d in _refused(text).diagnostics]


# ------------------------------------------------------------------------------------------------ what is read


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        "\ufeff" + PLAIN,
        PLAIN.removesuffix("\n"),
        PLAIN.replace("    ", "\t"),
        PLAIN.replace("        stop", "\tstop").replace("    if", "  if"),
        PLAIN.replace("\n", "   \n"),
        "\n\n" + PLAIN + "\n\n",
    ],
    ids=["crlf", "cr", "byte order mark", "no last line end", "tabs", "mixed", "blanks at ends", "empty lines"],
)
def test_habits_of_editors_change_nothing(text: str) -> None:
    assert parse(text, "g") == parse(PLAIN, "g")
    assert format(text) == format(PLAIN) == PLAIN


def test_a_file_is_read_as_utf_8_with_or_without_a_byte_order_mark() -> None:
    assert decode("game 熊".encode(), "g") == "game 熊"
    assert decode("game 熊".encode("utf-8-sig"), "g") == "game 熊"


def test_names_may_have_letters_of_any_script() -> None:
    (decl,) = parse("game G\n\ntype Größe: klein, 大きい, маленький\n", "g").decls
    assert isinstance(decl, n.EnumDecl)
    assert [str(m) for m in decl.members] == ["klein", "大きい", "маленький"]


def test_chains_and_brackets_of_an_everyday_length_are_read() -> None:
    parse("game G\n\ndefine a = " + " + ".join(["b"] * 100) + "\n", "g")
    parse("game G\n\ndefine a = " + "(" * 60 + "b" + ")" * 60 + "\n", "g")
    parse("game G\n\ndefine a = " + "f(" * 30 + "b" + ")" * 30 + "\n", "g")
    parse("game G\n\ndefine a = [" + "1, " * 5_000 + "1]\n", "g")


# ------------------------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
def test_a_text_of_another_encoding_is_refused_where_it_ceases_to_be_utf_8(mark: bytes) -> None:
    with pytest.raises(DiagnosticError) as refused:
        decode(mark + 'game G "Größe"'.encode("latin-1"), "g")
    (diagnostic,) = refused.value.diagnostics
    assert diagnostic.code == "E0902"
    assert str(diagnostic.primary.span) == "g:1:11"


@pytest.mark.parametrize("char", ["\0", "\x0c", "\x1b", "\x85", "\u2028", "\u202e", "\ud800", "\ufeff"])
def test_characters_that_cannot_be_seen_are_refused_wherever_they_stand(char: str) -> None:
    for text in (f"game G{char}\n", f'game G "a{char}b"\n', f"game G\n# {char}\n"):
        assert _codes(text) == ["E0903"]


def test_large_files_are_refused_unread() -> None:
    assert _codes("game G\n" + "#" * MAX_SIZE) == ["E0901"]
    assert _codes("game G\n" + "a " * (MAX_LEXEMES // 2)) == ["E0901"]
    with pytest.raises(DiagnosticError):
        decode(b" " * (MAX_SIZE + 1), "g")


HALF = MAX_LEXEMES // 8


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("define a = " + "+".join(["1"] * HALF), "E0905"),
        ("define a = " + "(" * HALF + "1" + ")" * HALF, "E0905"),
        ("define a = " + "f(" * HALF + "1" + ")" * HALF, "E0905"),
        ("define a = " + "[" * HALF + "1" + "]" * HALF, "E0905"),
        ("define a = " + "(" * HALF, "E0104"),
        ("define a = " + ")" * HALF, "E0104"),
        ("define a = " + "-" * HALF + "1", "E0905"),
        ("define a = " + "not " * HALF + "b", "E0905"),
        ("define a = b" + ".b" * HALF, "E0905"),
        ("define a = " + "1 if b else " * (HALF // 2) + "2", "E0905"),
        ("define a = " + "some x in S has " * (HALF // 4) + "2", "E0905"),
        ("define a = 1\n" * (HALF // 4) + "define", "E0117"),
        ("play:\n" + "".join(" " * i + "if a:\n" for i in range(1, MAX_BLOCKS + 2)) + " " * 40 + "stop", "E0904"),
        ("play:\n" + "".join(" " * i + "if a:\n" for i in range(1, 1_000)), "E0117"),
        ('define a = "' + '"' * HALF, "E0113"),
        ("define a = " + "9" * HALF, "E0906"),
    ],
)
def test_nothing_is_too_deep_or_too_long_for_a_diagnostic(text: str, code: str) -> None:
    assert _codes(f"game G\n\n{text}\n")[0] == code


def test_many_errors_are_told_only_in_part() -> None:
    assert len(_codes("game G\n" + "define a = = 1\n" * 5_000)) == 20
    assert len(_codes("game G\n\ntable T:\n    a\n" + "    1 | 2\n" * 5_000)) == 20


def test_many_comments_and_empty_lines_cost_nothing_but_their_reading() -> None:
    for line in ("\n", "    \n", "# comment\n", "    # comment\n"):
        parse("game G\n" + line * (MAX_LEXEMES // 10), "g")
