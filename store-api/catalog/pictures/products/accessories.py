"""Bag, wallet, earrings and hat."""
import math

from mathutils import Vector, noise

from kit import metals, shapes, surfaces
from kit.curves import smooth_profile, spline, superellipse
from kit.garments import sheet
from kit.nodes import Nodes
from kit.shot import METAL_FLAGS, Shot, near, views
from kit.weaves import cloth


def tote():
    """An open canvas bag: two long and two short handles, a pocket for change."""
    canvas, web = cloth((.47, .40, .29), slub=.5, threads=18, bump=.8), cloth((.062, .075, .04), slub=.4, threads=22)
    around, levels, rows, texture = 160, 70, [], []

    def wall(a, z):
        t = z / 3.7
        w, d, power = 1.62 + .16 * t, .62 - .10 * t, 5 - 2.2 * t
        c, s = math.cos(a), math.sin(a)
        x, y = w * math.copysign(abs(c) ** (2 / power), c), d * math.copysign(abs(s) ** (2 / power), s)
        sag = .085 * noise.noise(Vector((x * .9, y + 4, z * .7))) + .05 * (1 - abs(noise.noise(Vector((x * .8 + z * .5, 2, z * .9)))) * 3)
        return Vector((x + .3 * sag * c, y + sag * min(1, z * 2) * (1 if s > 0 else -1) * abs(s) ** .4, z + (.05 * math.sin(2 * a + 1) + .04 * noise.noise(Vector((x, y, 9)))) * t))
    for j in range(levels + 1):
        z = 3.7 * j / levels
        inset = 0 if z > .12 else .10 * (1 - math.sqrt(max(0, 1 - (1 - z / .12) ** 2)))
        ring = [wall(2 * math.pi * i / around, z) for i in range(around + 1)]
        rows.append([Vector((p.x * (1 - inset), p.y * (1 - inset * 2), p.z)) for p in ring])
        texture.append([(7.6 * i / around, z) for i in range(around + 1)])
    out = [sheet('bag', rows, texture, canvas, .035)]
    hem = [[wall(2 * math.pi * i / around, z) * 1.0 + Vector((0, (-.025 if math.sin(2 * math.pi * i / around) < 0 else .0), 0)) for i in range(around + 1)] for z in (3.40, 3.5, 3.6, 3.715)]
    out.append(sheet('hem', hem, [[(7.6 * i / around, z) for i in range(around + 1)] for z in (0, .1, .2, .3)], canvas, .05))
    for side in (-1, 1):
        for half, top, low, lean in ((.78, 6.3, 1.9, .10 * side + .12), (.46, 4.55, 2.9, .18 * side)):
            def foot(x, z):
                a = math.acos(max(-1, min(1, x / 1.7)))
                p = wall(side * a, z)
                return Vector((x, p.y + side * (.10 if z > 3.3 else .075), z))
            up = [foot(-half, low), foot(-half, (low + 3.6) / 2), foot(-half, 3.62)]
            over = [Vector((-half * .97, side * .50 + lean * .4, 3.62 + (top - 3.62) * .45)), Vector((-half * .70, side * .44 + lean, 3.62 + (top - 3.62) * .86)), Vector((0, side * .42 + lean * 1.2, top))]
            mirror = [Vector((-p.x, p.y, p.z)) for p in over[:-1]][::-1]
            down = [Vector((-p.x, p.y, p.z)) for p in up][::-1]
            out.append(shapes.sweep('handle', spline(up + over + mirror + down, 14), lambda t: superellipse(.125, .022, 20, 6), web, up=(0, 1, 0)))
    px = [-.42 + .84 * i / 30 for i in range(31)]
    pocket = [[Vector((x, wall(-math.acos(x / 1.7), z).y - .035 - .03 * math.sin(math.pi * (x + .42) / .84), z)) for x in px] for z in (1.25 + 1.05 * k / 30 for k in range(31))]
    out.append(sheet('pocket', pocket, [[(x, k / 30) for x in px] for k in range(31)], canvas, .03))
    return shapes.group(out)


def wallet():
    """A folded wallet, half open on its back, with cards in it."""
    hide, inside = surfaces.leather((.25, .10, .032), .44), surfaces.leather((.33, .15, .055), .5)

    def leaf(gap, size, thick, material, grow=0.0):
        """The cover: it runs along the table, round the fold and back over the top, open by `gap` at the right."""
        section = [(1.12 * (1 - k / 30), 0.0) for k in range(31)]
        section += [(-.09 * math.sin(a), .09 - .09 * math.cos(a)) for a in (math.pi * k / 12 for k in range(1, 12))]
        section += [(1.10 * k / 30, .18 + gap * (k / 30) ** 1.4) for k in range(31)]
        rows = [[Vector((x, y, z + .03 + .012 * noise.noise(Vector((x * 2, y * 2, z))))) for x, z in section] for y in (size * (j / 60 - .5) for j in range(61))]
        return sheet('cover', rows, [[(x + z, r[0].y) for x, z in section] for r in rows], material, thick)
    out = [leaf(.30, .95, .045, hide)]
    for k, colour in enumerate(((.62, .55, .44), (.10, .14, .17), (.30, .05, .03))):
        card = shapes.plate('card', [[(.56 + x, y) for x, y in superellipse(.43, .27, 60, 12)]], .012, surfaces.paint(colour, .3), .004)
        out.append(shapes.place(card, (.13 - .055 * k, 0, .115 + .028 * k), (0, -3 - 2.5 * k, 0)))
        slot = shapes.plate('slot', [[(.56 + x, y) for x, y in superellipse(.49, .44, 60, 16)]], .02, inside, .006)
        out.append(shapes.place(slot, (-.03 - .05 * k, 0, .085 + .028 * k), (0, -3 - 2.5 * k, 0)))
    thread = surfaces.matte('thread', (.62, .50, .33), .8)
    stitch = shapes.ellipsoid_mesh('stitch', (.022, .007, .007), thread, 8, 6)
    for k in range(30):
        x, q = 1.06 * (k + .5) / 30, (k + .5) / 30
        for y in (-.43, .43):
            out.append(shapes.instance(stitch, (x, y, .235 + .30 * (1.06 / 1.1 * q) ** 1.4), (0, -.38 * q ** .4, 0)))
    for k in range(25):
        out.append(shapes.instance(stitch, (1.055, -.42 + .84 * k / 24, .235 + .30 * .945), (0, 0, math.pi / 2)))
    return shapes.group(out)


def earrings():
    """Two pairs of hammered discs on silver hooks; one unit is a centimetre here."""
    brass, silver = metals.brass(rough=.16, hammer=.045, cell=.22, smudge=.05, tarnished=.25), metals.steel(rough=.12, flow=0)

    def one():
        disc = shapes.lathe('disc', [(0, .10), (.5, .085, .1), (.9, .03, .1), (1.12, .05, .02), (1.15, .09, .02), (1.1, .12, .03), (.85, .11, .2), (0, .17)], brass, 128, 6, .03, wobble=.006)
        small = shapes.place(shapes.lathe('small disc', [(0, .04), (.3, .03), (.43, .03, .02), (.45, .07, .02), (.40, .09, .02), (0, .12)], brass, 80, 6, .02, wobble=.008), (0, 1.85, 0))
        rings = [shapes.tube('ring', [Vector((.13 * math.cos(a), y + .15 * math.sin(a), .09 + .05 * math.cos(a))) for a in (2 * math.pi * k / 32 for k in range(32))], .028, metals.brass(rough=.14), 10, closed=True) for y in (1.27, 2.42)]
        hook = spline([(0, 2.50, .08), (.03, 2.85, .10), (-.05, 3.25, .09), (-.36, 3.46, .08), (-.66, 3.25, .08), (-.74, 2.7, .07), (-.78, 2.1, .05), (-.86, 1.9, .04)], 14)
        return shapes.group([disc, small, *rings, shapes.tube('hook', hook, .036, silver, 12)])
    slab = shapes.plate('slab', [superellipse(3.1, 3.0, 160, 6)], .35, surfaces.walnut('X', 1.2, scale=.35), .06, 5)
    return shapes.group([slab, shapes.group([one()], (1.35, -1.45, .35), (0, 0, -10)), shapes.group([one()], (-1.20, -1.10, .35), (0, 0, 14))])


def straw():
    """Rows of plaited palm leaf around a lathed shape."""
    n = Nodes('straw')
    u, v, _ = n.xyz(n.uv())
    row = n.times(v, 9.0)
    odd = n.math('MODULO', n.math('FLOOR', row), 2.0)
    across = n.math('FRACT', row)
    leaf = n.math('SINE', n.add(n.times(u, 2 * math.pi * 150), n.times(n.times(n.math('SUBTRACT', odd, .5), across), 9.0)))
    ridge = n.math('SINE', n.times(across, math.pi))
    tone = n.noise(n.mapping(n.uv(), (90, 7, 1)), 1.0, 3, .6)
    c = n.mix(n.range(tone, .35, .7, 0, 1), (.50, .36, .17), (.36, .23, .09))
    c = n.mix(n.range(n.add(leaf, n.times(ridge, 2.0)), -.6, 1.0, .7, 0), c, (.16, .09, .03))
    return n.done(n.surface(Base_Color=c, Roughness=.6, Specular=.3, Normal=n.bump(n.add(n.times(leaf, .4), ridge), .8, .02)))


def hat():
    palm = straw()
    top = smooth_profile([(.0, 1.16), (.30, 1.20), (.62, 1.18), (.82, 1.02), (.90, .72), (.95, .34), (1.02, .22), (1.30, .15), (1.75, .085), (2.15, .05), (2.32, .075)], 10)
    under = [(r - .02 if z > .3 else r, z - .035) for r, z in top[::-1]]
    body = shapes.lathe('hat', [(0, 1.16)] + top[1:] + [(2.34, .055)] + under[:-1] + [(0, 1.125)], palm, 200, 4, .02, wobble=.012)
    ribbon = smooth_profile([(.985, .315), (.962, .45), (.945, .60)], 10)
    band = shapes.lathe('band', [(.95, .30)] + ribbon + [(.92, .61)], cloth((.20, .022, .018), slub=.3, threads=40), 200, 4, .02, wobble=.012)
    return shapes.group([body, band])


SHOTS = {
    'canvas-market-tote': views(Shot(tote, turn=-24, elevation=16, fill=(.74, .78), centre=(0, -.02), bounces=3, samples=.7, light=dict(rim=260, fill=30)),
                               near(detail=(.50, .52, .38)), dict(turn=50, elevation=14), near(detail=(.46, .70, .34))),
    'leather-wallet': views(Shot(wallet, turn=24, elevation=36, fill=(.66, .6), centre=(0, -.02), bounces=3, samples=.7, fstop=1.4),
                           near(detail=(.52, .58, .40)), dict(turn=-40, elevation=22), dict(turn=10, elevation=66)),
    'brass-earrings': views(Shot(earrings, turn=-12, elevation=58, fill=(.80, .74), centre=(0, -.02), flags=METAL_FLAGS, clamp=2.5, bounces=4, samples=.7, fstop=3),
                           near(detail=(.34, .54, .38)), dict(turn=20, elevation=34), near(detail=(.70, .41, .34))),
    'straw-hat': views(Shot(hat, turn=20, elevation=26, fill=(.84, .62), centre=(0, -.02), bounces=3, samples=.7, light=dict(rim=260)),
                      near(detail=(.50, .46, .36)), dict(elevation=62), dict(turn=-30, elevation=9)),
}
