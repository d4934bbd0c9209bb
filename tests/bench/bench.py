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

from contest import AbsentError, Contestant, Played, Score, best, moves_a_game, ours
from starts import FailedError, copies, first_prompts, phases

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
class Row:
    """A comparison and what has come of it. note: why there is nothing to compare with."""

    match: Match
    score: Score = field(factory=Score)
    note: str = "not played"


@define
class Report:
    """What has been measured."""

    rows: list[Row] = field(factory=list)
    lines: list[str] = field(factory=list)

    def shown(self) -> Iterator[str]:
        """The table, and below it the times of starts."""
        yield f"Python {platform.python_version()}, {platform.machine()}; games a second are those of the best round"
        yield ""
        yield _laid_out("game", "hoyle", "other", "", "moves", "best", "median", "least-greatest", "target")
        for row in self.rows:
            yield _laid_out(row.match.name, *_cells(row), row.match.target)
        yield ""
        yield from self.lines


def _laid_out(*cells: str) -> str:
    widths = (-30, 10, 10, -9, 11, 6, 7, 15, -12)
    return "  ".join(f"{c:<{-w}}" if w < 0 else f"{c:>{w}}" for c, w in zip(cells, widths, strict=True)).rstrip()


def _cells(row: Row) -> tuple[str, ...]:
    mine, other, score = row.score.ours, row.score.theirs, row.score
    rates = (f"{best(mine):,.0f}" if mine else "", f"{best(other):,.0f}" if other else "", row.match.against)
    if not score.ratios:
        return (*rates, "", "", "", row.note)
    moves = f"{moves_a_game(mine):.0f}/{moves_a_game(other):.0f}"
    spread = f"{min(score.ratios):.2f}-{max(score.ratios):.2f}"
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
    except FailedError as failure:
        report.lines.append(f"cannot be measured: {failure}")
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
    row = Row(match)
    report.rows.append(row)
    with ExitStack() as stack:
        sides: list[tuple[Contestant, list[Played]]] = []
        try:
            sides.append((stack.enter_context(ours(match.game, match.players, match.options)), row.score.ours))
            sides.append((stack.enter_context(_rival(match, chosen.openspiel)), row.score.theirs))
        except AbsentError as absent:
            row.note = str(absent) if len(str(absent)) < 20 else "failed"
            if row.note == "failed":
                report.lines.append(f"{match.name}: {absent}")
        for contestant, _ in sides:
            contestant.play(_WARM)
        for number in range(chosen.rounds):
            _progress(f"{match.name} against {match.against}: round {number + 1} of {chosen.rounds}")
            for contestant, rounds in sides:
                rounds.append(contestant.play(chosen.seconds))


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
