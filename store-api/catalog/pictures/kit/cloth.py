"""Folded napkins."""
import math

import bmesh
from mathutils import Vector, noise

from .shapes import R, finish


def napkin(width, depth, material, location, turn, seed=1.0, layers=3, radius=0.013, wrinkle=0.075):
    """A cloth folded in `layers`: in section the sheet follows an S, and all layers share one field of wrinkles.

    width, depth in units, `turn` in degrees around Z, `radius` that of the folds.
    """
    section = []
    for k in range(layers):
        z = radius + 2 * radius * k
        length = width * (1 - .015 * k)
        xs = [-length / 2 + length * i / 46 for i in range(47)]
        section += [(x, z) for x in (xs[::-1] if k % 2 else xs)]
        if k < layers - 1:
            side = 1 if k % 2 == 0 else -1
            section += [(side * (length / 2 + 1.25 * radius * math.sin(a)), z + radius - radius * math.cos(a))
                        for a in (math.pi * i / 9 for i in range(1, 9))]
    along = [0.0]
    for p, q in zip(section, section[1:]):
        along.append(along[-1] + math.hypot(q[0] - p[0], q[1] - p[1]))
    mesh = bmesh.new()
    uv = mesh.loops.layers.uv.new('UVMap')
    steps = 70
    rows = []
    for j in range(steps + 1):
        y0 = (j / steps - .5) * depth
        row = []
        for x, z in section:
            layer = z / (2 * radius * layers)
            y = y0 * (1 - .02 * layer) + .03 * noise.noise(Vector((x * 1.5 + layer * 3, seed, y0)))
            shifted = x + .03 * noise.noise(Vector((x, y0 * 1.3, seed + 5))) \
                + .02 * layer * noise.noise(Vector((y0 * 2, 3, seed)))
            field = noise.noise(Vector((x * .9 + seed, y * 1.1, seed))) \
                + .6 * noise.noise(Vector((x * 2.3 + seed, y * 1.4 + x, seed + 4)))
            puff = wrinkle * max(0, field) + .35 * wrinkle * (field + 1) * .5
            row.append(mesh.verts.new((shifted, y, z * (.75 + .25 * layer) + puff * (.35 + .65 * layer))))
        rows.append(row)
    for j in range(steps):
        for i in range(len(section) - 1):
            f = mesh.faces.new((rows[j][i], rows[j][i + 1], rows[j + 1][i + 1], rows[j + 1][i]))
            for loop, (a, b) in zip(f.loops, ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))):
                loop[uv].uv = (along[a] / width * .9, b / steps)
    o = finish('napkin', mesh, material, 180)
    solid = o.modifiers.new('solid', 'SOLIDIFY')
    solid.thickness, solid.offset = 0.020, 0
    o.location = location
    o.rotation_euler = (0, 0, R(turn))
    return o
