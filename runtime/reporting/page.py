"""The page of a report: one file of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from hoyle.runtime.reporting.comparison import Difference
from hoyle.runtime.reporting.sample import Sample
from hoyle.runtime.reporting.sections import Report, Section, sections
from hoyle.runtime.simulation.statistics import mean_interval

_FINDINGS = 12
_CSS = """
:root { color-scheme: light; --ink: #20303c; --main: #0b7285; --other: #6b7280; --mark: #d9480f; --line: #e3e7eb; }
* { box-sizing: border-box; }
body { margin: 0; background: #f4f6f7; color: var(--ink); line-height: 1.5;
  font-family: system-ui, "Segoe UI", "Hiragino Sans", "Noto Sans CJK JP", "Yu Gothic", "IPAGothic", sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2.2rem 1.2rem 4rem; }
header h1 { font-size: 2.3rem; line-height: 1.15; margin: 0; letter-spacing: -0.01em; }
header p { color: #5b6b76; margin: 0.4rem 0 0; }
.tiles { display: flex; flex-wrap: wrap; gap: 0.8rem; margin: 1.5rem 0; }
.tile { background: white; border-radius: 10px; padding: 0.8rem 1.1rem; flex: 1 1 8.5rem; }
.tile b { display: block; font-size: 1.7rem; line-height: 1.2; color: var(--main); }
.tile span { color: #5b6b76; font-size: 0.85rem; }
section { background: white; border-radius: 10px; padding: 1.2rem 1.5rem 1rem; margin: 0 0 1.1rem; }
h2 { font-size: 1.2rem; margin: 0 0 0.2rem; }
section > p { color: #5b6b76; margin: 0 0 0.7rem; font-size: 0.93rem; max-width: 50rem; }
section ul { margin: 0.4rem 0; padding-left: 1.2rem; }
svg { display: block; width: 100%; height: auto; font-family: inherit; }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; font-size: 0.88rem; margin: 0 0 0.4rem; }
.legend i { display: inline-block; width: 0.85em; height: 0.85em; border-radius: 50%; margin-right: 0.4em;
  vertical-align: -0.05em; border: 2px solid var(--main); background: var(--main); }
.legend i.other { border-color: var(--other); background: white; }
.legend i.mark { border-color: var(--mark); background: var(--mark); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
th, td { padding: 0.28rem 0.7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; }
td, th { font-variant-numeric: tabular-nums; }
tr.marked td { font-weight: 600; } tr.marked td:last-child { color: var(--mark); }
footer { color: #5b6b76; font-size: 0.87rem; }
@media print { body { background: white; } section, .tile { break-inside: avoid; border: 1px solid var(--line); } }
"""


def page(report: Report, title: str, about: Sequence[str]) -> str:
    """The whole file. about: lines that say which games these are."""
    language = report.names.language
    parts = [_section(report, section) for section in sections(report)]
    compared = _comparison(report) if report.there is not None else ""
    body = [
        f"<header><h1>{escape(title)}</h1>",
        *(f"<p>{escape(line)}</p>" for line in about),
        "</header>",
        _tiles(report),
        _findings(report),
        compared,
        *parts,
        f"<footer><p>{escape(report.say('method'))}</p></footer>",
    ]
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{_CSS}</style>\n</head>\n<body>\n<main>\n" + "\n".join(body) + "\n</main>\n</body>\n</html>\n"
    )


def _tiles(report: Report) -> str:
    tiles = "".join(
        f'<div class="tile"><b>{escape(value)}</b><span>{escape(what)}</span></div>' for value, what in _figures(report)
    )
    return f'<div class="tiles">{tiles}</div>'


def _figures(report: Report) -> Iterator[tuple[str, str]]:
    """The numbers one asks for first."""
    here, say = report.here, report.say
    yield f"{len(here.rows):,}", say("tile.games")
    yield f"{mean_interval(here.lengths())[0]:.1f}", say("tile.moves")
    yield f"{mean_interval(here.mean_options())[0]:.1f}", say("tile.options")
    if here.has_scores:
        yield f"{mean_interval(_best(here))[0]:.1f}", say("tile.best")
        if here.lead_changes():
            yield f"{mean_interval(here.lead_changes())[0]:.1f}", say("tile.lead")
        yield f"{mean_interval(here.margins())[0]:.1f}", say("tile.margin")


def _best(sample: Sample) -> list[float]:
    """The totals of winners."""
    return [seat["total"] for row in sample.finished for seat in row["seats"].values() if seat["won"]]


def _findings(report: Report) -> str:
    found = [*_changes(report), *report.findings]
    items = "".join(f"<li>{escape(text)}</li>" for text in found[:_FINDINGS])
    more = len(found) - _FINDINGS
    rest = f"<p>{escape(report.say('finds.more', count=more))}</p>" if more > 0 else ""
    return f"<section><h2>{escape(report.say('finds.heading'))}</h2><ul>{items}</ul>{rest}</section>"


def _changes(report: Report) -> list[str]:
    if report.there is None:
        return []
    marked = [d for d in report.differences if d.is_marked]
    key = "finds.differences" if marked else "finds.no_differences"
    return [report.say(key, count=len(marked), of=len(report.differences), other=report.there.label)]


def _section(report: Report, section: Section) -> str:
    legend = _legend(report) if section.is_compared else ""
    picture = section.picture.replace("<svg ", f'<svg role="img" aria-label="{escape(section.heading)}" ', 1)
    return (
        f"<section><h2>{escape(section.heading)}</h2><p>{escape(section.words)}</p>{legend}"
        f'<div class="scroll">{picture}</div></section>'
    )


def _legend(report: Report) -> str:
    there = report.there
    assert there is not None
    both = (
        f"<span><i></i>{escape(report.here.label)}</span>"
        f'<span><i class="other"></i>{escape(there.label)}</span>'
        f'<span><i class="mark"></i>{escape(report.say("legend.mark"))}</span>'
    )
    return f'<div class="legend">{both}</div>'


# ------------------------------------------------------------------------------------------------ the comparison


def _comparison(report: Report) -> str:
    """What differs by more than chance, and what could have."""
    say, there = report.say, report.there
    assert there is not None
    marked = [d for d in report.differences if d.is_marked]
    others = [d for d in report.differences if not d.is_marked]
    heading = escape(say("compare.heading", here=report.here.label, there=there.label))
    shown = _table(report, marked) if marked else f"<p>{escape(say('compare.none'))}</p>"
    summary = escape(say("compare.rest", count=len(others)))
    rest = f"<details><summary>{summary}</summary>{_table(report, others)}</details>" if others else ""
    return f"<section><h2>{heading}</h2><p>{escape(say('compare.words'))}</p>{shown}{rest}</section>"


def _table(report: Report, found: Sequence[Difference]) -> str:
    there = report.there
    assert there is not None
    heads = [report.say("compare.what"), report.here.label, there.label, report.say("compare.difference"), "p"]
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    rows = "".join(_line(report, one) for one in found)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _line(report: Report, one: Difference) -> str:
    form = "{:.1%}" if one.is_share else "{:.2f}"
    difference = f"{100 * (one.here - one.there):+.1f}" if one.is_share else f"{one.here - one.there:+.2f}"
    chance = "< 0.0001" if one.p < 1e-4 else f"{one.p:.4f}"
    cells = [what(report, one), form.format(one.here), form.format(one.there), difference]
    cells.append(chance + (" *" if one.is_marked else ""))
    kind = ' class="marked"' if one.is_marked else ""
    return f"<tr{kind}>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"


def what(report: Report, one: Difference) -> str:
    """What a difference is about, in words."""
    names = report.names
    by_kind = {
        "wins": names.seat, "total": names.seat, "score": names.component, "ending": names.ending,
        "actions": names.action, "named": names.thing,
    }  # fmt: skip
    about = by_kind[one.kind](one.about) if one.kind in by_kind else ""
    return report.say(f"what.{one.kind}", about=about)
