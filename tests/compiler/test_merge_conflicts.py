"""What is wrong with an overlay, or with two together, is told with its places (semantics 20)."""

from __future__ import annotations

import pytest

from hoyle.dsl import nodes as n
from shop import SHOP, codes, fine, merged, overlay, played, requirement_names

# ------------------------------------------------------------------------------------------------ one overlay wrong


@pytest.mark.parametrize(
    ("sentence", "at", "hint"),
    [
        ("replace action buyy(n: 1..5):\n    rest()", "buyy", "did you mean `buy`?"),
        ("replace define buy = 1", "buy", None),
        ("replace to buy():\n    return", "buy", None),
        ("replace score good: 1", "good", "did you mean `goods`?"),
        ("replace require buy.fw: true", "fw", "did you mean `few`?"),
        ("replace require by.few: true", "by", "did you mean `buy`?"),
        ("replace require few: true", "few", None),
        ("replace option price: a, b", "price", "did you mean `prices`?"),
        ("replace type Wares: a, b", "Wares", "did you mean `Ware`?"),
        ("replace each Player has:\n    coin: 0..3", "coin", "did you mean `coins`?"),
        ("replace after buy: return", "buy", None),
        ("replace instead rest: return", "rest", None),
        ("replace teams:\n    a: {player_1}", "teams", "leave `replace` out: Shop has none yet"),
        ("replace example deer:\n    expect true", "deer", "did you mean `dear`?"),
        ("remove always no_dept", "no_dept", "did you mean `no_debt`?"),
        ("remove teams", "remove teams", None),
        ("remove field coins", "coins", None),
        ("remove reaction buy", "buy", None),
        ("remove define earn", "earn", None),
        ("remove action buy.few", "few", None),
    ],
)  # fmt: skip
def test_what_is_replaced_or_removed_must_be_in_the_base(sentence: str, at: str, hint: str | None) -> None:
    (problem,) = merged(SHOP, overlay(sentence))[1]
    assert problem.code == "E0604"
    assert problem.primary.span.text.startswith(at)
    if hint is not None:
        assert problem.hint == hint


@pytest.mark.parametrize(
    ("sentence", "hint"),
    [
        ("action buy:\n    return", "replace action buy …"),
        ("to rest():\n    return", "replace to rest …"),
        ("define price = 1", "replace define price …"),
        ("option prices: a, b", "replace option prices …"),
        ("type Ware: a, b", "replace type Ware …"),
        ("table Ware:\n    ware | x\n    a | 1", "replace table Ware …"),
        ("each Player has:\n    coins: 0..3", "replace each Player has: …"),
        ("game has:\n    bank: 0..3", "replace game has: …"),
        ("scoring:\n    goods: 1", "replace score goods: …"),
        ("winner: first(players)", "replace winner: …"),
        ("require buy.few: true", "replace require buy.few …"),
        ("setup:\n    return", "replace setup: …"),
        ("always no_debt: true", "replace always no_debt …"),
        ("example dear:\n    expect true", "replace example dear …"),
    ],
)
def test_what_is_added_must_not_be_in_the_base(sentence: str, hint: str) -> None:
    (problem,) = merged(SHOP, overlay(sentence))[1]
    assert problem.code == "E0605"
    assert problem.hint == f"to change it: `{hint}`"
    assert [label.message for label in problem.labels] == ["Shop has it already"]
    assert problem.labels[0].span.source.name == "file0.hoyle"


@pytest.mark.parametrize(
    "sentences",
    [
        "replace define price = 1\nreplace define price = 2",
        "remove define price\ndefine price = 1",
        "replace score goods: 1\nremove score goods",
        "replace action buy(n: 1..5):\n    return\nreplace require buy.few: true",
        "replace require buy.few: true\nremove require buy.few",
        "define fresh = 1\nreplace define fresh = 2",
        "replace players 2\nreplace players 3",
    ],
)
def test_a_variant_changes_a_part_once(sentences: str) -> None:
    problems = merged(SHOP, overlay(sentences))[1]
    assert problems[0].code in ("E0607", "E0605", "E0604")
    assert len(problems) == 1


def test_only_variants_change_something() -> None:
    assert codes(SHOP + "\nreplace define price = 1\n") == ["E0603"]
    assert codes(SHOP, "examples of Shop\n\nremove example dear\n") == ["E0603"]


def test_every_kind_of_file_holds_its_own_sentences() -> None:
    assert codes(SHOP + '\nbuy = "kaufen"\n') == ["E0609"]
    assert codes(SHOP, "examples of Shop\n\naction fly:\n    return\n") == ["E0609"]
    assert codes(SHOP, overlay("remove winner"), "examples of V\n\nreplace define price = 1\n") == []
    assert codes(SHOP, overlay("remove winner"), "examples of V\n\nremove example dear\n") == []


def test_helpers_of_the_examples_are_no_parts_of_the_game() -> None:
    """1.3: the game's identity does not depend on them, and a variant's rules cannot either."""
    helpers = "examples of Shop\n\ndefine rich = 9\n\nto enrich():\n    bank = rich\n"
    assert codes(SHOP, helpers, overlay("replace define rich = 10")) == ["E0604"]
    assert codes(SHOP, helpers, overlay("remove winner"), "examples of V\n\nreplace define rich = 10\n") == []


# ------------------------------------------------------------------------------------------------ several overlays

CONFLICTS = [
    ("require buy.rich: true", "require buy.rich: you.coins > 2"),
    ("require buy.rich: true", "remove action buy"),
    ("replace define price = 1", "replace define price = 3"),
    ("replace define price = 1", "remove define price"),
    ("define fresh = 1", "define fresh = 1"),
    ("action fresh:\n    return", "to fresh():\n    return"),
    ("replace require buy.few: true", "replace require buy.few: n == 1"),
    ("replace require buy.few: true", "replace action buy(n: 1..5):\n    return"),
    ("remove action buy", "remove require buy.few"),
    ("replace score goods: 1", "remove score goods"),
    ("scoring:\n    extra: 1", "scoring:\n    extra: 2"),
    ("each Player has:\n    luck: 0..3", "each Player has:\n    luck: 0..4"),
    ("replace players 2", "replace players 3"),
    ("replace players 2", "players 4: player_1, player_2, player_3, player_4"),
    ("remove winner", "replace winner: first(players)"),
    ("teams:\n    a: {player_1}", "teams:\n    a: {player_1}"),
    ("remove reaction rest", "remove reaction rest"),
    ("replace example dear:\n    expect true", "remove example dear"),
]
COMPATIBLE = [
    ("require buy.rich: true", "require buy.poor: true"),
    ("require buy.rich: true", "replace require buy.few: n < 3"),
    ("replace define price = 1\nremove example dear", "replace define worth(n: 0..9) = n"),
    ("replace require buy.few: true\nremove example three_at_most", "replace require buy.affordable: true"),
    ("after rest: bank = 1", "after rest: bank = 2"),
    ("remove reaction rest", "instead rest: bank = 2"),
    ("replace action rest:\n    return", "after rest: bank = 2"),
    ("each Player has:\n    luck: 0..3", "each Player has:\n    wit: 0..4"),
    ("scoring:\n    extra: 1", "replace score goods: 2"),
]


@pytest.mark.parametrize(("one", "other"), CONFLICTS)
def test_two_variants_in_conflict_are_shown_with_both_places(one: str, other: str) -> None:
    """20.4."""
    for first, second in ((one, other), (other, one)):
        problems = merged(SHOP, overlay(first, "A"), overlay(second, "B"))[1]
        assert {d.code for d in problems} == {"E0606"}
        assert problems[0].primary.span.source.name == "file2.hoyle"
        assert [label.span.source.name for label in problems[0].labels] == ["file1.hoyle"]


@pytest.mark.parametrize(("one", "other"), COMPATIBLE)
def test_other_variants_go_together_in_either_order(one: str, other: str) -> None:
    fine(SHOP, overlay(one, "A"), overlay(other, "B"))
    fine(SHOP, overlay(other, "B"), overlay(one, "A"))


def test_a_variant_may_change_what_its_base_changed() -> None:
    first = overlay("replace define price = 5\naction fly:\n    return\nremove example dear", "A")
    second = overlay("replace define price = 6\nreplace action fly:\n    you.goods = 0", "B", "A")
    found = fine(SHOP, first, second)
    price = found.defines["price"]
    assert isinstance(price, n.Define) and price.value == n.Int(6)
    assert list(found.variants) == ["A", "B"]


def test_a_variant_of_a_variant_goes_together_with_one_beside() -> None:
    first = overlay("require buy.frugal: n == 1\nafter earn: bank = 1", "A")
    second = overlay("replace require buy.frugal: n == 2\nreplace after earn: bank = 2", "B", "A")
    beside = overlay("remove require buy.affordable", "C")
    for order in ([first, second, beside], [first, beside, second], [beside, first, second]):
        found = fine(SHOP, *order)
        assert requirement_names(found, "buy") == ["few", "frugal"]
        assert len(found.reactions) == 2
        assert played([SHOP, *order], [("buy", (2,)), ("earn", ())])["bank"] == 2


def test_a_variant_beside_is_held_to_its_own_base() -> None:
    """20.3: what another variant adds is not there for it."""
    first, second = overlay("define fresh = 1", "A"), overlay("replace define fresh = 2", "B")
    assert codes(SHOP, first, second) == ["E0604"]


def test_a_name_that_two_variants_give_to_different_kinds_is_reported() -> None:
    first, second = overlay("define fresh = 1", "A"), overlay("option fresh: a, b", "B")
    assert codes(SHOP, first, second) == ["E0201"]
