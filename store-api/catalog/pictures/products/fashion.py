"""Clothes laid flat and cloth hung over a rail. One row of a table describes each product."""
import math

from mathutils import Vector

from kit import metals, shapes, surfaces
from kit.curves import spline
from kit.garments import curve, ground_at, hung, panel, stitching
from kit.shot import Shot, near, views
from kit.weaves import GOLD, SILVER, cloth

INDIGO, CREAM, RUST, MADDER, INK = (.014, .024, .062), (.52, .44, .325), (.30, .075, .025), (.22, .018, .014), (.022, .025, .036)


def mirrored(points):
    return [(-x, y) for x, y in points]


def piece(sides, material, sign=1, counts=(120, 120), **numbers):
    """A panel between the points of its bottom, right, top and left side; sign -1 mirrors it to the other half."""
    if sign < 0:
        bottom, right, top, left = sides
        sides = mirrored(bottom[::-1]), mirrored(left), mirrored(top[::-1]), mirrored(right)
    return panel([curve(*side, count=counts[k % 2]) for k, side in enumerate(sides)], material, **numbers)


def rectangle(left, bottom, right, top, sag=0.0):
    """The sides of a pocket or apron; its lower edge sags."""
    low = [(left, bottom + sag), (left * .75 + right * .25, bottom), (left * .25 + right * .75, bottom), (right, bottom + sag)]
    return low, [(right, bottom + sag), (right, top)], [(left, top), (right, top)], [(left, bottom + sag), (left, top)]


def ribbon(points, width, material, count=60, **numbers):
    """A panel of one width along a curve; its weave follows it."""
    middle = curve(*points, count=count)
    sides = []
    for sign in (-1, 1):
        side = []
        for i, p in enumerate(middle):
            d = (middle[min(i + 1, count)] - middle[max(i - 1, 0)]).normalized()
            side.append(p + Vector((d.y, -d.x, 0)) * (sign * width / 2))
        sides.append(side)
    left, right = sides
    sides = curve(left[0], right[0], count=8), right, curve(left[-1], right[-1], count=8), left
    return panel(sides, material, follow=True, **{'wrinkle': 0, 'puff': .03, **numbers})


def sleeve_of(sign, seam, armpit, length, cuff, lean, fabric, **numbers):
    """A sleeve from the shoulder seam, and the lines of its hem."""
    a = math.radians(lean)
    along, x, y = Vector((math.sin(a), -math.cos(a))), seam[0], seam[1]
    end = Vector(seam) + along * length
    inner = end - Vector((math.cos(a), math.sin(a))) * cuff * 2
    top, under = (x - .25, .02), (armpit[0] - .2, armpit[1] + .05)
    outside = [tuple(end), (x + length * .45 * along.x + .10, y + length * .45 * along.y + .06), (x + .16, -.10), top]
    inside = [tuple(inner), ((inner.x + armpit[0]) / 2 + .03, (inner.y + armpit[1]) / 2), under]
    arm = piece(([tuple(inner), tuple(end)], outside, [under, (x - .25, -1.2), top], inside), fabric, sign, (50, 120), z=.03, follow=True, **numbers)
    return arm, [curve(*(((p - along * k).x * sign, (p - along * k).y) for p in (inner, end)), count=300) for k in (.28, .34)]


def collar_of(sign, kind, neck, drop, trim, body):
    """One half of a band or shirt collar in front, and the line of its stitches."""
    if kind == 'shirt':
        outer = [(.16, -drop - .55), (neck * .9, -drop - .28), (neck + .28, -.10), (neck + .05, .48)]
        inner = [(.02, -drop + .06), (neck * .42, -drop * .5), (neck * .68, .0), (neck * .74, .54)]
    else:
        outer = [(.02, -drop - .02), (neck * .42, -drop * .86), (neck * .86, -drop * .25), (neck + .02, .46)]
        inner = [(.03, -drop + .30), (neck * .25, -drop + .37), (neck * .55, -drop * .2 + .08), (neck * .72, .52)]
    half = piece((outer, [outer[-1], inner[-1]], inner, [outer[0], inner[0]]), trim, sign, (70, 70), z=.03, puff=.05, wrinkle=0, follow=True, on=body)
    return half, [p + (q - p) * .16 for p, q in zip(*(curve(*((x * sign, y) for x, y in side), count=200) for side in (outer, inner)))]


def upper(fabric, length, chest=2.75, hem=3.1, shoulder=2.2, neck=.78, drop=.62, sleeve=6.3, cuff=.72, open_front=0.0, collar='band', placket=0.0,
          buttons=0, button=(.20, .09, .04), thread=None, pockets=(), round_hem=0.0, trim=None, lining=None, lean=24, tiers=(), seed=1.0, wrinkle=.13,
          apron=None):
    """A kurta, shirt, jacket or dress, its front up.

    sleeve      length, 0 for none; `lean` is its angle from the body
    open_front  half the gap of an open front
    placket     length from the neck, with so many `buttons`
    pockets     (x, y of the top middle, width, height)
    trim        cloth of collar, placket and cuffs
    tiers       heights of seams with gathers below
    """
    trim = trim or fabric
    lining = lining or fabric
    stitch = surfaces.matte('thread', thread or (.55, .47, .36), .8)
    seam, armpit = (shoulder, -.02), (chest, -2.35)
    side = [(hem, -length), ((hem + chest) / 2 - .05, -length * .55), (chest - .04, -3.2), armpit, (shoulder - .06, -1.2), seam]
    front = [(neck, .42), (neck * .80, -drop * .45), (neck * .35, -drop * .95), (0, -drop)]
    bottom = [(-hem, -length), (-hem * .5, -length - .06 - round_hem), (0, -length - .08 - round_hem), (hem * .5, -length - .06 - round_hem), (hem, -length)]
    back_neck = [(-shoulder, -.02), (-neck, .42), (-neck * .5, .26), (neck * .5, .26), (neck, .42), (shoulder, -.02)]
    out = [piece((bottom, side, back_neck, mirrored(side)), lining, puff=.05, wrinkle=.02, seed=seed)]
    lay = dict(puff=.11, wrinkle=wrinkle)
    lines = []
    for sign in (1, -1) if sleeve else ():
        arm, hems = sleeve_of(sign, seam, armpit, sleeve, cuff, lean, fabric, seed=seed + 2 * sign, **lay)
        out.append(arm)
        lines += hems
    if open_front:
        g = open_front
        fronts = []
        for sign in (1, -1):
            edge = [(g, -length - .06), (g * .9, -length * .5), (g * .8 + .1, -1.6), (neck, .42)]
            low, top = [(g, -length - .06), (hem * .6, -length - .06), (hem, -length)], [(neck, .42), (seam[0], seam[1])]
            fronts.append(piece((low, side, top, edge), fabric, sign, z=.06, seed=seed + 5 * sign, **lay))
            band = [(x * sign, y) for x, y in [(x + .10, y) for x, y in edge]]
            fronts.append(ribbon(band, .26, trim, z=.01, on=[fronts[-1]]))
        out += fronts
        body = fronts
        rear = [(-neck - .06, .40), (-neck * .5, .36), (neck * .5, .36), (neck + .06, .40)]
        out.append(ribbon(rear, .26, trim, z=.02, on=out[:1]))
    else:
        neckline = [(-shoulder, -.02)] + mirrored(front)[:-1] + front[::-1] + [(shoulder, -.02)]
        if tiers:
            body, levels = [], [0, *tiers, length]
            for k, (a, b) in enumerate(zip(levels, levels[1:])):
                wide = [chest, hem * .78, hem][min(k, 2)]
                grow = .25 if k else 0
                low = [(-wide - grow, -b), (-wide * .5, -b - .07), (wide * .5, -b - .07), (wide + grow, -b)]
                if k == 0:
                    sides = (low, [(wide, -b), (chest, -2.4), (shoulder - .06, -1.2), seam], neckline)
                else:
                    before = [chest, hem * .78, hem][k - 1]
                    sides = (low, [(wide + grow, -b), (before, -a + .06)], [(-before, -a + .06), (0, -a), (before, -a + .06)])
                body.append(piece((*sides, mirrored(sides[1])), fabric, z=.08 - .02 * k, seed=seed + k, gather=.13 if k else 0, **lay))
        else:
            body = [piece((bottom, side, neckline, mirrored(side)), fabric, counts=(150, 190), z=.06, seed=seed, **lay)]
        out += body
        lines.append([p + Vector((0, .16, 0)) for p in curve(*bottom, count=500)][12:-12])
        if placket:
            y = -drop + .10
            tab = ribbon([(0, y - placket), (0, y)], .36, trim, z=.012, on=body)
            out.append(tab)
            lines += [curve((x, y - placket + .05), (x, y), count=int(placket * 40)) for x in (-.135, .135)]
            if placket < length * .8:
                lines.append(curve((-.135, y - placket + .05), (.135, y - placket + .05), count=20))
            step = placket / max(1, buttons)
            for k in range(buttons):
                at = (0, y - step * (k + .35))
                out.append(disc(at, ground_at([tab], *at) + .005, surfaces.enamel(button, .3)))
        for sign in (1, -1):
            half, edge = collar_of(sign, collar, neck, drop, trim, body)
            out.append(half)
            lines.append(edge)
        rear = [(-neck + .02, .52), (-neck * .5, .42), (neck * .5, .42), (neck - .02, .52)]
        out.append(ribbon(rear, .32, trim, z=.02, on=out[:1]))
    if apron:
        w, top, low = 1.7, -1.7, -length + .5
        sides = ([(-2.5, low), (2.5, low)], [(2.5, low), (2.35, -4.2), (w, -3.3), (w - .2, top)], [(-w + .2, top), (w - .2, top)])
        out.append(piece((*sides, mirrored(sides[1])), apron, z=.02, puff=.03, wrinkle=.02, on=body))
        body = [out[-1]]
        lines += [[p + Vector((-.10 * s, 0, 0)) for p in curve(*((x * s, y) for x, y in sides[1]), count=300)] for s in (1, -1)]
    for x, y, w, h in pockets:
        out.append(piece(rectangle(x - w / 2, y - h, x + w / 2, y, .08), apron or trim, counts=(50, 50), z=.012, puff=.035, wrinkle=0, on=body))
        lines.append(curve((x - w / 2 + .06, y), (x - w / 2 + .07, y - h + .12), (x, y - h + .07), (x + w / 2 - .07, y - h + .12), (x + w / 2 - .06, y), count=200))
    return shapes.group(out + [stitching(lines, [o for o in out if o.name.startswith('panel')], stitch)])


FLOOR, RAIL = .9, .13


def draped(fabric, front=7.2, width=4.6, back=None, tassels=None, **k):
    """A drape over a teak rail that runs out of the frame; `tassels` is the colour of the threads along its end."""
    sheet, lower = hung(width, front, back or front - .9, (front + FLOOR, RAIL), fabric, **k)
    out = [sheet]
    if tassels:
        yarn = surfaces.matte('yarn', tassels, .9)
        for i in range(2, len(lower) - 2, 3):
            p = lower[i]
            sway = .03 * math.sin(i * 1.7)
            out.append(shapes.tube('tassel', [p + Vector((0, 0, .03)), p + Vector((sway, -.01, -.16)), p + Vector((sway * 1.6, .01, -.36 - .03 * math.sin(i * 2.3)))], .013, yarn, 6, rounded=1))
    return shapes.group(out)


def disc(at, z, material, radius=.075):
    """A button."""
    o = shapes.lathe('button', [(0, 0), (radius * .95, 0, .01), (radius, .02, .012), (radius * .82, .034, .01), (radius * .6, .022, .01), (0, .02)], material, 40, 5, .01)
    return shapes.place(o, (*at, z))


def apron(fabric):
    """A cross-back apron, its straps crossed above the bib."""
    side = [(3.0, -8.3), (2.95, -6.0), (2.75, -4.2), (1.9, -2.9), (1.42, -1.5), (1.35, 0)]
    bottom, top = [(-3.0, -8.3), (-1.5, -8.37), (1.5, -8.37), (3.0, -8.3)], [(-1.35, 0), (-.6, -.05), (.6, -.05), (1.35, 0)]
    back = [ribbon([(x * s, y) for x, y in ((1.2, -.3), (1.1, .9), (.25, 1.75), (-1.3, 1.1), (-2.4, -1.0), (-2.5, -4.6))], .34, fabric, 120, z=.02 + .05 * (s > 0), wrinkle=.05, seed=s + 3) for s in (1, -1)]
    body = piece((bottom, side, top, mirrored(side)), fabric, counts=(150, 190), z=.10, puff=.07, wrinkle=.12, seed=2.4)
    lines = [[p + Vector((0, .16, 0)) for p in curve(*bottom, count=500)][8:-8], [p + Vector((0, -.14, 0)) for p in curve(*top, count=300)]]
    lines += [[p + Vector((-.10 * s, 0, 0)) for p in curve(*((x * s, y) for x, y in side), count=500)] for s in (1, -1)]
    pockets = []
    for x in (-1.45, 1.45):
        pockets.append(piece(rectangle(x - .8, -5.7, x + .8, -4.0, .10), fabric, counts=(50, 50), z=.015, puff=.04, wrinkle=0, on=[body]))
        lines.append(curve((x - .73, -4.05), (x - .72, -5.5), (x, -5.62), (x + .72, -5.5), (x + .73, -4.05), count=240))
    return shapes.group([*back, body, *pockets, stitching(lines, [body, *pockets], surfaces.matte('thread', (.55, .47, .36), .8))])


def trousers(fabric, length=9.4, waist=1.75, hip=2.35, hem=1.15, splay=1.45, crotch=3.0, gather=0.0, tie=True, seed=1.0):
    """Trousers with a drawn waist; `hem` is half the width of a leg, `splay` how far out its middle lands."""
    side = [(splay + hem, -length), ((splay + hem + hip) / 2 + .06, -length * .55), (hip, -2.4), (waist + .06, 0)]
    inner = [(splay - hem, -length), ((splay - hem) * .5 + .03, -(length + crotch) / 2), (.03, -crotch - .15), (0, -crotch * .6), (0, 0)]
    low = [(splay - hem, -length), (splay, -length - .05), (splay + hem, -length)]
    out, lines = [], []
    for s in (1, -1):
        out.append(piece((low, side, [(0, 0), (waist + .06, 0)], inner), fabric, s, (150, 150), z=.04, puff=.12, wrinkle=.12, seed=seed + s, gather=gather))
        lines.append([p + Vector((0, .16, 0)) for p in curve(*((x * s, y) for x, y in low), count=300)][8:-8])
    lines.append(curve((.13, -2.1), (.13, -.05), count=90))
    out.append(ribbon([(-waist, .12), (0, .10), (waist, .12)], .46, fabric, 160, z=.10, puff=.07, wrinkle=.05, seed=seed + 4, gather=.05))
    if tie:
        cord = surfaces.matte('cord', (.50, .43, .32), .9)
        for s, end in ((1, -1.5), (-1, -1.25)):
            path = spline([(.05 * s, .12, .24), (.16 * s, -.15, .30), (.10 * s, -.7, .27), (.30 * s, end, .24)], 14)
            out += [shapes.tube('cord', path, .032, cord, 10), shapes.place(shapes.lathe('knot', [(0, -.09), (.055, -.05, .03), (.055, .05, .03), (0, .09)], cord, 24, 5, .02), path[-1], (90, 0, 20 * s))]
    return shapes.group(out + [stitching(lines, out[:3], surfaces.matte('thread', (.5, .43, .34), .8))])


def skirt(fabric, length=8.4, waist=1.6, hem=4.3, gather=.20, mirrors=(), wrap=False, waistband=None, seed=1.0):
    """A full skirt, its pleats spread; `mirrors` are the heights of rows of round mirrors above the hem."""
    bottom = [(-hem, -length), (-hem * .55, -length - .62), (0, -length - .80), (hem * .55, -length - .62), (hem, -length)]
    side = [(hem, -length), (hem * .62, -length * .5), (waist, 0)]
    body = piece((bottom, side, [(-waist, 0), (waist, 0)], mirrored(side)), fabric, counts=(260, 200), z=.03, puff=.12, wrinkle=.06, seed=seed, follow=True, gather=gather)
    out = [body, ribbon([(-waist - .03, .16), (0, .10), (waist + .03, .16)], .40, waistband or fabric, 160, z=.14, puff=.06, wrinkle=.03, seed=seed)]
    if wrap:
        edge = [(.95, -.05), (1.6, -length * .5), (2.2, -length - .42)]
        out.append(ribbon(edge, .16, fabric, z=.015, on=[body]))
        for s, path in ((1, [(1.0, .12), (1.5, .5), (2.3, .1), (2.9, -1.2), (2.7, -2.4)]), (-1, [(1.0, .10), (1.3, -.5), (1.9, -1.3), (1.75, -2.3)])):
            out.append(ribbon(path, .16, fabric, 160, z=.30 + .02 * s, wrinkle=.05, seed=seed + s))
    glass = metals.metal('mirror', (.82, .82, .80), rough=.06, smudge=.03, wave=.1)
    for k, up in enumerate(mirrors):
        row = curve(*((x * (1 - up / length * .55), y + up) for x, y in bottom), count=34 + 6 * (k % 2))
        for p in row[1:-1]:
            out.append(shapes.place(shapes.lathe('mirror', [(0, .008), (.085, .008, .004), (.09, -.02)], glass, 24, 3, .05), (p.x, p.y, ground_at([body], p.x, p.y) + .016)))
    return shapes.group(out)


def shot(build, *arguments, turn=0.0, elevation=80, fill=(.84, .80), light=None, props=None, **numbers):
    """A flat lay, seen from above."""
    return Shot(lambda: build(*(a() if callable(a) else a for a in arguments), **{k: v() if callable(v) else v for k, v in numbers.items()}), turn=turn,
                elevation=elevation, fill=fill, props=props, centre=(0, -.01), bounces=3, samples=.7, light=light or dict(rim=120, key_at=(-6.6, 2.6, 3.3), fill=16))


def hanging(fabric, front=7.2, **numbers):
    """A drape, seen from the front."""
    def rail():
        rod = shapes.lathe('rail', [(0, -30), (RAIL, -30), (RAIL, 30), (0, 30)], surfaces.teak('Z', 2.2, scale=1.4), 64, 6, .4)
        shapes.place(rod, (0, 0, front + FLOOR), (0, 90, 0))
    return shot(draped, fabric, front=front, elevation=4, fill=(.70, .80), light=dict(rim=200, fill=30), props=rail, **numbers)


WOOD_BUTTON, HORN, COCONUT = (.20, .09, .04), (.045, .032, .022), (.13, .07, .035)

# handle: (builder, cloth, numbers)
TOPS = {
    'indigo-kurta': (lambda: cloth(INDIGO, slub=.9, threads=14), dict(length=10.2, placket=3.2, buttons=4, thread=(.20, .24, .34))),
    'linen-nehru-jacket': (lambda: cloth((.36, .285, .19), slub=.9, threads=11), dict(length=6.9, sleeve=0, shoulder=2.0, chest=2.45, hem=2.6, placket=6.1, buttons=5, button=HORN,
                           drop=.75, pockets=((1.35, -4.5, 1.15, .24), (-1.35, -4.5, 1.15, .24), (1.2, -2.1, .85, .2)), wrinkle=.09)),
    'khadi-shirt': (lambda: cloth((.56, .49, .38), slub=1.0, threads=12), dict(length=7.8, hem=2.85, sleeve=5.9, placket=6.7, buttons=7, button=COCONUT, collar='shirt', round_hem=.5,
                    pockets=((1.25, -2.2, 1.15, 1.3),), cuff=.62)),
    'striped-apron-kurta': (lambda: cloth((.50, .45, .36), [('stripes', INK, 'u', .42, .075)], slub=.5), dict(length=9.4, placket=1.5, buttons=3, hem=3.0,
                            apron=lambda: cloth((.075, .095, .06), slub=.7, threads=10), pockets=((-1.1, -5.0, 1.5, 1.5), (1.1, -5.0, 1.5, 1.5)))),
    'block-print-kurta': (lambda: cloth((.54, .47, .36), [('flowers', MADDER, .62, .15, 6, .035), ('flowers', (.06, .085, .04), .31, .022, 0), ('bands', MADDER, 'v', (-10.05, .12), (-9.05, .04)), ('waves', MADDER, 'v', -9.75, .30, .40, .045)], slub=.4),
                          dict(length=10.2, hem=3.5, placket=2.0, buttons=5, sleeve=4.6, cuff=.85, trim=lambda: cloth(MADDER, slub=.5))),
    'ikat-jacket': (lambda: cloth((.016, .026, .065), [('diamonds', RUST, 1.1, 1.7, .62, 0, .5), ('diamonds', (.50, .43, .33), 1.1, 1.7, .84, .07, .5), ('diamonds', (.50, .43, .33), 1.1, 1.7, .22, 0, .4)], slub=.7),
                    dict(length=6.4, hem=2.9, chest=2.85, sleeve=5.0, cuff=1.0, open_front=.28, pockets=((1.65, -4.2, 1.2, 1.3), (-1.65, -4.2, 1.2, 1.3)), lining=lambda: cloth((.42, .35, .25)), trim=lambda: cloth(RUST, slub=.6), lean=30)),
    'chikankari-kurta': (lambda: cloth((.56, .545, .51), [('flowers', (.80, .79, .76), .52, .16, 5, .05), ('flowers', (.78, .77, .74), .26, .035, 0, .015), ('bands', (.80, .79, .76), 'v', (-9.4, .05), (-8.7, .05)), ('waves', (.80, .79, .76), 'v', -9.2, .30, .32, .035)], slub=.2, threads=22),
                         dict(length=10.0, hem=3.2, placket=2.6, buttons=6, button=(.6, .58, .54), sleeve=5.0, thread=(.75, .73, .68), wrinkle=.10)),
    'ajrakh-kurta': (lambda: cloth((.016, .026, .062), [('flowers', MADDER, 1.0, .30, 4, .0), ('flowers', (.40, .34, .26), 1.0, .35, 4, .325), ('flowers', (.40, .34, .26), 1.0, .075, 0, .04)], slub=.3),
                     dict(length=10.2, hem=3.0, placket=2.4, buttons=4, sleeve=5.8, trim=lambda: cloth(MADDER, slub=.5))),
    'mulmul-kurta-dress': (lambda: cloth((.66, .46, .12), slub=.5, threads=20, sheen=.5), dict(length=10.6, hem=4.0, sleeve=3.6, cuff=.9, placket=1.3, buttons=3, tiers=(4.2, 7.4), thread=(.6, .5, .25), wrinkle=.10, lean=34)),
    'quilted-jacket': (lambda: cloth((.36, .085, .045), [('stripes', (.42, .30, .08), 'u', 1.5, .28), ('flowers', (.50, .43, .33), .75, .14, 5, .04), ('stripes', INDIGO, 'u', 1.5, .03), ('stitches', (.66, .60, .50), .09, .10, .011)], slub=.5),
                       dict(length=6.8, hem=2.9, chest=2.85, sleeve=5.4, cuff=.95, open_front=.24, trim=lambda: cloth(INDIGO, [('stitches', (.6, .54, .45), .09, .10, .011)]), lining=lambda: cloth((.30, .33, .26)), lean=28,
                            pockets=((1.7, -4.4, 1.2, 1.3), (-1.7, -4.4, 1.2, 1.3)))),
    'linen-shrug': (lambda: cloth((.44, .345, .225), slub=.9, threads=11), dict(length=8.4, hem=3.3, chest=3.0, sleeve=4.6, cuff=1.05, open_front=.55, pockets=((1.9, -5.0, 1.4, 1.5), (-1.9, -5.0, 1.4, 1.5)), lean=30)),
}


def edged(half, *edges):
    """Borders on both edges of a cloth: (distance from the edge, half width)."""
    return [(s * (half - a), b) for s in (1, -1) for a, b in edges]


LOWER = {
    'cotton-palazzo': (trousers, lambda: cloth((.36, .125, .062), slub=.5, threads=18), dict(hem=2.05, splay=2.15, hip=2.5, gather=.09, tie=False)),
    'handloom-trousers': (trousers, lambda: cloth((.24, .235, .225), [('stripes', (.07, .07, .075), 'u', .30, .035), ('stripes', (.55, .53, .48), 'u', .30, .008)], slub=.7), dict(hem=.86, splay=1.15)),
    'dhoti-trousers': (trousers, lambda: cloth((.16, .015, .022), slub=.3, threads=24, sheen=.6, rough=.7), dict(hem=.80, splay=1.25, hip=2.7, crotch=5.2, gather=.20, tie=False)),
    'mirror-work-skirt': (skirt, lambda: cloth((.014, .013, .014), [('bands', MADDER, 'v', (.28, .10), (2.1, .05)), ('waves', (.50, .30, .05), 'v', .55, .42, .32, .03), ('waves', (.40, .03, .12), 'v', 1.5, .42, .32, .03), ('bands', (.50, .30, .05), 'v', (.45, .02), (1.98, .02))], slub=.3),
                          dict(mirrors=(.28, 1.2), waistband=lambda: cloth((.014, .013, .014)))),
    'ikat-wrap-skirt': (skirt, lambda: cloth((.52, .29, .035), [('diamonds', MADDER, .8, 1.2, .62, 0, .4), ('diamonds', (.58, .50, .38), .8, 1.2, .30, 0, .3), ('bands', MADDER, 'v', (.25, .12), (.55, .03))], slub=.6), dict(hem=3.5, gather=.10, wrap=True, waistband=lambda: cloth((.50, .28, .035), slub=.6))),
}

ROSE = (.34, .075, .085)
DRAPES = {
    'chanderi-saree': (lambda: cloth(ROSE, [('flowers', GOLD, .62, .055, 0, .02), ('bands', GOLD, 'u', *edged(3.3, (.05, .10), (.28, .03))), ('bands', GOLD, 'v', (.25, .16), (.62, .03), (.80, .03), (1.15, .12))], slub=.15, threads=26, rough=.6, weft=(.42, .14, .09)), dict(front=8.2, width=4.4, pleats=8)),
    'silk-dupatta': (lambda: cloth((.62, .25, .014), slub=.12, threads=30, rough=.42, sheen=.5, weft=(.66, .32, .02)), dict(front=7.4, width=3.6, pleats=7, depth=.24)),
    'maheshwari-saree': (lambda: cloth((.018, .105, .105), [('bands', (.26, .03, .03), 'u', *edged(3.3, (.0, .42))), ('waves', GOLD, 'u', 2.98, .24, .16, .022), ('waves', GOLD, 'u', -3.14, .24, .16, .022), ('bands', GOLD, 'u', *edged(3.3, (.46, .03), (.04, .05))), ('bands', (.26, .03, .03), 'v', (.9, .16), (1.6, .16)), ('bands', GOLD, 'v', (.70, .025), (1.1, .025), (1.4, .025), (1.8, .025))], slub=.2, threads=26, rough=.65, weft=(.025, .14, .12)), dict(front=8.2, width=4.4, pleats=6, seed=3.0)),
    'jamdani-saree': (lambda: cloth((.60, .55, .45), [('flowers', (.36, .25, .12), .85, .17, 5, .05), ('flowers', (.16, .17, .10), .425, .03, 0), ('bands', (.36, .25, .12), 'u', *edged(3.3, (.06, .10), (.30, .02))), ('diamonds', (.36, .25, .12), .42, .62, .60, 0, 0, (.62, 1.24)), ('bands', (.36, .25, .12), 'v', (.50, .03), (1.36, .03))], slub=.25, threads=28), dict(front=8.2, width=4.4, pleats=7, seed=5.0)),
    'linen-saree': (lambda: cloth((.13, .155, .175), [('bands', SILVER, 'u', *edged(3.3, (.04, .12))), ('bands', SILVER, 'v', (.30, .20), (.75, .02), (.90, .02))], slub=.9, threads=12), dict(front=8.2, width=4.4, pleats=5, seed=7.0)),
    'mangalgiri-saree': (lambda: cloth((.31, .065, .03), [('bands', (.045, .02, .03), 'u', *edged(3.3, (.0, .30))), ('waves', (.045, .02, .03), 'u', 2.74, .22, .26, .05), ('waves', (.045, .02, .03), 'u', -3.0, .22, .26, .05), ('bands', GOLD, 'u', *edged(3.3, (.16, .05))), ('bands', GOLD, 'v', (.3, .10), (.7, .04), (1.0, .10))], slub=.4), dict(front=8.2, width=4.4, pleats=7, seed=9.0)),
    'kalamkari-dupatta': (lambda: cloth((.46, .37, .24), [('vines', (.07, .04, .025), 1.6, .03), ('flowers', MADDER, .95, .21, 5, .06), ('flowers', INDIGO, .475, .06, 6), ('bands', MADDER, 'u', *edged(2.7, (.05, .20))), ('bands', (.05, .03, .02), 'u', *edged(2.7, (.30, .015))), ('bands', MADDER, 'v', (.18, .18), (1.5, .05))], slub=.5), dict(front=7.4, width=3.6, pleats=5, seed=2.0)),
    'phulkari-dupatta': (lambda: cloth((.24, .022, .02), [('diamonds', (.60, .26, .015), .50, .50, .74), ('diamonds', (.42, .03, .16), .50, .50, .40), ('stripes', (.24, .022, .02), 'u', .10, .008), ('flowers', (.05, .16, .05), .50, .06, 4), ('bands', (.60, .26, .015), 'v', (.2, .05), (.38, .02))], slub=.3, rough=.6, sheen=.5), dict(front=7.4, width=3.6, pleats=5, seed=4.0)),
    'bandhani-dupatta': (lambda: cloth((.36, .014, .016), [('flowers', (.64, .52, .34), .20, .020, 0), ('flowers', (.64, .52, .34), 1.2, .30, 0, .26), ('flowers', (.62, .30, .02), 1.2, .13, 0, .09), ('bands', (.07, .012, .012), 'u', *edged(2.7, (.02, .20))), ('bands', (.64, .52, .34), 'v', (.5, .02), (.7, .02))], slub=.2, rough=.7, bump=.9), dict(front=7.4, width=3.6, pleats=9, depth=.14, seed=6.0, tassels=(.36, .014, .016))),
    'pashmina-shawl': (lambda: cloth((.37, .26, .165), slub=.7, threads=20, twill=True, sheen=.7, rough=.95), dict(front=7.8, width=4.6, pleats=5, depth=.22, seed=8.0, tassels=(.37, .26, .165))),
    'wool-stole': (lambda: cloth((.16, .088, .045), [('bands', CREAM, 'v', (.55, .03), (2.55, .03)), ('bands', MADDER, 'v', (.85, .10), (2.25, .10)), ('diamonds', (.55, .32, .05), .42, .62, .55, 0, 0, (1.24, 1.86)),
                                                     ('diamonds', CREAM, .42, .62, .80, .09, 0, (1.24, 1.86)), ('waves', (.03, .09, .07), 'v', .42, .18, .07, .02)], threads=11, twill=True, slub=.9, rough=.95, sheen=.6),
                   dict(front=7.6, width=3.6, pleats=4, depth=.20, tassels=(.16, .088, .045))),
    'cotton-lungi': (lambda: cloth((.46, .41, .33), [('stripes', INDIGO, 'u', .55, .10), ('stripes', INDIGO, 'v', .55, .10), ('stripes', MADDER, 'u', .55, .012), ('stripes', MADDER, 'v', .55, .012),
                                                    ('bands', INDIGO, 'u', (3.28, .26), (-3.28, .26)), ('bands', CREAM, 'u', (3.0, .03), (-3.0, .03))]),
                     dict(front=5.8, width=4.6, pleats=5)),
}

def pocket_or_cuff(pockets=(), shoulder=2.2, sleeve=6.3, lean=24, cuff=.72, **_):
    """What the last picture of a garment goes close to: its pocket below the chest, else the cuff at the left."""
    for x, y, _, height in pockets:
        if y < -4:
            return (x, y - height / 2, .2), 4.6
    a = math.radians(lean)
    return (-shoulder - math.sin(a) * (sleeve - .7) + cuff, -math.cos(a) * (sleeve - .7), .2), 4.6

# Instead of the waist.
LAST = {'mirror-work-skirt': near(close=((-2.7, -7.3, .2), 4.4), elevation=40)}

SHOTS = {
    **{handle: views(shot(upper, fabric, **numbers), near(close=((0, -1.5, .2), 5.0), elevation=58), dict(turn=-24, elevation=50),
                      near(close=pocket_or_cuff(**numbers), elevation=58)) for handle, (fabric, numbers) in TOPS.items()},
    'linen-apron': views(shot(apron, lambda: cloth((.40, .32, .215), slub=1.0, threads=10), fill=(.80, .82)), near(detail=(.62, .54, .38), elevation=58), dict(turn=-24, elevation=50), near(detail=(.5, .26, .38), elevation=58)),
    **{handle: views(shot(build, fabric, **numbers), near(detail=(.5, .80, .38), elevation=58), dict(turn=-24, elevation=50),
                      LAST.get(handle, near(close=((0, -1.3, .2), 4.6), elevation=58))) for handle, (build, fabric, numbers) in LOWER.items()},
    **{handle: views(hanging(fabric, **numbers), near(detail=(.5, .70, .40)), dict(azimuth=-32, elevation=8), near(close=((.42 - numbers['width'] * .5, 0, numbers['front'] + FLOOR - 1), 4), azimuth=-16)) for handle, (fabric, numbers) in DRAPES.items()},
}
