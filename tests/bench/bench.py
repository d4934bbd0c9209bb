"""How fast compiled games are, in one run and one table: `make bench`.

Uniform random playouts, stepped from Python. Compared are games a second of two processes that take turns, round by
round, as only numbers of one run on one machine can be compared. Ctrl-C shows what there is.

    python tests/bench/bench.py --rounds 9 --seconds 0.4 --openspiel .venv-openspiel/bin/python [GAME ...]
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from statistics import median

from attrs import define, field, frozen

from contest import AbsentError, Contestant, Score, best, moves_a_game, ours
from starts import copies, first_prompts, phases

KUMATA, KUMATA_PLAYERS = "kumata", 4
_WARM = 0.2  # seconds before the first round


@frozen
class Match:
    """A comparison. rival: OpenSpiel's name of the game, None for the class written by hand; target: least ratio."""

    game: str
    rival: str | None
    players: int = 2
    options: tuple[str, ...] = ()
    target: str = ""

    @property
    def name(self) -> str:
        return " ".join([self.game, *self.options, *([f"{self.players} players"] if self.players > 2 else [])])

    @property
    def against(self) -> str:
        return "by hand" if self.rival is None else "OpenSpiel"


MATCHES = [
    Match("tic-tac-toe", "tic_tac_toe", target="1.0"),
    Match("connect-four", "connect_four", target="0.5, aim 1.0"),
    Match("breakthrough", "breakthrough", target="0.5, aim 1.0"),
    Match("reversi", "othello", target="0.5, aim 1.0"),
    Match(KUMATA, None, KUMATA_PLAYERS, target="1.2"),
    Match("nim", "nim(is_misere=False)"),
    Match("hex", "hex(board_size=11)"),
    Match("nine-mens-morris", "nine_mens_morris"),
    Match("dots-and-boxes", "dots_and_boxes", options=("width=2", "height=2")),
    Match("pig", "pig(players=2)"),
    Match("kuhn-poker", "kuhn_poker"),
    Match("leduc-poker", "leduc_poker"),
    Match("goofspiel", "goofspiel"),
]


@define
class Report:
    """What has been measured."""

    scores: list[tuple[Match, Score | str]] = field(factory=list)
    lines: list[str] = field(factory=list)

    def shown(self) -> Iterator[str]:
        """The table, and below it the times of starts."""
        yield f"Python {platform.python_version()}, {platform.machine()}; games a second are those of the best round"
        yield ""
        yield _row("game", "hoyle", "other", "", "moves", "best", "median", "least-greatest", "target")
        for match, score in self.scores:
            yield _row(match.name, *_cells(match, score), match.target)
        yield ""
        yield from self.lines


def _row(*cells: str) -> str:
    widths = (-30, 10, 10, -9, 11, 6, 7, 15, -12)
    return "  ".join(f"{c:<{-w}}" if w < 0 else f"{c:>{w}}" for c, w in zip(cells, widths, strict=True)).rstrip()


def _cells(match: Match, score: Score | str) -> tuple[str, ...]:
    if isinstance(score, str):
        return ("", "", match.against, "", "", "", score)
    if not score.ratios:
        return ("", "", match.against, "", "", "", "not played")
    moves = f"{moves_a_game(score.ours):.0f}/{moves_a_game(score.theirs):.0f}"
    spread = f"{min(score.ratios):.2f}-{max(score.ratios):.2f}"
    rates = (f"{best(score.ours):,.0f}", f"{best(score.theirs):,.0f}", match.against)
    return (*rates, moves, f"{score.of_the_best:.2f}", f"{score.median:.2f}", spread)


# ------------------------------------------------------------------------------------------------ measuring


def main() -> int:
    chosen = _arguments()
    report = Report()
    interrupted = False
    try:
        for match in MATCHES:
            if not chosen.games or match.game in chosen.games:
                _play(match, chosen, report)
        if not chosen.games or KUMATA in chosen.games:
            _starts(report, chosen.rounds)
    except KeyboardInterrupt:
        interrupted = True
    _progress("")
    print("\n".join(report.shown()))
    return 130 if interrupted else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare compiled games with others, in one run.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these; all if none is named")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.4, help="length of each round of each side")
    parser.add_argument("--openspiel", metavar="PYTHON", default="", help="a Python that has OpenSpiel")
    return parser.parse_args()


def _play(match: Match, chosen: argparse.Namespace, report: Report) -> None:
    score = Score()
    with ExitStack() as stack:
        try:
            mine = stack.enter_context(ours(match.game, match.players, match.options))
            other = stack.enter_context(_rival(match, chosen.openspiel))
        except AbsentError as absent:
            report.scores.append((match, str(absent)))
            return
        report.scores.append((match, score))
        for contestant in (mine, other):
            contestant.play(_WARM)
        for number in range(chosen.rounds):
            _progress(f"{match.name} against {match.against}: round {number + 1} of {chosen.rounds}")
            score.ours.append(mine.play(chosen.seconds))
            score.theirs.append(other.play(chosen.seconds))


def _rival(match: Match, python: str) -> Contestant:
    if match.rival is None:
        return Contestant(sys.executable, "contest_kumata.py", str(match.players))
    if not python:
        raise AbsentError("not installed")
    return Contestant(python, "contest_openspiel.py", match.rival)


def _starts(report: Report, rounds: int) -> None:
    what = f"{KUMATA} with {KUMATA_PLAYERS} players"
    _progress(f"{what}: copies of a state")
    copy = copies(KUMATA, KUMATA_PLAYERS)
    report.lines.append(
        f"{what}, a copy of a state: {copy['state']:.2f} us (its vector {copy['vector']:.2f} us); target 5 us"
    )
    cold, cached = [], []
    for number, (first, second) in enumerate(first_prompts(KUMATA, KUMATA_PLAYERS, rounds)):
        _progress(f"{what}: start {number + 1} of {rounds}")
        cold.append(first)
        cached.append(second)
    report.lines.append(_start(f"{what}, to the first prompt, cache empty", cold, "1.5 s"))
    report.lines.append(_start(f"{what}, to the first prompt, cache filled", cached, "0.4 s"))
    _progress(f"{what}: phases of compiling")
    found = phases(KUMATA, KUMATA_PLAYERS)
    told = ", ".join(f"{phase} {seconds * 1000:.0f}" for phase, seconds in found.items())
    report.lines.append(f"{what}, phases of compiling in ms: {told}; together {sum(found.values()) * 1000:.0f}")


def _start(what: str, seconds: list[float], target: str) -> str:
    spread = f"{min(seconds):.2f}-{max(seconds):.2f}"
    return f"{what}: median {median(seconds):.2f} s ({spread}); target {target}"


def _progress(text: str) -> None:
    """One line that is written over, for people only."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text}")
        sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
