"""Places joined by edges: what is kept of earlier answers never changes one."""

from random import Random

from hoyle.runtime.support.values import joined


def by_hand(start: int, edges: frozenset[int], ends: tuple[tuple[int, int], ...]) -> frozenset[int]:
    found = {start}
    for _ in ends:
        found |= {place for edge in edges for place in ends[edge] if found & set(ends[edge])}
    return frozenset(found)


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    """The same edges of two tables, in turns, and more questions than are kept."""
    random = Random(1)
    tables = [tuple((random.randrange(9), random.randrange(9)) for _ in range(14)) for _ in range(2)]
    for number in range(6000):
        ends, edges = tables[number % 2], frozenset(random.sample(range(14), random.randrange(8)))
        start = random.randrange(9)
        assert joined(start, edges, ends, 0) == by_hand(start, edges, ends)
        if number % 9 == 0:
            assert joined(start, list(edges), tables[1 - number % 2], 0) == by_hand(
                start, edges, tables[1 - number % 2]
            )
