"""Marks and texts of a scene as a few characters each, for terminals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve
from rich.cells import cell_len

from hoyle.runtime.look.canvas import mixed
from hoyle.runtime.look.names import cut
from hoyle.runtime.look.scene import Mark, Place, Sign
from hoyle.runtime.look.shapes import COLOURS, SHAPES
from hoyle.runtime.look.sheet import Run, Runs, Terminal, width_of

INK = "#23262b"  # on a coloured ground
_LETTERS = 2  # a name of so many columns stands for itself


def sign_text(sign: Sign, terminal: Terminal) -> str:
    """A sign as one or a few characters."""
    if sign.glyph is not None or sign.shape is not None:
        shape = SHAPES.get(sign.shape or "")
        if terminal.unicode:
            return sign.glyph or (shape.glyph if shape else "?")
        return sign.letter or (shape.letter if shape else _first(sign.text))
    return sign.text or "?"


def _first(text: str) -> str:
    return next((letter for letter in text if letter.isascii() and letter.isalnum()), "?")


def sign_runs(sign: Sign, terminal: Terminal, ground: str | None = None) -> Runs:
    return (Run(sign_text(sign, terminal), _ink(sign.colour, ground), ground, bold=True),)


def _ink(colour: str | None, ground: str | None) -> str | None:
    """A colour that is told apart from the ground of terminals, or from that of a place."""
    if colour is None:
        return INK if ground else None
    code = COLOURS.get(colour, COLOURS["grey"])[0]
    if ground:
        return mixed(code, "#000000", 0.45)
    faint = colour in ("black", "charcoal", "navy", "forest", "brown", "purple", "white", "snow")
    return mixed(code, "#999999", 0.4) if faint else code


def mark_runs(mark: Mark, terminal: Terminal, ground: str | None = None) -> Runs:
    """A mark: its sign, whose it is, how many."""
    runs = [*sign_runs(mark.sign, terminal, ground)]
    if mark.owner is not None and mark.owner.sign != mark.sign:
        runs += sign_runs(mark.owner.sign, terminal, ground)
    if mark.count != 1:
        wordy = mark.sign.shape is None and mark.sign.glyph is None
        times = ("×" if terminal.unicode else "x") if wordy else ""
        runs.append(Run(f"{times}{'?' if mark.count is None else mark.count}", INK if ground else None, ground))
    return tuple(runs)


def has_sign(sign: Sign) -> bool:
    """Whether there is more of it than a colour."""
    return bool(sign.shape or sign.glyph or sign.text)


def ground_of(place: Place) -> str | None:
    """The colour of the ground of a place."""
    if place.ground is None or place.ground.sign.colour is None:
        return None
    return tint(place.ground.sign)


def tint(sign: Sign) -> str:
    """The colour of a sign as that of a ground."""
    return mixed(COLOURS.get(sign.colour or "grey", COLOURS["grey"])[0], "#ffffff", 0.5)


def ground_sign(mark: Mark, terminal: Terminal) -> str:
    """What stands for the ground: the letters of its name, if they are few, else its shape."""
    text = mark.sign.text
    if 0 < cell_len(text) <= _LETTERS and (mark.sign.letter is None or terminal.unicode) and mark.sign.glyph is None:
        return text
    return sign_text(mark.sign, terminal)


def place_tokens(
    place: Place, terminal: Terminal, ground: str | None, apart: bool = False, width: int | None = None
) -> list[Runs]:
    """What is written in a place, piece by piece: ground, texts, level, marks. Where lines are dear it is one piece, or
    two, what lies there apart from the rest; more, if these would be wider than `width` columns."""
    ink = INK if ground else None
    found: list[Runs] = []
    if terminal.tight:
        place = _without_aside(place)
    if place.ground is not None and has_sign(place.ground.sign):
        found.append((Run(ground_sign(place.ground, terminal), _ink(place.ground.sign.colour, ground), ground),))
    found += [(Run(text.text, ink, ground, bold=text.large),) for text in place.texts]
    if place.height:
        found.append((Run(f"+{place.height}", ink, ground),))
    marks = [mark_runs(mark, terminal, ground) for mark in place.marks]
    if not terminal.tight:
        return found + marks
    parts = (found, marks) if apart else (found + marks,)
    return [piece for tokens in parts if tokens for piece in _closed_up(tokens, width, terminal)]


def _without_aside(place: Place) -> Place:
    texts = tuple(text for text in place.texts if not text.aside)
    return evolve(place, texts=texts, marks=tuple(mark for mark in place.marks if not mark.aside))


def _closed_up(tokens: Sequence[Runs], width: int | None, terminal: Terminal) -> list[Runs]:
    """Tokens as one, with a blank only where two would be read as one; folded where that is wider than `width`."""
    pieces: list[Runs] = []
    for token in tokens:
        joint = _joint(pieces[-1], token) if pieces else ()
        if pieces and (width is None or width_of((*pieces[-1], *joint, *token)) <= width):
            pieces[-1] = (*pieces[-1], *joint, *token)
        else:
            pieces.append(token if width is None else shortened(token, width, terminal))
    return pieces


def _joint(before: Runs, token: Runs) -> Runs:
    last, first = before[-1].text[-1:], token[0].text[:1]
    is_read_as_one = (last.isdigit() and first.isdigit()) or (last.isalpha() and first.isalpha())
    return (Run(" ", None, token[0].ground),) if is_read_as_one else ()


def shortened(runs: Runs, width: int, terminal: Terminal) -> Runs:
    """As much of a piece as there is room for, with a mark where something is missing."""
    if width_of(runs) <= width:
        return runs
    more = "…" if terminal.unicode else "."
    kept: list[Run] = []
    for run in runs:
        text = cut(run.text, max(0, width - cell_len(more) - width_of(kept)))
        kept.append(evolve(run, text=text))
        if text != run.text:
            break
    return (*kept, evolve(kept[-1], text=more))


def packed(tokens: Iterable[Runs], width: int) -> list[Runs]:
    """Tokens with a blank between them, in as many lines as they need."""
    lines: list[list[Run]] = [[]]
    for token in tokens:
        if lines[-1] and width_of(lines[-1]) + 1 + width_of(token) > width:
            lines.append([])
        if lines[-1]:
            lines[-1].append(Run(" ", None, token[0].ground))
        lines[-1] += token
    return [tuple(line) for line in lines]


def joined(tokens: Sequence[Runs], separator: str = " ") -> Runs:
    """Tokens in one line."""
    runs: list[Run] = []
    for i, token in enumerate(tokens):
        runs += [Run(separator)] if i else []
        runs += token
    return tuple(runs)
