"""What every test can use: Hypothesis profiles, and recorded texts with their `--update-expected` flag."""

import signal

import pytest
from hypothesis import settings

from golden import Golden

# Some tests press Ctrl-C. What a shell starts in the background, and all that this starts, would not notice it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Rule files below are what tests read; those of the games are run by `make games`, and by `pytest games`.
collect_ignore_glob = ["*.hoyle"]

# Compiling a game takes longer than Hypothesis' deadline for one example, and tests never assert a time.
settings.register_profile("dev", deadline=None)
# The same examples on every machine and every run: `make test` is red or green for the commit, not for the day.
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.register_profile("deep", deadline=None, max_examples=5_000)
settings.load_profile("dev")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag that records expected texts anew."""
    parser.addoption("--update-expected", action="store_true", help="record the expected texts instead of comparing")


@pytest.fixture(scope="session")
def golden(pytestconfig: pytest.Config) -> Golden:
    """Compares a text with its recorded file: `golden.check(Path(__file__).parent / "expected/tree.txt", text)`."""
    return Golden(update=bool(pytestconfig.getoption("--update-expected")))
