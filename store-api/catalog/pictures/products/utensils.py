"""Cooking utensils: ladle, wooden set, whisk, masher, skimmer, spatulas."""
import math

from mathutils import Vector

from kit import metals, shapes, surfaces
from kit.curves import smooth_profile, spline, superellipse, table
from kit.nodes import Nodes
from kit.shot import METAL_FLAGS, Shot, near, views

from . import parts


def flat(widths, heights, power=3.0, steps=32):
    """Section of a flat strap: (t, half width) and (t, half thickness) tables."""
    return lambda t: superellipse(table(widths, t), table(heights, t), steps, power)


def brass_ladle():
    """A deep bowl on a long strap handle that ends in a hook."""
    brass = metals.brass(rough=.15, wave=.16)
    outer = [(0, 0), (.13, .012, .05), (.30, .09, .12), (.40, .25, .1), (.425, .375, .01), (.437, .388, .006), (.428, .398, .006), (.405, .38, .01),
             (.38, .255, .1), (.285, .11, .12), (.12, .034, .05), (0, .026)]
    out = [shapes.lathe('bowl', outer, metals.brass(rough=.14, wave=.1, hammer=.012, cell=.13, radius=.4), 144, 6, .02)]
    path = spline([(.402, 0, .26), (.44, 0, .36), (.56, 0, .47), (.95, 0, .58), (1.6, 0, .56), (2.3, 0, .38), (2.85, 0, .17), (3.06, 0, .10),
                   (3.20, 0, .085), (3.30, 0, .14), (3.30, 0, .235), (3.22, 0, .285), (3.13, 0, .26)], 12)
    strap = flat([(0, .13), (.06, .12), (.18, .062), (.5, .068), (.78, .085), (.9, .05), (1, .03)], [(0, .02), (.2, .030), (.8, .026), (1, .024)])
    out.append(shapes.sweep('handle', path, lambda t: [(b, a) for a, b in strap(t)], brass, up=(0, 1, 0), rounded=3))
    for z in (.25, .33):
        out.append(shapes.rivet((.39, 0, z), (-1, 0, .3), .030, brass))
    return shapes.group(out)


def wooden(head, length, wood, holes=()):
    """A flat wooden utensil along Y, cut from one board; head is the outline of its working end from the neck on."""
    neck, end = .085, .115
    right = [(end * .55, 0), (end * .92, .03), (end, .12), (end * .95, .5), (neck, length * .72), (neck * 1.05, length)]
    outline = right + [(x, length + y) for x, y in head] + [(-x, y) for x, y in right[::-1]]
    o = shapes.plate('utensil', [[(p.x, p.y) for p in spline([(x, y, 0) for x, y in outline], 5, True)]] + [[(x, length + y) for x, y in h] for h in holes],
                     .095, wood, .030, 4)
    return o


def teak_spatula_set():
    """Turner, slotted turner, angled scraper and a tasting spoon, side by side."""
    square = [(.16, .14), (.31, .34), (.34, .70), (.35, 1.02), (.30, 1.08), (-.30, 1.08), (-.35, 1.02), (-.34, .70), (-.31, .34), (-.16, .14)]
    angled = [(.15, .14), (.29, .36), (.32, .70), (.33, .86), (.27, .95), (-.28, 1.14), (-.34, 1.10), (-.32, .70), (-.29, .36), (-.15, .14)]
    rounded = [(.16, .14), (.30, .38), (.33, .66), (.27, .92), (.12, 1.06), (-.12, 1.06), (-.27, .92), (-.33, .66), (-.30, .38), (-.16, .14)]
    slots = [[(x + a, .66 + b) for a, b in superellipse(.034, .24, 28, 2.6)] for x in (-.16, 0, .16)]
    out = []
    for i, (head, holes, x, turn) in enumerate(((square, (), -1.02, 7), (rounded, slots, -.34, 2), (angled, (), .36, -3), (rounded, (), 1.02, -8))):
        wood = surfaces.teak('Y', .7 + 1.9 * i, scale=1.5, contrast=1.0)
        o = wooden(head, 2.35, wood, holes)
        if i == 3:
            bowl = shapes.instance(shapes.ellipsoid_mesh('cut', (.235, .34, .075), wood, 48, 24), (0, 2.35 + .66, .115))
            o = shapes.subtract(o, [bowl])
        o.location = (x * .70, -1.7, 0)
        o.rotation_euler = (0, 0, math.radians(turn))
        out.append(o)
    return shapes.group(out)


def balloon_whisk():
    """Eleven wires in a weighted handle, lying down."""
    steel = metals.steel(rough=.13, flow=0)
    out = []
    for k in range(6):
        a = math.pi * k / 6 + .2
        side = Vector((math.cos(a), math.sin(a), 0))
        half = [(.045, -.10), (.065, .12), (.15, .45), (.27, .82), (.345, 1.18), (.325, 1.45), (.20, 1.66), (.0, 1.735 + .012 * k)]
        loop = [side * x + Vector((0, 0, z)) for x, z in half] + [side * -x + Vector((0, 0, z)) for x, z in half[-2::-1]]
        out.append(shapes.tube('wire', spline(loop, 9), .0125, steel, 10, rounded=0, up=side.cross(Vector((0, 0, 1)))))
    grip = [(0, -1.28)] + smooth_profile([(.04, -1.275), (.085, -1.20), (.112, -1.0), (.105, -.6), (.085, -.25), (.078, -.06)], 8) + [(.085, -.04, .01), (.085, .0, .01),
                                                                                                                        (.065, .02, .01), (0, .02)]
    out.append(shapes.lathe('grip', grip, metals.brushed_steel(rough=.20, spun=.1, flow=.2), 80, 5, .03))
    eye = [Vector((.07 * math.cos(a), 0, -1.325 + .07 * math.sin(a))) for a in (2 * math.pi * i / 40 for i in range(40))]
    out.append(shapes.tube('eye', eye, .016, steel, 12, closed=True, up=(0, 1, 0)))
    whisk = shapes.group(out)
    shapes.aim(whisk, (0, -.36, .215), (0, 1.18, .36), face=(0, 0, 1))
    return shapes.group([whisk])


def steel_masher():
    """A wavy head of thick wire, two stems and a tube handle, standing on its head."""
    steel = metals.steel(rough=.13, flow=0)
    wave = [Vector((-.48 + .96 * i / 6, (-.36 if i % 2 else .36), .055)) for i in range(7)]
    points = []
    for i, p in enumerate(wave):
        s = 1 if i % 2 == 0 else -1
        if 0 < i < 6:
            points += [p + Vector((-.058, -.06 * s, 0)), p + Vector((0, .02 * s, 0)), p + Vector((.058, -.06 * s, 0))]
        else:
            points.append(Vector((p.x, .20 * s, .055)))
    first, last = points[0], points[-1]
    stem = [Vector((0, 0, 1.55)), Vector((-.045, 0, 1.25)), Vector((-.12, .02, 1.02)), Vector((-.46, .10, .66)), Vector((-.53, .18, .34)), Vector((-.52, .215, .12))]
    other = [Vector((-p.x, p.y, p.z)) for p in stem[::-1]]
    path = stem + [first + Vector((.0, .0, 0))] + points[1:-1] + [last] + other
    out = [shapes.tube('wire', spline(path, 8), .048, steel, 20, up=(.3, .1, 1))]
    grip = [(0, 1.18), (.10, 1.18, .02), (.115, 1.20, .02)] + smooth_profile([(.112, 1.26), (.13, 1.6), (.14, 2.0), (.125, 2.36)], 8) + [(.11, 2.45, .04), (.05, 2.475, .03), (0, 2.475)]
    out.append(shapes.lathe('grip', grip, metals.brushed_steel(rough=.2, spun=.1, flow=.3), 80, 6, .03))
    return shapes.group(out)


def perforated(material, spacing, hole, radius):
    """Cuts a triangular pattern of round holes into a material, seen along Z within `radius`."""
    n = Nodes.__new__(Nodes)
    n.material, n.tree = material, material.node_tree
    n.output = next(x for x in n.tree.nodes if x.type == 'OUTPUT_MATERIAL')
    x, y, _ = n.xyz(n.object_position())
    best = None
    for shift in (0.0, .5):
        a = n.math('SUBTRACT', n.math('FRACT', n.add(n.times(x, 1 / spacing), shift)), .5)
        b = n.times(n.math('SUBTRACT', n.math('FRACT', n.add(n.times(y, 1 / spacing / 1.732), shift)), .5), 1.732)
        d = n.add(n.times(a, a), n.times(b, b))
        best = d if best is None else n.math('MINIMUM', best, d)
    inside = n.math('LESS_THAN', n.add(n.times(x, x), n.times(y, y)), radius * radius)
    open_ = n.times(n.math('LESS_THAN', best, (hole / spacing) ** 2), inside)
    solid = n.output.inputs[0].links[0].from_socket
    return n.done(n.mix_shaders(open_, solid, n.node('BsdfTransparent').outputs[0]))


def slotted_skimmer():
    """A shallow perforated disc on a long handle."""
    steel = metals.steel(rough=.14, flow=.1)
    disc = [(0, .018), (.30, .026, .2), (.55, .075, .1), (.69, .14, .02), (.715, .148, .006), (.712, .160, .006), (.685, .158, .02), (.54, .095, .1), (.29, .044, .2), (0, .036)]
    out = [shapes.lathe('disc', disc, perforated(metals.steel(rough=.15, wave=.12), .118, .034, .60), 176, 6, .02)]
    path = spline([(.62, 0, .13), (.76, 0, .185), (.95, 0, .30), (1.35, 0, .42), (2.0, 0, .44), (2.7, 0, .30), (3.2, 0, .13)], 12)
    out.append(shapes.sweep('handle', path, lambda t: [(b, a) for a, b in flat([(0, .17), (.08, .13), (.2, .065), (.6, .075), (.92, .115), (1, .08)],
                                                                               [(0, .016), (.2, .026), (1, .024)])(t)], steel, up=(0, 1, 0), rounded=4))
    for y in (-.075, .075):
        out.append(shapes.rivet((.655, y, .16), (-.35, 0, 1), .034, steel))
    out.append(parts.hanging_eye(path[-1], path[-1] - path[-4], .10, .026, steel))
    return shapes.group(out)


def silicone_spatula():
    """Three spatulas, one in each colour."""
    out = []
    for i, (colour, x, turn) in enumerate((((.30, .070, .030), -.62, 9), ((.125, .165, .095), .0, 0), ((.014, .017, .026), .62, -9))):
        soft = surfaces.silicone(colour)
        path = [Vector((0, 1.75 + 1.12 * t, .12 + .0 * t)) for t in (j / 40 for j in range(41))]
        head = shapes.sweep('head', path, flat([(0, .075), (.10, .085), (.28, .235), (.5, .265), (.85, .275), (.95, .255), (1, .22)],
                                               [(0, .075), (.10, .080), (.30, .075), (.6, .058), (1, .024)], 3.2, 48), soft, rounded=5)
        for v in head.data.vertices:                               # one corner is cut round, the other kept
            k = max(0, min(1, (v.co.y - 2.45) / .44))
            if v.co.x > 0:
                v.co.x *= 1 - .28 * k ** 2
            v.co.z -= .055 * k
        wood = surfaces.beech('Y', .5 + i)
        rod = spline([(0, 1.85, .12), (0, 1.2, .12), (0, .5, .125), (0, 0, .125)], 10)
        stick = shapes.sweep('stick', rod, flat([(0, .062), (.3, .064), (.7, .092), (.95, .098), (1, .085)], [(0, .058), (.3, .060), (.7, .078), (1, .075)], 2.4),
                             wood, rounded=6)
        spatula = shapes.group([head, stick])
        spatula.location = (x * .95, -1.4, -.02)
        spatula.rotation_euler = (0, 0, math.radians(turn * .9))
        out.append(spatula)
    return shapes.group(out)


SHOTS = {
    'brass-ladle': views(Shot(brass_ladle, turn=38, elevation=34, fill=(.80, .74), flags=METAL_FLAGS, clamp=2.5),
                        dict(turn=-30, elevation=62), near(detail=(.26, .62, .34)), dict(turn=90, elevation=14)),
    'teak-spatula-set': views(Shot(teak_spatula_set, turn=-14, elevation=58, fill=(.74, .76), centre=(0, -.02)),
                             dict(turn=20, elevation=40), near(detail=(.40, .32, .38)), dict(turn=58, elevation=36)),
    'balloon-whisk': views(Shot(balloon_whisk, turn=-32, elevation=46, fill=(.80, .72), centre=(0, -.02), flags=METAL_FLAGS, clamp=2.5),
                          dict(turn=40, elevation=30), near(detail=(.60, .34, .38)), near(detail=(.34, .70, .36))),
    'steel-masher': views(Shot(steel_masher, turn=-28, elevation=20, fill=(.62, .72), flags=METAL_FLAGS, clamp=2.5),
                         dict(turn=40, elevation=40), near(detail=(.50, .74, .36)), dict(turn=62, elevation=10)),
    'slotted-skimmer': views(Shot(slotted_skimmer, turn=48, elevation=44, fill=(.80, .74), flags=METAL_FLAGS, clamp=2.5),
                            dict(turn=0, elevation=64), near(detail=(.34, .60, .38)), dict(turn=100, elevation=24)),
    'silicone-spatula': views(Shot(silicone_spatula, turn=16, elevation=56, fill=(.74, .76), centre=(0, -.02)),
                             dict(turn=-20, elevation=40), near(detail=(.44, .34, .38)), dict(turn=70, elevation=36)),
}
