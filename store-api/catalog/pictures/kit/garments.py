"""Pieces of cloth: garments laid flat, cloth hung over a rail."""
import math
from functools import lru_cache

import bmesh
from mathutils import Vector, noise
from mathutils.bvhtree import BVHTree

from .curves import densify, spline
from .shapes import ellipsoid_mesh, finish, strewn


def curve(*points, count=120):
    """A smooth (x, y) curve through the points, as `count` + 1 points evenly spaced; two points make a straight line."""
    path = [Vector((p[0], p[1], 0)) for p in points]
    path = spline(path, 16) if len(path) > 2 else path
    path = densify(path, .02)
    along = [0.0]
    for a, b in zip(path, path[1:]):
        along.append(along[-1] + (b - a).length)
    out, k = [], 0
    for i in range(count + 1):
        wanted = along[-1] * i / count
        while k < len(path) - 2 and along[k + 1] < wanted:
            k += 1
        out.append(path[k].lerp(path[k + 1], min(1, (wanted - along[k]) / max(1e-9, along[k + 1] - along[k]))))
    return out


def folds(x, y, seed):
    """Soft folds along y with some sharper creases across, about -1 to 1."""
    drift = 1.3 * noise.noise(Vector((x * .3 + seed, y * .3, seed)))
    soft = noise.noise(Vector((x * .8 + drift, y * .16 + seed, seed * 3))) + .5 * noise.noise(Vector((x * .45 + seed, y * .6 + drift, seed + 7)))
    crease = 1 - min(1, 3.2 * abs(noise.noise(Vector((x * .5 + drift, y * .42 - drift + seed, seed + 3)))))
    fine = noise.noise(Vector((x * 2.4 + 2 * drift, y * 1.3, seed + 5)))
    return .75 * soft + .45 * crease ** 2 + .10 * fine


def sheet(name, rows, texture, material, thickness=.02):
    """A surface through rows of points; texture has the (u, v) of each point."""
    mesh = bmesh.new()
    uv = mesh.loops.layers.uv.new('UVMap')
    verts = [[mesh.verts.new(p) for p in row] for row in rows]
    for j in range(len(rows) - 1):
        for i in range(len(rows[j]) - 1):
            corners = ((j, i), (j, i + 1), (j + 1, i + 1), (j + 1, i))
            f = mesh.faces.new([verts[a][b] for a, b in corners])
            for loop, (a, b) in zip(f.loops, corners):
                loop[uv].uv = texture[a][b]
    o = finish(name, mesh, material, 180)
    solid = o.modifiers.new('solid', 'SOLIDIFY')
    solid.thickness, solid.offset = thickness, 0
    return o


def panel(sides, material, z=0.0, puff=0.10, wrinkle=0.09, seed=1.0, follow=False, gather=0.0, on=()):
    """A piece laid flat between four curves of the same count: bottom and top from left to right, left and right upwards.

    puff    height above its edges; `z` that of the edges
    follow  the weave follows the piece, as in a sleeve, instead of the x and y axes
    gather  depth of the pleats that fan out from the top edge
    on      pieces that it lies on
    """
    bottom, right, top, left = sides
    ns, nt = len(bottom) - 1, len(left) - 1
    width = (bottom[-1] - bottom[0]).length * .5 + (top[-1] - top[0]).length * .5
    rows, texture = [], []
    for j in range(nt + 1):
        t, row, places = j / nt, [], []
        for i in range(ns + 1):
            s = i / ns
            p = (bottom[i] * (1 - t) + top[i] * t + left[j] * (1 - s) + right[j] * s
                 - (bottom[0] * (1 - s) + bottom[-1] * s) * (1 - t) - (top[0] * (1 - s) + top[-1] * s) * t)
            across, tall = (right[j] - left[j]).length, (top[i] - bottom[i]).length
            inside = min(s * across, (1 - s) * across, t * tall, (1 - t) * tall)
            edge = 1 - math.exp(-inside / .10)
            base = z + (ground_at(on, p.x, p.y) if on else 0)
            height = base + puff * edge + wrinkle * folds(p.x, p.y, seed) * min(1, .25 + edge * inside / .5)
            if gather:
                phase = s * width * 3.1 + .9 * noise.noise(Vector((s * 5, t * .8, seed)))
                height += gather * (1 + math.sin(phase * 2.6)) * .5 * min(1, (1 - t) * 3 + .3) * edge
            row.append(Vector((p.x, p.y, max(base + .01, height))))
            places.append(((s - .5) * width, t * tall) if follow else (p.x, p.y))
        rows.append(row)
        texture.append(places)
    return sheet('panel', rows, texture, material, .022)


@lru_cache(maxsize=None)
def _tree(o):
    return BVHTree.FromPolygons([v.co for v in o.data.vertices], [p.vertices for p in o.data.polygons])


def ground_at(objects, x, y):
    """Height of the topmost of the unmoved objects over a point."""
    hits = (_tree(o).ray_cast(Vector((x, y, 9)), Vector((0, 0, -1)))[0] for o in objects)
    return max((at.z for at in hits if at), default=0.0)


def stitching(paths, below, material, length=.055, gap=.035, radius=.0085):
    """Running stitches along (x, y) paths on top of the objects `below`."""
    thread = ellipsoid_mesh('stitch', (length / 2, radius, radius), material, 8, 6)
    placements = []
    for path in paths:
        since = 0.0
        for a, b in zip(path, path[1:]):
            since += (b - a).length
            if since >= length + gap:
                since = 0.0
                placements.append(((b.x, b.y, ground_at(below, b.x, b.y) + .012), (0, 0, math.atan2(b.y - a.y, b.x - a.x)), 1))
    return strewn('stitches', thread, placements)


def hung(width, front, back, rail, material, pleats=7, depth=.16, full=1.5, seed=1.0, spread=.10, slant=0.0):
    """Cloth over a rail along X at height rail[0] with radius rail[1].

    front, back  how far it hangs down on either side; full is its width before the pleats, in times of `width`
    spread       how much wider it is at the lower end; slant lets the lower edge rise towards +X
    """
    height, radius = rail
    arc = math.pi * radius
    total = front + arc + back
    ns, nt = 240, 150
    rows, texture = [], []
    for j in range(nt + 1):
        along = total * j / nt - front                             # below 0 in front, above the arc behind
        row, places = [], []
        for i in range(ns + 1):
            s = i / ns
            hang = max(0.0, -along, along - arc)
            fall = min(1.0, hang / max(front, 1e-6))
            side = -1 if along < arc / 2 else 1
            angle = min(max(along, 0), arc) / radius
            wander = .55 * noise.noise(Vector((s * 2.6, fall * .7, seed))) + .18 * noise.noise(Vector((s * 7, fall * 1.6, seed + 4)))
            phase = 2 * math.pi * (pleats * s + wander) + (0 if side < 0 else 1.7)
            wave = math.sin(phase) + .30 * math.sin(2 * phase + .8)
            size = depth * (.16 + .84 * min(1, hang / 1.4) ** .8) * (.75 + .5 * noise.noise(Vector((s * 4, 3, seed))))
            x = (s - .5) * width * (1 + spread * fall) + size * .75 * math.cos(phase) * min(1, hang) - .12 * fall * slant
            y = (-math.cos(angle) * (radius + .015)) + side * (size * (wave + 1.1) * min(1, .12 + hang))
            z = height + math.sin(angle) * (radius + .015) - hang + .03 * noise.noise(Vector((s * 5, 1, seed))) * fall + slant * fall * (s - .5)
            row.append(Vector((x, y, z + (size * .25 * wave if hang == 0 else 0))))
            places.append(((s - .5) * width * full, along + front))
        rows.append(row)
        texture.append(places)
    return sheet('hung', rows, texture, material, .018), rows[0]
