"""Semantics 20: variants on their bases. What they may change, what comes of it, and what is a conflict."""

from __future__ import annotations

import pytest

from hoyle.compiler.checking.program import bindings, check
from hoyle.compiler.driver import Files, identity_of
from hoyle.compiler.lowering.module import lower
from hoyle.compiler.words import gather
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import DiagnosticError, Diagnostics
from hoyle.dsl.parser import parse
from interpreter import Interpreter
from shop import REST, SHOP, codes, fine, merged, overlay, played, requirement_names

# ------------------------------------------------------------------------------------------------ what is there then


def test_a_replaced_part_keeps_its_place() -> None:
    """20.3, of score components, whose order is that of the table of scores, and of all others."""
    found = fine(SHOP, overlay('replace score points: 2 * you.points "Twice"\n\nscoring:\n    extra: 1'))
    assert list(found.components) == ["points", "goods", "extra"]
    assert found.components["points"].tail.text == "Twice"
    found = fine(SHOP, overlay("replace action earn:\n    you.coins += 1\n\naction beg:\n    you.coins += 1"))
    assert list(found.actions) == ["buy", "earn", "rest", "sleep", "beg"]


def test_replaced_fields_are_named_one_by_one() -> None:
    found = fine(SHOP, overlay("replace each Player has:\n    coins: 0..30 = 7"))
    assert list(found.fields) == [
        ("Player", "coins"), ("Player", "goods"), ("Player", "points"), (None, "bank")
    ]  # fmt: skip
    default = found.fields["Player", "coins"].default
    assert isinstance(default, n.Int) and default.value == 7


def test_added_reactions_come_behind_those_of_the_base_in_the_order_given() -> None:
    """14.3."""
    first, second = overlay("after rest: bank = 1", "A"), overlay("after rest: bank = 2", "B")
    assert played([SHOP, first, second], [REST])["bank"] == 2
    assert played([SHOP, second, first], [REST])["bank"] == 1


@pytest.mark.parametrize(
    ("sentence", "table", "gone"),
    [
        ("remove action earn\nreplace play:\n    players take turns: must rest", "actions", "earn"),
        ("remove score goods", "components", "goods"),
        ("remove always no_debt", "promises", "no_debt"),
        ("remove example dear", "examples", "dear"),
        ("remove option prices\nreplace define price = 1\nremove example dear", "options", "prices"),
        ("remove type Ware", "types", "Ware"),
        ("remove table Ware", "types", "Ware"),
        ("remove field Player.goods\nremove score goods\nreplace action buy(n: 1..5):\n    praise(n)\n"
         "remove example three_at_most", "fields", ("Player", "goods")),
        ("remove to praise\nreplace action buy(n: 1..5):\n    you.goods += n\nremove example three_at_most",
         "procedures", "praise"),
        ("remove define worth\nreplace to praise(n: 0..9): you.points += n", "defines", "worth"),
    ],
)  # fmt: skip
def test_a_removed_part_is_gone(sentence: str, table: str, gone: object) -> None:
    assert gone not in getattr(fine(SHOP, overlay(sentence)), table)


def test_the_winner_is_removed_and_teams_are_added_and_removed() -> None:
    assert fine(SHOP, overlay("remove winner")).winner is None
    teams = overlay("teams:\n    a: {player_1, player_3}\n    b: {player_2}")
    assert fine(SHOP, teams).teams is not None
    assert fine(SHOP, teams, overlay("remove teams", "W", "V")).teams is None


def test_removing_reactions_removes_those_of_the_base_only() -> None:
    """20.3: a variant beside keeps its own."""
    remove, add = overlay("remove reaction rest", "A"), overlay("after rest: bank = 7", "B")
    for order in ([remove, add], [add, remove]):
        found = fine(SHOP, *order)
        assert [r.block.tail for r in found.reactions] == [n.Tail()]
        assert played([SHOP, *order], [REST])["bank"] == 7


def test_replacing_an_action_keeps_the_reactions_on_it() -> None:
    assert played([SHOP, overlay("replace action rest:\n    you.points += 5")], [REST])["bank"] == 19


# ------------------------------------------------------------------------------------------------ players


def test_players_are_replaced_together_and_added_by_number() -> None:
    assert fine(SHOP, overlay("replace players 2\nremove example three_at_most")).counts == [2]
    assert fine(SHOP, overlay("players 4: player_1, player_2, player_3, player_4")).counts == [2, 3, 4]
    assert codes(SHOP, overlay("players 3: a, b, c")) == ["E0605"]


def test_seats_of_replaced_players_keep_their_names() -> None:
    """2.9: they stand for nobody, and may be compared."""
    base = SHOP.replace("players 2 to 3", "players 3: ann, ben, cec")
    base = base.replace("player_1", "ann").replace("given players 2", "given players 3").replace("== 2\n", "== 3\n", 1)
    found = fine(base, overlay("replace players 2: ann, ben\n\ndefine other = cec\nremove example dear"))
    assert check(found).players.labels == ("ann", "ben", "cec")
    assert [check(found).players.labels[s] for s in check(found).seats] == ["ann", "ben"]


# ------------------------------------------------------------------------------------------------ requirements


def test_a_requirement_is_replaced_in_its_place_with_text_and_clauses() -> None:
    found = fine(SHOP, overlay('replace require buy.few: n <= 4 "Four." §A-1\nremove example three_at_most'))
    assert requirement_names(found, "buy") == ["few", "affordable"]
    few = check(found).actions["buy"].requirements[0]
    assert few.text is not None and (few.text.source, few.cites) == ("Four.", ("A-1",))


def test_a_requirement_that_stands_for_a_define_is_replaced() -> None:
    found = fine(SHOP, overlay("replace require buy.affordable: true"))
    assert requirement_names(found, "buy") == ["few", "affordable"]
    assert "affordable" in found.defines


def test_a_requirement_is_added_behind_the_written_ones() -> None:
    """Before the implied ones, as if it stood in the action."""
    found = fine(SHOP, overlay('require buy.frugal: n < you.coins "Keep one." §A-1\nrequire earn.poor: you.coins < 9'))
    assert requirement_names(found, "buy") == ["few", "affordable", "frugal"]
    assert requirement_names(found, "earn") == ["poor", "bank"]
    frugal = check(found).actions["buy"].requirements[2]
    assert frugal.text is not None and (frugal.text.source, frugal.cites) == ("Keep one.", ("A-1",))
    changed = overlay("replace require buy.frugal: base() or n == 1", "W", "V")
    found = fine(SHOP, overlay("require buy.frugal: n < you.coins"), changed)
    assert requirement_names(found, "buy") == ["few", "affordable", "frugal"]


def test_a_requirement_is_removed() -> None:
    assert requirement_names(fine(SHOP, overlay("remove require buy.affordable")), "buy") == ["few"]


def test_an_implied_requirement_is_replaced_and_not_removed() -> None:
    """8.5: the move in `earn` implies `bank`; a written one of that name takes its place."""
    assert requirement_names(fine(SHOP), "earn") == ["bank"]
    found = fine(SHOP, overlay('replace require earn.bank: bank > 5 "Leave some."'))
    (bank,) = check(found).actions["earn"].requirements
    assert not bank.implied and bank.text is not None and bank.text.source == "Leave some."
    assert codes(SHOP, overlay("remove require earn.bank")) == ["E0604"]


@pytest.mark.parametrize(
    "before",
    ["roll you.goods", "may rest", "bank -= 1", "drain()", "for p in players: drain()"],
)
def test_what_a_move_does_not_imply_cannot_be_replaced(before: str) -> None:
    """8.5: not after a decision, chance, or a write to the place, calls followed."""
    base = SHOP.replace("    move 1 from bank", f"    {before}\n    move 1 from bank")
    base = base.replace("after rest:", "to drain(): bank -= 1\n\nafter rest:")
    assert codes(base, overlay("replace require earn.bank: true")) == ["E0604"]


def test_a_copy_of_an_action_has_the_requirements_of_the_merged_one() -> None:
    """10.8: `like` copies after merging; the copy has none of its own."""
    base = SHOP.replace("action sleep like rest", "action gamble like buy")
    found = fine(base, overlay("replace require buy.few: n <= 2"))
    assert requirement_names(found, "gamble") == ["few", "affordable"]
    assert codes(base, overlay("replace require gamble.few: n <= 2")) == ["E0604"]


# ------------------------------------------------------------------------------------------------ base()


@pytest.mark.parametrize(
    ("sentence", "points"),
    [
        ("replace define worth(m: 0..9) = 10 * base()", 30),
        ("replace define worth(n: 0..9) = base(n + 3) + base(0)", 7),
        ("replace define worth(n: 0..9):\n    base() if n > 5\n    base() + 50 otherwise", 53),
        ("replace to praise(n: 0..9):\n    base()\n    base()", 6),
        ("replace to praise(amount: 0..9): base()", 3),
        ("replace action buy(n: 1..5):\n    base()\n    you.points += 40", 43),
        ("instead praise(k) if k == 2:\n    base()\n    you.points += 20", 23),
        ("instead buy:\n    you.points += 90", 90),
    ],
)
def test_base_is_the_original(sentence: str, points: int) -> None:
    """14.4; the original gives 3 points for two goods."""
    assert played([SHOP, overlay(sentence + "\nremove example three_at_most")], [("buy", (2,))])["points"] == points


def test_the_original_of_setup_and_of_what_has_no_brackets() -> None:
    assert played([SHOP, overlay("replace setup:\n    base()\n    bank += 7")], [])["bank"] == 27
    found = played([SHOP, overlay("replace define price = base() + 1\nremove example dear")], [("buy", (2,))])
    assert found["coins"] == 1


def test_base_in_a_requirement_and_in_a_score_component_is_the_original_expression() -> None:
    found = fine(SHOP, overlay("replace require buy.few: base() or n == 5\nreplace score goods: 3 * base() + 1"))
    game = Interpreter(lower(check(found, 2)))
    game.start()
    assert [move for move in game.moves() if move[0] == "buy"] == [("buy", (n,)) for n in (1, 2, 3, 5)]
    game.apply(("buy", (2,)))
    assert game.scores(0) == {"points": 3, "goods": 7}


def test_base_of_a_variant_of_a_variant_is_the_variant() -> None:
    texts = [
        SHOP,
        overlay("replace define worth(n: 0..9) = base() + 10", "A"),
        overlay("replace define worth(n: 0..9) = 2 * base()", "B", "A"),
    ]
    assert played(texts, [("buy", (2,))])["points"] == 26


def test_an_action_that_was_like_another_is_replaced() -> None:
    base = SHOP.replace("or rest\n", "or rest or sleep\n")
    added = overlay("replace action sleep:\n    base()\n    you.points += 3")
    assert played([base, added], [("sleep", ())])["points"] == 4


@pytest.mark.parametrize(
    ("sentence", "at"),
    [
        ("replace define worth(n: 0..9) = sum(base() for n in 1..2)", "base()"),
        ("replace define worth(n: 0..9, m: 0..9) = base()", "base()"),
        ("replace define price = base(1)", "base(1)"),
        ("replace to praise(n: 0..9): base(3)", "base(3)"),
        ("replace require buy.few: base(3)", "base(3)"),
        ("replace require buy.few: every n in 1..2 has base()", "base()"),
    ],
)
def test_base_is_refused_where_its_arguments_are_not_clear(sentence: str, at: str) -> None:
    (problem,) = merged(SHOP, overlay(sentence))[1]
    assert (problem.code, problem.primary.span.text) == ("E0608", at)


# ------------------------------------------------------------------------------------------------ examples


def test_examples_that_the_merged_game_cannot_run_do_not_apply() -> None:
    """19.1: for lack of the player count, of the seats, or of an option."""
    found = fine(SHOP, overlay("replace players 3\nremove option prices\nreplace define price = 1"))
    assert set(found.inapplicable) == {"two_players", "dear"}
    assert list(found.examples) == ["three_at_most"]
    found = fine(SHOP, overlay("replace players 2 to 3 plus robot"))
    assert set(found.inapplicable) == {"two_players", "three_at_most", "dear"}


def test_an_example_runs_with_the_greatest_count_of_its_own_file() -> None:
    found = fine(SHOP, overlay("players 4: player_1, player_2, player_3, player_4\n\nexample four:\n    expect true"))
    assert found.example_players["three_at_most"] == 3
    assert found.example_players["four"] == 4
    assert {count for count, _ in bindings(found)} == {2, 3, 4}


def test_without_the_examples_a_variant_that_removes_one_can_be_played() -> None:
    base = SHOP.replace("example dear:\n    given prices = high\n    expect price == 2\n", "")
    for sentence in ("remove example dear", "remove always elsewhere", "replace example dear:\n    expect true"):
        assert merged(base, overlay(sentence), complete=False)[1] == []
        assert codes(base, overlay(sentence)) == ["E0604"]
    assert [d.code for d in merged(base, overlay("remove define dear"), complete=False)[1]] == ["E0604"]


def test_examples_are_no_part_of_the_identity() -> None:
    """1.3."""

    def identity(*texts: str) -> str:
        found = fine(*texts)
        files = [parse(text, "shop.hoyle") for text in texts]
        return identity_of(found, Files(files[0], tuple(f for f in files if f.kind == "variant")), 2, {})

    helpers = "examples of Shop\n\ndefine rich = 9\n\nexample enriched:\n    expect rich == 9\n"
    assert identity(SHOP) == identity(SHOP, helpers)
    assert identity(SHOP) != identity(SHOP, overlay("remove example dear"))
    assert identity(SHOP, overlay("remove example dear")) == identity(SHOP, overlay("remove example three_at_most"))
    assert identity(SHOP, overlay("replace score goods: 2")) != identity(SHOP, overlay("replace score goods: 3"))


# ------------------------------------------------------------------------------------------------ words

WORDS = """words de of Shop

buy = "Kaufen: {n}"
buy.few = "Höchstens drei."
rest = "Ausruhen"
score.goods = "Waren"
"""


def german(*texts: str) -> dict[str, str]:
    found = fine(*[text for text in texts if not text.startswith("words")])
    diagnostics = Diagnostics()
    words = [parse(text, "words.hoyle") for text in texts if text.startswith("words")]
    result = gather(check(found), found, words, diagnostics)["de"]
    assert list(diagnostics) == []
    return result


def test_words_of_the_base_are_void_where_a_variant_changed_what_they_say() -> None:
    """21.3: the variant's own words, or none, stand there; what is gone needs no words any more."""
    assert german(SHOP, WORDS)["buy.few"] == "Höchstens drei."
    few = overlay('replace require buy.few: n <= 2 "At most two."\nremove score goods')
    assert german(SHOP, few, WORDS) == {"buy": "Kaufen: {n}", "rest": "Ausruhen"}
    own = 'words de of V\n\nV = "Variante"\nbuy.few = "Höchstens zwei."\n'
    assert german(SHOP, few, WORDS, own)["buy.few"] == "Höchstens zwei."
    assert german(SHOP, few, WORDS, own)["V"] == "Variante"
    other = overlay('replace action buy(k: 1..5): "Get {k}"\n    you.goods += k\nremove example three_at_most')
    assert "buy" not in german(SHOP, other, WORDS)


def test_prompts_of_an_original_that_base_runs_keep_their_words() -> None:
    base = SHOP.replace(
        "    you.points += worth(n)\n", '    may choose k in 1..n: "How many?"\n        you.points += k\n'
    )
    words = 'words de of Shop\n\npraise.choose_1 = "Wie viele?"\n'
    found = german(base, overlay("replace to praise(n: 0..9):\n    base()\n    you.points += 1"), words)
    assert found == {"_praise_of_Shop.choose_1": "Wie viele?"}


# ------------------------------------------------------------------------------------------------ the checker


def test_what_a_variant_removed_is_shown_where_it_is_missed() -> None:
    """20.5: the place is in the file that still uses it; the label says who took it away."""
    found, problems = merged(SHOP, overlay("remove define worth"))
    assert problems == []
    with pytest.raises(DiagnosticError) as caught:
        check(found)
    (missing,) = caught.value.diagnostics
    assert (missing.code, missing.primary.span.source.name, missing.primary.span.text) == (
        "E0207", "file0.hoyle", "worth"
    )  # fmt: skip
    assert [(label.message, label.span.source.name) for label in missing.labels] == [("V removes it", "file1.hoyle")]


def test_prompts_of_several_reactions_on_a_verb_have_names_of_their_own() -> None:
    """21.3: counted together, those of the base first."""
    asks = 'after earn:\n    may choose k in 1..2: "{text}?"\n        you.points += k'
    base = SHOP + "\n" + asks.replace("{text}", "First") + "\n"
    texts = check(fine(base, overlay(asks.replace("{text}", "Second")))).texts
    assert [texts[f"after_earn.choose_{i}"].source for i in (1, 2)] == ["First?", "Second?"]
