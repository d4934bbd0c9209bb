"""A screen of the table as a picture: what a terminal of some size shows at a moment of a record, drawn as SVG."""

from __future__ import annotations

import re
from html import escape, unescape
from io import StringIO
from typing import Final

from attrs import evolve
from rich.cells import cell_len
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.drawing import supposing
from hoyle.runtime.cli.panel import picture
from hoyle.runtime.cli.person import Person
from hoyle.runtime.cli.screen import LEAST_ROOM
from hoyle.runtime.cli.sitting import Sitting
from hoyle.runtime.cli.table import Table
from hoyle.runtime.game import Game
from hoyle.runtime.look.sheet import Terminal
from hoyle.runtime.records import Record

_SIZE: Final = re.compile(r"(\d{2,3})x(\d{2,3})")
_LEAST: Final = (80, 20)
_MOST: Final = (120, 200)
_ANSI: Final = [
    (40, 42, 54), (255, 110, 103), (90, 247, 142), (244, 249, 157), (202, 169, 250), (255, 146, 208), (154, 237, 254),
    (230, 230, 230),
]  # fmt: skip
_THEME: Final = TerminalTheme((30, 31, 38), (226, 224, 216), _ANSI)
_FONTS: Final = "'DejaVu Sans Mono', 'Noto Sans Mono', 'Noto Sans Mono CJK JP', 'Noto Sans Symbols2', monospace"
# As rich has it, but without fonts that are fetched from somewhere.
_FORMAT: Final = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img">
<style>
.{unique_id}-matrix {{ font-family: FONTS; font-size: {char_height}px; line-height: {line_height}px;
  font-variant-east-asian: full-width; white-space: pre; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


COLUMN: Final = 12.2  # as wide as rich makes a column
_TEXT: Final = re.compile(
    r'<text class="(?P<class>[^"]+)" x="(?P<x>[\d.]+)" y="(?P<y>[\d.]+)" textLength="[\d.]+" '
    r'clip-path="(?P<clip>[^"]+)">(?P<text>[^<]*)</text>'
)
_PIECE: Final = re.compile(r"[\u0020-\u007e\u00a0]+|[\u2500-\u257f]+|[\u3000-\u30ff\u4e00-\u9fff\uff00-\uff60]|.")


def size_of(text: str) -> tuple[int, int] | None:
    """Columns and lines, said as `80x24`; None if that is no size of a terminal one can play at."""
    found = _SIZE.fullmatch(text)
    if found is None:
        return None
    columns, lines = int(found[1]), int(found[2])
    fits = _LEAST[0] <= columns <= _MOST[0] and _LEAST[1] <= lines <= _MOST[1]
    return (columns, lines) if fits else None


def screen_lines(
    record: Record, game: Game, at: int | None, viewer: int | None, language: str, terminal: Terminal
) -> list[str]:
    """What a terminal shows after the line `at` of a record (None: the last): to whoever decides then, if that is the
    viewer or all may look (None), the whole turn with its question; else the position."""
    sitting = Sitting(game, "", {})
    kept = tuple(line for line in record.lines if at is None or line.number <= at)
    sitting.go_on_from(evolve(record, lines=kept))
    decides = sitting.state.player
    with supposing(terminal):
        if decides is not None and viewer in (None, game.rules.seat(decides)):
            return Person(decides, Table(language)).turn_lines(sitting)
        room = None if terminal.height is None else max(LEAST_ROOM, terminal.height - 1)
        return picture(sitting.state.position, viewer, language, room=room)


def screen_picture(lines: list[str], title: str, terminal: Terminal) -> str:
    """Lines with their colours as a window of a terminal."""
    console = Console(
        width=terminal.width,
        record=True,
        file=StringIO(),
        force_terminal=True,
        color_system="256",
        legacy_windows=False,
    )
    for line in [*lines, *[""] * ((terminal.height or 0) - len(lines))]:
        console.print(Text.from_ansi(line), no_wrap=True, crop=False, highlight=False)
    text = console.export_svg(
        title=title, theme=_THEME, code_format=_FORMAT.replace("FONTS", _FONTS), unique_id="screen"
    )
    return re.sub(r"[ \t]+\n", "\n", _TEXT.sub(_in_columns, text))


def _in_columns(found: re.Match[str]) -> str:
    """A text in pieces, each in its columns, whatever the widths of the letters of a font: rich counts letters."""
    x, letters = float(found["x"]), unescape(found["text"])
    pieces = []
    for piece in _PIECE.findall(letters):
        width = cell_len(piece) * COLUMN
        if piece.strip("\u00a0 "):
            at = f'x="{x:g}" y="{found["y"]}" textLength="{width:g}"'
            pieces.append(f'<text class="{found["class"]}" {at} clip-path="{found["clip"]}">{_escaped(piece)}</text>')
        x += width
    return "".join(pieces)


def _escaped(text: str) -> str:
    return escape(text).replace("\u00a0", "&#160;")


def caption_of(game: Game, terminal: Terminal, language: str) -> str:
    return message(language, "cli.show.screen", game=game.title(language), width=terminal.width, height=terminal.height)
