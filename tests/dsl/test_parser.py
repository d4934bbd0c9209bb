"""What each construct of the language is read as, and where it stands."""

from typing import TypeVar

import pytest
from attrs import fields, has

from hoyle.dsl import nodes as n
from hoyle.dsl.parser import parse, parse_expression
from hoyle.dsl.span import NOWHERE, Source

NodeT = TypeVar("NodeT", bound=n.Node)


def _file(text: str) -> n.File:
    return parse(f"game G\n\n{text}\n", "g.hoyle")


def _decl(text: str) -> n.Decl:
    (decl,) = _file(text).decls
    return decl


def _expr(text: str) -> n.Expr:
    decl = _decl(f"define x = {text}")
    assert isinstance(decl, n.Define)
    return decl.value


def _type(text: str) -> n.TypeExpr:
    decl = _decl(f"type T: {text}")
    assert isinstance(decl, n.TypeDecl)
    return decl.type


def _stmts(text: str) -> tuple[n.Stmt, ...]:
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    decl = _decl(f"play:\n{lines}")
    assert isinstance(decl, n.Play)
    return decl.block.body


def _stmt(text: str) -> n.Stmt:
    (stmt,) = _stmts(text)
    return stmt


def _line(text: str) -> n.ExampleLine:
    decl = _decl(f"example e:\n    {text}")
    assert isinstance(decl, n.Example)
    (line,) = decl.lines
    return line


def _id(text: str) -> n.Ident:
    return n.Ident(text)


def _ids(text: str) -> tuple[n.Ident, ...]:
    return tuple(n.Ident(word) for word in text.split())


A, B, C, S = n.Name("a"), n.Name("b"), n.Name("c"), n.Name("S")
ONE, TWO = n.Int(1), n.Int(2)
X_IN_S = n.Binder(_id("x"), S)
DO_A = n.Deed(_id("a"))


def _block(*body: n.Stmt) -> n.Block:
    return n.Block(body)


# ------------------------------------------------------------------------------------------------ expressions


@pytest.mark.parametrize(
    ("text", "expr"),
    [
        ("a", A),
        ("12", n.Int(12)),
        ("true", n.Bool(True)),
        ("false", n.Bool(False)),
        ("none", n.NoneValue()),
        ("(a)", A),
        ("[]", n.ListOf(())),
        ("[a, b]", n.ListOf((A, B))),
        ("{}", n.SetOf(())),
        ("{a, b}", n.SetOf((A, B))),
        ("a.b.next", n.Attr(n.Attr(A, _id("b")), _id("next"))),
        ("7.a", n.Attr(n.Int(7), _id("a"))),
        ("a[b, 1]", n.Index(A, (B, ONE))),
        ("a()", n.Call(A, ())),
        ("a(b)(1)", n.Call(n.Call(A, (B,)), (ONE,))),
        ("-a", n.Unary("-", A)),
        ("a - -b", n.Binary("-", A, n.Unary("-", B))),
        ("a + b * c", n.Binary("+", A, n.Binary("*", B, C))),
        ("a - b - c", n.Binary("-", n.Binary("-", A, B), C)),
        ("(a + b) // c", n.Binary("//", n.Binary("+", A, B), C)),
        ("a & b % c", n.Binary("%", n.Binary("&", A, B), C)),
        ("1..a + 1", n.Binary("..", ONE, n.Binary("+", A, ONE))),
        ("a == 1..2", n.Compare("==", A, n.Binary("..", ONE, TWO))),
        ("a != b", n.Compare("!=", A, B)),
        ("a <= b", n.Compare("<=", A, B)),
        ("a in S", n.Compare("in", A, S)),
        ("a not in S", n.Compare("not in", A, S)),
        ("(a == b) == c", n.Compare("==", n.Compare("==", A, B), C)),
        ("not a == b", n.Unary("not", n.Compare("==", A, B))),
        ("not a and b or c", n.Binary("or", n.Binary("and", n.Unary("not", A), B), C)),
        ("a or b and c", n.Binary("or", A, n.Binary("and", B, C))),
        ("a if b else c", n.IfElse(A, B, C)),
        ("a if b else c if b else a", n.IfElse(A, B, n.IfElse(C, B, A))),
        ("b can a", n.Can(B, DO_A)),
        ("b can a(1) up to 2 times", n.Can(B, n.Deed(_id("a"), (ONE,), TWO, brackets=True))),
        ("b can do a.text", n.CanDo(B, n.Attr(A, _id("text")))),
        ("some x in S has a", n.Quantified("some", n.Binders((X_IN_S,)), A)),
        ("every x in S where b has a", n.Quantified("every", n.Binders((X_IN_S,), B), A)),
        (
            "b and no x in S has a or c",
            n.Binary("and", B, n.Quantified("no", n.Binders((X_IN_S,)), n.Binary("or", A, C))),
        ),
        ("(some x in S has a) or c", n.Binary("or", n.Quantified("some", n.Binders((X_IN_S,)), A), C)),
        ("not some x in S has a", n.Unary("not", n.Quantified("some", n.Binders((X_IN_S,)), A))),
        ("the x in S where a", n.TheOne(X_IN_S, A)),
        ("rank x in S by most a", n.Rank(X_IN_S, None, (n.RankKey("most", A),), None)),
        (
            "rank x in S where c by most a, then least b, ties share",
            n.Rank(X_IN_S, C, (n.RankKey("most", A), n.RankKey("least", B)), "share"),
        ),
        ("{a for x in S}", n.Comprehension("{", A, n.Binders((X_IN_S,)))),
        ("[a for x in S, y in b where c]", n.Comprehension("[", A, n.Binders((X_IN_S, n.Binder(_id("y"), B)), C))),
        ("{x in S where c}", n.Comprehension("{", n.Name("x"), n.Binders((X_IN_S,), C), selects=True)),
        ("a(x in S where c)", n.Call(A, (n.Comprehension("(", n.Name("x"), n.Binders((X_IN_S,), C), selects=True),))),
        ("a(b for x in S)", n.Call(A, (n.Comprehension("(", B, n.Binders((X_IN_S,))),))),
    ],
)
def test_an_expression_is_read_as_its_tree(text: str, expr: n.Expr) -> None:
    assert _expr(text) == expr


@pytest.mark.parametrize(
    ("text", "type"),
    [
        ("Die", n.NamedType("Die")),
        ("1..6", n.RangeType(ONE, n.Int(6))),
        ("-3..top", n.RangeType(n.Unary("-", n.Int(3)), n.Name("top"))),
        ("grid(1, 2)", n.BuiltType("grid", (ONE, TWO))),
        ("grid(-1..1, 2)", n.BuiltType("grid", (n.Binary("..", n.Unary("-", ONE), ONE), TWO))),
        ("grid(2, 2) of Tile on Site", n.CarriedType("grid", (TWO, TWO), _id("Tile"), _id("Site"))),
        ("{a, b}", n.LiteralType((A, B))),
        ("Die or none", n.OptionalType(n.NamedType("Die"))),
        ("set of Die", n.Collection("set", n.NamedType("Die"))),
        ("bag of 1..2", n.Collection("bag", n.RangeType(ONE, TWO))),
        ("pile of Die", n.Collection("pile", n.NamedType("Die"))),
        ("list of Die", n.Collection("list", n.NamedType("Die"))),
    ],
)
def test_a_type_is_read_as_its_tree(text: str, type: n.TypeExpr) -> None:
    assert _type(text) == type


# ------------------------------------------------------------------------------------------------ statements


@pytest.mark.parametrize(
    ("text", "stmt"),
    [
        ("let a = b", n.Let(_id("a"), None, B)),
        ("let a: Die = b", n.Let(_id("a"), n.NamedType("Die"), B)),
        ("a = b", n.Assign("=", A, B)),
        ("a += b", n.Assign("+=", A, B)),
        ("a.x[1] -= b", n.Assign("-=", n.Index(n.Attr(A, _id("x")), (ONE,)), B)),
        ("a()", n.CallStmt(n.Call(A, ()))),
        ("roll a, b", n.Roll((n.RollVariable(A), n.RollVariable(B)))),
        ("roll a: T", n.Roll((n.RollVariable(A, n.NamedType("T")),))),
        ("roll 2 Die into a until b", n.Roll((n.RollBag(TWO, _id("Die"), A),), B)),
        ("shuffle a, b", n.Shuffle((A, B))),
        ("draw a from b", n.Draw(A, B)),
        ("draw 2 from a to b", n.Draw(TWO, A, B)),
        ("move 1 from a to b", n.Move("one", ONE, A, B)),
        ("move all from a to b", n.Move("all", None, A, B)),
        ("move up to 1 + 2 from a to b", n.Move("up to", n.Binary("+", ONE, TWO), A, B)),
        ("award a to b as c", n.Award(A, B, C)),
        ("show a to b", n.Show(A, B)),
        ("do a.text", n.Do(n.Attr(A, _id("text")))),
        ("stop", n.Stop()),
        ("next", n.Next()),
        ("return", n.Return()),
        ("end game", n.EndGame()),
        ("end game won by a", n.EndGame(A)),
        ('stop "Hold" §KU-1.2 §A1', n.Stop(tail=n.Tail("Hold", ("KU-1.2", "A1")))),
        ("if a: stop", n.If(((A, _block(n.Stop())),))),
        ("for x in S where a: stop", n.For(n.Binders((X_IN_S,), A), _block(n.Stop()))),
        ("repeat: stop", n.Repeat("forever", None, _block(n.Stop()))),
        ("repeat 2 times: stop", n.Repeat("times", TWO, _block(n.Stop()))),
        ("repeat while a: stop", n.Repeat("while", A, _block(n.Stop()))),
        ("repeat until a: stop", n.Repeat("until", A, _block(n.Stop()))),
        ("players take turns: stop", n.Turns(None, None, None, _block(n.Stop()))),
        ("players take turns from a in b until c: stop", n.Turns(A, B, C, _block(n.Stop()))),
        ("simultaneously for x in S: stop", n.Simultaneously(n.Binders((X_IN_S,)), _block(n.Stop()))),
        ("must a", n.Must(None, "must", n.Deeds((DO_A,)))),
        ("b may a if able", n.Must(B, "may", n.Deeds((DO_A,)), if_able=True)),
        ("may a or b(1)", n.Must(None, "may", n.Deeds((DO_A, n.Deed(_id("b"), (ONE,), brackets=True))))),
        (
            "may a up to 2 times and b",
            n.Must(None, "may", n.Deeds((n.Deed(_id("a"), times=TWO), n.Deed(_id("b"))), "and")),
        ),
        ("must choose x in S: stop", n.Choose(None, "must", n.Binders((X_IN_S,)), False, _block(n.Stop()))),
    ],
)
def test_a_statement_is_read_as_its_tree(text: str, stmt: n.Stmt) -> None:
    assert _stmt(text) == stmt


def test_branches_are_read_in_order() -> None:
    stmt = _stmt("if a: stop\nelif b:\n    next\nelse: return")
    assert stmt == n.If(((A, _block(n.Stop())), (B, _block(n.Next()))), _block(n.Return()))


def test_otherwise_belongs_to_the_sentence_above_it() -> None:
    first, second = _stmts("must a\notherwise may b\notherwise stop\notherwise:\n    next\nmust b")
    deed = n.Must(None, "may", n.Deeds((n.Deed(_id("b")),)))
    chain = (n.Otherwise(deed), n.Otherwise(n.Stop()), n.Otherwise(_block(n.Next())))
    assert first == n.Must(None, "must", n.Deeds((DO_A,)), otherwise=chain)
    assert second == n.Must(None, "must", n.Deeds((n.Deed(_id("b")),)))


def test_the_prompt_of_a_choice_is_the_tail_of_its_block() -> None:
    stmt = _stmt('a may choose x in S if able:   "Which?"   §K1\n    stop\notherwise next')
    assert stmt == n.Choose(
        A,
        "may",
        n.Binders((X_IN_S,)),
        True,
        n.Block((n.Stop(),), tail=n.Tail("Which?", ("K1",))),
        otherwise=(n.Otherwise(n.Next()),),
    )


# ------------------------------------------------------------------------------------------------ declarations


@pytest.mark.parametrize(
    ("text", "decl"),
    [
        ("players 2", n.Players(2, 2)),
        ("players 2 to 4 plus automa", n.Players(2, 4, _id("automa"))),
        ("players 3: a, b, c", n.NamedPlayers(3, _ids("a b c"))),
        ("option a: 1..3 = 1", n.Option(_id("a"), n.RangeType(ONE, n.Int(3)), ONE)),
        ("option a: b, none = none", n.OptionChoice(_id("a"), _ids("b none"), _id("none"))),
        ("option a: 1, 2", n.OptionChoice(_id("a"), _ids("1 2"))),
        ("option a: bag, set", n.OptionChoice(_id("a"), _ids("bag set"))),
        ("type A: a, b", n.EnumDecl(_id("A"), _ids("a b"))),
        ("type A: bag, b", n.EnumDecl(_id("A"), _ids("bag b"))),
        ("define a = b", n.Define(_id("a"), None, B)),
        ("define a() = b", n.Define(_id("a"), (), B)),
        (
            "define a(b: Die, c in S) = b",
            n.Define(_id("a"), (n.Param(_id("b"), n.NamedType("Die"), None), n.Param(_id("c"), None, S)), B),
        ),
        ("action a like b", n.LikeAction(_id("a"), _id("b"))),
        ("to a(): stop", n.Procedure(_id("a"), (), _block(n.Stop()))),
        ("to a: stop", n.Procedure(_id("a"), (), _block(n.Stop()), brackets=False)),
        ("to a() nested 2 deep: stop", n.Procedure(_id("a"), (), _block(n.Stop()), nested=2)),
        ("setup: stop", n.Setup(_block(n.Stop()))),
        ("play: must a", n.Play(_block(n.Must(None, "must", n.Deeds((DO_A,)))))),
        ("after a(b, c) if S: stop", n.Reaction("after", _id("a"), _ids("b c"), S, _block(n.Stop()))),
        ("instead a(): stop", n.Reaction("instead", _id("a"), (), None, _block(n.Stop()))),
        ("after setup: stop", n.Reaction("after", _id("setup"), None, None, _block(n.Stop()))),
        ("teams:\n    odd: {a}", n.Teams((n.Team(_id("odd"), n.SetOf((A,))),))),
        ("scoring:\n    a for b: 1", n.Scoring((n.Component(_id("a"), B, ONE),))),
        ("winner: a", n.Winner(A)),
        ("always a: b", n.Always(_id("a"), (), B)),
        (
            "always a after b, c(x): S",
            n.Always(_id("a"), (n.VerbRef(_id("b"), None), n.VerbRef(_id("c"), _ids("x"))), S),
        ),
        ("replace winner: a", n.Replace(n.Winner(A))),
        ("require a.b: c", n.AddRequire(_ids("a b"), C)),
        ("replace require a.b: c", n.ReplaceRequire(_ids("a b"), C)),
        ("replace score a: 1", n.ReplaceScore(_id("a"), ONE)),
        ("remove action a", n.Remove("action", _ids("a"))),
        ("remove field Player.won", n.Remove("field", _ids("Player won"))),
        ("remove winner", n.Remove("winner", ())),
        ('a.move.c = "text"', n.Translation(_ids("a move c"), "text", tail=n.Tail("text"))),
        ('score.a = "text"', n.Translation(_ids("score a"), "text", tail=n.Tail("text"))),
        ('action.a = "text"', n.Translation(_ids("action a"), "text", tail=n.Tail("text"))),
    ],
)
def test_a_declaration_is_read_as_its_tree(text: str, decl: n.Decl) -> None:
    assert _decl(text) == decl


def test_definitions_by_cases_end_in_otherwise() -> None:
    assert _decl("define a(b: Die):\n    1   if b\n    2   otherwise") == n.DefineCases(
        _id("a"), (n.Param(_id("b"), n.NamedType("Die"), None),), (n.Case(ONE, B), n.Case(TWO, None))
    )


def test_a_field_has_indices_a_default_visibilities_and_two_texts() -> None:
    decl = _decl('each T has:\n    a[S, 1..2]: 0..4 = 1, top seen by all, seen by b "Lack." §K1 full "Room." §K2')
    assert decl == n.State(
        _id("T"),
        (
            n.Field(
                _id("a"),
                (n.NamedType("S"), n.RangeType(ONE, TWO)),
                n.RangeType(n.Int(0), n.Int(4)),
                ONE,
                (n.Visibility(_id("top"), n.Name("all")), n.Visibility(None, B)),
                tail=n.Tail("Lack.", ("K1",)),
                full=n.Tail("Room.", ("K2",)),
            ),
        ),
    )


def test_the_cells_of_a_table_are_expressions_texts_sentences_or_empty() -> None:
    decl = _decl('table T:\n    a | b | c | d §K1\n    x | - | "t" | must a if able\n    y | -1 | {} | may a and b')
    sentence = n.Sentence("must", n.Deeds((DO_A,)), if_able=True)
    both = n.Sentence("may", n.Deeds((DO_A, n.Deed(_id("b"))), "and"))
    assert decl == n.Table(
        _id("T"),
        (
            n.Row((n.Cell(A), n.Cell(B), n.Cell(C), n.Cell(n.Name("d"))), ("K1",)),
            n.Row((n.Cell(n.Name("x")), n.Cell(None), n.Cell("t"), n.Cell(sentence))),
            n.Row((n.Cell(n.Name("y")), n.Cell(n.Unary("-", ONE)), n.Cell(n.SetOf(())), n.Cell(both))),
        ),
    )


def test_an_action_holds_its_requirements_among_its_statements() -> None:
    header = '    same a(1) if b\n    let c = 1\n    require d: c "No."\n    require e(1)\n    require f\n'
    text = f'action a(b: Die):   "Do {{b}}"\n{header}    stop'
    assert _decl(text) == n.Action(
        _id("a"),
        (n.Param(_id("b"), n.NamedType("Die"), None),),
        (
            n.Same(n.Deed(_id("a"), (ONE,), brackets=True), B),
            n.Let(_id("c"), None, ONE),
            n.Require(_id("d"), C, tail=n.Tail("No.")),
            n.RequireDefined(_id("e"), (ONE,), brackets=True),
            n.RequireDefined(_id("f"), ()),
            n.Stop(),
        ),
        brackets=True,
        tail=n.Tail("Do {b}"),
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("given a = 1", n.Given(n.Assign("=", A, ONE))),
        ("given players 2", n.GivenPlayers(2)),
        ("at play", n.At(None, n.Deed(_id("play")), None)),
        ("at a(1) rolling 2", n.At(None, n.Deed(_id("a"), (ONE,), brackets=True), (TWO,))),
        ("at b does a", n.At(B, DO_A, None)),
        ("when a()", n.When(None, n.Deed(_id("a"), brackets=True), None, None)),
        ("when b does a rolling 1, 2 choosing c", n.When(B, DO_A, (ONE, TWO), (C,))),
        ("when b does a choosing pass", n.When(B, DO_A, None, (n.Name("pass"),))),
        ("cases:\n        a\n        1", n.Cases((n.Row((n.Cell(A),)), n.Row((n.Cell(ONE),))))),
        ("expect a == 1", n.Expect(n.Compare("==", A, ONE))),
        ("expect b may a", n.ExpectMay(B, "may", DO_A)),
        ("expect b may not a because c", n.ExpectMayNot(B, "may", DO_A, _id("c"))),
        ("expect b may not a", n.ExpectMayNot(B, "may", DO_A, None)),
    ],
)
def test_a_line_of_an_example_is_read_as_its_tree(text: str, line: n.ExampleLine) -> None:
    assert _line(text) == line


@pytest.mark.parametrize(
    ("header", "kind", "name", "of"),
    [
        ('game G "text" §K', "game", "G", None),
        ("variant V of G", "variant", "V", "G"),
        ("words ja of G", "words", "ja", "G"),
        ("examples of G", "examples", "G", "G"),
        ("look of G", "look", "G", "G"),
    ],
)
def test_a_header_says_what_a_file_is(header: str, kind: str, name: str, of: str | None) -> None:
    file = parse(f"# first\n\n{header}\n", "g")
    assert (file.kind, file.name.text, file.of.text if file.of else None) == (kind, name, of)


def test_the_first_edition_goes_without_saying() -> None:
    said, unsaid = parse("hoyle 1\ngame G\n", "g"), parse("game G\n", "g")
    assert said == unsaid
    assert said.edition_written and not unsaid.edition_written


# ------------------------------------------------------------------------------------------------ words and lines


WORDS = (
    "at won bag deep times next move end draw roll show stop from to if for in by can has does of on seen full".split()
)


@pytest.mark.parametrize("word", [*WORDS, "some", "no", "every", "must", "may", "most", "least", "set", "share", "the"])
def test_words_of_the_language_may_be_names_where_they_cannot_be_meant(word: str) -> None:
    file = _file(
        f"type T: other, {word}\n"
        f"option {word}: other, {word}\n"
        f"game has:\n    {word}: 0..3\n"
        f"define {word}({word}: T, b: T) = a.{word} + a.{word}(1)\n"
        f"action a({word}: T):\n    let {word} = 1\n"
        f"to b({word}: T):\n    for {word} in S: stop\n"
        f"scoring:\n    {word}: 1\n"
        f"always {word}: true\n"
        f'a.{word} = "text"\n'
    )
    assert file.decls[0] == n.EnumDecl(_id("T"), _ids(f"other {word}"))


@pytest.mark.parametrize(
    "text",
    [
        'stop "text" §K1',
        'stop\n        "text" §K1',
        'stop\n"text" §K1',
        'stop\n\n    # why\n    "text"\n§K1',
        "stop # why\n    # and why\n        " + '"text"   # so\n  §K1',
    ],
)
def test_a_quotation_or_a_clause_continues_the_sentence_above(text: str) -> None:
    assert _decl(f"play:\n    {text}") == n.Play(_block(n.Stop(tail=n.Tail("text", ("K1",)))))


@pytest.mark.parametrize(
    "text",
    [
        "if a and b: stop",
        "if a\n            and b: stop",
        "if (a\nand b): stop",
        "if (a  # one\n\n# two\n        and b): stop",
        "if a and b:   # why\n        stop",
        "if a and b:\n\n# why\n        stop   ",
    ],
)
def test_indented_lines_and_brackets_continue_a_sentence(text: str) -> None:
    assert _decl(f"play:\n    {text}") == n.Play(_block(n.If(((n.Binary("and", A, B), _block(n.Stop())),))))


def test_a_rank_may_be_broken_before_then_and_ties() -> None:
    text = "rank x in S by most a,   # first\n    then least b,\n    ties share"
    assert _expr(text) == _expr("rank x in S by most a, then least b, ties share")


@pytest.mark.parametrize("ending", ["", "\n", "\n\n", "\n    ", "\n    # end", "\n# end\n", "\r\n", "   # end", "\t"])
def test_every_end_of_a_file_will_do(ending: str) -> None:
    assert parse(f"game G\n\nplay:\n    stop{ending}", "g").decls == (n.Play(_block(n.Stop())),)


# ------------------------------------------------------------------------------------------------ places


def _walk(node: object) -> list[n.Node]:
    if isinstance(node, tuple):
        return [found for item in node for found in _walk(item)]
    if not isinstance(node, n.Node) or not has(type(node)):
        return []
    return [node, *(found for f in fields(type(node)) for found in _walk(getattr(node, f.name)))]


def test_every_node_knows_where_it_stands() -> None:
    body = '    require d: b < c[1].e   "No."\n    if b: move 1 from c to d\n'
    text = f'game G\n\naction a(b: 1..6, c in S):   "Do"   §K1\n{body}'
    for node in _walk(parse(text, "g")):
        empty = isinstance(node, n.Tail) and node == n.Tail()
        assert (node.span is NOWHERE) == empty, node


def test_a_sentence_ends_before_its_explanation_and_its_block() -> None:
    text = (
        'game G\n\naction a(b: 1..6):   "Do"   §K1\n    require d: b < 3   "No."\n    if b: move 1 from c to d   §K2\n'
    )
    (action,) = parse(text, "g").decls
    assert isinstance(action, n.Action)
    require, branch = action.body
    assert isinstance(branch, n.If)
    assert action.span.text == "action a(b: 1..6)"
    assert action.tail.span.text == '"Do"   §K1'
    assert action.tail.text_span.text == '"Do"'
    assert require.span.text == "require d: b < 3"
    assert branch.span.text == "if b"
    assert branch.branches[0][1].body[0].span.text == "move 1 from c to d"
    assert str(branch.span) == "g:5:5"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("players take turns:\n        stop", "players take turns"),
        ("repeat:\n        stop", "repeat"),
        ("a may choose x in S if able:\n        stop", "a may choose x in S if able"),
        ("must a or b(1) if able   §K", "must a or b(1) if able"),
    ],
)
def test_a_statement_points_at_its_own_words(text: str, sentence: str) -> None:
    assert _stmt(text).span.text == sentence


def test_an_expression_of_a_text_stands_where_the_text_does() -> None:
    source = Source("g", 'game G "Take {n + 1}"\n')
    start = source.text.index("n +")
    expr = parse_expression(source, start, start + 5)
    assert expr == n.Binary("+", n.Name("n"), ONE)
    assert expr.span.text == "n + 1"


def test_words_for_a_number_of_an_option_name_it_by_its_figures() -> None:
    (decl,) = parse('words ja of G\n\noption.size.8 = "eight"\n', "w").decls
    assert isinstance(decl, n.Translation)
    assert [part.text for part in decl.path] == ["option", "size", "8"]
