"""Specialty cookware: tawa, idli steamer, paniyaram pan, clay pot, Dutch oven, coffee filter."""
import math
import random

from mathutils import Vector

from kit import metals, shapes, surfaces
from kit.curves import smooth_profile
from kit.shot import METAL_FLAGS, STEEL_FLAGS, Shot, near, views

from . import parts


def dosa_tawa():
    """A flat iron griddle with a low lip and two loop handles."""
    iron = metals.cast_iron(grain=.007, sheen=.5)
    wall = [(0, 0), (1.30, 0, .04), (1.44, .05, .06), (1.52, .155, .02), (1.535, .20, .018), (1.485, .20, .018), (1.42, .115, .06), (0, .105)]
    out = [shapes.lathe('tawa', wall, iron, 200, 6, .05, wobble=.001)]
    for side in (0, 180):
        out.append(parts.turned_copy([parts.loop_handle(.78, .27, .06, (1.52, .165), iron, .052)], side))
    return shapes.group(out)


def idli(colour):
    """Mesh of one steamed cake."""
    batter = surfaces.matte('idli', colour, .72, .06, 6, .35, 55, .3, depth=.012)
    return shapes.ellipsoid_mesh('idli', (.315, .315, .125), batter, 48, 24)


def idli_stand():
    """Four plates of four idlis on a rod."""
    steel, out = metals.steel(rough=.14), []
    # What lies in the shade of the plate above is whiter, or it would look like stone.
    lit, shaded = idli((.50, .475, .42)), idli((.95, .92, .86))
    for k in range(4):
        z = .10 + .36 * k
        out.append(shapes.lathe('plate', [(0, z), (.80, z, .02), (.86, z + .045, .012), (.868, z + .058, .006), (.852, z + .062, .006), (.79, z + .02, .02),
                                          (0, z + .02)], steel, 144, 5, .04))
        for i in range(4):
            a = math.radians(45 + 90 * i + 22 * k)
            cup = [(0, z - .05), (.16, z - .045, .06), (.33, z + .03, .03), (.345, z + .032, .006), (.32, z + .02), (0, z - .03)]
            ring = shapes.lathe('cup', cup, steel, 64, 5, .03)
            ring.location = (.455 * math.cos(a), .455 * math.sin(a), 0)
            out += [ring, shapes.instance(lit if k == 3 else shaded, (.455 * math.cos(a), .455 * math.sin(a), z + .055), (0, 0, a))]
    out.append(shapes.lathe('rod', [(.05, 0), (.05, 1.52, .02), (.09, 1.53, .01), (.09, 1.57, .01), (.035, 1.58, .01), (.035, 1.66), (0, 1.66)], steel, 40, 4, .05))
    out.append(shapes.tube('grip', [Vector((.15 * math.cos(a), 0, 1.78 + .13 * math.sin(a))) for a in (2 * math.pi * i / 48 for i in range(48))], .026,
                           steel, closed=True, up=(0, 1, 0)))
    out.append(shapes.lathe('foot', [(.0, 0), (.34, 0, .01), (.34, .02, .01), (.05, .05, .03), (0, .05)], steel, 72, 4, .04))
    return shapes.group(out)


def idli_steamer():
    """The pot with its lid, and the loaded stand in front."""
    body, trim = metals.steel(rough=.15, wave=.10, spun=.2), metals.steel(rough=.12)
    wall = [(0, 0), (.92, 0, .10), (1.0, .12, .06), (1.0, 1.55, .02), (1.04, 1.575, .012), (1.04, 1.60, .012), (.99, 1.595, .012), (.97, 1.5), (0, 1.4)]
    pot = [shapes.lathe('pot', wall, body, 176, 6, .05)]
    lid = [(0, 1.90), (.25, 1.89, .2), (.62, 1.80, .4), (.93, 1.66, .06), (.97, 1.625, .02), (1.05, 1.62, .012), (1.05, 1.60, .01), (.95, 1.60), (0, 1.8)]
    pot += [shapes.lathe('lid', lid, metals.steel(rough=.13, wave=.12), 176, 8, .03), parts.round_knob(.13, .20, surfaces.paint((.012, .011, .010), .3), 1.895)]
    for side in (0, 180):
        pot.append(parts.turned_copy([parts.loop_handle(.52, .24, .03, (.98, 1.22), trim, .040, .85)], side))
    stand = idli_stand()
    stand.location = (-.62, -1.35, 0)
    return shapes.group([shapes.group(pot, (.55, .85, 0), (0, 0, -20)), stand])


def paniyaram_pan():
    """A thick iron disc with seven hollows and a turned wooden handle."""
    iron = metals.cast_iron(grain=.008, sheen=.48)
    middles = [(0, 0)] + [(.69 * math.cos(math.radians(60 * i)), .69 * math.sin(math.radians(60 * i))) for i in range(6)]

    def height(x, y):
        z = .40
        for a, b in middles:
            d = math.hypot(x - a, y - b) / .295
            if d < 1:
                z = min(z, .40 - .25 * math.sqrt(max(0, 1 - d * d)) ** .9)
            elif d < 1.16:
                z += .014 * (1 - abs(d - 1.08) / .08) if d > 1.0 else 0
        return z
    out = [shapes.relief('top', None, height, iron, 150, radius=1.06)]
    rim = [(1.055, .385), (1.06, .405, .008), (1.08, .44, .015), (1.13, .44, .015), (1.14, .40, .02), (1.06, .10, .1), (.98, .0, .04), (.90, 0)]
    out.append(shapes.lathe('rim', rim, iron, 176, 6, .04, wobble=.001))
    for a, b in middles:
        cup = shapes.lathe('cup', [(0, .02), (.15, .03, .1), (.27, .14, .1), (.31, .34)], iron, 56, 5, .05)
        cup.location = (a, b, 0)
        out.append(cup)
    stub, path = parts.long_handle([(1.08, 0, .36), (1.3, 0, .40), (1.55, 0, .46)], [(0, .20), (.3, .11), (1, .075)], [(0, .06), (1, .06)], iron, 2.6)
    grip = shapes.lathe('grip', [(0, 0), (.085, 0, .01), (.095, .03, .02)] + smooth_profile([(.085, .08), (.10, .35), (.12, .75), (.105, 1.05)], 8)
                        + [(.07, 1.13, .05), (0, 1.14)], surfaces.rosewood('Z', 1.1), 64, 6, .03)
    out += [stub, shapes.aim(grip, (1.50, 0, .445), (2.5, 0, .70))]
    return shapes.group(out)


def clay_biryani_pot():
    """Round terracotta pot with a collar and a deep lid."""
    clay = surfaces.terracotta((.30, .092, .040))
    belly = smooth_profile([(.55, .02), (.86, .14), (1.12, .50), (1.15, .82), (1.02, 1.12), (.90, 1.24)], 10)
    wall = [(0, 0), (.46, 0, .03)] + belly + [(.90, 1.30, .04), (1.02, 1.40, .03), (1.03, 1.44, .02), (.98, 1.445, .02), (.86, 1.32, .04), (.86, 1.1, .1), (0, .9)]
    out = [shapes.lathe('pot', wall, clay, 176, 6, .03, wobble=.005)]
    for z, r in ((.985, 1.098), (1.03, 1.078)):
        out.append(shapes.lathe('line', [(r - .04, z - .018), (r + .004, z - .01, .008), (r + .004, z + .01, .008), (r - .04, z + .018)], clay, 160, 4, .03, wobble=.005))
    dome = smooth_profile([(.93, 1.475), (.88, 1.60), (.66, 1.78), (.36, 1.885), (.16, 1.92)], 10)
    lid = [(0, 1.44), (.90, 1.44, .01), (.985, 1.445, .012), (.985, 1.475, .015), (.94, 1.485, .015)] + dome + [(.10, 1.96, .03), (.09, 2.0, .03), (.19, 2.07, .05),
                                                                                                          (.17, 2.14, .05), (0, 2.16)]
    out.append(shapes.lathe('lid', lid, surfaces.terracotta((.32, .10, .043)), 168, 6, .03, wobble=.004))
    return shapes.group(out)


def enamel_dutch_oven():
    """Green enamelled pot: bare iron rim, domed lid with a step, brass knob, two loops."""
    green, iron = surfaces.enamel((.030, .055, .028), .10), metals.cast_iron(sheen=.4)
    wall = [(0, .03), (.86, .03, .02), (.90, 0, .02), (.98, 0, .08), (1.10, .14, .14), (1.16, .86, .1), (1.19, .94, .015), (1.185, .965, .01), (1.05, .965), (0, .9)]
    out = [shapes.lathe('pot', wall, green, 192, 8, .04, wobble=.001)]
    out.append(shapes.lathe('rim', [(1.0, .955), (1.165, .958, .008), (1.165, .985, .008), (1.0, .985)], iron, 176, 4, .05))
    lid = [(0, 1.30), (.28, 1.29, .1), (.66, 1.245, .2), (.80, 1.20, .05), (.84, 1.185, .02), (1.05, 1.12, .08), (1.19, 1.03, .04), (1.20, .99, .012), (1.15, .982), (0, 1.1)]
    out.append(shapes.lathe('lid', lid, green, 192, 8, .03, wobble=.001))
    knob = [(.14, 1.285), (.14, 1.32, .02), (.075, 1.34, .02), (.07, 1.40, .02), (.165, 1.45, .03), (.17, 1.49, .025), (.13, 1.515, .03), (0, 1.525)]
    out.append(shapes.lathe('knob', knob, metals.brass(rough=.16), 72, 8, .015))
    for side in (0, 180):
        out.append(parts.turned_copy([parts.loop_handle(.70, .27, .02, (1.15, .80), green, .072, .62)], side))
    return shapes.group(out)


def froth(radius, level):
    """The foam of a poured coffee: a thin skin with bubbles, most of them along the edge."""
    chance = random.Random(9)
    foam = surfaces.matte('foam', (.40, .25, .135), .42, .22, 6, .25, 60, .4)
    bubbles = []
    for i in range(420):
        a = chance.uniform(0, 2 * math.pi)
        r = radius - abs(chance.gauss(0, .03)) if i % 3 else radius * math.sqrt(chance.random())
        size = chance.uniform(.4, 1) ** 2
        bubbles.append(((r * math.cos(a), r * math.sin(a), level + .012 * (1 - r / radius)), (0, 0, a), size))
    return [shapes.mound('foam', radius, level, .012, foam, 3, .005),
            shapes.strewn('bubbles', shapes.ellipsoid_mesh('bubble', (.016, .016, .012), foam, 14, 10), bubbles)]


def coffee_filter():
    """The two-part filter, and a tumbler of coffee in its davara."""
    brass, inside = metals.brass(rough=.14, wave=.14), metals.tin()
    lower = [(0, 0), (.40, 0, .02), (.44, .02, .02), (.43, .06, .02), (.415, .08, .02), (.42, .74, .02), (.445, .77, .01), (.445, .80, .01), (.40, .80), (0, .78)]
    upper = [(0, .80), (.40, .80), (.432, .81, .012), (.432, .86, .012), (.412, .875, .01), (.415, 1.50, .02), (.45, 1.525, .01), (.45, 1.555, .01), (.40, 1.555), (0, 1.5)]
    lid = [(0, 1.68), (.12, 1.675, .05), (.36, 1.62, .1), (.42, 1.575, .02), (.465, 1.572, .01), (.465, 1.552, .01), (.40, 1.55), (0, 1.6)]
    pot = [shapes.lathe(n, w, brass, 144, 6, .025) for n, w in (('lower', lower), ('upper', upper), ('lid', lid))]
    pot.append(parts.round_knob(.085, .15, brass, 1.675))
    saucer = [(0, .02), (.36, .02, .02), (.38, 0, .01), (.42, 0, .03), (.47, .30, .03), (.66, .345, .02), (.665, .362, .008), (.645, .365, .008), (.46, .325, .04),
              (.405, .03, .04), (0, .03)]
    cup = [(0, .04), (.27, .04, .02), (.29, .03, .01), (.30, .05, .03), (.345, .74, .02), (.415, .775, .02), (.415, .79, .006), (.40, .792, .006), (.335, .755, .03), (.285, .08, .05), (0, .07)]
    davara = [shapes.lathe('davara', saucer, [brass, inside], 144, 6, .025, material_at=lambda r, z, t: int(t > .60)),
              shapes.lathe('tumbler', cup, [brass, inside], 128, 6, .025, material_at=lambda r, z, t: int(t > .60 and z < .75))]
    coffee = surfaces.liquid((.105, .040, .016), .12)
    davara.append(shapes.lathe('coffee', [(.34, .68), (.30, .675, .02), (0, .675)], coffee, 96, 4, .05))
    davara += froth(.330, .690)
    return shapes.group([shapes.group(pot, (-.42, .35, 0)), shapes.group(davara, (.50, -.42, 0))])


SHOTS = {
    'dosa-tawa': views(Shot(dosa_tawa, turn=-24, elevation=38, fill=(.84, .7), light=dict(rim=700)),
                      dict(turn=50, elevation=66), near(detail=(.16, .40, .36)), dict(turn=66, elevation=14)),
    'idli-steamer': views(Shot(idli_steamer, elevation=21, fill=(.82, .76), centre=(0, -.02), flags=STEEL_FLAGS, clamp=2.5, bounces=10),
                         dict(elevation=40), near(detail=(.30, .56, .40)), near(detail=(.66, .30, .40))),
    'paniyaram-pan': views(Shot(paniyaram_pan, turn=-40, elevation=44, fill=(.86, .72), light=dict(rim=700)),
                          dict(turn=0, elevation=66), near(detail=(.40, .46, .38)), dict(turn=-100, elevation=18)),
    'clay-biryani-pot': views(Shot(clay_biryani_pot, elevation=18, fill=(.64, .62)),
                             dict(turn=30, elevation=44), near(detail=(.50, .36, .36)), dict(turn=80, elevation=6)),
    'enamel-dutch-oven': views(Shot(enamel_dutch_oven, turn=-24, elevation=20, fill=(.80, .66), flags=METAL_FLAGS),
                              near(close=((.22, -.5, .98), 2.1), elevation=24, fstop=1.8), dict(turn=24, elevation=48), dict(turn=66, elevation=10)),
    'filter-coffee-maker': views(Shot(coffee_filter, elevation=22, fill=(.66, .72), centre=(0, -.03), flags=METAL_FLAGS, clamp=2.5),
                                near(close=((.42, -.55, .55), 1.75), elevation=32), dict(elevation=46), near(detail=(.40, .34, .36))),
}
