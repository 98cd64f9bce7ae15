"""Shoes and sandals. A foot is drawn by its right and left edge along y, from the heel at 0 to the toe."""
import math

from mathutils import Vector

from kit import metals, shapes, surfaces
from kit.curves import spline, superellipse, table
from kit.garments import sheet
from kit.shot import Shot, near, views
from kit.weaves import cloth

RIGHT = [(0, 0), (.03, .13), (.10, .23), (.25, .32), (.5, .36), (.95, .335), (1.4, .40), (1.8, .47), (2.1, .46), (2.35, .36), (2.52, .20), (2.61, .06), (2.65, -.10)]
LEFT = [(0, 0), (.03, -.13), (.10, -.23), (.25, -.31), (.5, -.34), (.95, -.285), (1.4, -.31), (1.8, -.39), (2.1, -.42), (2.35, -.39), (2.52, -.31), (2.61, -.21), (2.65, -.10)]
POINTED = [(y * 1.08 if y > 2 else y, x * (1 if y < 2 else .92 if y < 2.2 else .72 if y < 2.4 else .45 if y < 2.55 else .3)) for y, x in RIGHT]
POINTED_LEFT = [(y * 1.08 if y > 2 else y, x * (1 if y < 2 else .88 if y < 2.2 else .62 if y < 2.4 else .34 if y < 2.55 else .3)) for y, x in LEFT]


def stations(edges, count, margin=.004):
    """(y, middle, half width) from the heel to the toe, closer together at both ends."""
    end = edges[0][-1][0]
    out = []
    for i in range(count + 1):
        y = end * (margin + (1 - 2 * margin) * (1 - math.cos(math.pi * i / count)) / 2)
        a, b = table(edges[1], y), table(edges[0], y)
        out.append((y, (a + b) / 2, max(.004, (b - a) / 2)))
    return out


def sole(edges, thickness, material, z=0.0, rise=lambda y: 0.0, grow=0.0):
    """A sole; `rise` lifts it along y, `grow` makes it wider."""
    rings = [[Vector((x + a, y, z + thickness / 2 + rise(y) + b)) for a, b in superellipse(w + grow, thickness / 2, 40, 7)] for y, x, w in stations(edges, 90)]
    return shapes.skin('sole', rings, material, crease=40)


def upper(edges, heights, cover, material, rim, curl=0.0, base=.07):
    """A closed shoe: an arch over the sole at every y, cut open where `cover` is below 1."""
    out, rims = [], []
    for sign in (1, -1):
        rows, texture, lip = [], [], []
        for y, x, w in stations(edges, 130):
            h, part = table(heights, y), table(cover, y)
            row, places = [], []
            for k in range(33):
                a = k / 32 * part * math.pi / 2
                up = curl * max(0, (y - 2.2) / .6) ** 2.2
                p = Vector((x + sign * (w + .012) * math.cos(a) ** .75 if a < math.pi / 2 - .001 else x, y - up * .5, base + h * math.sin(a) ** .85 + up))
                row.append(p)
                places.append((sign * (.02 + (1 - k / 32 * part) * .55), y))
            rows.append(row)
            texture.append(places)
            if part < .999:
                lip.append(row[-1])
        out.append(sheet('upper', rows, texture, material, .035))
        rims.append(lip)
    out.append(shapes.tube('rim', rims[0] + rims[1][::-1], .022, rim, 10, closed=True))
    return out


def band(y, width, height, edges, material, lean=0.0, base=.12, thick=.022, rise=0.0):
    """A strap from one edge of the sole over the foot to the other; `lean` shifts its inner end along y."""
    b, a = table(edges[0], y), table(edges[1], y + lean)
    path = [Vector(((a + b) / 2 + (b - a) / 2 * math.cos(t), y + lean * (1 - math.cos(t)) / 2, rise + base - .03 + height * math.sin(t) ** .8)) for t in (math.pi * i / 60 for i in range(61))]
    return shapes.sweep('strap', path, lambda t: superellipse(thick, width / 2, 24, 5), material, up=(0, 1, 0))


def pair(make, apart=.56, turns=(10, -16), shift=.30):
    """The right shoe, and its mirror image beside it."""
    right, left = shapes.group(make()), shapes.group(make())
    left.scale = (-1, 1, 1)
    return shapes.group([shapes.group([right], (apart, shift, 0), (0, 0, turns[1])), shapes.group([left], (-apart, 0, 0), (0, 0, turns[0]))])


HEIGHTS = [(0, 0), (.013, .001), (.03, .26), (.06, .42), (.12, .52), (.4, .50), (1.0, .40), (1.45, .52), (1.7, .55), (2.1, .40), (2.5, .25), (2.9, .10)]
COVER = [(0, 1), (.05, 1), (.075, .66), (.5, .52), (1.1, .50), (1.38, .60), (1.52, .80), (1.60, 1), (3, 1)]


def slipper(outside, inside, trim, curl, edge=(.10, .05, .025)):
    def make():
        edges = (POINTED, POINTED_LEFT)
        brown = surfaces.leather(edge, .55)
        return [sole(edges, .075, brown, grow=.03), sole(edges, .03, inside, z=.09, grow=-.03), *upper(edges, HEIGHTS, COVER, outside, trim, curl)]
    return pair(make)


def mojari():
    tan = surfaces.leather((.20, .078, .026), .42)
    return slipper(tan, surfaces.leather((.40, .24, .12), .6), surfaces.matte('cord', (.11, .03, .02), .8), .42)


def jutti():
    gold = cloth((.42, .27, .09), [('flowers', (.25, .03, .05), .24, .085, 6, .03), ('flowers', (.03, .10, .07), .12, .018, 0), ('bands', (.25, .03, .05), 'v', (1.62, .03), (1.72, .012)),
                                   ('waves', (.5, .42, .3), 'v', 1.78, .12, .08, .016)], threads=26, rough=.5, sheen=.5)
    return slipper(gold, surfaces.leather((.42, .27, .15), .6), surfaces.matte('cord', (.25, .03, .05), .8), .05)


def kolhapuri():
    def make():
        hide, dark, edges = surfaces.leather((.34, .17, .07), .5), surfaces.leather((.15, .055, .022), .45), (RIGHT, LEFT)
        out = [sole(edges, .06, dark, grow=.02), sole(edges, .06, hide, z=.06)]
        out.append(band(1.32, .62, .42, edges, dark, lean=.16))
        for side in (.30, -.30):
            out.append(band(1.32 + side, .05, .435, edges, hide, lean=.16))
        for k in range(3):                                         # three strands to the toe
            path = [Vector((-.04 + .055 * math.sin(2.1 * k + t * 16), 1.55 + .60 * t, .56 - .30 * t ** 1.4 + .02 * math.cos(2.1 * k + t * 16))) for t in (i / 60 for i in range(61))]
            out.append(shapes.tube('braid', path, .032, dark, 10))
        ring = [Vector((-.17 + .15 * math.cos(a), 2.20, .14 + .17 * max(-.4, math.sin(a)))) for a in (2 * math.pi * i / 48 for i in range(48))]
        out.append(shapes.sweep('loop', ring, lambda t: superellipse(.018, .10, 20, 4), dark, closed=True, up=(0, 1, 0)))
        thread = surfaces.matte('thread', (.6, .5, .34), .8)
        stitch = shapes.ellipsoid_mesh('stitch', (.03, .009, .009), thread, 8, 6)
        for y, x, w in stations(edges, 56)[2:-2]:
            for s in (1, -1):
                out.append(shapes.instance(stitch, (x + s * (w - .05), y, .124), (0, 0, math.pi / 2 - s * .2)))
        stud = metals.brass(rough=.2)
        for s in (-.5, -.25, 0, .25, .5):
            out.append(shapes.rivet((.02 + .33 * math.sin(s * 1.5), 1.40 - .08 * s * 1.5, .10 + .43 * math.cos(s * 1.5) ** .8), (math.sin(s), 0, 1), .035, stud))
        return out
    return pair(make, turns=(8, -12))


def block_heel():
    def rise(y):
        return table([(0, .52), (.45, .50), (1.1, .27), (1.65, .05), (2.65, .04)], y)

    def make():
        tan, dark, edges = surfaces.leather((.33, .15, .055), .42), surfaces.leather((.20, .085, .035), .5), (RIGHT, LEFT)
        out = [sole(edges, .07, dark, rise=rise, grow=.012), sole(edges, .03, tan, z=.065, rise=rise, grow=-.01)]
        out.append(shapes.loft('heel', [(0, .24, .24, 3.2, 0, .34), (.25, .25, .26, 3.2, 0, .33), (.54, .31, .32, 3.0, 0, .33)], dark))
        for y, lean, height in ((1.55, .14, .46), (1.80, .12, .40)):
            for k in range(3):                                     # braided: three strands that cross
                b, a = table(edges[0], y), table(edges[1], y + lean)
                path = [Vector(((a + b) / 2 + (b - a) / 2 * math.cos(t), y + lean * (1 - math.cos(t)) / 2 + .05 * math.sin(2.1 * k + t * 9), .08 + rise(y) + (height + .016 * math.cos(2.1 * k + t * 9)) * math.sin(t) ** .8))
                        for t in (math.pi * i / 90 for i in range(91))]
                out.append(shapes.tube('braid', path, .036, tan, 10))
        back = spline([(.36, .62, .58), (.37, .30, .86), (.24, -.02, 1.0), (0, -.10, 1.03), (-.24, -.02, 1.0), (-.35, .30, .86), (-.34, .62, .58)], 12)
        out.append(shapes.sweep('back strap', back, lambda t: superellipse(.018, .055, 20, 4), tan))
        front = spline([(.36, .50, .62), (.37, .62, 1.0), (.25, .86, 1.22), (0, .97, 1.28), (-.25, .86, 1.22), (-.35, .62, 1.0), (-.34, .50, .62)], 12)
        out.append(shapes.sweep('ankle strap', front, lambda t: superellipse(.016, .05, 20, 4), tan))
        return out
    return pair(make, apart=.62, turns=(26, 18), shift=.35)


LIGHT = dict(rim=260, fill=26)
SHOTS = {
    'leather-mojari': views(Shot(mojari, turn=-18, elevation=46, fill=(.78, .74), bounces=3, samples=.7, light=LIGHT),
                           near(detail=(.32, .52, .36)), dict(turn=48, elevation=24), dict(turn=-4, elevation=72)),
    'kolhapuri-sandals': views(Shot(kolhapuri, turn=-18, elevation=56, fill=(.76, .74), bounces=3, samples=.7, light=LIGHT),
                              near(detail=(.36, .42, .36)), dict(turn=44, elevation=26), dict(turn=-4, elevation=74)),
    'embroidered-jutti': views(Shot(jutti, turn=-18, elevation=46, fill=(.78, .74), bounces=3, samples=.7, light=LIGHT),
                              near(detail=(.70, .50, .36)), dict(turn=48, elevation=24), dict(turn=-4, elevation=72)),
    'block-heel-sandals': views(Shot(block_heel, turn=-50, elevation=28, fill=(.80, .70), bounces=3, samples=.7, light=LIGHT),
                               near(detail=(.62, .52, .40)), dict(turn=30, elevation=18), dict(turn=-90, elevation=50)),
}
