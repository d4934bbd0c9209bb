"""Simulations on a Dask cluster, for those who outgrow one machine."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Final

from hoyle.runtime.simulation.extras import extra
from hoyle.runtime.simulation.workers import SimulationError

_PATIENCE: Final = "10s"  # for the scheduler to answer
_ADDRESS: Final = re.compile(r"(\w+://)?[^\s/]+:\d{1,5}/?|inproc://\S+")


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """An executor whose work is done by the workers of a scheduler.

    A worker that dies is no failure: Dask gives its portions to others. SimulationError if the scheduler does not
    answer, or has no workers.
    """
    if not _ADDRESS.fullmatch(address):
        raise SimulationError("simulate.address", address=address)
    extra("distributed", "dask")
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is wrong is told once, by us
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        why = str(error).strip() or type(error).__name__
        raise SimulationError("simulate.scheduler", address=address, why=why) from error
    with client:
        if not client.scheduler_info()["workers"]:
            raise SimulationError("simulate.no_workers", address=address)
        yield client.get_executor(pure=False, retries=3)
