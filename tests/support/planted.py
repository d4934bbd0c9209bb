"""Faults planted in the games: a mistake of a rules author as a change of the text, and what finds it.

What is looked at is what a user has: `hoyle check`, `hoyle test`, `hoyle verify`. As a program (`make faults`) it
plants all of them, and records what finds each.
"""

import re
import sys
import tomllib
from pathlib import Path

from attrs import evolve, frozen

from hoyle.compiler.driver import Files
from hoyle.dsl.diagnostics import DiagnosticError
from hoyle.dsl.parser import parse
from hoyle.runtime.examples import run_examples
from hoyle.runtime.game import Game
from hoyle.runtime.loader import find
from hoyle.runtime.verification.building import files_of
from hoyle.runtime.verification.mutation.pieces import game_of
from hoyle.runtime.verification.mutation.plan import Stop, compiled, plan
from hoyle.runtime.verification.mutation.trial import Task, play_at_random
from hoyle.runtime.verification.working import answers

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests/games/faults"
DOCUMENT = ROOT / "docs/explanation/planted-faults.md"
GAMES = {"kumata": "Kumata", "meerkat-kingdom": "Meerkat Kingdom", "kauri": "Kauri"}


@frozen
class Fault:
    """game: its folder; found: what found it when that was last recorded."""

    game: str
    name: str
    digest: str
    was: str
    becomes: str
    found: str = ""

    def __str__(self) -> str:
        return f"{self.game}: {self.name}"

    @property
    def path(self) -> Path:
        return find(self.game)

    def text(self) -> str:
        """The rules with the fault in them. AssertionError if what is changed does not stand there, or not once."""
        text = self.path.read_text("utf-8")
        assert text.count(self.was) == 1, f"{self}: `{self.was}` stands {text.count(self.was)} times in the rules"
        return text.replace(self.was, self.becomes)


def faults() -> list[Fault]:
    found = []
    for game in GAMES:
        entries = tomllib.loads((FOLDER / f"{game}.toml").read_text("utf-8"))["fault"]
        found += [Fault(game, **entry) for entry in entries]
    return found


def find_fault(fault: Fault, games: int = 3) -> str:
    """What finds the fault first: the name of an example, a promise, a law; "" if nothing does."""
    base = parse(fault.text(), fault.path.name)
    stops = [stop for stop in plan(fault.path) if not stop.setting.variants and (stop.plays or stop.examples)]
    built: list[tuple[Stop, Game]] = []
    for stop in stops:
        try:
            game = _built(evolve(files_of(fault.path, ()), base=base), stop)
        except DiagnosticError as error:
            return f"check: {error.diagnostics[0].code}"
        for result in run_examples(game):
            if not result.passed:
                broken = result.what.split(": ")[-1].rstrip(".")
                return f"promise: {broken}" if result.status == "broken promise" else f"example: {result.name}"
        built.append((stop, game))
    task = Task(fault.path, (), 0, games, "faults")
    for stop, game in built:
        verdict = play_at_random(task, stop, game) if stop.plays else None
        if verdict is not None:
            return f"verify: {verdict.what}"
    return ""


def _built(files: Files, stop: Stop) -> Game:
    return game_of(compiled(files, stop.setting), files.base.name.text)


def table(rows: list[Fault]) -> str:
    """The page of the documentation, `found` being what is recorded."""
    lines = [_HEAD]
    for game, title in GAMES.items():
        lines += [f"## {title}", "", "| mistake | digest | found by |", "| --- | --- | --- |"]
        lines += [f"| {f.name} | {f.digest} | {f.found} |" for f in rows if f.game == game]
        lines.append("")
    return "\n".join(lines)


_HEAD = """# Planted faults

What finds a mistake that somebody makes in the rules of the three big games? Each line is such a mistake, most of them
from the lists of usual ones in the rules digests. It was put into the rules, and the game was looked at in the order
in which anybody would: `hoyle check`, the examples (`hoyle test`), then games at random with promises and laws watched
(`hoyle verify`). The last column says what found it first.

The mistakes stand in `tests/games/faults/`; `make faults` plants all of them again and writes this page, and `make
test` plants some. `hoyle mutate` makes thousands of smaller ones.
"""


def record(jobs: int) -> list[Fault]:
    """Plants all faults, writes what finds each into the lists and the page; those that nothing finds."""
    every = faults()
    lost = []
    for place, found in answers(find_fault, every, jobs):
        print(f"{every[place]}: {found or 'NOT FOUND'}", flush=True)
        path = FOLDER / f"{every[place].game}.toml"
        path.write_text(_with_found(path.read_text("utf-8"), every[place], found), "utf-8", newline="\n")
        lost += [] if found else [every[place]]
    DOCUMENT.write_text(table(faults()), "utf-8", newline="\n")
    return lost


def _with_found(text: str, fault: Fault, found: str) -> str:
    entries = re.split(r"(?=^\[\[fault\]\]$)", text, flags=re.MULTILINE)
    for place, entry in enumerate(entries):
        if f'name = "{fault.name}"\n' in entry:
            plain = re.sub(r"^found = .*\n", "", entry, flags=re.MULTILINE).rstrip("\n")
            entries[place] = plain + (f'\nfound = "{found}"' if found else "") + "\n\n"
    return "".join(entries).rstrip("\n") + "\n"


if __name__ == "__main__":
    sys.exit(1 if record(jobs=2) else 0)
