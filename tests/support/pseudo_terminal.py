"""The program at a terminal of its own, for tests of what is shown only there."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path
from select import select

from terminal import SETTINGS

SUPPORT = Path(__file__).parent
HANDMADE = "from terminal import handmade_games\nfrom hoyle.runtime.cli import main\nwith handmade_games(): main()"
SHIPPED = "from hoyle.runtime.cli import main\nmain()"


class Terminal:
    """The program at a terminal of its own. answers_keys: whether it may answer each key, else lines are typed; size:
    columns and lines, None: it tells none."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        program: str = HANDMADE,
        term: str = "xterm",
        answers_keys: bool = False,
        size: tuple[int, int] | None = None,
    ) -> None:
        self._master, slave = pty.openpty()
        if size is not None:
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        settings = {
            **os.environ,
            **SETTINGS,
            "TERM": term,
            "NO_COLOR": "1",
            "PYTHONPATH": os.pathsep.join([str(SUPPORT), *sys.path]),
            "XDG_STATE_HOME": str(home),
        }
        for name in ("LINES", "COLUMNS", *(["NO_COLOR"] if answers_keys else [])):
            settings.pop(name, None)  # the terminal tells its size, not that of who runs the tests
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=settings,
            start_new_session=True,
        )
        os.close(slave)

    def read(self, until: str) -> str:
        """What is shown up to a text; all of it if the program ends before."""
        shown = b""
        while until.encode() not in shown and select([self._master], [], [], 60)[0]:
            try:
                piece = os.read(self._master, 4096)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        return shown.decode().replace("\r\n", "\n")

    def read_any(self, *ends: str) -> str:
        """What is shown until it ends with one of some texts; all of it if the program ends before."""
        shown = b""
        while not shown.endswith(tuple(end.encode() for end in ends)) and select([self._master], [], [], 60)[0]:
            try:
                piece = os.read(self._master, 4096)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        return shown.decode().replace("\r\n", "\n")

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size; the program is told so."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def interrupt(self) -> str:
        """Send Ctrl-C, and what is then shown. Between showing a prompt and waiting for input Python may miss one."""
        for _ in range(10):
            self.process.send_signal(signal.SIGINT)
            if select([self._master], [], [], 3)[0]:
                break
        return self.read("\0never")

    def close(self) -> int:
        with suppress(ProcessLookupError):
            if self.process.poll() is None and not self.read("\0never") and self.process.poll() is None:
                self.process.kill()
        os.close(self._master)
        return self.process.wait(60)
