"""Cookware: pans, kadhai, stockpot, handi."""
import math

from mathutils import Vector

from kit import metals, shapes, surfaces
from kit.curves import bowl, smooth_profile, spline, superellipse
from kit.shot import METAL_FLAGS, STEEL_FLAGS, Shot, near, views

from . import parts


def copper_saucepan():
    """Hammered copper, tin-lined, with a riveted brass handle towards +X."""
    plain = metals.copper(rough=.12)
    cu = metals.copper(hammer=0.034, cell=0.15, radius=1.0, rough=0.12, wave=0.12)
    tin, brass = metals.tin(), metals.brass()
    wall = [(0, 0), (0.965, 0, 0.14), (0.99, 0.93, 0.3), (1.045, 1.055, 0.015), (1.030, 1.075, 0.012),
            (1.012, 1.062, 0.01), (0.960, 0.93, 0.3), (0.938, 0.035, 0.14), (0, 0.035)]
    out = [shapes.lathe('pan', wall, [cu, tin, plain], step=0.04, wobble=0.0012,
                        material_at=lambda r, z, t: 2 if z > 1.02 or (t < .45 and z < .02) else int(t > 0.515))]
    handle, path = parts.long_handle(
        [(0.99, 0, 0.655), (1.14, 0, 0.70), (1.34, 0, 0.80), (1.75, 0, 0.96), (2.3, 0, 1.12), (2.78, 0, 1.20)],
        [(0, .115), (.10, .085), (.3, .060), (.6, .072), (.88, .094), (1, .075)],
        [(0, .085), (.12, .062), (.3, .046), (.7, .042), (1, .036)], brass)
    out += [handle, parts.hanging_eye(path[-1], path[-1] - path[-3], .125, .036, brass)]
    out += parts.bracket(0.30, 0.155, 0.66, 1.0, brass, rivets=((-.72, 0), (.72, 0)))
    for y in (-.215, .215):
        out.append(shapes.rivet((.953 * math.cos(y), .953 * math.sin(y), .66), (-math.cos(y), -math.sin(y), 0), .05, cu))
    return shapes.group(out)


def cast_iron_kadhai():
    """Deep iron wok with two loops, on a round teak board."""
    iron = metals.cast_iron()
    board = shapes.lathe('board', [(0, 0), (1.08, 0, 0.03), (1.12, .15, 0.045), (0, .15)], surfaces.teak(seed=2.0),
                         160, step=0.08)
    outer, inner = bowl(1.25, 0.72, 0.48), bowl(1.25, 0.72, 0.48, thickness=0.062)
    wall = [(0, 0.012), (0.36, 0.012, 0.02), (0.40, 0, 0.02), (0.47, 0.0, .02)] + outer[1:] \
        + [(1.262, 0.745, .015), (1.325, 0.765, .02), (1.325, 0.805, .018), (1.22, 0.81, 0.02)] \
        + inner[::-1][1:] + [(0, inner[0][1])]
    pan = [shapes.lathe('kadhai', wall, iron, 160, 5, 0.05, wobble=0.003)]
    for side in (0, 180):
        pan.append(parts.turned_copy([parts.loop_handle(.74, .30, .12, (1.25, .755), iron, .058)], side))
    return shapes.group([board, shapes.group(pan, (0, 0, .15), (0, 0, -14))])


def triply_frying_pan():
    """Steel-aluminium-steel frying pan; the bond shows as a line in the cut rim."""
    polished, inside = metals.steel(rough=0.12), metals.brushed_steel(rough=0.23)
    core = metals.metal('aluminium core', (0.50, 0.50, 0.51), rough=0.35)
    wall = [(0, 0), (1.0, 0, 0.30), (1.27, 0.40, 0.12), (1.36, 0.462, 0.02), (1.366, 0.474, .003), (1.356, 0.486, .003),
            (1.345, 0.487, .004), (1.24, 0.42, 0.12), (0.985, 0.035, 0.28), (0, 0.035)]

    def layer(r, z, t):
        return 2 if r > 1.3475 and z > 0.463 and r < 1.364 else int(t > 0.51)
    out = [shapes.lathe('pan', wall, [polished, inside, core], 192, 8, 0.03, material_at=layer)]
    handle, path = parts.long_handle(
        [(1.27, 0, .36), (1.42, 0, .42), (1.62, 0, .50), (2.0, 0, .62), (2.6, 0, .76), (3.12, 0, .84)],
        [(0, .20), (.07, .16), (.18, .085), (.35, .082), (.65, .102), (.9, .115), (1, .09)],
        [(0, .03), (.08, .036), (.2, .052), (.5, .050), (1, .040)], metals.brushed_steel(rough=.2, spun=0), power=3.2)
    slot = [(2.93 + x, y) for x, y in superellipse(.10, .032, 32, 2.6)]
    handle = shapes.subtract(handle, [shapes.skin('cut', [[Vector((x, y, z)) for x, y in slot] for z in (.5, 1.2)], core)])
    out.append(handle)
    for y in (-.11, .11):
        out.append(shapes.rivet((1.165 * math.cos(y), 1.165 * math.sin(y), .315), (-1, -y, .75), .048, polished))
    return shapes.group(out)


def cast_iron_skillet():
    """26 cm skillet with two pouring lips, a teardrop handle and a helper."""
    iron = metals.cast_iron(grain=0.008)
    wall = [(0, 0.0), (1.08, 0, 0.03), (1.12, 0.02, .02), (1.27, 0.46, 0.05), (1.31, 0.475, .02), (1.315, 0.515, .022),
            (1.225, 0.52, 0.022), (1.20, 0.47, .05), (1.09, 0.075, 0.12), (0, 0.072)]
    pan = shapes.lathe('skillet', wall, iron, 240, 6, 0.04, wobble=0.001)
    for v in pan.data.vertices:                                   # two lips, pressed out of the rim
        x, y, z = v.co
        for a in (math.pi / 2, -math.pi / 2):
            d = math.atan2(y, x) - a
            k = math.exp(-(d / .115) ** 2) * max(0, min(1, (z - .28) / .22)) ** 2
            v.co.x += .085 * k * math.cos(a)
            v.co.y += .085 * k * math.sin(a)
            v.co.z -= .035 * k
    out = [pan]
    handle, path = parts.long_handle(
        [(1.20, 0, .44), (1.40, 0, .455), (1.65, 0, .475), (2.05, 0, .52), (2.42, 0, .55)],
        [(0, .30), (.10, .20), (.28, .120), (.55, .130), (.82, .165), (.95, .155), (1, .12)],
        [(0, .045), (.2, .06), (.6, .055), (1, .042)], iron, power=3.4)
    teardrop = [(2.20 + x, y * (1 + 2.4 * x)) for x, y in superellipse(.155, .066, 40, 2.0)]
    cutter = shapes.skin('cut', [[Vector((x, y, z)) for x, y in teardrop] for z in (.2, .9)], iron)
    out.append(shapes.subtract(handle, [cutter]))
    out.append(parts.turned_copy([parts.loop_handle(.62, .16, .0, (1.27, .475), iron, .050, sink=.01)], 180))
    return shapes.group(out)


def steel_stockpot():
    """Tall pot with a domed lid and riveted steel handles."""
    body, trim = metals.steel(rough=0.15, wave=.10, spun=.25), metals.steel(rough=.12)
    wall = [(0, 0.02), (.90, 0.02, .02), (0.94, 0, .02), (1.14, 0, .10), (1.16, 1.72, .02), (1.205, 1.745, .015),
            (1.205, 1.77, .012), (1.15, 1.765, .015), (1.125, 1.70, .02), (1.11, .05, .10), (0, .05)]
    out = [shapes.lathe('pot', wall, body, 192, 6, 0.05)]
    base = [(1.145, -.0), (1.165, .012, .01), (1.168, .115, .008), (1.145, .125)]
    out.append(shapes.lathe('base', base, metals.brushed_steel(), 192, 5, .03))
    lid = [(0, 2.06), (.30, 2.045, .2), (.72, 1.965, .5), (1.06, 1.83, .08), (1.12, 1.80, .03), (1.215, 1.795, .012),
           (1.215, 1.775, .01), (1.11, 1.77, .01), (1.10, 1.70, .01), (1.085, 1.70, .01), (1.08, 1.79, .03), (0, 2.03)]
    out.append(shapes.lathe('lid', lid, metals.steel(rough=.13, wave=.12, spun=.2), 192, 8, .03))
    path = [Vector((-.34, 0, 2.0)), Vector((-.33, 0, 2.09)), Vector((-.25, 0, 2.20)), Vector((0, 0, 2.235)),
            Vector((.25, 0, 2.20)), Vector((.33, 0, 2.09)), Vector((.34, 0, 2.0))]
    out.append(shapes.sweep('bow', spline(path, 12), lambda t: superellipse(.058, .032, 24, 2.6), trim, up=(0, 1, 0)))
    for side in (0, 180):
        p = [parts.loop_handle(.66, .30, .05, (1.13, 1.40), trim, .046, .85, sink=.04)]
        for y in (-.33, .33):
            plate = parts.bracket(.10, .15, 1.40, 1.155, trim, .022, rivets=((0, .62), (0, -.62)))
            p.append(shapes.group(plate, rotation=(0, 0, math.degrees(y / 1.16))))
        out.append(parts.turned_copy(p, side))
    return shapes.group(out)


def brass_handi():
    """Round-bellied hammered pot with a flared rim and a lid with a turned knob."""
    body = metals.brass(hammer=0.022, cell=0.17, radius=1.0, rough=.14, wave=.1)
    plain, tin = metals.brass(rough=.15), metals.tin()
    belly = smooth_profile([(.42, 0.03), (.70, .10), (.98, .36), (1.08, .68), (1.00, 1.0), (.84, 1.20), (.80, 1.28)], 10)
    wall = [(0, 0.02), (.36, .02)] + belly + [(.83, 1.33, .04), (1.02, 1.44, .03), (1.03, 1.475, .015), (.99, 1.475, .012),
                                              (.80, 1.365, .05), (.765, 1.28, .05), (.97, .98, .2), (1.045, .68, .3),
                                              (.66, .14, .2), (0, .08)]
    count = len(wall)
    out = [shapes.lathe('handi', wall, [body, plain, tin], 176, 6, .035, wobble=.002,
                        material_at=lambda r, z, t: 0 if t < .40 and z < 1.27 else 1 if t < .54 or z > 1.3 else 2)]
    lid = [(0, 1.74), (.16, 1.735, .1), (.42, 1.69, .2), (.70, 1.60, .15), (.83, 1.50, .05), (.97, 1.475, .02), (.985, 1.485, .01),
           (.985, 1.50, .01), (.86, 1.515, .03), (.72, 1.63, .1)]
    lid = [(0, 1.745), (.18, 1.738, .1), (.45, 1.69, .2), (.72, 1.60, .12), (.84, 1.515, .05), (.985, 1.498, .012),
           (.985, 1.478, .01), (.80, 1.478, .02), (.70, 1.56, .1), (0, 1.70)]
    out.append(shapes.lathe('lid', lid, metals.brass(hammer=.016, cell=.15, radius=.6, rough=.14, wave=.1), 160, 6, .03))
    knob = [(.13, 1.72), (.13, 1.76, .02), (.075, 1.80, .03), (.07, 1.83, .02), (.15, 1.92, .08), (.135, 2.0, .08), (.05, 2.035, .03),
            (.04, 2.06, .02), (0, 2.075)]
    out.append(shapes.lathe('knob', knob, plain, 64, 8, .015))
    for side in (0, 180):
        ring = [Vector((1.13 + .03 * math.cos(a), .30 * math.sin(a), .84 - .24 + .27 * math.cos(a) * .98))
                for a in (2 * math.pi * i / 72 for i in range(72))]
        p = [shapes.sweep('ring', ring, lambda t: superellipse(.036, .036, 18, 2.0), plain, closed=True, up=(1, 0, 0))]
        p += [shapes.group([shapes.lathe('boss', [(0, .09), (.05, .085, .02), (.085, .045, .03), (.095, -.05)], plain, 40, 6, .015)],
                           (1.05, 0, .86), (0, 90, 0))]
        p.append(shapes.tube('staple', [Vector((1.05 + .115 * math.sin(a), 0, .86 + .075 * math.cos(a)))
                                        for a in (math.pi * i / 16 for i in range(17))], .030, plain, 16, up=(0, 1, 0)))
        out.append(parts.turned_copy(p, side))
    return shapes.group(out)


SHOTS = {
    'copper-saucepan': views(Shot(copper_saucepan, turn=-38, elevation=22, fill=(.86, .7), flags=METAL_FLAGS, clamp=2.5, light=dict(rim=420, fill=45)),
                            near(close=((.62, -.62, .75), 1.75), elevation=30, fstop=.9), dict(turn=-20, elevation=58), dict(turn=140, elevation=14)),
    'cast-iron-kadhai': views(Shot(cast_iron_kadhai, elevation=28, fill=(.84, .7), centre=(0, -.04), light=dict(rim=700)),
                             dict(turn=40, elevation=58), near(detail=(.24, .42, .40)), dict(turn=90, elevation=12)),
    'triply-frying-pan': views(Shot(triply_frying_pan, turn=-52, elevation=36, fill=(.84, .74), flags=METAL_FLAGS, clamp=2.5),
                              dict(turn=-20, elevation=64), near(detail=(.62, .62, .36)), dict(turn=-115, elevation=16)),
    'cast-iron-skillet': views(Shot(cast_iron_skillet, turn=-128, elevation=42, fill=(.84, .74), light=dict(rim=750)),
                              dict(turn=-60, elevation=64), near(detail=(.66, .38, .38)), dict(turn=-35, elevation=16)),
    'steel-stockpot': views(Shot(steel_stockpot, turn=-24, elevation=18, fill=(.78, .72), flags=STEEL_FLAGS, clamp=2.5),
                           dict(turn=30, elevation=44), near(detail=(.52, .34, .40)), dict(turn=66, elevation=8)),
    'brass-handi': views(Shot(brass_handi, turn=-28, elevation=17, fill=(.70, .70), flags=METAL_FLAGS, clamp=2.5),
                        near(close=((-.1, -.2, 1.66), 1.55), elevation=26, fstop=.9), dict(turn=30, elevation=46), dict(turn=62, elevation=7)),
}
