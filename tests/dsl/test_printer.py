"""Formatting keeps what is said and is done once and for all; trees print to texts that are read as the same trees."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import DiagnosticError
from hoyle.dsl.parser import parse
from hoyle.dsl.print_tree import print_file
from hoyle.dsl.printer import LIMIT, format, print_expr

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FILES = sorted([*(HERE / "good").glob("*.hoyle"), *(ROOT / "games").rglob("*.hoyle")])
TEXTS = [file.read_text("utf-8") for file in FILES]


def _formatted(text: str) -> str:
    """What comes of a text, after checking the laws of formatting."""
    once = format(text)
    assert parse(once, "formatted") == parse(text, "original")
    assert format(once) == once
    assert "  ".join(_comments(once)) == "  ".join(_comments(text))  # those inside one tail are joined
    return once


def _comments(text: str) -> list[str]:
    outside = ("".join(part for i, part in enumerate(line.split('"')) if i % 2 == 0) for line in text.splitlines())
    return [line[line.index("#") :].rstrip() for line in outside if "#" in line]


# ------------------------------------------------------------------------------------------------ whole files


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_formatting_keeps_the_meaning_and_the_comments_and_is_idempotent(file: Path) -> None:
    _formatted(file.read_text("utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_tree_prints_to_a_file_that_is_read_as_the_same_tree(file: Path) -> None:
    tree = parse(file.read_text("utf-8"), file.name)
    assert parse(print_file(tree), "printed") == tree


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_lines_stay_within_the_limit_unless_they_are_tables_or_quotations(file: Path) -> None:
    for line in format(file.read_text("utf-8")).splitlines():
        quotation = line.lstrip().startswith('"') or re.fullmatch(r'[\w.]+ = ".*"', line) is not None
        breakable = "|" not in line and "#" not in line and not quotation
        assert len(line) <= LIMIT or not breakable, line


def test_what_cannot_be_parsed_is_not_formatted() -> None:
    with pytest.raises(DiagnosticError):
        format("game G\n\nplay\n")


# ------------------------------------------------------------------------------------------------ details


def _one(text: str) -> str:
    """A declaration as it is formatted."""
    return _formatted(f"game G\n\n{text}\n").removeprefix("game G\n\n")


@pytest.mark.parametrize(
    ("rough", "canonical"),
    [
        ("define a=b", "define a = b\n"),
        ("define a( b:Die,c in S )=b", "define a(b: Die, c in S) = b\n"),
        ("define a = - b - - c -(d)", "define a = -b - -c - (d)\n"),
        ("define a = [ -1,- 2 ][ 1 ] .b", "define a = [-1, -2][1].b\n"),
        ("define a = 1 .. b-1", "define a = 1..b - 1\n"),
        ("define a = f (b) (c) [d]", "define a = f(b)(c)[d]\n"),
        ("define a = b in(c)", "define a = b in (c)\n"),
        ("define a = not(b)and(c)", "define a = not (b) and (c)\n"),
        ("define a = {x*2 for x in[1,2]where x>1}", "define a = {x * 2 for x in [1, 2] where x > 1}\n"),
        ("define a = x if(b)else(c)", "define a = x if (b) else (c)\n"),
        ("type T:{1,2}", "type T: {1, 2}\n"),
        ("type T :  a ,b", "type T: a, b\n"),
        ("type T: -3 ..4", "type T: -3..4\n"),
        ("play :\n  stop", "play:\n    stop\n"),
        ("play:\n\tif a :\n\t\tstop", "play:\n    if a:\n        stop\n"),
        ("play:\n  x+=1\n  y -=- 1", "play:\n    x += 1\n    y -= -1\n"),
        ("play:\n  repeat(2)times:stop", "play:\n    repeat (2) times: stop\n"),
        ("play:\n  must choose x in S:stop", "play:\n    must choose x in S: stop\n"),
        ('hoyle = "x"', 'hoyle = "x"\n'),
        ('a . b   ="x"', 'a.b = "x"\n'),
    ],
)
def test_blanks_are_normalised(rough: str, canonical: str) -> None:
    assert _one(rough) == canonical


def test_the_line_of_the_first_edition_is_left_out() -> None:
    assert format("hoyle 1\ngame G\n") == "game G\n"


def test_at_most_one_empty_line_is_kept() -> None:
    assert format("\n\ngame G\n\n\n\nplay:\n\n    stop\n\n\n") == "game G\n\nplay:\n\n    stop\n"


def test_columns_of_tables_are_aligned_by_what_is_seen() -> None:
    assert _one("table T:\n  a|name|c §K1\n  クマ|b|-\n  long_one|1|{1,2} §K2") == (
        "table T:\n"
        "    a        | name | c                                        §K1\n"
        "    クマ     | b    | -\n"
        "    long_one | 1    | {1, 2}                                   §K2\n"
    )


def test_cases_are_aligned() -> None:
    assert _one("define a(d: Die):\n  1 if d<=2\n  d*2 if d > 4\n  3 otherwise") == (
        "define a(d: Die):\n    1       if d <= 2\n    d * 2   if d > 4\n    3       otherwise\n"
    )


def test_explanations_and_clauses_stand_in_two_columns() -> None:
    assert _one('game has:\n  a: 0..4 = 0 "one"\n  long_name: 0..4 "two" §K2\n  b: bool §K3 # why') == (
        "game has:\n"
        '    a: 0..4 = 0                "one"\n'
        '    long_name: 0..4            "two"                           §K2\n'
        "    b: bool                                                    §K3  # why\n"
    )


def test_the_header_keeps_together() -> None:
    assert format('game   G   "A game"    §K # why\n') == 'game G "A game" §K  # why\n'


def test_what_does_not_fit_beside_a_sentence_goes_below_it() -> None:
    text = "many words " * 7
    assert _one(f'define a = f(b, c, d, e, f, g, h) + f(b, c, d, e, f, g, h) "{text}" §K1') == (
        f'define a = f(b, c, d, e, f, g, h) + f(b, c, d, e, f, g, h)\n    "{text}"  §K1\n'
    )


def test_a_sentence_that_is_too_long_is_broken_where_brackets_are_shallowest() -> None:
    condition = " and ".join(f"f(a, b, c) == {i}" for i in range(9))
    lines = _one(f"define a = {condition}").splitlines()
    assert len(lines) == 2
    assert all(len(line) <= LIMIT for line in lines)
    assert lines[1].startswith("    and f(")


def test_the_authors_line_breaks_are_kept() -> None:
    text = "define a = rank p in players\n    where p.won\n    by most p.next\n"
    assert _one(text) == text


def test_cases_that_are_too_long_for_a_line_widen_no_others() -> None:
    long = " or ".join(f"chosen_{n} == 1" for n in range(9))
    text = f"define a:\n    first_value_of_all + 1 if {long}\n    2 if chosen == 1\n    3 otherwise"
    once = _one(text)
    assert _one(once) == once
    assert once.endswith("    2   if chosen == 1\n    3   otherwise\n")


def test_comments_stay_where_they_were() -> None:
    text = (
        "# above all\n"
        "game G  # behind the header\n"
        "\n"
        "# above a declaration\n"
        "play:                          # behind a colon\n"
        "    # in front of a statement\n"
        "    if a:\n"
        "        stop\n"
        "        # at the end of the inner block\n"
        "    # at the end of the outer block\n"
        "\n"
        "# at the end of the file\n"
    )
    assert _formatted(text) == text


def test_comments_inside_a_sentence_stay_inside() -> None:
    text = (
        "define a = f(b,                # the first\n"
        "    # between them\n"
        "    c)                         # the second\n"
        '    "said"                         # behind it\n'
    )
    assert _comments(_one(text)) == ["# the first", "# between them", "# the second", "# behind it"]


# ------------------------------------------------------------------------------------------------ trees of expressions


NAMES = st.sampled_from(["a", "b", "p", "move", "clan", "人"])
IDENTS = NAMES.map(n.Ident)
LEAVES = st.one_of(NAMES.map(n.Name), st.integers(0, 99).map(n.Int), st.booleans().map(n.Bool), st.just(n.NoneValue()))


def _some(inner: st.SearchStrategy[n.Expr]) -> st.SearchStrategy[tuple[n.Expr, ...]]:
    return st.lists(inner, max_size=3).map(tuple)


def _binders(inner: st.SearchStrategy[n.Expr]) -> st.SearchStrategy[n.Binders]:
    binder = st.builds(n.Binder, IDENTS, inner)
    return st.builds(n.Binders, st.lists(binder, min_size=1, max_size=2).map(tuple), st.none() | inner)


def _selection(brackets: str, name: str, domain: n.Expr, where: n.Expr) -> n.Comprehension:
    binder = n.Binder(n.Ident(name), domain)
    return n.Comprehension(brackets, n.Name(name), n.Binders((binder,), where), selects=True)


def _deeds(inner: st.SearchStrategy[n.Expr]) -> st.SearchStrategy[n.Deed]:
    with_args = st.builds(n.Deed, IDENTS, _some(inner), st.none() | inner, brackets=st.just(True))
    return with_args | st.builds(n.Deed, IDENTS, st.just(()), st.none() | inner)


def _larger(inner: st.SearchStrategy[n.Expr]) -> st.SearchStrategy[n.Expr]:
    binder = st.builds(n.Binder, IDENTS, inner)
    keys = st.lists(st.builds(n.RankKey, st.sampled_from(["most", "least"]), inner), min_size=1, max_size=2).map(tuple)
    comprehension = st.builds(n.Comprehension, st.sampled_from("{["), inner, _binders(inner))
    return st.one_of(
        st.builds(n.ListOf, _some(inner)),
        st.builds(n.SetOf, _some(inner)),
        st.builds(n.Attr, inner, IDENTS),
        st.builds(n.Index, inner, st.lists(inner, min_size=1, max_size=2).map(tuple)),
        st.builds(n.Call, inner, _some(inner)),
        st.builds(n.Call, inner, st.builds(n.Comprehension, st.just("("), inner, _binders(inner)).map(lambda c: (c,))),
        comprehension,
        st.builds(_selection, st.sampled_from("{["), NAMES, inner, inner),
        st.builds(n.Unary, st.sampled_from(["-", "not"]), inner),
        st.builds(n.Binary, st.sampled_from(["and", "or", "+", "-", "*", "//", "%", "&", ".."]), inner, inner),
        st.builds(n.Compare, st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in", "not in"]), inner, inner),
        st.builds(n.IfElse, inner, inner, inner),
        st.builds(n.Quantified, st.sampled_from(["some", "every", "no"]), _binders(inner), inner),
        st.builds(n.TheOne, binder, inner),
        st.builds(n.Rank, binder, st.none() | inner, keys, st.none() | st.sampled_from(["share", "never"])),
        st.builds(n.Can, inner, _deeds(inner)),
        st.builds(n.CanDo, inner, inner),
    )


EXPRESSIONS = st.recursive(LEAVES, _larger, max_leaves=12)


@settings(max_examples=200)
@given(EXPRESSIONS)
def test_an_expression_prints_to_a_text_that_is_read_as_the_same_expression(expr: n.Expr) -> None:
    text = print_expr(expr)
    (decl,) = parse(f"game G\n\ndefine a = {text}\n", "printed").decls
    assert isinstance(decl, n.Define)
    assert decl.value == expr


@pytest.mark.parametrize(
    "text",
    [
        "a + b * (c - d)",
        "(a + b) * -c",
        "a and (b or c) and not d",
        "some x in S where a has b and every y in T has c",
        "(some x in S has a) and b",
        "[x + 1 for x in 1..3 where x != 2]",
        "count(x in S where x.a == b)",
        "a if b else c",
        "(a if b else c).d[1](2)",
        "p can move(1, b) up to 2 times",
        "first(rank p in players where a by most b, then least c, ties share)",
    ],
)
def test_no_more_brackets_are_printed_than_it_takes(text: str) -> None:
    (decl,) = parse(f"game G\n\ndefine a = {text}\n", "g").decls
    assert isinstance(decl, n.Define)
    assert print_expr(decl.value) == text


# ------------------------------------------------------------------------------------------------ mutated texts


@st.composite
def _mutated(draw: st.DrawFn) -> str:
    """A good file whose blanks, breaks and comments were shaken; most are still good, but have another layout."""
    lines = draw(st.sampled_from(TEXTS)).split("\n")
    for _ in range(draw(st.integers(1, 12))):
        i = draw(st.integers(0, len(lines) - 1))
        change = draw(st.sampled_from(["comment", "own comment", "empty", "widen", "break", "tail", "indent comment"]))
        line = lines[i]
        blanks = [k for k, c in enumerate(line) if c == " " and line[:k].strip()]
        at = draw(st.sampled_from(blanks)) if blanks else len(line)
        match change:
            case "comment":
                lines[i] = f"{line}  # a comment {i}"
            case "own comment":
                lines[i] = f"# {i}\n{line}"
            case "indent comment":
                lines[i] = f"{' ' * draw(st.integers(0, 12))}# {i}\n{line}"
            case "empty":
                lines[i] = f"{line}\n\n"
            case "widen":
                lines[i] = line[:at] + "   " + line[at:]
            case "break":
                lines[i] = line[:at] + "\n" + " " * draw(st.integers(0, 60)) + line[at:]
            case "tail":
                lines[i] = f'{line} "some words, {"and more " * draw(st.integers(0, 12))}" §K{i}'
    return "\n".join(lines)


@settings(max_examples=60)
@given(_mutated())
def test_whatever_can_be_parsed_is_formatted_once_and_for_all(text: str) -> None:
    try:
        parse(text, "mutated")
    except DiagnosticError:
        return
    _formatted(text)
