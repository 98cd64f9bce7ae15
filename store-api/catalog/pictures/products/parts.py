"""Parts that several products share: lids, loop handles, long handles, knobs, spice, seeds."""
import math

from mathutils import Vector

from kit import shapes, surfaces
from kit.curves import spline, superellipse, table


def loop_handle(width, reach, rise, at, material, thick=0.055, flat=0.8, sink=0.06):
    """A bow handle on the wall at +X.

    at     (radius of the wall, height)
    reach  how far it stands out; rise how much its middle lifts; the ends go `sink` into the wall
    """
    r, z = at
    w = width / 2
    path = spline([(r - sink, -w, z), (r + reach * .35, -w * .98, z + rise * .25), (r + reach * .86, -w * .70, z + rise * .8),
                   (r + reach, 0, z + rise), (r + reach * .86, w * .70, z + rise * .8),
                   (r + reach * .35, w * .98, z + rise * .25), (r - sink, w, z)], 14)
    rows = [(0, thick * 1.35), (.14, thick), (.5, thick * 1.12), (.86, thick), (1, thick * 1.35)]
    return shapes.sweep('loop', path, lambda t: superellipse(table(rows, t), table(rows, t) * flat, 24, 2.3), material)


def bracket(width, height, at, radius, material, proud=0.022, rivets=((-.6, 0), (.6, 0)), rivet_material=None):
    """A wrapped plate with rivets on a wall of the given radius, facing +X, centred at height `at`."""
    out = [shapes.wrapped_plate((width, height), radius, at, material, proud)]
    for a, b in rivets:
        y = a * width / radius
        r = radius + proud
        out.append(shapes.rivet((r * math.cos(y), r * math.sin(y), at + b * height), (math.cos(y), math.sin(y), 0),
                                min(width, height) * .30, rivet_material or material))
    return out


def turned_copy(parts, degrees):
    """Groups the parts and turns them around Z, for the handle on the other side."""
    return shapes.group(parts, rotation=(0, 0, degrees))


def long_handle(points, widths, heights, material, power=2.6, steps=16, rounded=6):
    """A tapered handle along a path; widths and heights are (t, half size) tables."""
    path = spline(points, steps)
    return shapes.sweep('handle', path, lambda t: superellipse(table(widths, t), table(heights, t), 32, power), material,
                        rounded=rounded), path


def hanging_eye(end, direction, radius, thick, material):
    """A ring at the end of a handle, in the plane of the handle."""
    d = Vector(direction).normalized()
    side = d.cross(Vector((0, 0, 1))).normalized()
    c = end + d * (radius - thick * .3)
    path = [c + d * (radius * math.cos(a)) + side * (radius * .85 * math.sin(a))
            for a in (2 * math.pi * i / 56 for i in range(56))]
    return shapes.sweep('eye', path, lambda t: superellipse(thick, thick, 20, 2.2), material, closed=True)


def round_knob(radius, height, material, base=0.0, stem=0.45):
    """A turned knob standing at z = base."""
    r, h = radius, height
    return shapes.lathe('knob', [(r * .62, base - .02), (r * .62, base + h * .06, .01), (r * stem, base + h * .22, .03),
                                 (r * stem, base + h * .34, .03), (r, base + h * .62, r * .30),
                                 (r * .86, base + h * .93, r * .30), (0, base + h)], material, 64, 8, 0.02)


def peppercorns(points, material=None, radius=0.024):
    """Whole black pepper on the table."""
    import random
    m = material or surfaces.matte('pepper', (0.045, 0.030, 0.022), .72, .55, 30, .9, 42, .3, each=.45, depth=.02)
    meshes = [shapes.ellipsoid_mesh('pepper', (radius * s, radius * s, radius * s * .95), m, 20, 14) for s in (1, .9, 1.08)]
    return [shapes.instance(random.choice(meshes), (x, y, radius * .93), [random.uniform(0, 6.3) for _ in range(3)])
            for x, y in points]


def chilli(points, radius, material, stem_material):
    """One chilli along 3D points, with its stem at the first."""
    path = spline(points, 14)
    rows = [(0, .55), (.05, .92), (.15, 1), (.45, .85), (.75, .55), (.93, .22), (1, .05)]
    body = shapes.sweep('chilli', path, lambda t: superellipse(radius * table(rows, t), radius * table(rows, t), 20, 2.1),
                        material, rounded=3)
    out = path[0] - path[3]
    out.normalize()
    p = path[0]
    stalk = spline([p - out * radius * .2, p + out * radius * 1.6, p + out * radius * 4 + Vector((0, 0, radius * .9))], 8)
    cap = shapes.sweep('stem', stalk, lambda t: superellipse(radius * table([(0, .75), (.15, .52), (.35, .20), (1, .20)], t),
                                                             radius * table([(0, .75), (.15, .52), (.35, .20), (1, .20)], t), 14),
                       stem_material, rounded=2)
    return [body, cap]
