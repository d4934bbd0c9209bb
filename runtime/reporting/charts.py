"""Pictures of a report, as SVG with text as text: readable on any screen, searchable, and the same for the same games.

One look: what is reported in one colour, what it is compared with in grey, what is more than chance in orange, and
never colour alone: what is compared is drawn hollow, what is marked has a star.
"""

from __future__ import annotations

import io
import logging
import re
import warnings
from collections.abc import Callable, Sequence
from typing import Any, Final

from attrs import frozen

from hoyle.runtime.simulation.extras import extra

INK: Final = "#20303c"
MAIN: Final = "#0b7285"
OTHER: Final = "#6b7280"
MARK: Final = "#d9480f"
PALE: Final = "#c5e3ea"
GRID: Final = "#e3e7eb"
# Distinct also for the colour-blind (Okabe and Ito), without the one that marks.
PARTS: Final = ("#0b7285", "#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#f0e442", "#8a8f98", "#0072b2")
_WIDTH: Final = 7.6  # inches
_ROW: Final = 0.36
_LABEL: Final = 0.08  # as much of all games as a label takes
_PATCH: Final = {"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"}  # over lines
_STYLE: Final = {
    "svg.fonttype": "none",
    "svg.hashsalt": "hoyle",
    "font.family": "sans-serif",
    "font.size": 10.5,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": "#b9c2ca",
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10.5,
    "axes.titlelocation": "left",
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "hatch.color": "white",
}


@frozen
class Dot:
    """A share with its interval. expected: a tick on its line; other: the same of what it is compared with."""

    label: str
    value: float
    low: float
    high: float
    expected: float | None = None
    is_marked: bool = False
    other: tuple[float, float, float] | None = None
    note: str = ""


def drawn(height: float, draw: Callable[[Any], None]) -> str:
    """A picture of the usual width, drawn on a figure of matplotlib. ExtraMissing if that is not installed."""
    extra("matplotlib", "report")
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    import matplotlib
    from matplotlib.figure import Figure

    text = io.StringIO()
    with matplotlib.rc_context(_STYLE), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter that its own font lacks is drawn by the browser's
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        draw(figure)
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _inline(text.getvalue())


def _inline(svg: str) -> str:
    """As it stands in a page: no prologue, as wide as there is room."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(
        r'<svg ([^>]*?)width="[^"]*" height="[^"]*"|<svg height="[^"]*" width="[^"]*"', r"<svg \1", svg, count=1
    )
    return re.sub(r"\bfont: ([\d.]+px) [^;\"]*", r"font-size: \1; font-family: inherit", svg)


# ------------------------------------------------------------------------------------------------ shares


def dots(items: Sequence[Dot], expected: float | None = None) -> str:
    """Shares with their intervals, one under the other; expected: a line through all of them."""

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        for place, item in enumerate(items):
            _dot(axes, place, item)
        if expected is not None:
            axes.axvline(expected, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        _rows(axes, [item.label for item in items])
        _percent(axes)
        right = max([expected or 0.0, *(_right_of(item) for item in items)])
        left = min([item.low for item in items] + [item.other[1] for item in items if item.other] + [expected or 1])
        left = max(0.0, (left - 0.03) // 0.05 * 0.05)
        axes.set_xlim(left, min(1.0, right * 1.01) + 0.2 * (min(1.0, right) - left))
        for place, item in enumerate(items):
            text = f"{item.value:.1%}{' *' if item.is_marked else ''}{item.note}"
            where = {"xytext": (7, 0), "textcoords": "offset points", "va": "center"}
            axes.annotate(text, (_label_at(item), place), **where, fontsize=9.5, bbox=_PATCH)

    return drawn(0.55 + _ROW * len(items) * (1.25 if any(item.other for item in items) else 1), draw)


def _label_at(item: Dot) -> float:
    """Where the share of a dot is written: behind it, or behind what it is compared with if that lies in the way."""
    is_free = item.other is not None and item.other[1] > item.high + _LABEL
    return item.high if is_free else _right_of(item)


def _right_of(item: Dot) -> float:
    """How far all that is drawn of it reaches."""
    return max(item.high, item.other[2] if item.other else 0.0, item.expected or 0.0)


def _dot(axes: Any, place: int, item: Dot) -> None:
    colour, shift = (MARK if item.is_marked else MAIN), 0.0
    if item.other is not None:
        shift = 0.17
        value, low, high = item.other
        axes.plot([low, high], [place + shift] * 2, color=OTHER, linewidth=1.6, solid_capstyle="round")
        axes.plot(
            [value], [place + shift], "o", color="white", markeredgecolor=OTHER, markeredgewidth=1.6, markersize=6
        )
    axes.plot([item.low, item.high], [place - shift] * 2, color=colour, linewidth=2.6, solid_capstyle="round")
    axes.plot([item.value], [place - shift], "o", color=colour, markersize=7.5)
    if item.expected is not None:
        axes.plot([item.expected], [place - shift], "|", color=INK, markersize=13, markeredgewidth=1.4)


def _rows(axes: Any, labels: Sequence[str]) -> None:
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.spines["left"].set_visible(False)


def _percent(axes: Any) -> None:
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    axes.xaxis.set_major_locator(MaxNLocator(8, steps=[1, 2, 5, 10], min_n_ticks=3))
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))


# ------------------------------------------------------------------------------------------------ bars


def bars(items: Sequence[tuple[str, float, float | None, bool]], form: str = "{:.2f}") -> str:
    """Label, value, the value of what it is compared with, and whether they differ by more than chance."""

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        compared = any(other is not None for _, _, other, _ in items)
        high = 0.36 if compared else 0.66
        for place, (_, value, other, is_marked) in enumerate(items):
            at = place - (0.19 if compared else 0)
            axes.barh(at, value, high, color=MARK if is_marked else MAIN)
            if other is not None:
                axes.barh(place + 0.19, other, high, color="white", edgecolor=OTHER, linewidth=1.2)
            text = form.format(value) + (" *" if is_marked else "")
            axes.annotate(text, (value, at), (5, 0), textcoords="offset points", va="center", fontsize=9.5)
        _rows(axes, [label for label, *_ in items])
        axes.set_xlim(0, max([v for _, v, _, _ in items] + [o or 0 for _, _, o, _ in items] + [1e-9]) * 1.14)
        axes.set_xticks([])
        axes.spines["bottom"].set_visible(False)

    return drawn(0.35 + _ROW * len(items) * (1.3 if any(o is not None for _, _, o, _ in items) else 1), draw)


def stacks(labels: Sequence[str], parts: Sequence[tuple[str, Sequence[float]]], totals: Sequence[float]) -> str:
    """Of each label the mean of each part, beside each other; what is negative lies to the left."""

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        right, left = [0.0] * len(labels), [0.0] * len(labels)
        for number, (name, values) in enumerate(parts):
            starts = [left[i] if v < 0 else right[i] for i, v in enumerate(values)]
            hatch = None if number < len(PARTS) else "///"
            axes.barh(range(len(labels)), values, 0.62, left=starts, color=PARTS[number % len(PARTS)], label=name,
                      edgecolor="white", linewidth=0.8, hatch=hatch)  # fmt: skip
            for i, value in enumerate(values):
                left[i], right[i] = left[i] + min(value, 0), right[i] + max(value, 0)
        for place, total in enumerate(totals):
            where = (max(right[place], 0), place)
            axes.annotate(f"{total:.1f}", where, (6, 0), textcoords="offset points", va="center", weight="bold")
        _rows(axes, labels)
        axes.set_xlim(min([*left, 0]) * 1.05, max([*right, 1e-9]) * 1.1)
        figure.legend(loc="outside lower left", ncols=3, frameon=False, fontsize=9.5)

    return drawn(0.75 + _ROW * 1.15 * len(labels) + 0.24 * ((len(parts) + 2) // 3), draw)


# ------------------------------------------------------------------------------------------------ distributions


def histograms(panels: Sequence[tuple[str, Sequence[float], Sequence[float] | None]], across: int = 3) -> str:
    """How often each value was, in one small picture for each panel: title, values, and those compared with."""
    across = min(across, len(panels))
    down = -(-len(panels) // across)

    def draw(figure: Any) -> None:
        grid = figure.subplots(down, across, squeeze=False)
        for place, axes in enumerate(grid.flat):
            if place >= len(panels):
                axes.set_visible(False)
                continue
            title, values, others = panels[place]
            _histogram(axes, values, others)
            axes.set_title(title)

    return drawn(1.75 * down if across > 1 else 2.3, draw)


def _histogram(axes: Any, values: Sequence[float], others: Sequence[float] | None) -> None:
    edges = _edges([*values, *(others or ())])
    width = edges[1] - edges[0]
    axes.bar([e + width / 2 for e in edges[:-1]], _shares(values, edges), width * 0.94, color=MAIN, linewidth=0)
    if others:
        steps = _shares(others, edges)
        axes.step([*edges, edges[-1]], [0, *steps, 0][: len(edges) + 1], where="pre", color=OTHER, linewidth=1.7)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.locator_params(axis="y", nbins=3)
    axes.locator_params(axis="x", nbins=6, integer=True)
    axes.grid(visible=False, axis="x")
    axes.spines["left"].set_visible(False)


def _edges(values: Sequence[float]) -> list[float]:
    """The bounds of at most 40 bars of equal width: whole numbers in their middle, if they are few."""
    low, high = min(values), max(values)
    width = max(1, -(-int(high - low + 1) // 40))
    count = int((high - low) // width) + 1
    return [low - 0.5 + width * n for n in range(count + 1)]


def _shares(values: Sequence[float], edges: Sequence[float]) -> list[float]:
    counts, width = [0] * (len(edges) - 1), edges[1] - edges[0]
    for value in values:
        counts[min(len(counts) - 1, int((value - edges[0]) // width))] += 1
    return [count / max(1, len(values)) for count in counts]


def course(values: Sequence[Sequence[float]], others: Sequence[Sequence[float]] | None, labels: Sequence[str]) -> str:
    """How a number goes over the tenths of a game: its mean, and a band for the middle half of the games. labels: of
    the axes."""

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        parts = [n for n, found in enumerate(values) if found]
        at = [n * 10 + 5 for n in parts]
        low, high = zip(*(_quarters(values[n]) for n in parts), strict=True)
        axes.fill_between(at, low, high, color=PALE, linewidth=0)
        if others is not None:
            kept = [n for n, found in enumerate(others) if found]
            means = [sum(others[n]) / len(others[n]) for n in kept]
            axes.plot([n * 10 + 5 for n in kept], means, "o--", color=OTHER, markerfacecolor="white", linewidth=1.6)
        axes.plot(at, [sum(values[n]) / len(values[n]) for n in parts], "o-", color=MAIN, linewidth=2.4, markersize=5)
        axes.set_xlim(0, 100)
        axes.set_ylim(bottom=0)
        axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0f}%")
        axes.set_xlabel(labels[0])
        axes.set_ylabel(labels[1])

    return drawn(2.7, draw)


def _quarters(values: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(values)
    return ordered[len(ordered) // 4], ordered[(3 * len(ordered)) // 4]
