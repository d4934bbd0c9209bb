"""Love Letter against a plain model of its rules, and its deal against formulas."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from exact import layers, perft_rows
from hoyle.runtime import Game, State, load
from love_letter_reference import COPIES, VALUES, LoveLetter
from trees import perft_table

CARDS = [card for card, copies in COPIES.items() for _ in range(copies)]


@pytest.fixture(scope="module", params=(2, 3, 4), ids=lambda n: f"{n}p")
def game(request: pytest.FixtureRequest) -> Game:
    return load("love-letter", players=request.param)


# ------------------------------------------------------------------------------------------------ the plain model


def reveal(state: State, model: LoveLetter) -> None:
    """Let the compiled game draw the cards that the model drew."""
    for card in model.drawn:
        assert state.kind == "chance"
        kinds = {outcome.notation: probability for outcome, probability in state.outcomes()}
        assert len(kinds) > 1
        state.apply(state.game.parse(state, f"draw({card})"))
    model.drawn.clear()
    assert state.kind != "chance"


def check(state: State, model: LoveLetter, seat: int) -> None:
    """What lies open, and what the player to move sees of the hands."""
    names = state.game.players
    fields = state.observation(names[seat])["fields"]
    people = dict(zip(names, model.people, strict=True))
    assert fields["Player.played"] == {name: person.played[::-1] for name, person in people.items()}
    assert fields["Player.in_round"] == {name: person.in_round for name, person in people.items()}
    assert fields["Player.tokens"] == {name: person.tokens for name, person in people.items()}
    assert fields["game.deck"] == {"count": len(model.deck)}
    for name, hand in fields["Player.hand"].items():
        held = people[name].hand
        assert hand == (sorted(held, key=VALUES.__getitem__) if name == names[seat] else {"count": len(held)})


def test_random_games_go_as_in_a_plain_model(game: Game) -> None:
    played: Counter[str] = Counter()
    for seed in range(30):
        random = Random(seed)
        model, state = LoveLetter(len(game.players), random), game.new()
        play = model.game()
        decision = next(play, None)
        while decision is not None:
            seat, moves = decision
            reveal(state, model)
            assert state.player == game.players[seat]
            assert sorted(move.notation for move in state.legal_moves()) == sorted(moves)
            check(state, model, seat)
            said = random.choice(moves)
            played[said.partition("(")[0]] += 1
            state.apply(game.parse(state, said))
            try:
                decision = play.send(said)
            except StopIteration:
                decision = None
        reveal(state, model)
        assert state.kind == "over"
        most = max(person.tokens for person in model.people)
        winners = {game.players[seat] for seat, person in enumerate(model.people) if person.tokens == most}
        assert set(state.winners()) == winners
    assert set(played) == {"play_card", "accuse", "look_at", "challenge", "send_away", "trade_with"}


# ------------------------------------------------------------------------------------------------ the deal


def deals(cards: int) -> set[tuple[str, ...]]:
    """The sequences of so many cards that can be dealt."""
    found: set[tuple[str, ...]] = {()}
    for _ in range(cards):
        found = {(*deal, card) for deal in found for card in COPIES if deal.count(card) < COPIES[card]}
    return found


def choices(hand: tuple[str, str]) -> int:
    """How many cards can be played from two."""
    return 1 if "countess" in hand and ({"king", "prince"} & set(hand)) else len(set(hand))


def test_deals_are_as_many_as_there_are_sequences_of_cards() -> None:
    """With four players: four hands, the first player's second card, then that player's choice."""
    counted = {cards: len(deals(cards)) for cards in range(1, 6)}
    counted[6] = sum(choices((deal[0], deal[4])) for deal in deals(5))
    table = perft_table("love-letter")
    assert table == counted
    assert perft_rows(load("love-letter", players=4), max(table)) == table


def test_the_first_hand_is_any_two_of_sixteen_cards(game: Game) -> None:
    """However many cards lie open or aside: all unordered pairs of cards are equally likely."""
    pairs = Counter(tuple(sorted(pair)) for pair in combinations(CARDS, 2))
    expected = {pair: Fraction(count, 16 * 15 // 2) for pair, count in pairs.items()}
    walk = layers(game.fast(), Fraction(1), lambda weight, chance: weight * chance)
    first_turns = next(layer for layer in walk if all(node.result for node in layer))
    found: dict[tuple[str, ...], Fraction] = {}
    for node in first_turns:
        hands = State(game, node.s, node.result).observation("player_1")["fields"]["Player.hand"]
        hand = tuple(sorted(hands["player_1"]))
        found[hand] = found.get(hand, Fraction(0)) + node.weight
    assert found == expected
