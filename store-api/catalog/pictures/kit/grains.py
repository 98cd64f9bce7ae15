"""Loose grains on the table."""
import random


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
