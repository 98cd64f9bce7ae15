"""Packing of grains, so that seeds and lentils touch but do not run into each other."""
import math
import random


def settle(count, grain, wall, floor=0.0, height=3.0, rounds=90, seed=1):
    """Drops spheres into a round jar and lets them come to rest.

    count grains of radius `grain`; the jar has inner radius `wall` and its floor at z = floor.
    Position-based: every round lets grains sink, then pushes overlapping pairs apart and back inside.
    Returns [x, y, z] per grain.
    """
    chance = random.Random(seed)
    reach = wall - grain
    level = max(height, count * (2 * grain) ** 3 / (math.pi * wall * wall) * 0.95)
    at = []
    for _ in range(count):
        a, r = chance.uniform(0, 2 * math.pi), reach * math.sqrt(chance.random())
        at.append([r * math.cos(a), r * math.sin(a), floor + grain + level * chance.random()])
    size, near = 2 * grain, (2 * grain) ** 2
    for turn in range(rounds):
        sink = grain * (0.8 if turn < rounds * 0.6 else 0.25)
        for p in at:
            p[2] -= sink
        for _ in range(2):
            cells = {}
            for i, p in enumerate(at):
                cells.setdefault((int(p[0] // size), int(p[1] // size), int(p[2] // size)), []).append(i)
            for (cx, cy, cz), members in cells.items():
                others = []
                for dx in (-1, 0, 1):
                    for dy in (-1, 0, 1):
                        for dz in (-1, 0, 1):
                            others += cells.get((cx + dx, cy + dy, cz + dz), ())
                for i in members:
                    p = at[i]
                    for j in others:
                        if j <= i:
                            continue
                        q = at[j]
                        x, y, z = p[0] - q[0], p[1] - q[1], p[2] - q[2]
                        d2 = x * x + y * y + z * z
                        if d2 < near and d2 > 1e-12:
                            d = math.sqrt(d2)
                            k = (size - d) * 0.5 / d
                            x, y, z = x * k, y * k, z * k
                            p[0] += x
                            p[1] += y
                            p[2] += z
                            q[0] -= x
                            q[1] -= y
                            q[2] -= z
            for p in at:
                r = math.hypot(p[0], p[1])
                if r > reach:
                    p[0] *= reach / r
                    p[1] *= reach / r
                if p[2] < floor + grain:
                    p[2] = floor + grain
    return at


def scatter(count, radius, centre, spread, avoid=(), seed=1):
    """Loose grains on the table: (x, y) points at least 2.1 radii apart, thinning out from the centre.

    avoid  circles (x, y, radius) that stay free
    """
    chance = random.Random(seed)
    placed = []
    for _ in range(count * 40):
        if len(placed) == count:
            break
        x, y = chance.gauss(centre[0], spread[0]), chance.gauss(centre[1], spread[1])
        if any((x - a) ** 2 + (y - b) ** 2 < (2.1 * radius) ** 2 for a, b in placed):
            continue
        if any((x - a) ** 2 + (y - b) ** 2 < (r + radius) ** 2 for a, b, r in avoid):
            continue
        placed.append((x, y))
    return placed
