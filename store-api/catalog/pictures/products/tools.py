"""Kitchen tools: mortar, rolling pin, board, knife, pepper mill, measuring cups."""
import math

from mathutils import Vector

from kit import metals, shapes, surfaces
from kit.curves import circle, smooth_profile, spline, superellipse, table
from kit.grains import scatter
from kit.shot import METAL_FLAGS, Shot, near, views

from . import parts


def granite_mortar():
    """A heavy waisted bowl, ground smooth inside, with its pestle leaning in it."""
    stone, smooth = surfaces.granite(.045, .20, .15), surfaces.granite(.055, .22, .45)
    wall = [(0, 0), (.60, 0, .05), (.68, .05, .05), (.70, .16, .08), (.66, .24, .10), (.80, .60, .3), (.86, .92, .1), (.84, 1.0, .05),
            (.72, 1.01, .05), (.66, .90, .1), (.52, .50, .25), (.26, .30, .2), (0, .26)]
    out = [shapes.lathe('mortar', wall, [stone, smooth], 160, 8, .03, wobble=.005,
                        material_at=lambda r, z, t: int(t > .60))]
    rod = smooth_profile([(.19, .08), (.25, .28), (.23, .55), (.165, .95), (.15, 1.25), (.185, 1.50), (.17, 1.62)], 8)
    pestle = shapes.lathe('pestle', [(0, 0), (.10, .012, .05)] + rod + [(.10, 1.69, .06), (0, 1.71)], smooth, 96, 6, .02, wobble=.006)
    out.append(shapes.aim(pestle, (-.06, .04, .33), (.56, -.10, 1.05)))
    return shapes.group(out)


def mortar_pepper():
    parts.peppercorns(scatter(26, .03, (.62, -1.02), (.26, .12), [(0, 0, .80)], 3))
    parts.peppercorns(scatter(5, .03, (-.5, -1.05), (.12, .08), [(0, 0, .80)], 5))


def rosewood_belan():
    """A rolling pin across its round board."""
    marble = surfaces.rosewood('X', 2.2)
    board = shapes.lathe('board', [(0, .11), (1.10, .11, .03), (1.16, .14, .03), (1.19, .20, .03), (1.16, .265, .035), (0, .27)], marble, 176, 8, .06)
    out = [board]
    for k in range(3):
        a = math.radians(30 + 120 * k)
        foot = shapes.lathe('foot', [(0, 0), (.12, 0, .02), (.13, .05, .02), (.12, .13)], marble, 40, 5, .04)
        foot.location = (.85 * math.cos(a), .85 * math.sin(a), 0)
        out.append(foot)
    half = [(0, .205), (.5, .20), (1.0, .172), (1.18, .142), (1.24, .10), (1.28, .085), (1.36, .10), (1.50, .125), (1.62, .112), (1.69, .07), (1.705, 0)]
    right = [(r, z) for r, z in smooth_profile([(r, z) for z, r in half], 8)]
    profile = [(max(0, r), -z) for r, z in right[::-1]] + [(max(0, r), z) for r, z in right[1:]]
    pin = shapes.lathe('belan', profile, surfaces.rosewood('Z', .7), 120, 1, .05)
    pin.rotation_euler = (0, math.pi / 2, math.radians(24))
    pin.location = (.02, -.12, .27 + .203)
    return shapes.group(out + [pin])


def dough():
    """Two balls of dough waiting on the board."""
    m = surfaces.matte('dough', (.36, .28, .175), .75, .12, 5, .25, 26, .25)
    for x, y, r in ((-.62, .56, .20), (-.19, .80, .19)):
        shapes.instance(shapes.ellipsoid_mesh('dough', (r, r * .96, r * .80), m, 48, 32), (x, y, .27 + r * .74), (.1, .2, x))


def chopping_board():
    """Rounded teak board with a finger hole and a juice channel."""
    wood = surfaces.teak('X', 1.7, scale=1.0)
    hole = [(1.52 + x, y) for x, y in superellipse(.075, .36, 48, 3.0)]
    board = shapes.plate('board', [superellipse(1.85, 1.15, 160, 7.0), hole], .24, wood, .035, 5)
    channel = [Vector((x - .14, y, .255)) for x, y in superellipse(1.48, .98, 160, 9.0)]
    cutter = shapes.tube('channel', channel, .048, wood, 14, closed=True, rounded=0)
    return shapes.group([shapes.subtract(board, [cutter])] + board_chillies())


def board_chillies():
    red = surfaces.enamel((.23, .008, .005), .16)
    out, green = [], surfaces.matte('stem', (.09, .13, .035), .6, .3, 20, .3)
    for points, r in (([(-.75, -.35, .31), (-.35, -.30, .315), (.05, -.45, .30), (.32, -.72, .27)], .066),
                      ([(-.55, -.02, .31), (-.15, .08, .31), (.25, .0, .30), (.60, -.18, .275)], .060),
                      ([(.42, .42, .31), (.10, .52, .315), (-.25, .46, .30), (-.55, .28, .275)], .062)):
        out += parts.chilli(points, r, red, green)
    return out


def chefs_knife():
    """A 20 cm blade with a full bolster, lying on its side on a walnut board."""
    steel, handle_wood = metals.brushed_steel(rough=.20, spun=0, flow=0), surfaces.rosewood('X', 3.3, scale=1.6)
    rings, n = [], 60
    for i in range(n + 1):
        t = i / n
        x = 2.05 * t
        top = table([(0, .0), (.45, .0), (.8, -.05), (1, -.26)], t)
        edge = table([(0, -.46), (.35, -.455), (.65, -.41), (.85, -.345), (.95, -.295), (1, -.264)], t)
        w = table([(0, .021), (.6, .014), (1, .004)], t)
        mid = top + (edge - top) * .86
        rings.append([Vector((x, top, -w)), Vector((x, top - .012, w * 0 - w * 1.02)), Vector((x, mid, -w * .42)), Vector((x, edge, 0)),
                      Vector((x, mid, w * .42)), Vector((x, top - .012, w * 1.02)), Vector((x, top, w))])
    out = [shapes.skin('blade', rings, steel, crease=4)]
    out.append(shapes.sweep('bolster', [Vector((x, table([(-.22, -.115), (0, -.23)], x), 0)) for x in (-.22, -.16, -.10, -.05, 0.0)],
                            lambda t: superellipse(table([(0, .105), (.5, .13), (1, .222)], t), table([(0, .085), (.4, .075), (1, .024)], t), 40, 2.6),
                            metals.steel(rough=.14, flow=0)))
    path = spline([Vector((-.20, -.115, 0)), Vector((-.6, -.10, 0)), Vector((-1.0, -.115, 0)), Vector((-1.32, -.16, 0))], 10)
    out.append(shapes.sweep('handle', path, lambda t: superellipse(table([(0, .104), (.3, .118), (.6, .108), (.88, .135), (1, .115)], t),
                                                                   table([(0, .084), (.4, .096), (1, .085)], t), 40, 2.8), handle_wood, rounded=6))
    brass = metals.brass(rough=.2)
    for x, y in ((-.42, -.107), (-.76, -.104), (-1.10, -.128)):
        out.append(shapes.lathe('rivet', [(0, .104), (.03, .102, .008), (.034, .08)], brass, 32, 4, .01))
        out[-1].location = (x, y, -.008)
    knife = shapes.group(out, (-.36, .42, .30), (-2.5, 0, -9))
    board = shapes.plate('board', [superellipse(1.95, .95, 140, 8.0)], .19, surfaces.walnut('X', 1.2, scale=1.0), .03, 5)
    return shapes.group([board, knife])


def pepper_mill():
    """Turned walnut with a steel collar and knob."""
    wood, steel = surfaces.walnut('Z', .4, scale=1.1), metals.steel(rough=.13)
    curve = smooth_profile([(.325, .05), (.335, .16), (.30, .34), (.235, .62), (.215, .86), (.245, 1.10), (.275, 1.24)], 10)
    body = [(0, 0), (.29, 0, .02), (.325, .02, .02)] + curve + [(.275, 1.30, .03), (.24, 1.325, .02), (0, 1.325)]
    out = [shapes.lathe('body', body, wood, 120, 6, .03)]
    for z in (.20, .235):
        r = .325
        out.append(shapes.lathe('line', [(r - .02, z - .006), (r + .006, z - .004, .003), (r + .006, z + .004, .003), (r - .02, z + .006)],
                                surfaces.walnut('Z', .4), 96, 3, .02))
    out.append(shapes.lathe('collar', [(.20, 1.32), (.246, 1.325, .006), (.246, 1.362, .006), (.20, 1.367)], steel, 96, 4, .02))
    head = smooth_profile([(.235, 1.38), (.285, 1.44), (.30, 1.56), (.255, 1.74), (.15, 1.86), (.10, 1.885)], 10)
    out.append(shapes.lathe('head', [(0, 1.362), (.21, 1.362, .01)] + head + [(0, 1.895)], surfaces.walnut('Z', 1.6, scale=1.1), 120, 6, .03))
    out.append(shapes.lathe('knob', [(.05, 1.88), (.05, 1.93, .01), (.035, 1.945, .01), (.085, 2.0, .05), (.075, 2.05, .04), (0, 2.065)], steel, 56, 8, .012))
    return shapes.group(out)


def mill_pepper():
    parts.peppercorns(scatter(36, .026, (.30, -.48), (.26, .10), [(0, 0, .36)], 8))


def measuring_cup(radius, height, words):
    """One cup with a long strap handle towards +X."""
    steel, trim = metals.steel(rough=.15, wave=.10), metals.brushed_steel(rough=.2, spun=0, flow=0)
    r, h = radius, height
    wall = [(0, 0), (r - .06, 0, .05), (r - .01, .05, .04), (r, h - .03, .02), (r + .022, h - .006, .008), (r + .018, h + .006, .006),
            (r - .012, h - .006, .01), (r - .022, .06, .04), (r - .07, .014, .04), (0, .014)]
    length = 1.15
    strip = [(r - .01 + length / 2 + x, y) for x, y in superellipse(length / 2, .105, 80, 5.0)]
    hole = [(r + length - .13 + x, y) for x, y in circle(.045, 32)]
    handle = shapes.plate('handle', [strip, hole], .026, trim, .011, 4)
    handle.location = (0, 0, h - .030)
    label = shapes.text(words, .115, surfaces.paint((.03, .03, .03), .5), .0015)
    label.location = (r + .48, 0, h - .0025)
    return shapes.group([shapes.lathe('cup', wall, steel, 128, 6, .03), handle, label])


def measuring_cups():
    """Four cups, the largest behind."""
    out = []
    for r, h, words, x, y, turn in ((.46, .46, '1 CUP', -.62, .72, 14), (.37, .37, '1/2 CUP', -.52, -.20, 8), (.325, .315, '1/3 CUP', -.46, -.95, 2),
                                    (.29, .27, '1/4 CUP', -.42, -1.60, -5)):
        cup = measuring_cup(r, h, words)
        cup.location = (x, y, 0)
        cup.rotation_euler = (0, 0, math.radians(turn))
        out.append(cup)
    return shapes.group(out)


SHOTS = {
    'granite-mortar': views(Shot(granite_mortar, elevation=22, fill=(.62, .62), props=mortar_pepper, light=dict(rim=520)),
                           near(close=((.15, -.3, .98), 1.7), elevation=34), dict(turn=50, elevation=56), dict(turn=180, elevation=12)),
    'rosewood-belan': views(Shot(rosewood_belan, elevation=34, fill=(.86, .7), centre=(0, -.03), props=dough),
                           dict(elevation=64), near(detail=(.70, .42, .34)), dict(elevation=14)),
    'teak-chopping-board': views(Shot(chopping_board, turn=-28, elevation=44, fill=(.86, .74), centre=(0, -.03)),
                                dict(turn=0, elevation=72), near(detail=(.80, .55, .34)), near(detail=(.42, .44, .34))),
    'chefs-knife': views(Shot(chefs_knife, turn=34, elevation=54, fill=(.84, .78), centre=(0, -.02), flags=(((3.0, 3.0, 4.0), (3, 3), (.05, .05, .05)),), clamp=2.5),
                        dict(turn=-20, elevation=72), near(detail=(.30, .56, .34)), near(detail=(.66, .40, .34))),
    'pepper-mill': views(Shot(pepper_mill, elevation=14, fill=(.46, .70), props=mill_pepper, flags=METAL_FLAGS),
                        near(close=((0, -.2, 1.45), 1.5), elevation=16), dict(turn=60, elevation=40), near(detail=(.56, .78, .34))),
    'steel-measuring-cups': views(Shot(measuring_cups, turn=-24, elevation=38, fill=(.82, .74), flags=METAL_FLAGS, clamp=2.5),
                                 dict(turn=10, elevation=64), near(detail=(.48, .42, .36)), dict(turn=40, elevation=22)),
}
