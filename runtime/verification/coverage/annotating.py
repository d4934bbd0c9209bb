"""Rule files with what was counted in the margin, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from hoyle.runtime.verification.coverage.counting import Place
from hoyle.runtime.verification.coverage.covered import Coverage, Missing

_WIDTH = 11


@define
class Line:
    """What is known of a line of a rule file: counts of what begins there, and what is missing."""

    places: list[Place] = field(factory=list)
    missing: list[Missing] = field(factory=list)


def annotated(coverage: Coverage, texts: dict[str, str]) -> Iterator[str]:
    """The files of these names and texts, each line behind its margin."""
    for file, text in texts.items():
        lines = _lines(coverage, file)
        yield f"{file}:"
        for number, source in enumerate(text.splitlines(), 1):
            yield f"{_margin(coverage, lines.get(number, Line()))} {number:>4} | {source}".rstrip()
        yield ""


def _lines(coverage: Coverage, file: str) -> dict[int, Line]:
    lines: dict[int, Line] = {}
    for place in coverage.counts.spots:
        if place[1] == file:
            lines.setdefault(place[2], Line()).places.append(place)
    for missing in coverage.missing:
        if missing.place is not None and missing.file == file:
            lines.setdefault(missing.line, Line()).missing.append(missing)
    return lines


def _margin(coverage: Coverage, line: Line) -> str:
    mark = "  "
    if line.missing:
        mark = "--" if all(m.reason is not None for m in line.missing) else "!!"
    return f"{mark}{_count(coverage, line):>{_WIDTH}}"


def _count(coverage: Coverage, line: Line) -> str:
    counts = coverage.counts
    for place in line.places:
        if place[0] == "require":
            return f"{_brief(counts.passed[place])}/{_brief(counts.alone[place])}"
    shown = [counts.passed[place] for place in line.places if place[0] != "else"]
    return _brief(max(shown)) if shown else ""


def _brief(count: int) -> str:
    """At most five characters."""
    return str(count) if count < 100_000 else f"{count // 1000}k" if count < 10_000_000 else f"{count // 1_000_000}M"
