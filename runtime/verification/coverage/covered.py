"""Coverage of a game in all its modes, put together: what was seen, what was not, and what of that is excused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from hoyle.runtime.loader import find, folded
from hoyle.runtime.problems import LoadError
from hoyle.runtime.rulefiles import shown
from hoyle.runtime.verification.building import Setting, files_of, settings_of_examples
from hoyle.runtime.verification.coverage.clauses import (
    INDEX,
    Citation,
    citations,
    index_of,
    is_exercised,
    line_of,
    places_by_file,
)
from hoyle.runtime.verification.coverage.counting import KINDS, Counts, Place, Spot, Told
from hoyle.runtime.verification.coverage.playing import Task, count
from hoyle.runtime.verification.excused import Excused, excused
from hoyle.runtime.verification.modes import modes
from hoyle.runtime.verification.working import answers

Progress = Callable[[int, int], None]


@frozen
class Missing:
    """Something that is not exercised. key: what it is called in the list of what is excused; why: a key of the
    catalogue; place: None for a clause; reason: why it is excused, or None."""

    key: str
    kind: str
    file: str
    line: int
    why: str
    place: Place | None = None
    reason: str | None = None


@define
class Coverage:
    """The result. number: how many there are of each kind, and of them exercised; stale: entries of the list of what is
    excused that are exercised after all, or name nothing; skipped: settings the game does not offer."""

    game: str
    path: Path
    seed: str
    settings: int
    counts: Counts
    number: dict[str, tuple[int, int]]
    missing: list[Missing]
    stale: list[str]
    excuses: Excused
    done: int = 0
    skipped: list[str] = field(factory=list)
    interrupted: bool = False

    @property
    def failing(self) -> list[Told]:
        """Examples that fail: what they run says little."""
        return [told for told in self.counts.examples if not told.passed]

    @property
    def unexcused(self) -> list[Missing]:
        return [m for m in self.missing if m.reason is None]

    @property
    def is_good(self) -> bool:
        return not (self.unexcused or self.stale or self.failing or self.interrupted)

    def to_dict(self) -> dict[str, Any]:
        """As `coverage --format json` prints it."""
        return {
            "game": self.game,
            "seed": self.seed,
            "settings": self.done,
            "games": self.counts.games,
            "examples": len(self.counts.examples),
            "interrupted": self.interrupted,
            "counts": {kind: {"all": a, "exercised": e} for kind, (a, e) in self.number.items()},
            "unexercised": [
                {"key": m.key, "kind": m.kind, "file": m.file, "line": m.line, "why": m.why, "reason": m.reason}
                for m in self.missing
            ],
            "not_needed": self.stale,
            "failing": [{"example": t.name, "file": t.file, "line": t.line} for t in self.failing],
        }


def cover(
    name_or_path: str | Path,
    players: int | None = None,
    variants: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    *,
    games: int = 10,
    seed: str = "0",
    jobs: int = 1,
    progress: Progress | None = None,
) -> Coverage:
    """What of a game is exercised by its examples and by so many games in each of its modes.

    What is given (players, variants, options) is not varied. Errors as of `hoyle.runtime.load`; RuleError if the rules
    cannot go on. An interruption from the keyboard ends it with what was seen so far.
    """
    files_of.cache_clear()  # files may have changed
    path, given = find(name_or_path), dict(options or {})
    tasks = _tasks(path, players, tuple(variants), given, games, seed)
    total, skipped, done, interrupted = Counts(), [], 0, False
    found = answers(_counted, tasks, jobs)
    try:
        for number, answer in found:
            done += 1
            if isinstance(answer, Counts):
                total.add(answer)
            else:
                skipped.append(f"{tasks[number].setting}: {answer}")
            if progress is not None:
                progress(done, len(tasks))
    except KeyboardInterrupt:
        interrupted = True
    finally:
        found.close()
    whole = players is None and not variants and not given
    coverage = _put_together(path, tasks, total, whole)
    coverage.done, coverage.skipped, coverage.interrupted = done, sorted(skipped), interrupted
    return coverage


def _counted(task: Task) -> Counts | str:
    """What was seen, or why the game does not offer this setting."""
    try:
        return count(task)
    except LoadError as error:
        if not task.setting.options:
            raise
        return str(error)


def _tasks(
    path: Path, players: int | None, variants: tuple[str, ...], given: dict[str, str], games: int, seed: str
) -> list[Task]:
    """One task for each setting: those of the modes are played, those that examples ask for are looked at."""
    every = modes(path, players, variants, given, seed)
    played = [Setting(m.variants, m.players, tuple(sorted(m.options.items()))) for m in every]
    wanted: dict[Setting, None] = {}
    for chain in dict.fromkeys(setting.variants for setting in played):
        for setting in settings_of_examples(files_of(path, chain), chain):
            if _is_wanted(setting, players, given):
                wanted[setting] = None
    settings = dict.fromkeys([*played, *wanted])
    return [Task(path, s, s in wanted, games if s in played else 0, seed) for s in settings]


def _is_wanted(setting: Setting, players: int | None, given: dict[str, str]) -> bool:
    asked = {(folded(name), folded(value)) for name, value in given.items()}
    has = {(folded(name), folded(value)) for name, value in setting.options}
    return players in (None, setting.players) and asked <= has


# ------------------------------------------------------------------------------------------------ what is missing


def _put_together(path: Path, tasks: list[Task], counts: Counts, whole: bool) -> Coverage:
    excuses = excused(path, "unexercised")
    missing = _places(counts)
    number = {kind: _number(counts, kind) for kind in KINDS}
    index = index_of(path.parent)
    if whole and index:
        cited = [
            c for chain in dict.fromkeys(t.setting.variants for t in tasks) for c in citations(files_of(path, chain))
        ]
        clauses = _clauses(path, index, cited, counts)
        missing += clauses
        number["clause"] = len(index), len(index) - len(clauses)
    missing = [_with_reason(m, excuses) for m in missing]
    found = {m.key for m in missing}
    stale = [key for key in excuses.reasons if key not in found] if whole else []
    files = files_of(path, tasks[0].setting.variants) if tasks else files_of(path, ())
    settings = len({t.setting for t in tasks})
    return Coverage(files.base.name.text, path, tasks[0].seed, settings, counts, number, missing, stale, excuses)


def _with_reason(missing: Missing, excuses: Excused) -> Missing:
    reason = excuses.reasons.get(missing.key)
    return Missing(missing.key, missing.kind, missing.file, missing.line, missing.why, missing.place, reason)


def _number(counts: Counts, kind: str) -> tuple[int, int]:
    places = [place for place in counts.spots if place[0] == kind]
    return len(places), sum(counts.is_exercised(place) for place in places)


def _places(counts: Counts) -> list[Missing]:
    order = {kind: number for number, kind in enumerate(KINDS)}
    spots = sorted(counts.spots.values(), key=lambda s: (s.file, s.line, s.column, order[s.kind]))
    keys = keys_of(spots)
    return [
        Missing(keys[spot.place], spot.kind, spot.file, spot.line, _why(spot, counts), spot.place)
        for spot in spots
        if not counts.is_exercised(spot.place)
    ]


def _why(spot: Spot, counts: Counts) -> str:
    if spot.kind == "require":
        return "never_true" if not counts.passed[spot.place] else "never_alone"
    return f"never_{spot.kind}"


def keys_of(spots: Sequence[Spot]) -> dict[Place, str]:
    """What each place is called: by what it says, not by its line, which changes more often."""
    times: Counter[str] = Counter()
    found = {}
    for spot in spots:
        dotted = spot.kind in ("require", "row")
        key = f"{spot.kind} {spot.owner}.{spot.source}" if dotted else f"{spot.kind} {spot.owner}: {spot.source}"
        key = f"verb {spot.owner}" if spot.kind == "verb" else key
        times[key] += 1
        found[spot.place] = key if times[key] == 1 else f"{key} #{times[key]}"
    return found


def _clauses(path: Path, index: dict[str, str], cited: list[Citation], counts: Counts) -> list[Missing]:
    by_file = places_by_file(counts)
    by_clause: dict[str, list[Citation]] = {}
    for citation in cited:
        by_clause.setdefault(citation.clause, []).append(citation)
    file = shown(path.with_name(INDEX))
    found = []
    for clause in index:
        own = by_clause.get(clause, [])
        if not any(is_exercised(citation, counts, by_file) for citation in own):
            why = "cited_idle" if own else "not_cited"
            found.append(Missing(f"clause {clause}", "clause", file, line_of(path.parent, clause), why))
    return found
