"""Kauri from outside: whole games, what players know, and the laws that its examples cannot say.

T-…, X-… and INV-… are the numbers of the rules digest; games/kauri/README.md says which are tested here, and why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

from agreement import generated, lowered, play
from conformance import promises_hold, walk, what_is_hidden_does_not_show
from hoyle.dsl.diagnostics import DiagnosticError
from hoyle.runtime import Game, State, load
from hoyle.runtime.loader import find
from trees import after, notations, random_answer, random_states

PLAYERS = (2, 3, 4)
PRIORITY = ("maori", "possum", "english", "kiwi")
ONE_SHOT = ("eruption", "tsunami", "political_activity", "hms_queen_victoria", "extra_cargo")
# Moves that are no uses of the actor's own card: they may fall into another player's.
INTERRUPTS = {"follow", "choose", "pass"}
AUTOMATED = {"stroll", "fell", "cull"}


@pytest.fixture(scope="module", params=PLAYERS, ids=lambda n: f"{n}p")
def players(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(scope="module")
def game(players: int) -> Game:
    return load("kauri", players=players)


def fields(state: State, player: str | None = None) -> dict[str, Any]:
    seen: dict[str, Any] = state.observation(player)["fields"]
    return seen


def is_asked(state: State, procedure: str) -> bool:
    if state.kind != "decision":
        return False
    decision: Any = state.observation(state.player)["decision"]
    return str(decision["label"]).startswith(f"{procedure}.")


def numbers() -> dict[str, int]:
    """The initiative of each card, read off the table."""
    rows = re.findall(r"^    (\w+) +\| \w+ +\| (\d)", source(), re.MULTILINE)
    return {card: int(number) for card, number in rows}


def source() -> str:
    return find("kauri").read_text("utf-8")


# ------------------------------------------------------------------------------------------------ whole games


def test_a_game_has_twenty_turns_in_each_of_which_everybody_plays_two_cards(game: Game, players: int) -> None:
    """INV-6, T-7, KA-2.1, KA-11.5: four turns an era, five eras; every card choice is made once a turn."""
    for seed in range(3):
        turns: list[tuple[int, int]] = []
        choices = 0
        for state in random_states(game.new(), Random(seed)):
            now = (fields(state)["game.era"], fields(state)["game.turn"])
            if not turns or turns[-1] != now:
                turns.append(now)
            choices += is_asked(state, "choose_cards")
        assert turns == [(era, turn) for era in range(1, 6) for turn in range(1, 5)]
        assert choices == 20 * players


def test_declining_everything_leaves_the_board_as_it_was(game: Game, players: int) -> None:
    """INV-17, T-8: awareness ends on 11, and nobody has gained or lost anything."""
    state, random = game.new(), Random(players)
    while state.kind != "over":
        if state.kind == "chance":
            state.apply(random_answer(state, random))
        else:
            passes = [move for move in state.legal_moves() if move.is_pass]
            state.apply(passes[0] if passes else state.legal_moves()[0])
    totals = {"kiwi": 25, "possum": 4, "english": 0, "maori": 0}
    assert {name: score.total for name, score in state.scores().items()} == {p: totals[p] for p in game.players}
    assert fields(state)["game.awareness"] == 11
    assert state.winners() == ("kiwi",)


def test_cards_are_resolved_by_number_then_by_priority(game: Game) -> None:
    """INV-23: the players' first deeds of each turn come in this order, whatever happens in between."""
    number = numbers()
    for seed in range(3):
        state, random = game.new(), Random(seed)
        order: list[str] = []
        while state.kind != "over":
            answer = random_answer(state, random)
            if is_asked(state, "choose_cards"):
                order = []
            elif state.kind == "decision" and (verb := answer.notation.partition("(")[0]) not in INTERRUPTS | AUTOMATED:
                cards = fields(state)["Player.initiative_card"]
                now = sorted(game.players, key=lambda p: (number[cards[p][0]], PRIORITY.index(p)))
                assert state.player is not None, verb
                if state.player not in order:
                    order.append(state.player)
                assert order == [p for p in now if p in order]
            state.apply(answer)


def test_the_last_two_cards_of_a_pile_are_no_chance(game: Game, players: int) -> None:
    """Section 5 of the digest: one chance a card drawn, none if the whole pile is drawn."""
    state, random = game.new(), Random(1)
    sizes: dict[int, list[int]] = {}
    while state.kind != "over" and fields(state)["game.era"] == 1:
        if state.kind == "chance":
            sizes.setdefault(fields(state)["game.turn"], []).append(len(state.outcomes()))
        state.apply(random_answer(state, random))
    first = [9] * players + [size for _ in range(players) for size in (8, 7)]
    assert sizes == {1: first, 2: [6, 5] * players, 3: [4, 3] * players}


def test_same_seed_same_game(game: Game) -> None:
    """INV-19."""
    first = [state.to_dict() for state in random_states(game.new(), Random(5))]
    assert first == [state.to_dict() for state in random_states(game.new(), Random(5))]


def test_every_promise_is_kept_in_random_games(players: int) -> None:
    """INV-1 to 5, 7, 9 to 16 and 22."""
    game = load("kauri", players=players, debug=True)
    for seed in range(5):
        promises_hold(game, seed)


def test_generated_code_means_what_the_interpreter_does(players: int) -> None:
    module = lowered(find("kauri"), players)
    assert play(module, generated(module, f"kauri{players}"), players, {}) > 0


# ------------------------------------------------------------------------------------------------ the map


def test_nothing_can_lie_in_the_volcano(game: Game) -> None:
    """INV-8, D-REGIONS: the volcano is no region, and the borders are the 51 of the map."""
    seen = fields(game.new())
    assert len(seen["Region.kauri"]) == 25 and "volcano" not in seen["Region.kauri"]
    assert len(seen["Border.road"]) == 51
    assert not any("volcano" in border for border in seen["Border.road"])


# ------------------------------------------------------------------------------------------------ what players know


def test_what_is_hidden_changes_neither_views_nor_moves(game: Game) -> None:
    """INV-18, in every state of random games; what the English are shown of their pile they know, but not its order."""
    states = 0
    for seed in range(2):
        random = Random(seed)
        for number, state in enumerate(walk(game, seed, log=True)):
            if number % 3 == seed or is_asked(state, "quartermaster"):
                what_is_hidden_does_not_show(state, random)
                states += 1
    assert states > 120


def seen_by_all(state: State) -> dict[str | None, Any]:
    """What everybody sees, a spectator too, and all that they have seen so far."""
    players = state.game.players
    known: dict[str | None, Any] = {p: state.information_state(p) for p in players}
    return known | {None: state.observation(None)}


def choices_of(state: State, procedure: str) -> Iterator[State]:
    """The states of the rounds of secret choices, at the first choice of each round."""
    asked = False
    for one in states_with_log(state):
        now = is_asked(one, procedure)
        if now and not asked:
            yield one
        asked = now


def states_with_log(state: State) -> Iterator[State]:
    random = Random(11)
    while state.kind != "over":
        yield state
        state.apply(random_answer(state, random))


@pytest.mark.parametrize(("procedure", "rounds"), [("choose_cards", 20), ("reconsider_hands", 1)])
def test_a_secret_choice_is_seen_by_nobody_before_all_have_chosen(players: int, procedure: str, rounds: int) -> None:
    """INV-18, BUG-27: whatever the others chose, one's own view, past and moves are the same; then all see all."""
    game = load("kauri", players=players, options={"mulligan": True})
    met = 0
    for begin in choices_of(game.new(log=True), procedure):
        met += 1
        random = Random(met)
        one, other = begin.clone(), begin.clone()
        done: set[str | None] = set()
        while is_asked(one, procedure):
            assert one.player == other.player and notations(one) == notations(other)
            before, meanwhile = seen_by_all(one), seen_by_all(other)
            for player in {*game.players, None} - done:
                assert before[player] == meanwhile[player] == seen_by_all(begin)[player] or player == one.player
            assert before[one.player] == meanwhile[other.player]
            done.add(one.player)
            one.apply(random.choice(one.legal_moves()))
            other.apply(random.choice(other.legal_moves()))
        if procedure == "choose_cards":
            cards = fields(one)["Player.action_card"]
            assert all(len(cards[player]) == 1 for player in game.players) or fields(one)["game.turn"] == 1
    assert met == rounds


def test_the_quartermasters_choice_is_secret() -> None:
    """Section 5, BUG-27: the others see that it was used, not what was chosen."""
    game = load("kauri", players=3)
    met = 0
    for seed in range(40):
        for state in states_of(game, seed):
            if is_asked(state, "quartermaster"):
                met += 1
                moves = state.legal_moves()
                assert len(moves) in (22, 11)  # of 6 and of 4 cards, at most two
                ways = [after(state, move) for move in moves]
                for other in ("possum", "kiwi"):
                    assert len({repr(way.information_state(other)) for way in ways}) == 1
        if met > 3:
            return
    assert met


def states_of(game: Game, seed: int) -> Iterator[State]:
    random, state = Random(seed), game.new(log=True)
    while state.kind != "over":
        yield state
        state.apply(random_answer(state, random))


# ------------------------------------------------------------------------------------------------ other cards and maps


def written(folder: Path, change: dict[str, str]) -> Path:
    """The game with sentences changed, alone in a folder."""
    text = source()
    for old, new in change.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / "kauri.hoyle"
    path.write_text(text, "utf-8")
    return path


def row(name: str) -> str:
    """The line of a table that begins with a name."""
    found = re.search(rf"^    {name} +\|.*$", source(), re.MULTILINE)
    assert found is not None, name
    return found.group()


def test_stopping_early_is_a_smaller_card(game: Game, tmp_path: Path) -> None:
    """INV-20, and other cards need no other rule: K8 with one use of Flood only, and stopped after one."""
    card = row("k8")
    small = re.sub(r"may flood and flight up to 3 times", "may flood", card)
    assert small != card
    other = load(written(tmp_path, {card: small}), players=len(game.players))
    for seed in range(60):
        state = game.new()
        random = Random(seed)
        moves: list[str] = []
        while state.kind != "over":
            if state.player == "kiwi" and fields(state)["Player.action_card"]["kiwi"] == ["k8"]:
                break
            answer = random_answer(state, random)
            moves.append(answer.notation)
            state.apply(answer)
        floods = [m for m in notations(state) if m.startswith("flood(")] if state.kind == "decision" else []
        if floods:
            assert rules_state(game, [*moves, floods[0], "pass"]) == rules_state(other, [*moves, floods[0]])
            return
    pytest.fail("K8 was never played")


def rules_state(game: Game, moves: list[str]) -> Any:
    state = game.new()
    for move in moves:
        state.apply(game.parse(state, move))
    return fields(state, "kiwi"), state.player, notations(state) if state.kind == "decision" else state.kind


def canonical(notation: str) -> str:
    """Borders with their ends in alphabetical order."""
    return re.sub(r"Border\((\w+), (\w+)\)", lambda m: "Border({}, {})".format(*sorted(m.groups())), notation)


def test_the_order_of_the_regions_changes_no_move(game: Game, tmp_path: Path) -> None:
    """INV-21: with the map's rows the other way round every decision has the same moves."""
    text = source()
    head = text.index("    auckland ")
    rows = text[head : text.index("\n\ntype Border")].split("\n")
    (tmp_path / "kauri.hoyle").write_text(text.replace("\n".join(rows), "\n".join(rows[::-1])), "utf-8")
    other = load(tmp_path / "kauri.hoyle", players=len(game.players))
    mine, theirs, random = game.new(), other.new(), Random(2)
    while mine.kind != "over":
        assert (mine.kind, mine.player) == (theirs.kind, theirs.player)
        if mine.kind == "decision":
            assert sets_sorted(notations(mine)) == sets_sorted(notations(theirs))
        answer = random_answer(mine, random)
        said = {sets_sorted([m.notation])[0]: m for m in theirs.legal_moves()} if mine.kind == "decision" else {}
        theirs.apply(said[sets_sorted([answer.notation])[0]] if said else other.parse(theirs, answer.notation))
        mine.apply(answer)
    assert {p: s.total for p, s in mine.scores().items()} == {p: s.total for p, s in theirs.scores().items()}


def sets_sorted(moves: list[str]) -> list[str]:
    """Moves in an order, and in a spelling, that does not depend on the order of the map."""
    spelt = [re.sub(r"\{([^}]*)\}", lambda m: ", ".join(sorted(m.group(1).split(", "))), canonical(m)) for m in moves]
    return sorted(spelt)


def test_one_shot_legacies_change_nothing_later(game: Game) -> None:
    """INV-24: whether one was acquired earlier matters only for acquiring, cursing and lifting it."""
    random = Random(3)
    for state in list(random_states(game.new(), Random(4)))[::7]:
        if state.kind == "decision":
            data: Any = state.to_dict()
            changed = with_taken(data, random.choice(ONE_SHOT))
            assert without_legacies(state.game.from_dict(changed)) == without_legacies(state)


def with_taken(data: Any, legacy: str) -> Any:
    kept = dict(data["fields"]["Legacy.taken"])
    kept[legacy] = 1 - kept[legacy]
    return {**data, "fields": {**data["fields"], "Legacy.taken": kept}}


def without_legacies(state: State) -> list[str]:
    return [m for m in notations(state) if not m.startswith(("acquire_legacy", "curse", "lift_curse", "pass"))]


# ------------------------------------------------------------------------------------------------ bad tables


def refusal(path: Path) -> Any:
    with pytest.raises(DiagnosticError) as caught:
        load(path)
    return caught.value.diagnostics[0]


def marked(path: Path, diagnostic: Any) -> str:
    return path.read_text("utf-8")[diagnostic.primary.span.start : diagnostic.primary.span.end]


def test_a_card_that_names_no_action_is_refused_at_the_name(tmp_path: Path) -> None:
    path = written(tmp_path, {row("m9"): row("m9").replace("may acquire_legacy", "may acquire_legend")})
    told = refusal(path)
    assert (told.code, marked(path, told)) == ("E0208", "acquire_legend")
    assert "acquire_legacy" in (told.hint or "")


def test_a_map_with_a_one_sided_border_is_refused_at_its_row(tmp_path: Path) -> None:
    path = written(tmp_path, {row("gisborne"): row("gisborne").replace("{east_cape, urewera", "{urewera")})
    told = refusal(path)
    assert told.code == "E0326"
    assert "gisborne" in str(told) and "east_cape" in str(told)


def test_a_legacy_without_an_owner_is_refused_at_its_row(tmp_path: Path) -> None:
    path = written(tmp_path, {row("tsunami"): row("tsunami").replace("| kiwi ", "| -    ")})
    told = refusal(path)
    assert (told.code, marked(path, told).strip()) == ("E0301", "-")


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "place"),
    [
        ("m8", "| maori ", "| kiwi  ", "E0410", "every p in Player has count"),
        ("m8", "may drive_away up to 2 times and temple", "-", "E0410", "every c in Card has c.deeds != none"),
        ("m8", "may drive_away up to 2 times and temple", "", "E0123", "|"),
        ("m8", "m8  ", "m7  ", "E0201", "m7"),
        ("te_hiku", "{hokianga, whangarei}", "{te_hiku, hokianga, whangarei}", "E0326", "{te_hiku,"),
        ("te_hiku", "{hokianga, whangarei}", "{hokianga, whangerei}", "E0203", "whangerei"),
        ("auckland", "true  | {", "false | {", "E0410", "count(r in Region where r.city) == 3"),
    ],
)
def test_a_slip_in_a_table_is_told_with_its_place(
    tmp_path: Path, name: str, old: str, new: str, code: str, place: str
) -> None:
    """A card in another's deck, without action, or twice; regions beside themselves or unknown; four cities."""
    changed = row(name).replace(old, new)
    assert changed != row(name)
    path = written(tmp_path, {row(name): changed})
    told = refusal(path)
    assert told.code == code
    assert marked(path, told).strip().startswith(place)


def test_a_region_without_neighbours_is_refused(tmp_path: Path) -> None:
    lonely = {
        row("te_hiku"): row("te_hiku").replace("{hokianga, whangarei}", "{}"),
        row("hokianga"): row("hokianga").replace("te_hiku, ", ""),
        row("whangarei"): row("whangarei").replace("te_hiku, ", ""),
    }
    told = refusal(written(tmp_path, lonely))
    assert told.code == "E0410" and "no_island" in str(told)


def test_the_game_and_its_words_are_shipped() -> None:
    folder = files("hoyle.games").joinpath("kauri")
    names = {item.name for item in folder.iterdir()}
    assert {"README.md", "clauses.toml", "kauri.hoyle", "kauri-examples.hoyle", "kauri-ja.hoyle"} <= names
