"""A question at a terminal that answers every key, by prompt_toolkit: see `docs/decisions/0014-keys.md`.

Imported only where there is such a terminal (`table.answers_keys`): elsewhere lines are read. What the question showed
is erased when it is answered.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import create_input
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import BufferControl, FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import Style

from hoyle.runtime.cli.pane import Room, Row, foretold, pane
from hoyle.runtime.cli.picking import Picking, Said
from hoyle.runtime.cli.table import LONGEST_LINE
from hoyle.runtime.moves import Move

Answer = Move | Said | None
_STYLE: Final = Style.from_dict({"marked": "reverse", "note": "fg:ansibrightblack", "told": "fg:ansicyan"})
_PAGE: Final = 10  # entries
_ESCAPE: Final = 0.05  # seconds after which Esc is that key and not the beginning of another


class Question:
    """One question on the screen. above: rows that should stay in sight above it; redraw: shows them anew on an empty
    screen, and tells how many they are."""

    def __init__(
        self, picking: Picking, prompt: str, above: int, unicode: bool, redraw: Callable[[], int] | None = None
    ) -> None:
        self._picking, self._above, self._unicode, self._redraw = picking, above, unicode, redraw
        self._buffer = Buffer(multiline=False, on_text_changed=lambda buffer: self._typed(buffer.text))
        line = BufferControl(self._buffer, input_processors=[BeforeInput(prompt)])
        self._app: Application[Answer] = Application(
            Layout(
                HSplit(
                    [
                        _window(lambda: pane(picking, self._room).head),
                        # It is scrolled as far as it must be now, not as far as it once was.
                        Window(line, height=1, dont_extend_height=True, get_horizontal_scroll=lambda _: 0),
                        _window(lambda: pane(picking, self._room).below),
                    ]
                )
            ),
            key_bindings=self._keys(),
            style=_STYLE,
            erase_when_done=True,
            input=create_input(sys.stdin),
            output=_output(),
        )
        self._app.ttimeoutlen = _ESCAPE
        self._drawn = asyncio.Event()
        self._app.after_render += lambda _: self._drawn.set()

    def ask(self) -> Answer:
        """The move that is chosen, or the line that is typed; None at the end of the input. KeyboardInterrupt."""
        with suppress(EOFError):
            return self._app.run(pre_run=self._begin)
        return None

    @property
    def _room(self) -> Room:
        size = self._app.output.get_size()
        return Room(size.columns, size.rows, self._above, self._unicode)

    def _begin(self) -> None:
        self._app.create_background_task(self._look_ahead())

    async def _look_ahead(self) -> None:
        """Between the keys, work out what the moves on the screen would change, the marked one first."""
        while True:
            await self._drawn.wait()
            self._drawn.clear()
            marked = None if self._picking.marked is None else self._picking.entries[self._picking.marked].move
            for moves in ([marked] if marked is not None else [], foretold(self._picking)):
                if await self._looked(moves):
                    self._app.invalidate()

    async def _looked(self, moves: Sequence[Move]) -> bool:
        """Whether there is something new; it ends early when another list was drawn."""
        foresight, is_new = self._picking.menu.foresight, False
        for move in moves if foresight is not None else ():
            if foresight is not None and not foresight.has(move):
                foresight.of(move)
                is_new = True
                await asyncio.sleep(0)  # keys come first
            if self._drawn.is_set():
                break
        return is_new

    def _typed(self, text: str) -> None:
        if text != self._picking.text:
            self._picking.type(text)

    def _show(self) -> None:
        """The line is what the picking says, after a step in it."""
        if self._buffer.text != self._picking.text:
            self._buffer.text = self._picking.text

    # -------------------------------------------------------------------------------------------- keys

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        picking, buffer = self._picking, self._buffer

        work: dict[tuple[str, ...], Callable[[KeyPressEvent], object]] = {
            ("enter", "c-j"): lambda _: self._enter(),
            ("down", "tab", "c-n"): lambda _: picking.move(1),
            ("up", "s-tab", "c-p"): lambda _: picking.move(-1),
            ("pagedown",): lambda _: picking.page(_PAGE),
            ("pageup",): lambda _: picking.page(-_PAGE),
            ("escape", "c-u"): lambda _: self._clear(),
            ("backspace", "c-h"): lambda _: self._backspace(),
            ("c-c", "<sigint>"): lambda event: event.app.exit(exception=KeyboardInterrupt()),
            ("c-d",): lambda event: buffer.delete() if buffer.text else event.app.exit(exception=EOFError()),
            ("c-l",): lambda _: run_in_terminal(self._draw_anew),
            ("c-z",): lambda event: event.app.suspend_to_background(),
            # Nothing that is pasted is answered before it was looked at: it becomes one line.
            ("<bracketed-paste>",): lambda event: buffer.insert_text(" ".join(event.data[:LONGEST_LINE].split())),
        }
        for names, deed in work.items():
            for name in names:
                keys.add(name, eager=name == "escape")(_alone(deed))
        return keys

    def _enter(self) -> None:
        answer = self._picking.enter()
        self._show()
        if answer is not None:
            self._app.exit(result=answer)

    def _draw_anew(self) -> None:
        if self._redraw is not None:
            self._above = self._redraw()

    def _clear(self) -> None:
        self._picking.clear()
        self._show()

    def _backspace(self) -> None:
        if self._buffer.text:
            self._buffer.delete_before_cursor()
        else:
            self._picking.back()


def _alone(deed: Callable[[KeyPressEvent], object]) -> Callable[[KeyPressEvent], None]:
    """What a key does, without what it answers."""

    def done(event: KeyPressEvent) -> None:
        deed(event)

    return done


def forget_typed_ahead() -> None:
    """Keys that were pressed too early are meant for nobody."""
    clear_typeahead(create_input(sys.stdin))


def _output() -> Output:
    """The screen. It is not asked where its cursor is, as some never answer: a question begins on a line of its own."""
    output = create_output(sys.stdout)
    if isinstance(output, Vt100_Output):
        output.enable_cpr = False
    return output


def _window(rows: Callable[[], list[Row]]) -> Window:
    def text() -> StyleAndTextTuples:
        pieces: StyleAndTextTuples = []
        for number, row in enumerate(rows()):
            pieces += [("", "\n"), *row] if number else row
        return pieces

    return Window(FormattedTextControl(text), height=lambda: len(rows()), wrap_lines=False)
