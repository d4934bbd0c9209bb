"""The land of a map from the points of its regions and their neighbours: who is next to whom shares a border.

Between three regions that are neighbours of one another their borders meet in one point; a face of the net of
neighbours with more corners is a hole (a lake, a mountain). Outside, the coast runs around each region.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from attrs import frozen

Spot = tuple[float, float]
Outline = list[Spot]
COAST = 0.62  # how far the coast lies from a region, in lengths of its shortest border crossing
HOLE = 5  # corners from which on a face is a hole


@frozen
class Land:
    """cells: the outline of each region; walls: the border between two, by numbers, the lower first; coasts: the
    outlines of all land; holes: what lies between regions."""

    cells: Mapping[int, Outline]
    walls: Mapping[tuple[int, int], Outline]
    coasts: tuple[Outline, ...]
    holes: tuple[Outline, ...]


def regions(at: Mapping[int, Spot], beside: Mapping[int, Sequence[int]]) -> Land:
    """The land whose regions lie at these points; lines between neighbours must not cross."""
    near = {a: sorted((b for b in beside.get(a, ()) if b in at), key=lambda b: _angle(at[a], at[b])) for a in at}
    faces = _faces(near)
    outer = [face for face in faces if _area(face, at) <= 0]
    ends: dict[Edge, Spot] = {}
    reach = _reach(near, at)
    for face in faces:
        for edge in _edges(face):
            ends[edge] = _shore(edge, at, reach) if face in outer else _inner(edge, face, at)
    turns = {edge: _corner(edge, face, at, reach, face in outer) for face in faces for edge in _edges(face)}
    cells = {a: _cell(a, near, at, ends, turns, reach) for a in at}
    walls = {(a, b): [ends[a, b], _middle(at[a], at[b]), ends[b, a]] for a in near for b in near[a] if a < b}
    rings = {face: [spot for edge in _edges(face) for spot in (ends[edge], *turns[edge])] for face in faces}
    holes = tuple(rings[face] for face in faces if face not in outer and len(face) >= HOLE)
    alone = tuple(cells[a] for a in at if not near[a])
    return Land(cells, walls, (*(rings[face] for face in outer), *alone), holes)


Edge = tuple[int, int]
Face = tuple[int, ...]


def _angle(a: Spot, b: Spot) -> float:
    return math.atan2(b[1] - a[1], b[0] - a[0])


def _middle(a: Spot, b: Spot, share: float = 0.5) -> Spot:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _edges(face: Face) -> list[Edge]:
    return list(zip(face, (*face[1:], face[0]), strict=True))


def _faces(near: Mapping[int, Sequence[int]]) -> list[Face]:
    """The faces of the net, each as its corners in order, with the face on the left."""
    left = [(a, b) for a in near for b in near[a]]
    done: set[Edge] = set()
    faces = []
    for start in left:
        if start in done:
            continue
        corners, (a, b) = [], start
        while (a, b) not in done:
            done.add((a, b))
            corners.append(a)
            a, b = b, _before(near[b], a)
        faces.append(tuple(corners))
    return faces


def _before(around: Sequence[int], a: int) -> int:
    return around[around.index(a) - 1]


def _area(face: Face, at: Mapping[int, Spot]) -> float:
    return sum(at[a][0] * at[b][1] - at[b][0] * at[a][1] for a, b in _edges(face))


def _reach(near: Mapping[int, Sequence[int]], at: Mapping[int, Spot]) -> float:
    """How far land reaches beyond its points."""
    lengths = sorted(math.dist(at[a], at[b]) for a in near for b in near[a])
    return COAST * (lengths[len(lengths) // 3] if lengths else 60.0)


def _normal(a: Spot, b: Spot) -> Spot:
    """The direction to the left of a way, of length 1."""
    length = math.dist(a, b) or 1
    return -(b[1] - a[1]) / length, (b[0] - a[0]) / length


def _shore(edge: Edge, at: Mapping[int, Spot], reach: float) -> Spot:
    """Where a border runs into the sea."""
    a, b = (at[end] for end in edge)
    (x, y), (dx, dy) = _middle(a, b), _normal(a, b)
    return x + dx * reach * 0.8, y + dy * reach * 0.8


def _centre(face: Face, at: Mapping[int, Spot]) -> Spot:
    return sum(at[a][0] for a in face) / len(face), sum(at[a][1] for a in face) / len(face)


def _inner(edge: Edge, face: Face, at: Mapping[int, Spot]) -> Spot:
    """Where a border ends inland: in the middle of its face, or at the rim of a hole."""
    centre = _centre(face, at)
    return centre if len(face) < HOLE else _middle(_middle(at[edge[0]], at[edge[1]]), centre, 0.42)


def _corner(edge: Edge, face: Face, at: Mapping[int, Spot], reach: float, is_outer: bool) -> Outline:
    """What lies between the end of this border and that of the next one of its face, around the region between."""
    a, b = edge
    c = face[(_edges(face).index(edge) + 2) % len(face)]
    if not is_outer:
        return [_middle(at[b], _centre(face, at), 0.5)] if len(face) >= HOLE else []
    start, end = _normal(at[a], at[b]), _normal(at[b], at[c])
    first = math.atan2(start[1], start[0])
    turn = (first - math.atan2(end[1], end[0])) % (2 * math.pi)
    if len(face) == 2:
        turn = math.pi
    if turn > math.pi * 1.02:
        return []
    steps = max(1, math.ceil(turn / 0.5))
    angles = [first - turn * i / steps for i in range(steps + 1)]
    return [(at[b][0] + math.cos(t) * reach, at[b][1] + math.sin(t) * reach) for t in angles]


def _cell(
    a: int,
    near: Mapping[int, Sequence[int]],
    at: Mapping[int, Spot],
    ends: Mapping[Edge, Spot],
    turns: Mapping[Edge, Outline],
    reach: float,
) -> Outline:
    """The outline of a region: around it from border to border."""
    if not near[a]:
        steps = [i * math.pi / 8 for i in range(16)]
        return [(at[a][0] + math.cos(t) * reach, at[a][1] + math.sin(t) * reach) for t in steps]
    outline: Outline = []
    for b in reversed(near[a]):
        following = _before(near[a], b)
        outline += [_middle(at[a], at[b]), ends[b, a], *turns[b, a]]
        if ends[a, following] != ends[b, a]:
            outline.append(ends[a, following])
    return outline
