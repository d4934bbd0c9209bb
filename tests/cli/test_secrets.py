"""What is hidden stays hidden at the table, and what is shown is told to those to whom it is shown: Love Letter."""

import re
from pathlib import Path

import pytest

from hoyle.runtime import load
from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.stepping import Replay
from hoyle.runtime.records import read_record
from pseudo_terminal import SHIPPED, Terminal
from terminal import call

SEATS = ("--seat", "player_1=human", "--seat", "player_2=human")
QUESTIONS = ("Player 1> ", "Player 2> ")
CLEARED = "\x1b[2J"
HANDS = re.compile(r"^Hand +(.*)$", re.MULTILINE)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_shown_is_told_to_who_is_shown_it(language: str) -> None:
    said = call("play", "love-letter", "--players", "2", "--seed", "20", *SEATS, "--lang", language, typed="1\n1\n").out
    seen = {
        "en": "Only you were shown: Player 2, Hand: Baron",
        "ja": "あなただけが見ました: プレイヤー2の手札: 騎士",
    }
    shown = {"en": "Shown to Player 2: Player 1, Hand", "ja": "プレイヤー2に見せました: プレイヤー1の手札"}
    assert seen[language] in said.splitlines()
    assert shown[language] in said.splitlines()


def test_what_others_do_not_know_of_a_move_is_left_open_in_its_sentence() -> None:
    game = load("love-letter", players=3)
    state = game.new(log=True)
    while state.kind == "chance":
        state.apply(state.outcomes()[0][0])
    mover = state.player
    assert mover is not None
    watcher = next(seat for seat in game.players if seat != mover)
    move = next(m for m in state.legal_moves() if m.verb == "play_card")
    assert move.sentence(viewer=mover) == move.sentence()
    assert move.sentence(viewer=watcher) == "Play the ?"
    assert move.sentence("ja", viewer=watcher) == "? を出す"


def test_the_log_tells_every_card_one_has_drawn_and_all_that_changed() -> None:
    """Also where a public announcement follows the draw, which only its owner saw."""
    said = call("play", "kauri", "--players", "2", "--seat", "kiwi=human", "--seed", "5", typed="log 50\nleave\n").out
    asked, _, log = said.partition("> log 50")
    (hand,) = re.findall(r"^Hand +▮3 +(K\d+) (K\d+) (K\d+)$", asked, re.MULTILINE)
    for told in (asked, log):
        assert sorted(re.findall(r"^Chance: Drawn: (K\d+):", told, re.MULTILINE)) == sorted(hand)
    assert "Era 1 of 5, turn 1 of 4." in log and "Possum supply 40 -> 36" in log and "…" not in log


@pytest.mark.parametrize(
    ("language", "secretly"),
    [("en", "Possum has chosen, unseen by others"), ("ja", "ポッサムはほかの人に見えないように選びました")],
)
def test_a_step_of_a_replay_of_which_one_sees_nothing_is_told_as_that(
    tmp_path: Path, language: str, secretly: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "kauri.record"
    call(
        "play", "kauri", "--players", "2", "--seat", "kiwi=human", "--seed", "5", "--record", str(path), typed="leave\n"
    )
    game = load("kauri", players=2)
    replay = Replay(read_record(path.read_text("utf-8"), str(path)), game, game.rules.seat("kiwi"), language)
    capsys.readouterr()
    replay._go(8)
    assert capsys.readouterr().out.splitlines()[-1] == f"   8  {secretly}"


def test_two_people_at_one_terminal_hand_over_and_never_see_each_others_hands(tmp_path: Path) -> None:
    game = ("play", "love-letter", "--players", "2", "--seed", "4", *SEATS)
    terminal = Terminal(tmp_path, *game, program=SHIPPED, size=(80, 400))  # on which nothing is shown page by page
    assert not HANDS.search(terminal.read("only you look. "))
    terminal.type("\n")
    screen = terminal.read("Player 1> ")
    asked = 0
    for _ in range(12):
        at = re.findall(r"(Player \d)> $", screen)
        if not at:
            break
        asked += 1
        hands = HANDS.findall(screen.rpartition(CLEARED)[2])
        hidden = re.compile(r".*, .*  +1 hidden|\S+ +1 hidden" if at[0] == "Player 1" else r"1 hidden  +.*")
        assert hands and all(hidden.fullmatch(hand.strip()) for hand in hands), screen
        other = "Player 2" if at[0] == "Player 1" else "Player 1"
        for command in ("log 99", "score", "undo"):
            terminal.type(f"{command}\n")
            told = terminal.read(f"{at[0]}> ")
            assert not re.search(rf"{other}: Hand [+-][A-Z]", told), told
        terminal.type("1\n")
        screen = _next_question(terminal, at[0])
    assert asked >= 6
    terminal.type("quit\n")
    assert terminal.close() == 0


def test_a_game_that_is_gone_on_with_shows_nothing_before_a_hand_over_and_nothing_after_it(tmp_path: Path) -> None:
    record = str(tmp_path / "kuhn.record")
    begun = _alone_at(
        tmp_path, "Player 1", "play", "kuhn-poker", "--players", "2", *SEATS, "--seed", "1", "--record", record
    )
    begun.type("1\n")
    begun.read("the screen is cleared for Player 2. ")
    begun.type("\x04")
    _is_cleared(begun.read("\0never"), begun)
    again = _alone_at(tmp_path, "Player 2", "resume", record)
    again.type("leave\n")
    _is_cleared(again.read("\0never"), again)
    again = _alone_at(tmp_path, "Player 2", "resume", record)
    _is_cleared(again.interrupt(), again)


def _alone_at(home: Path, who: str, *arguments: str) -> Terminal:
    """A game at its first question in a session, before which nothing private was shown."""
    terminal = Terminal(home, *arguments, program=SHIPPED, size=(80, 100))
    shown = terminal.read("only you look. ")
    assert f"{who}, it is your turn" in shown and CLEARED not in shown and not HANDS.search(shown), shown
    terminal.type("\n")
    assert HANDS.search(terminal.read(f"{who}> "))
    return terminal


def _is_cleared(said: str, terminal: Terminal) -> None:
    """The game was left, and no hand is left on the screen."""
    _, cleared, after = said.rpartition(CLEARED)
    assert cleared and "To go on" in after and not HANDS.search(after), said
    terminal.close()


def test_whose_game_hides_nothing_is_asked_for_no_hand_over(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "nim", *SEATS, "--seed", "1", program=SHIPPED)
    for name in ("Player 1", "Player 2"):
        assert "only you look" not in terminal.read(f"{name}> ")
        terminal.type("1\n")
    terminal.type("leave\n")
    assert CLEARED not in terminal.read("\0never")
    assert terminal.close() == 0


def _next_question(terminal: Terminal, last: str) -> str:
    """What is shown up to the next question; whoever did not sit there last is asked to take over first."""
    shown = terminal.read_any(
        *QUESTIONS, "the screen is cleared for Player 1. ", "the screen is cleared for Player 2. "
    )
    if shown.endswith(QUESTIONS):
        return shown
    terminal.type("\n")
    shown = terminal.read_any("only you look. ")
    if not shown.endswith("only you look. "):
        return shown
    taking = "Player 2" if last == "Player 1" else "Player 1"
    assert message("en", "cli.play.hand_over", name=taking) in shown
    assert CLEARED in shown
    terminal.type("\n")
    return terminal.read_any(*QUESTIONS)
