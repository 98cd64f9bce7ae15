"""Kitchen appliances: kettle, mixer grinder, toaster, rice cooker, hand blender, stand mixer."""
from mathutils import Vector

from kit import metals, shapes, surfaces
from kit.curves import smooth_profile, spline, superellipse, table
from kit.shot import METAL_FLAGS, STEEL_FLAGS, Shot, near, views

from . import parts

BLACK = (.014, .013, .0125)


def ivory():
    return surfaces.enamel((.50, .43, .32), .14)


def dial(radius, depth, face, mark):
    """A control knob looking along -Y, with a white line; its back is on y = 0."""
    r, d = radius, depth
    knob = shapes.lathe('dial', [(0, d), (r * .80, d, .012), (r * .90, d - .012, .02), (r, .01, .01), (r, -.02)], face, 72, 5, .02)
    line = shapes.block('mark', (r * .07, r * .55, .006), mark, .002, 2)
    line.location = (0, r * .48, d - .001)
    return shapes.group([knob, line], rotation=(90, 0, 0))


def cord(points):
    return shapes.tube('cord', spline(points, 14), .030, surfaces.rubber(), 16)


def electric_kettle():
    """Matt steel gooseneck kettle on its round base."""
    steel, black = metals.brushed_steel(rough=.30, spun=.25, flow=.4), surfaces.paint(BLACK, .42)
    base = [(0, 0), (.86, 0, .03), (.90, .03, .03), (.88, .13, .03), (.80, .145, .02), (0, .145)]
    out = [shapes.lathe('base', base, black, 144, 6, .05)]
    curve = smooth_profile([(.80, .22), (.775, .40), (.68, .80), (.565, 1.16), (.53, 1.27)], 10)
    body = [(0, .17), (.72, .17, .03), (.79, .185, .02)] + curve + [(.535, 1.30, .01), (.50, 1.31, .01), (0, 1.31)]
    out.append(shapes.lathe('body', body, steel, 160, 6, .03))
    lid = [(.515, 1.30), (.518, 1.325, .01), (.44, 1.375, .05), (.12, 1.41, .1), (0, 1.412)]
    out.append(shapes.lathe('lid', lid, steel, 128, 6, .03))
    out.append(parts.round_knob(.115, .17, surfaces.walnut('Z', .6), 1.41))
    spout = spline([(-.66, 0, .42), (-.86, 0, .44), (-1.02, 0, .62), (-1.06, 0, .88), (-1.14, 0, 1.14), (-1.30, 0, 1.32), (-1.50, 0, 1.36), (-1.60, 0, 1.31)], 12)
    w = [(0, .15), (.15, .12), (.35, .082), (.75, .062), (1, .055)]
    out.append(shapes.sweep('spout', spout, lambda t: superellipse(table(w, t), table(w, t), 28, 2.0), steel, up=(0, 1, 0)))
    strap = spline([(.50, 0, 1.24), (.66, 0, 1.33), (.86, 0, 1.36), (1.04, 0, 1.28)], 10)
    out.append(shapes.sweep('strap', strap, lambda t: [(b, a) for a, b in superellipse(.085, .028, 24, 3.4)], black, up=(0, 1, 0), rounded=3))
    grip = spline([(.98, 0, 1.325), (1.10, 0, 1.25), (1.16, 0, 1.08), (1.14, 0, .84), (1.06, 0, .60)], 12)
    g = [(0, .07), (.15, .10), (.5, .108), (.85, .10), (1, .075)]
    out.append(shapes.sweep('grip', grip, lambda t: [(b, a) for a, b in superellipse(table(g, t), table(g, t) * .72, 32, 2.6)], surfaces.walnut('Z', 2.2, scale=1.2),
                            up=(0, 1, 0), rounded=6))
    screen = shapes.plate('screen', [superellipse(.20, .045, 40, 6.0)], .012, surfaces.enamel((.006, .006, .007), .08), .004, 2)
    out.append(shapes.group([screen], (0, -.885, .075), (90, 0, 0)))
    return shapes.group(out)


def mixer_grinder():
    """Motor base with a dial, a steel jar with a black handle and a clear lid."""
    shell, black = ivory(), surfaces.paint(BLACK, .36)
    levels = [(.05, .92, .82, 4.5), (.10, .98, .88, 4.5), (.30, .98, .88, 4.2), (.62, .90, .80, 3.8), (.90, .74, .68, 3.2), (1.04, .66, .62, 2.8), (1.10, .60, .58, 2.5)]
    rows = [(z, table([(a[0], a[1]) for a in levels], z), table([(a[0], a[2]) for a in levels], z), table([(a[0], a[3]) for a in levels], z))
            for z in (.05 + 1.05 * i / 48 for i in range(49))]
    out = [shapes.loft('base', rows, shell, 128)]
    out.append(shapes.lathe('collar', [(0, 1.18), (.52, 1.18, .02), (.56, 1.16, .02), (.60, 1.09, .01), (.60, 1.05)], black, 112, 5, .03))
    for x in (-.62, .62):
        for y in (-.52, .52):
            foot = shapes.lathe('foot', [(0, 0), (.12, 0, .02), (.13, .08)], black, 32, 4, .03)
            foot.location = (x, y, 0)
            out.append(foot)
    control = dial(.235, .13, metals.steel(rough=.16, flow=0), black)
    ring = shapes.lathe('ring', [(0, 0), (.30, 0), (.30, .02, .01), (.25, .03, .01)], black, 72, 4, .03)
    out.append(shapes.group([control, shapes.group([ring], rotation=(90, 0, 0))], (0, -.855, .42), (-9, 0, 0)))
    steel = metals.steel(rough=.14, wave=.08)
    jar = [(0, 1.19), (.50, 1.19, .02), (.52, 1.23, .03), (.53, 1.32, .05), (.63, 1.66, .15), (.66, 2.46, .02), (.685, 2.48, .01), (.685, 2.51, .01), (.64, 2.51), (.60, 1.7), (0, 1.5)]
    out.append(shapes.lathe('jar', jar, steel, 144, 8, .04))
    out.append(shapes.lathe('foot ring', [(.5, 1.18), (.55, 1.18, .015), (.565, 1.215, .02), (.545, 1.27, .02), (.5, 1.28)], black, 112, 5, .03))
    lid = [(.69, 2.50), (.70, 2.53, .012), (.66, 2.60, .03), (.34, 2.64, .04), (.30, 2.68, .03), (.27, 2.80, .03), (.20, 2.83, .02), (0, 2.835)]
    out.append(shapes.lathe('lid', lid, black, 128, 6, .03))
    grip = spline([(.60, 0, 2.36), (.80, 0, 2.42), (.98, 0, 2.36), (1.03, 0, 2.10), (.98, 0, 1.80), (.86, 0, 1.62), (.62, 0, 1.66)], 12)
    g = [(0, .10), (.2, .085), (.5, .10), (.8, .085), (1, .10)]
    out.append(shapes.sweep('grip', grip, lambda t: [(b, a) for a, b in superellipse(table(g, t), .062, 28, 3.0)], black, up=(0, 1, 0)))
    return shapes.group(out)


def bread():
    """Mesh-like slice standing upright in the XZ plane."""
    outline = [(x, z) for x, z in ((-.47, 0), (.47, 0), (.50, .06), (.48, .55), (.56, .68), (.54, .84), (.38, .96), (0, 1.0), (-.38, .96), (-.54, .84), (-.56, .68), (-.48, .55), (-.50, .06))]
    points = [(p.x, p.y) for p in spline([(x, z, 0) for x, z in outline], 5, True)]
    crust = surfaces.matte('crust', (.20, .085, .028), .8, .35, 7, .5, 40, .2, depth=.02)
    crumb = surfaces.matte('crumb', (.50, .36, .19), .9, .35, 5, .7, 34, .1, depth=.03)
    slab = shapes.plate('slice', [points], .17, crust, .03, 4)
    face = shapes.plate('crumb', [[(x * .93, .03 + z * .935) for x, z in points]], .178, crumb, .012, 3)
    face.location = (0, 0, -.004)
    return shapes.group([slab, face], rotation=(90, 0, 0))


def toaster():
    """Rounded ivory toaster with steel top, two slices risen from the slots."""
    shell, steel, dark = ivory(), metals.brushed_steel(rough=.22, spun=0, flow=0), surfaces.paint((.006, .006, .006), .6)
    profile = superellipse(1.0, 1.0, 96, 4.2)
    rings = []
    for x, k in ((-1.36, .80), (-1.39, .86), (-1.40, .93), (-1.375, .975), (-1.32, 1.0), (0, 1.0), (1.32, 1.0), (1.375, .975), (1.40, .93), (1.39, .86), (1.36, .80)):
        rings.append([Vector((x, y * .78 * k, .98 + (z * .86) * k)) for y, z in profile])
    body = shapes.skin('body', rings, shell, crease=30)
    cutters = []
    for y in (-.27, .27):
        c = shapes.block('slot', (2.02, .27, 1.0), dark, .0)
        c.modifiers.clear()
        c.location = (0, y, 1.05)
        cutters.append(c)
    out = [shapes.subtract(body, cutters)]
    for y in (-.27, .27):
        frame = shapes.plate('frame', [superellipse(1.08, .185, 64, 9.0), superellipse(1.0, .125, 64, 9.0)], .03, steel, .010, 3)
        frame.location = (0, y, 1.828)
        out.append(frame)
        floor = shapes.block('inside', (2.0, .26, .7), dark, .0)
        floor.modifiers.clear()
        floor.location = (0, y, .5)
        out.append(floor)
    for y, dx in ((-.27, -.02), (.27, .03)):
        slice_ = bread()
        slice_.location, slice_.scale = (dx, y + .085, 1.24), (1.62, 1, 1.18)
        out.append(slice_)
    for x in (-1.05, 1.05):
        for y in (-.5, .5):
            foot = shapes.lathe('foot', [(0, 0), (.11, 0, .02), (.12, .16)], surfaces.rubber(), 32, 4, .03)
            foot.location = (x, y, 0)
            out.append(foot)
    # the end with the lever and the browning dial, at -X
    slit = shapes.block('slit', (.02, .05, .80), dark, .008, 2)
    slit.location = (-1.395, -.20, .72)
    lever = shapes.block('lever', (.24, .26, .085), surfaces.paint(BLACK, .35), .035, 4)
    lever.location = (-1.50, -.20, 1.36)
    knob = dial(.17, .12, steel, dark)
    turned = shapes.group([knob], (-1.395, .28, .75), (0, 0, -90))
    out += [slit, lever, turned]
    band = shapes.skin('base', [[Vector((x * s, y * s, z)) for x, y in superellipse(1.34, .72, 96, 8)] for z, s in ((.06, .97), (.075, 1), (.20, 1), (.21, .97))],
                       surfaces.paint(BLACK, .4))
    return shapes.group(out + [band])


def rice_cooker():
    """Ivory drum with a glass lid, side handles and a switch."""
    shell, steel, black = ivory(), metals.steel(rough=.15), surfaces.paint(BLACK, .36)
    wall = [(0, .06), (.92, .06, .03), (1.02, .10, .06), (1.08, .30, .1), (1.10, 1.16, .1), (1.08, 1.22, .03), (1.0, 1.235, .02), (.9, 1.2)]
    out = [shapes.lathe('drum', wall, shell, 192, 8, .04)]
    out.append(shapes.lathe('foot', [(0, 0), (.90, 0, .02), (.93, .03, .02), (.93, .09)], black, 144, 5, .05))
    out.append(shapes.lathe('pot rim', [(.98, 1.20), (1.02, 1.225, .01), (1.07, 1.245, .01), (1.075, 1.262, .006), (1.03, 1.262, .01), (.97, 1.23, .02), (.95, .5, .1), (0, .45)],
                            steel, 176, 6, .03))
    rice = surfaces.matte('rice', (.55, .53, .48), .8, .12, 16, .8, 26, .25, depth=.03)
    out.append(shapes.mound('rice', .945, .82, .06, rice, 2, .02))
    glass = surfaces.glass()
    dome = [(1.0, 1.28), (.94, 1.33, .05), (.70, 1.43, .15), (.36, 1.495, .2), (0, 1.51)]
    inner = [(0, 1.487), (.36, 1.472, .2), (.69, 1.408, .15), (.93, 1.31, .05), (.99, 1.262)]
    out.append(shapes.lathe('lid', dome[::-1] + [(p[0], p[1]) for p in inner[::-1]], glass, 160, 8, .04))
    out.append(shapes.lathe('lid rim', [(.975, 1.262), (1.02, 1.262, .01), (1.035, 1.275, .01), (1.025, 1.30, .012), (.985, 1.30, .01), (.975, 1.28)], steel, 176, 5, .03))
    out.append(parts.round_knob(.17, .22, black, 1.50))
    for side in (0, 180):
        out.append(parts.turned_copy([parts.loop_handle(.62, .21, .0, (1.09, .98), black, .06, .8)], side))
    panel = shapes.wrapped_plate((.26, .30), 1.085, .50, metals.brushed_steel(rough=.25, spun=0, flow=0), .018, 5.0)
    lever = shapes.block('switch', (.10, .22, .085), black, .03, 4)
    lever.location = (1.14, 0, .40)
    out.append(shapes.group([panel, lever], rotation=(0, 0, -62)))
    light = shapes.lathe('light', [(0, .012), (.02, .010, .006), (.026, 0)], surfaces.enamel((.55, .06, .01), .1), 24, 4, .01)
    out.append(shapes.group([shapes.group([light], (1.108, 0, .66), (0, 90, 0))], rotation=(0, 0, -62)))
    return shapes.group(out)


def hand_blender():
    """Standing on its bell-shaped steel foot."""
    steel, soft, black = metals.steel(rough=.14), ivory(), surfaces.rubber()
    bell = [(.30, 0), (.335, .005, .01), (.335, .05, .02), (.29, .20, .08), (.17, .34, .12), (.125, .50, .15), (.115, 1.55, .1), (.15, 1.66, .05), (.165, 1.78)]
    out = [shapes.lathe('foot', [(.27, .06), (.28, 0)] + bell, steel, 128, 8, .03)]
    grip = smooth_profile([(.168, 1.80), (.205, 1.95), (.225, 2.25), (.215, 2.7), (.235, 3.1), (.215, 3.32)], 10)
    out.append(shapes.lathe('seam', [(.14, 1.77), (.172, 1.775, .006), (.172, 1.805, .006), (.14, 1.81)], black, 96, 4, .02))
    out.append(shapes.lathe('grip', [(.14, 1.80)] + grip + [(.13, 3.40, .06), (0, 3.41)], soft, 128, 6, .03))
    for z, w, h in ((2.88, .075, .11), (2.60, .075, .11)):
        button = shapes.plate('button', [superellipse(w, h, 40, 2.6)], .05, black, .02, 4)
        out.append(shapes.group([button], (0, -.20, z), (90, 0, 0)))
    out.append(shapes.lathe('crown', [(.10, 3.38), (.16, 3.385, .01), (.15, 3.425, .02), (0, 3.43)], metals.steel(rough=.15), 72, 4, .02))
    return shapes.group(out)


def stand_mixer():
    """Copper-painted cast body, a long head and a steel bowl with its hook."""
    coat = metals.metal('copper coat', (.60, .215, .105), rough=.20, smudge=.03, wave=.05)
    steel = metals.steel(rough=.13, wave=.06)
    black = surfaces.paint(BLACK, .4)
    foot = shapes.loft('foot', [(.02, .66, 1.34, 3.6), (.06, .70, 1.38, 3.4), (.22, .69, 1.37, 3.2), (.30, .64, 1.32, 3.0), (.335, .55, 1.22, 3.0)], coat, 128)
    column = [(.20, .50, .62, 3.0, 0, .70), (.45, .40, .46, 2.8, 0, .86), (.9, .335, .40, 2.6, 0, .92), (1.35, .33, .42, 2.6, 0, .88), (1.75, .37, .55, 2.5, 0, .74), (2.0, .40, .62, 2.4, 0, .66)]
    rows = [tuple(table([(c[0], c[i]) for c in column], z) if i else z for i in range(6)) for z in (.20 + 1.8 * j / 40 for j in range(41))]
    out = [foot, shapes.loft('column', rows, coat, 96)]
    path = [Vector((0, 1.35 - 2.85 * j / 60, 2.22)) for j in range(61)]
    w = [(0, .30), (.06, .40), (.20, .475), (.5, .49), (.8, .45), (.94, .37), (1, .28)]
    h = [(0, .26), (.06, .36), (.20, .44), (.5, .46), (.8, .41), (.94, .33), (1, .25)]
    out.append(shapes.sweep('head', path, lambda t: superellipse(table(w, t), table(h, t), 72, 2.5), coat, rounded=14))
    trim = [Vector((0, 1.20 - 2.55 * j / 60, 2.10)) for j in range(61)]
    out.append(shapes.sweep('trim', trim, lambda t: superellipse(table(w, min(1, .05 + t * .9)) + .006, .022, 64, 2.4), steel, rounded=2))
    hub = shapes.lathe('hub', [(0, .07), (.10, .065, .02), (.17, .05, .02), (.185, -.10)], steel, 64, 5, .02)
    out.append(shapes.group([hub], (0, -1.69, 2.24), (90, 0, 0)))
    shaft = shapes.lathe('shaft', [(0, 1.55), (.05, 1.55, .02), (.05, 1.70, .01), (.17, 1.72, .02), (.19, 1.90)], steel, 64, 5, .03)
    shaft.location = (0, -.62, 0)
    out.append(shaft)
    hook = spline([(0, 0, 1.62), (.02, 0, 1.40), (.22, .05, 1.22), (.24, .10, .98), (.02, .06, .82), (-.14, -.04, .88)], 12)
    out.append(shapes.place(shapes.tube('hook', hook, .052, steel, 20), (0, -.62, 0)))
    bowl_outer = smooth_profile([(.42, .47), (.60, .58), (.76, .84), (.84, 1.15), (.865, 1.42)], 10)
    wall = [(0, .40), (.36, .40, .02), (.40, .34, .02), (.46, .34, .02), (.44, .42, .02)] + bowl_outer + [(.895, 1.44, .012), (.895, 1.465, .012), (.85, 1.45, .01), (.83, 1.15, .1), (.58, .62, .2), (0, .52)]
    bowl = shapes.lathe('bowl', wall, steel, 160, 6, .03)
    bowl.location = (0, -.62, 0)
    out.append(bowl)
    grip = parts.loop_handle(.52, .22, -.05, (.83, 1.14), steel, .042, .85, sink=.045)
    out.append(shapes.group([grip], (0, -.62, 0), (0, 0, 160)))
    knob = shapes.lathe('knob', [(0, .11), (.07, .105, .03), (.085, .05, .03), (.05, 0)], black, 48, 5, .02)
    out.append(shapes.group([knob], (-.455, .35, 2.10), (0, -90, 0)))
    return shapes.group(out)


SHOTS = {
    'electric-kettle': views(Shot(electric_kettle, turn=16, elevation=15, fill=(.78, .66), flags=METAL_FLAGS, clamp=2.5),
                            dict(turn=60, elevation=34), near(detail=(.50, .40, .38)), dict(turn=196, elevation=12)),
    'mixer-grinder': views(Shot(mixer_grinder, turn=-18, elevation=15, fill=(.62, .74), flags=STEEL_FLAGS, clamp=2.5),
                          dict(turn=30, elevation=34), near(detail=(.50, .76, .36)), dict(turn=-70, elevation=12)),
    'toaster': views(Shot(toaster, turn=32, elevation=20, fill=(.80, .66), flags=METAL_FLAGS),
                    dict(turn=60, elevation=42), near(detail=(.42, .40, .40)), dict(turn=-36, elevation=14)),
    'rice-cooker': views(Shot(rice_cooker, turn=-22, elevation=22, fill=(.80, .66), flags=METAL_FLAGS, bounces=10),
                        dict(turn=20, elevation=46), near(detail=(.50, .62, .38)), dict(turn=50, elevation=12)),
    'hand-blender': views(Shot(hand_blender, turn=-22, elevation=10, fill=(.46, .78), centre=(0, -.03), flags=STEEL_FLAGS, clamp=2.5),
                         dict(turn=30, elevation=30), near(detail=(.50, .30, .30)), near(detail=(.50, .80, .30))),
    'stand-mixer': views(Shot(stand_mixer, turn=52, elevation=15, fill=(.78, .72), flags=METAL_FLAGS, clamp=2.5),
                        near(close=((.30, -.65, 1.25), 2.4), elevation=30, fstop=1.2), dict(turn=110, elevation=24), dict(turn=0, elevation=12)),
}
