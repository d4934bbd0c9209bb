"""What is typed and marked at one question, key by key: with each letter the list holds what is still meant, and one of
it can be marked. It knows neither keyboard nor screen (`keyboard.py`, `pane.py`).

Return takes what is marked. By itself only that is marked which was typed to its end, or is the only one left; of
several one is marked with the arrows. So nothing typed makes a move by mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import define, field, frozen

from hoyle.runtime.cli.menu import Menu, Option
from hoyle.runtime.cli.table import tidied
from hoyle.runtime.cli.typed import squeezed
from hoyle.runtime.moves import Move


@frozen
class Entry:
    """A line of the list. front: the number typed for it, "" if none is; said: what a command is typed as, and does."""

    name: str
    option: Option | None = None
    front: str = ""
    said: str = ""

    @property
    def move(self) -> Move | None:
        """The move it is, if it is a whole one."""
        return self.option.moves[0] if self.option is not None and len(self.option.moves) == 1 else None


@frozen
class Said:
    """A line that is answered as one typed where keys are not: a command, a move, anything."""

    text: str


@define
class Picking:
    """commands: each word with what it does; is_command: whether a line is one; read: a text as a whole move that is
    possible, None if it is none."""

    menu: Menu
    commands: Mapping[str, str]
    is_command: Callable[[str], bool]
    read: Callable[[str], Move | None]
    text: str = ""
    entries: list[Entry] = field(init=False, factory=list)
    marked: int | None = field(init=False, default=None)
    looked: Menu = field(init=False)  # the menu that the entries are of
    _is_moved: bool = field(init=False, default=False)  # the mark, with arrows

    def __attrs_post_init__(self) -> None:
        self.type(self.text)

    # -------------------------------------------------------------------------------------------- keys

    def type(self, text: str) -> None:
        """The whole text that now stands at the prompt."""
        self.text, self.looked, self._is_moved = text, self.menu, False
        wanted = tidied(text)
        self.entries, is_meant = self._found(wanted)
        self.marked = 0 if is_meant or (len(self.entries) == 1 and (wanted or self.menu.is_narrowed)) else None

    def move(self, steps: int) -> None:
        """Mark another entry, further down or up; the first follows the last."""
        if not self.entries:
            return
        self._is_moved = True
        if self.marked is None:
            self.marked = 0 if steps > 0 else len(self.entries) - 1
        else:
            self.marked = (self.marked + steps) % len(self.entries)

    def page(self, steps: int) -> None:
        """Mark an entry many lines further down or up, at most the last or the first."""
        if self.entries:
            self._is_moved = True
            self.marked = min(max((self.marked or 0) + steps, 0), len(self.entries) - 1)

    def clear(self) -> None:
        """Forget what is typed and marked; if there is nothing of that, one step back."""
        if not self.text and not self._is_moved:
            self.menu.back()
        self.type("")

    def back(self) -> None:
        """One step back in choosing."""
        self.menu.back()
        self.type("")

    def enter(self) -> Move | Said | None:
        """Take what is marked: the move or the command it is, or None after a step towards a move."""
        wanted = tidied(self.text)
        if self.marked is not None:
            return self._take(self.entries[self.marked])
        if wanted:
            return Said(wanted)
        self.menu.reset()
        self.type("")
        return None

    def _take(self, entry: Entry) -> Move | Said | None:
        if entry.option is None:
            return Said(entry.said)
        move = self.menu.pick(entry.option)
        self.type("")
        return move

    # -------------------------------------------------------------------------------------------- what is meant

    def _found(self, text: str) -> tuple[list[Entry], bool]:
        """What a text leaves, and whether it says exactly the first of it."""
        step = [Entry(o.name, o, front) for o, front in zip(self.menu.options, self.menu.fronts, strict=True)]
        if not text:
            return step, False
        if text.startswith("?"):
            return [], False
        found, is_meant = self._moves(step, text)
        if self.is_command(text):
            return [self._command(text), *found], True
        return found or [self._command(word) for word in self.commands if word.startswith(text.casefold())], is_meant

    def _command(self, text: str) -> Entry:
        word = text.partition(" ")[0].removeprefix("/").casefold()
        does = self.commands.get(word, "")
        return Entry(f"{text}: {does}" if does else text, said=text)

    def _moves(self, step: list[Entry], text: str) -> tuple[list[Entry], bool]:
        if text.isascii() and text.isdigit():
            numbered = sorted((e for e in step if e.front.startswith(text)), key=lambda entry: entry.front != text)
            if numbered:
                return numbered, numbered[0].front == text
        exact = self.menu.named(text)
        holding = _holding(step, text)
        if exact is not None:
            front = next((entry.front for entry in step if entry.option is exact), "")
            others = [entry for entry in holding if entry.option is not exact]
            return [Entry(exact.name, exact, front), *others], True
        return (holding, False) if holding else self._elsewhere(text)

    def _elsewhere(self, text: str) -> tuple[list[Entry], bool]:
        """Moves that are not offered at this step: a whole one that is written out, and those that hold the words."""
        move = self.read(text)
        if move is not None:
            name = move.sentence(self.menu.language)
            return [Entry(name, Option(name, (move.notation,), (move,)))], True
        sifted = self.menu.sifted(text)
        if sifted is None:
            return [], False
        self.looked = sifted
        return [Entry(option.name, option) for option in sifted.options], False


def _holding(step: list[Entry], text: str) -> list[Entry]:
    """The entries whose names hold a text, else every word of it; else those of whose notation that is so."""
    for said in (lambda entry: entry.name, _noted):
        for wanted in ([squeezed(text)], [squeezed(word) for word in text.split()]):
            found = [entry for entry in step if all(word in squeezed(said(entry)) for word in wanted)]
            if found:
                return found
    return []


def _noted(entry: Entry) -> str:
    return entry.name if entry.option is None else "|".join((entry.name, *entry.option.words))
