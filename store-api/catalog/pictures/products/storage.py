"""Kitchen storage: spice box, jars, crock, tiffin, ghee pot, canister."""
import math
import random

from mathutils import Vector, noise

from kit import metals, shapes, surfaces
from kit.curves import smooth_profile, spline, superellipse, table
from kit.grains import scatter
from kit.shot import DARK, METAL_FLAGS, STEEL_FLAGS, Shot, near, views

from . import parts

SPICES = dict(turmeric=((0.52, 0.20, 0.008), (0.36, 0.115, 0.004)), chili=((0.22, 0.024, 0.009), (0.11, 0.010, 0.004)),
              coriander=((0.42, 0.29, 0.125), (0.25, 0.155, 0.055)), garam=((0.19, 0.085, 0.036), (0.075, 0.03, 0.013)))


def _seeds(kind):
    """(meshes, count) of the whole spices."""
    if kind == 'mustard':
        m = surfaces.matte('mustard', (0.030, 0.017, 0.012), .5, .4, 30, .25, 80, .35, each=.5)
        return [shapes.ellipsoid_mesh('mustard', (.0125 * s,) * 3, m, 12, 8) for s in (1, .9, 1.1)], 2600
    if kind == 'cumin':
        m = surfaces.matte('cumin', (0.30, 0.185, 0.075), .75, .5, 25, .5, 60, .2, each=.3)
        return [shapes.ellipsoid_mesh('cumin', (.030 * s, .0078, .0078), m, 12, 8) for s in (1, .85, 1.1)], 2000
    m = surfaces.matte('cardamom', (0.26, 0.31, 0.105), .65, .35, 18, .4, 40, .25, each=.22)
    pods = []
    for s in (1, .88, 1.1):
        pod = shapes.ellipsoid_mesh('cardamom', (.082 * s, .036 * s, .036 * s), m, 36, 20)
        for v in pod.vertices:                                     # three-sided and ribbed, tapering to the ends
            a = math.atan2(v.co.z, v.co.y)
            taper = max(.15, 1 - (abs(v.co.x) / (.084 * s)) ** 3 * .4)
            k = (1 + .10 * math.cos(3 * a) + .025 * math.cos(18 * a)) * taper
            v.co.y *= k
            v.co.z *= k
        pods.append(pod)
    return pods, 75


def spice_bowl(kind, steel, seed):
    """One small bowl of the spice box, filled."""
    r = 0.325
    wall = [(0, 0.03), (0.22, 0.028, 0.05), (0.295, 0.10, 0.16), (r - .014, 0.375, 0.02), (r, 0.392, 0.008),
            (r - .004, 0.402, 0.006), (r - .026, 0.385, 0.015), (0.275, 0.12, 0.15), (0.2, 0.045, 0.05), (0, 0.045)]
    out = [shapes.lathe('bowl', wall, steel, 112, step=0.04)]
    top, inner = 0.335, r - 0.032
    if kind in SPICES:
        out.append(shapes.mound(kind, inner, top, 0.085, surfaces.powder(kind, *SPICES[kind]), seed * 3.3, .022))
        return shapes.group(out)
    out.append(shapes.mound(kind, inner - .03, top - .06, 0.06, surfaces.matte(kind + ' bed', (0.05, 0.035, 0.02)), seed, .01))
    meshes, count = _seeds(kind)
    margin = dict(cardamom=.06, cumin=.022, mustard=.012)[kind]
    for _ in range(count):
        a, q = random.uniform(0, 2 * math.pi), (inner - margin) * math.sqrt(random.random())
        z = top - .035 + 0.085 * (1 - (q / inner) ** 1.7) - random.uniform(0, .03)
        if kind == 'cardamom':
            z += random.uniform(-.02, .02)
        tilt = .35 if kind == 'cardamom' else .28
        out.append(shapes.instance(random.choice(meshes), (q * math.cos(a), q * math.sin(a), z),
                                   (random.uniform(0, 6.3), random.gauss(0, tilt), random.uniform(0, 6.3))))
    return shapes.group(out)


def spice_box():
    """The open box with its seven bowls."""
    steel, small = metals.steel(rough=0.16), metals.steel(rough=0.13, flow=.2)
    wall = [(0, 0.012), (0.96, 0.012, 0.02), (1.0, 0, 0.02), (1.085, 0, 0.09), (1.10, 0.47, 0.02), (1.122, 0.485, 0.012),
            (1.118, 0.502, 0.01), (1.092, 0.49, 0.012), (1.078, 0.024, 0.085), (0, 0.024)]
    out = [shapes.lathe('box', wall, steel, 192, step=0.05, wobble=.001)]
    kinds = ['cardamom', 'turmeric', 'mustard', 'chili', 'cumin', 'garam', 'coriander']
    for i, kind in enumerate(kinds):
        bowl = spice_bowl(kind, small, i)
        if i:
            a = math.radians(30 + 60 * i)
            bowl.location = (.695 * math.cos(a), .695 * math.sin(a), 0)
        out.append(bowl)
    return shapes.group(out)


def tea_spoon(steel):
    """A small spoon along X, resting on the table."""
    widths = [(0, .020), (.012, .034), (.03, .048), (.05, .053), (.3, .036), (.60, .022), (.68, .040), (.76, .100)] \
        + [(.86 + .14 * math.sin(math.radians(q)), .125 * math.cos(math.radians(q)) + .006) for q in range(0, 91, 10)]

    def section(t):
        w = table(widths, t)
        h = table([(0, .008), (.05, .012), (.62, .012), (.72, .010), (1, .006)], t)
        dish = table([(0, 0), (.66, 0), (.84, 1), (1, 0)], t)
        return [(x, z - .055 * dish * (1 - (x / max(w, 1e-4)) ** 2)) for x, z in superellipse(w, h, 32, 2.2)]
    path = [Vector((-.62 + 1.25 * t, 0, .052 + table([(0, 0), (.35, .035), (.62, .05), (.75, .016), (1, .03)], t)))
            for t in (i / 70 for i in range(71))]
    return shapes.sweep('spoon', path, section, steel, rounded=3)


def box_lid(steel):
    """The lid of the spice box, inside down, with a rolled edge, a stepped crown and a knob."""
    crown = [(0, .205), (.52, .200, .1), (.58, .186, .02), (.80, .178, .1), (1.05, .150, 0.06), (1.140, .118, .03), (1.150, 0.012, .01),
             (1.158, 0.0, .006), (1.146, -.004, .004), (1.13, 0.11, .03), (1.0, .14, .05), (0, .19)]
    knob = parts.round_knob(.12, .17, metals.steel(rough=.11), base=.2)
    return shapes.group([shapes.lathe('lid', crown, steel, 192, 8, .03), knob])


def masala_dabba():
    """Spice box; the lid leans behind it, the spoon lies in front."""
    return shapes.group([spice_box()])


def dabba_props():
    shapes.place(box_lid(metals.steel(rough=.17, spun=.25)), (1.25, 1.95, 0), (0, 0, 0))
    shapes.place(tea_spoon(metals.steel(rough=0.13)), (-.50, -1.62, -.012), (0, 0, 14))


def storage_jar(radius, height, filling, seed=0):
    """A glass jar with a wooden lid and two silicone rings; filling(inner radius, floor) adds the contents."""
    wall = 0.032
    r, h = radius, height
    body = [(0, 0.025), (r * 0.72, 0.02, .03), (r * 0.80, 0.0, 0.02), (r, 0, 0.07), (r, h - 0.16, 0.13),
            (r - 0.075, h - 0.05, 0.05), (r - 0.075, h + 0.03, 0.018), (r - 0.112, h + 0.03, 0.014),
            (r - 0.112, h - 0.05, 0.05), (r - wall, h - 0.18, 0.12), (r - wall, 0.075, 0.07), (0, 0.07)]
    out = [shapes.lathe('jar', body, surfaces.glass(), 160, 8, 0.06, wobble=.0008)]
    top = h + 0.032
    lid = [(0, top - 0.10), (r - 0.135, top - .10, .01), (r - 0.135, top + .004, .004), (r - .035, top + .004, .02),
           (r - .03, top + .135, .035), (0, top + .14)]
    out.append(shapes.lathe('lid', lid, surfaces.teak(seed=seed, scale=1.5), 144, step=.04))
    rubber = surfaces.silicone((.82, .80, .76))
    for dz in (-.035, -.07):
        z = top + dz
        out.append(shapes.lathe('ring', [(r - .14, z - .012), (r - .115, z - .012, .008), (r - .115, z + .012, .008),
                                         (r - .14, z + .012)], rubber, 96, step=.05))
    out += filling(r - wall - .004, .078)
    return shapes.group(out)


def lentil_mesh(colour):
    """One lentil; shade and size differ from one to the next."""
    m = surfaces.matte('lentil', colour, .55, .22, 40, .15, 90, .35, each=.16)
    return shapes.ellipsoid_mesh('lentil', (.0225, .022, .013), m, 12, 7)


def lentils(colour, level, seed=1):
    """A filling of lentils: only the layers next to the glass and on top are ever seen; the middle is a plain core."""
    def fill(inner, floor):
        chance = random.Random(seed)
        placed, step = [], .037

        def add(x, y, z, rotation):
            if y < .3 * inner:                                     # the back is never seen
                placed.append(((x, y, z), rotation, chance.uniform(.9, 1.06)))
        for layer, depth in enumerate((.014, .036)):                # rows of a loose honeycomb, lying mostly flat on the glass
            r, z, row = inner - depth, floor + .02, layer
            tilt = .25 + .35 * layer
            while z < level - .01:
                count = int(2 * math.pi * r / step)
                for i in range(count):
                    a = 2 * math.pi * (i + .5 * (row % 2) + chance.uniform(-.28, .28)) / count
                    flat = (math.pi / 2 + chance.gauss(0, tilt), chance.uniform(0, 6.3), a + math.pi / 2 + chance.gauss(0, tilt))
                    add(r * math.cos(a), r * math.sin(a), z + chance.uniform(-.012, .012), flat)
                z += step * .82
                row += 1
        for _ in range(int(5 * (inner / step) ** 2)):
            x, y = chance.uniform(-inner, inner), chance.uniform(-inner, inner)
            if math.hypot(x, y) < inner - .02:
                placed.append(((x, y, level + chance.uniform(-.02, .008)), (chance.gauss(0, .4), chance.gauss(0, .4), 0), 1))
        out = [shapes.strewn('lentils', lentil_mesh(colour), placed)]
        bed = surfaces.matte('lentil bed', surfaces.scaled(colour, .6))
        core = inner - .05
        out.append(shapes.lathe('core', [(0, floor), (core, floor, .03), (core, level - .02, .02), (0, level)], bed, step=.1))
        return out
    return fill


def turmeric(level):
    def fill(inner, floor):
        p = surfaces.powder('turmeric', (0.52, 0.20, 0.008), (0.36, 0.115, 0.004))
        return [shapes.lathe('fill', [(0, floor), (inner, floor, .06), (inner, level)], p, 160, 8, .04),
                shapes.mound('top', inner, level, .05, p, 3, .02)]
    return fill


def glass_lentil_jars():
    tall = storage_jar(.56, 1.62, lentils((0.55, 0.115, 0.020), 1.18), .4)
    tall.location = (-.46, .18, 0)
    low = storage_jar(.48, 1.02, turmeric(.66), 2.2)
    low.location = (.64, -.14, 0)
    middle = storage_jar(.50, 1.30, lentils((0.16, 0.17, 0.045), .90, 3), 3.1)
    middle.location = (.55, .98, 0)
    return shapes.group([tall, low, middle])


def spilled_lentils():
    at = scatter(34, .022, (-.30, -.98), (.34, .12), [(-.46, .18, .60), (.64, -.14, .52)])
    shapes.strewn('spilled', lentil_mesh((0.55, 0.115, 0.020)),
                  [((x, y, .0125), (random.gauss(0, .05), random.gauss(0, .05), random.uniform(0, 6.3)), 1) for x, y in at])


def stoneware_salt_crock():
    """Squat oatmeal crock heaped with coarse salt; a wooden scoop stands in it, the lid leans against it."""
    clay = surfaces.glaze((0.50, 0.465, 0.40), foot=.07, rim=1.02)
    wall = [(0, .02), (.52, .02, .02), (.55, 0, .015), (.68, 0, .06), (.80, .30, .4), (.80, .72, .4), (.70, .98, .12), (.735, 1.04, .02),
            (.725, 1.075, .02), (.665, 1.06, .02), (.635, .97, .1), (.735, .70, .3), (.735, .32, .3), (.62, .07, .08), (0, .07)]
    out = [shapes.lathe('crock', wall, clay, 160, 8, .03, wobble=.004)]
    salt = surfaces.salt()
    out.append(shapes.mound('salt', .675, .84, .11, surfaces.matte('salt bed', (.80, .79, .77), .9, .1, 12, .8, 60, .2, depth=.02), 2, .03))
    crystals = [shapes.ellipsoid_mesh('crystal', (.019 * s, .015 * s, .013 * s), salt, 5, 4) for s in (.8, 1, 1.3)]
    for c in crystals:
        for p in c.polygons:
            p.use_smooth = False
    for _ in range(2600):
        a, q = random.uniform(0, 6.283), .665 * math.sqrt(random.random())
        z = .845 + .11 * (1 - (q / .675) ** 1.6)
        x, y = q * math.cos(a), q * math.sin(a)
        z += .022 * noise.noise(Vector((x * 4, y * 4, 2)))
        out.append(shapes.instance(random.choice(crystals), (x, y, z), [random.uniform(0, 6.3) for _ in range(3)]))
    out.append(_scoop())
    return shapes.group(out)


def _scoop():
    """A turned wooden scoop, bowl in the salt, handle over the rim."""
    w = surfaces.beech('Z', .7)
    bowl = [(0, 0), (.10, .01, .03), (.155, .09, .06), (.165, .22, .05), (.155, .235, .01), (.14, .22, .01), (.13, .10, .05), (.085, .035, .03), (0, .03)]
    b = shapes.lathe('bowl', bowl, w, 72, 6, .015)
    h = shapes.lathe('grip', [(0, 0), (.04, .0, .02), (.034, .12, .03), (.045, .40, .15), (.06, .62, .05), (.045, .68, .02), (0, .69)], w, 48, 8, .02)
    h.location = (.15, 0, .12)
    h.rotation_euler = (0, math.radians(78), 0)
    return shapes.group([b, h], (.16, -.10, .96), (0, -36, -28))


def crock_lid():
    """Wooden lid with a knob, leaning on the crock."""
    w = surfaces.teak('X', 1.3)
    disc = shapes.lathe('lid', [(0, 0), (.60, 0, .02), (.62, .045, .01), (.73, .045, .02), (.73, .12, .03), (0, .135)], w, 144, 6, .03)
    knob = shapes.lathe('knob', [(.07, .11), (.07, .15, .03), (.12, .215, .06), (.09, .265, .04), (0, .275)], w, 64, 8, .015)
    lid = shapes.group([disc, knob])
    lid.rotation_euler = (math.radians(66), 0, math.radians(24))
    lid.location = (.98, -.62, .668)
    return lid


def steel_tiffin():
    """Four round tiers in a side frame, with two over-centre clips and a folding handle."""
    shell, trim = metals.steel(rough=.13, wave=.14, spun=.15), metals.steel(rough=.12)
    out, r, h = [], .80, .50
    for k in range(4):
        z = k * (h + .012) + .02
        tier = [(0, z + .03), (r - .16, z + .03, .03), (r - .10, z, .03), (r - .02, z + .02, .06), (r, z + .12, .04), (r, z + h - .07, .03),
                (r + .022, z + h - .055, .012), (r + .022, z + h - .02, .012), (r - .005, z + h, .012), (0, z + h)]
        out.append(shapes.lathe('tier', tier, shell, 176, 6, .03))
    top = 4 * (h + .012) + .02
    lid = [(0, top + .17), (.30, top + .165, .15), (.62, top + .115, .2), (r - .04, top + .04, .05), (r + .03, top + .03, .02),
           (r + .03, top - .035, .012), (r + .005, top - .04, .01), (0, top - .03)]
    out.append(shapes.lathe('lid', lid, shell, 176, 8, .02))
    # side straps from the base to the handle pivots, then the clip levers
    for side in (0, 180):
        strap = [Vector((r + .035, 0, z)) for z in (.06, .4, .9, 1.4, 1.9, top + .02)]
        p = [shapes.sweep('strap', spline(strap, 6), lambda t: superellipse(.10, .016, 24, 4), trim, up=(1, 0, 0), rounded=3)]
        foot = spline([Vector((r + .035, 0, .10)), Vector((r + .02, 0, .03)), Vector((r - .10, 0, .012)), Vector((r - .3, 0, .012))], 8)
        p.append(shapes.sweep('foot', foot, lambda t: superellipse(.10, .013, 24, 4), trim, up=(1, 0, 0)))
        p.append(shapes.rivet((r + .05, 0, 1.05), (1, 0, 0), .05, trim))
        p.append(shapes.rivet((r + .05, 0, .45), (1, 0, 0), .05, trim))
        clip = spline([Vector((r + .055, 0, top - .42)), Vector((r + .10, 0, top - .25)), Vector((r + .085, 0, top - .02)),
                       Vector((r + .06, 0, top + .10)), Vector((r - .02, 0, top + .145)), Vector((r - .12, 0, top + .125))], 10)
        p.append(shapes.sweep('clip', clip, lambda t: superellipse(table([(0, .07), (.4, .085), (1, .06)], t), .014, 24, 4), trim,
                              up=(0, 1, 0), rounded=3) if False else
                 shapes.sweep('clip', clip, lambda t: [(b, a) for a, b in superellipse(table([(0, .07), (.4, .085), (1, .06)], t), .016, 24, 4)],
                              trim, up=(0, 1, 0), rounded=3))
        p.append(shapes.tube('pivot', [Vector((r + .075, -.13, top - .16)), Vector((r + .075, .13, top - .16))], .032, trim))
        out.append(parts.turned_copy(p, side))
    bail = [(-r - .10, 0, top - .16), (-r - .105, 0, top + .15), (-r - .02, 0, top + .42), (-.45, 0, top + .58), (0, 0, top + .61),
            (.45, 0, top + .58), (r + .02, 0, top + .42), (r + .105, 0, top + .15), (r + .10, 0, top - .16)]
    out.append(shapes.sweep('bail', spline(bail, 12), lambda t: superellipse(table([(0, .036), (.35, .045), (.5, .06), (.65, .045), (1, .036)], t),
                                                                              .028, 24, 2.8), trim, up=(0, 1, 0), rounded=4))
    return shapes.group(out)


def brass_ghee_pot():
    """A small lota-shaped pot with a domed lid and a curled spoon beside it."""
    body = metals.brass(rough=.13, wave=.16)
    bowl = smooth_profile([(.34, .05), (.50, .09), (.72, .32), (.76, .56), (.64, .80), (.50, .92), (.475, 1.0)], 10)
    wall = [(0, .03), (.28, .03), (.30, 0, .015), (.38, 0, .02), (.36, .04, .02)] + bowl + [(.50, 1.05, .03), (.62, 1.12, .02), (.63, 1.15, .012),
           (.60, 1.155, .01), (.46, 1.08, .03), (.43, 1.0, .05), (.60, .78, .1), (.70, .55, .2), (.46, .14, .2), (0, .10)]
    out = [shapes.lathe('pot', wall, body, 160, 6, .02, wobble=.001)]
    for z, r in ((.62, .763), (.66, .752), (.30, .712)):
        out.append(shapes.lathe('line', [(r - .02, z - .016), (r + .006, z - .006, .006), (r + .006, z + .006, .006), (r - .02, z + .016)], body, 160, 4, .02))
    lid = [(0, 1.44), (.10, 1.435, .08), (.34, 1.36, .2), (.48, 1.24, .1), (.52, 1.185, .02), (.66, 1.175, .012), (.66, 1.152, .01), (.45, 1.15, .02), (0, 1.38)]
    out.append(shapes.lathe('lid', lid, body, 160, 8, .02))
    knob = [(.09, 1.42), (.10, 1.455, .02), (.05, 1.49, .03), (.05, 1.51, .02), (.105, 1.58, .06), (.09, 1.645, .05), (.03, 1.67, .02), (.025, 1.70, .015), (0, 1.71)]
    out.append(shapes.lathe('knob', knob, body, 56, 8, .012))
    return shapes.group(out)


def ghee_spoon():
    """Long brass spoon with a curled end, lying in front."""
    brass = metals.brass(rough=.14)
    rod = spline([(-.95, 0, .10), (-.90, 0, .17), (-.82, 0, .155), (-.83, 0, .075), (-.92, 0, .04), (-.7, 0, .035), (-.2, 0, .055), (.35, 0, .06), (.52, 0, .05)], 12)
    out = [shapes.sweep('rod', rod, lambda t: superellipse(table([(0, .012), (.1, .02), (.5, .026), (1, .034)], t), .02, 18, 2.2), brass, up=(0, 1, 0), rounded=3)]
    bowl = [(0, 0), (.12, .012, .06), (.185, .075, .04), (.19, .085, .006), (.18, .085, .006), (.115, .028, .05), (0, .016)]
    b = shapes.lathe('bowl', bowl, brass, 72, 6, .012)
    b.location = (.68, 0, 0)
    g = shapes.group(out + [b], (.18, -1.02, .0), (0, 0, 12))
    return g


def stoneware_canister():
    """Straight-sided canister in cardamom green with a beech lid and a leather-like tag."""
    clay = surfaces.glaze((0.115, 0.155, 0.090), edge=(0.34, 0.20, 0.09), foot=.10, rim=1.86, rough=.25, speckle=.5)
    wall = [(0, .02), (.62, .02, .02), (.65, 0, .015), (.72, 0, .05), (.765, .12, .1), (.77, 1.70, .1), (.745, 1.84, .04), (.745, 1.885, .02),
            (.69, 1.885, .018), (.70, 1.70, .1), (.70, .15, .1), (0, .08)]
    out = [shapes.lathe('canister', wall, clay, 168, 8, .03, wobble=.003)]
    w = surfaces.beech('X', .9)
    out.append(shapes.lathe('lid', [(0, 1.80), (.66, 1.80, .01), (.66, 1.889, .004), (.76, 1.889, .025), (.76, 2.02, .035), (0, 2.035)], w, 144, 8, .04))
    out.append(shapes.lathe('knob', [(.09, 2.02), (.085, 2.06, .03), (.14, 2.14, .06), (.115, 2.20, .045), (0, 2.215)], w, 64, 8, .015))
    out.append(shapes.lathe('seal', [(.65, 1.845), (.688, 1.845, .01), (.688, 1.872, .01), (.65, 1.872)], surfaces.silicone((.75, .72, .66)), 96, step=.05))
    return shapes.group(out)


SHOTS = {
    'masala-dabba': views(Shot(masala_dabba, elevation=46, fill=(.80, .7), centre=(-.04, -.06), props=dabba_props, lens=110, wall=14, light=dict(key_at=(-5.6, 2.2, 6.2), key_size=(3.4, 3.4), rim=260), flags=(((.5, -6, 3.5), (6, 4), DARK), ((5, 0, 3), (4, 3), DARK)), clamp=2.0),
                         near(close=((-.25, -.35, .36), 1.75), elevation=40, fstop=.8), dict(elevation=66), near(detail=(.56, .52, .30), elevation=26)),
    'glass-lentil-jars': views(Shot(glass_lentil_jars, elevation=13, fill=(.76, .7), props=spilled_lentils, lens=120, flags=(((-3.4, 1.2, 1.2), (1.4, 6), (.03, .03, .03)), ((3.4, 1.2, 1.2), (1.4, 6), (.03, .03, .03))), light=dict(key=760, rim=520), bounces=10, clamp=5.0),
                              dict(elevation=30), near(detail=(.36, .40, .34)), dict(turn=14, elevation=8)),
    'stoneware-salt-crock': views(Shot(stoneware_salt_crock, elevation=24, fill=(.52, .58), centre=(-.26, -.06), props=crock_lid),
                                 dict(elevation=52), near(detail=(.36, .40, .34)), dict(elevation=10)),
    'steel-tiffin': views(Shot(steel_tiffin, turn=-30, elevation=15, fill=(.62, .72), flags=STEEL_FLAGS, clamp=2.5),
                         dict(turn=40, elevation=32), near(detail=(.52, .36, .36)), dict(turn=-100, elevation=9)),
    'brass-ghee-pot': views(Shot(brass_ghee_pot, elevation=17, fill=(.60, .60), centre=(0, .0), props=ghee_spoon, flags=METAL_FLAGS, clamp=2.5),
                           dict(elevation=42), near(detail=(.48, .36, .36)), dict(turn=40, elevation=8)),
    'stoneware-canister': views(Shot(stoneware_canister, elevation=15, fill=(.50, .64), centre=(0, -.03)),
                               dict(elevation=44), near(detail=(.50, .34, .34)), dict(elevation=6)),
}
