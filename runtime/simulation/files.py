"""Where the rows of a simulation go: a file of text (`.csv`, `.jsonl`) that is complete after every row, or `.parquet`.

What cannot be written, because the disk is full, say, leaves a file with all rows before it, whole.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

from hoyle.runtime.game import Game
from hoyle.runtime.problems import os_problem
from hoyle.runtime.simulation.extras import extra
from hoyle.runtime.simulation.rows import Row, columns, flat
from hoyle.runtime.simulation.workers import SimulationError


class RowFile(Protocol):
    """Takes rows, one a game. written: how many are safe. SimulationError if one cannot be written."""

    written: int

    def write(self, row: Row) -> None: ...
    def close(self) -> None: ...


def row_file(path: str, game: Game) -> RowFile:
    """A new file for the rows of a game, by the ending of its name.

    SimulationError if no such files are written, if it is there already, or if it cannot be made.
    """
    make = _KINDS.get(Path(path).suffix.lower())
    if make is None:
        raise SimulationError("simulate.file_kind", name=path, kinds=", ".join(_KINDS))
    if os.path.exists(path):
        raise SimulationError("simulate.file_exists", name=path)
    return make(path, game)


class _TextFile:
    """Rows as lines."""

    def __init__(self, path: str, first: str, line: Callable[[Row], str]) -> None:
        self._path, self._line, self.written = path, line, 0
        try:
            self._file = open(path, "xb", buffering=0)  # noqa: SIM115 - closed by `close`
            self._end = 0
            self._add(first)
        except OSError as error:
            raise SimulationError("simulate.file_unwritable", name=path, why=os_problem(error), count=0) from error

    def write(self, row: Row) -> None:
        try:
            self._add(self._line(row))
        except OSError as error:
            self._cut()
            why = os_problem(error)
            raise SimulationError("simulate.file_unwritable", name=self._path, why=why, count=self.written) from error
        self.written += 1

    def _add(self, text: str) -> None:
        """All of it: a file that is nearly full takes a part, and refuses the rest."""
        left = memoryview(text.encode())
        while left:
            left = left[self._file.write(left) :]
        self._end += len(text.encode())

    def _cut(self) -> None:
        """Take back the row that is there in part."""
        try:
            self._file.truncate(self._end)
        except OSError:
            return  # the reader sees half a line

    def close(self) -> None:
        self._file.close()


def _csv(path: str, game: Game) -> RowFile:
    names = columns(game)

    def line(values: list[Any]) -> str:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow(values)
        return text.getvalue()

    def of(row: Row) -> str:
        values = flat(row)
        return line([_said(values.get(name)) for name in names])

    return _TextFile(path, line(names), of)


def _said(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else value


def _jsonl(path: str, _: Game) -> RowFile:
    return _TextFile(path, "", lambda row: json.dumps(row, ensure_ascii=False) + "\n")


# ------------------------------------------------------------------------------------------------ parquet

_GROUP: Final = 1_000  # rows


class _ParquetFile:
    """Columns, written by the thousand; readable once it is closed."""

    def __init__(self, path: str, game: Game) -> None:
        extra("pyarrow", "parquet")
        import pyarrow
        from pyarrow import parquet

        self._arrow, self._path, self.written = pyarrow, path, 0
        self._schema = pyarrow.schema([(name, _type(pyarrow, name)) for name in columns(game)])
        self._rows: list[Row] = []
        self._is_lost = False
        try:
            self._file = parquet.ParquetWriter(path, self._schema)
        except OSError as error:
            raise SimulationError("simulate.file_unwritable", name=path, why=os_problem(error), count=0) from error

    def write(self, row: Row) -> None:
        self._rows.append(flat(row))
        if len(self._rows) >= _GROUP:
            self._flush()

    def _flush(self) -> None:
        try:
            self._file.write_table(self._arrow.Table.from_pylist(self._rows, self._schema))
        except OSError as error:
            raise self._lost(error) from error
        self.written += len(self._rows)
        self._rows = []

    def _lost(self, error: OSError) -> SimulationError:
        """What ends in the middle cannot be read by anybody: it goes, and that is said."""
        self._is_lost = True
        with suppress(OSError, self._arrow.ArrowException):
            self._file.close()
        with suppress(OSError):
            os.remove(self._path)
        return SimulationError("simulate.file_lost", name=self._path, why=os_problem(error))

    def close(self) -> None:
        if self._is_lost:
            return
        if self._rows:
            self._flush()
        try:
            self._file.close()
        except OSError as error:
            raise self._lost(error) from error


def _type(arrow: Any, column: str) -> Any:
    name = column.rpartition(".")[2] if not column.partition(".")[2].startswith(("score.", "power.")) else ""
    if column.partition(".")[2].startswith("power.") or name in ("bot", "ending", "winners"):
        return arrow.string()
    if name in ("won", "stopped"):
        return arrow.bool_()
    return arrow.float64() if name == "mean_options" else arrow.int64()


_KINDS: Final[dict[str, Callable[[str, Game], RowFile]]] = {".csv": _csv, ".jsonl": _jsonl, ".parquet": _ParquetFile}
