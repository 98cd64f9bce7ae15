"""Scenes of several products: the picture above the fold of home and those of the categories."""
import math

from mathutils import Vector

from kit import metals, shapes, surfaces
from kit.curves import smooth_profile
from kit.shot import DARK, METAL_FLAGS, Shot

from . import appliances, cookware, specialty, storage, tools, utensils


def at(o, x, y, turn=0.0, z=0.0, scale=1.0):
    """Puts a product somewhere in the scene."""
    return shapes.group([o], (x, y, z), (0, 0, turn), scale)


def leaning(o, x, y, height, lean, turn=0.0):
    """Stands something flat on its long edge, leaning backwards; height is half its depth."""
    tilted = shapes.group([o], (0, 0, height * math.cos(math.radians(lean))), (90 - lean, 0, 0))
    return shapes.group([tilted], (x, y, 0), (0, 0, turn))


def counter():
    """A teak counter that runs out of the frame, and a plastered wall."""
    top = shapes.block('counter', (34, 9.0, .30), surfaces.teak('X', 5.1, scale=.55), .02, 3)
    top.location = (0, -1.9, -.294)
    n = surfaces.matte('plaster', (.66, .545, .415), .9, .10, .6, .22, 7, .1, depth=.05)
    wall = shapes.block('wall', (60, .4, 24), n, 0)
    wall.modifiers.clear()
    wall.location = (0, 2.75, -1)


def spices(places):
    steel = metals.brass(rough=.14)
    return [at(storage.spice_bowl(kind, steel, i), x, y, 40 * i, scale=1.25) for i, (kind, x, y) in enumerate(places)]


def board(wood_seed=1.7):
    """The chopping board without its chillies."""
    wood = surfaces.teak('X', wood_seed)
    hole = [(1.52 + x, y) for x, y in tools.superellipse(.075, .36, 48, 3.0)]
    return shapes.plate('board', [tools.superellipse(1.85, 1.15, 160, 7.0), hole], .24, wood, .035, 5)


def hero():
    return shapes.group([
        leaning(board(), -3.3, 1.75, 1.15, 13, 0),
        at(storage.stoneware_canister(), -5.1, .55),
        at(tools.pepper_mill(), -3.55, -.15),
        at(tools.granite_mortar(), -2.05, -.10, 10),
        at(specialty.coffee_filter(), .15, .95, 8),
        at(cookware.copper_saucepan(), 2.0, -.35, -28),
        at(cookware.brass_handi(), 4.95, .75, -20),
        *spices((('turmeric', -.45, -1.25), ('chili', .35, -1.05), ('coriander', -1.25, -1.05))),
    ])


def hero_portrait():
    return shapes.group([
        leaning(board(), -.5, 1.75, 1.15, 13, 0),
        at(cookware.brass_handi(), 1.35, .85, -20),
        at(tools.pepper_mill(), -1.65, .65),
        at(cookware.copper_saucepan(), -.65, -.55, -24),
        *spices((('turmeric', 1.45, -1.15), ('chili', .75, -1.60))),
    ])


def category_cookware():
    return shapes.group([at(cookware.brass_handi(), -.85, 1.0, -25), at(cookware.steel_stockpot(), 1.5, 2.1, -30),
                         at(cookware.copper_saucepan(), .05, -.95, -30)])


def category_storage():
    return shapes.group([at(storage.stoneware_canister(), -.75, .75), at(storage.steel_tiffin(), .95, 1.05, -30),
                         at(storage.brass_ghee_pot(), .35, -.85, scale=.92)])


def category_tools():
    return shapes.group([leaning(board(), .0, 1.3, 1.15, 14, -6), at(tools.granite_mortar(), -.55, -.10), at(tools.pepper_mill(), .85, .15)])


def category_specialty():
    return shapes.group([at(specialty.clay_biryani_pot(), -.55, 1.1), at(specialty.coffee_filter(), .95, -.25), at(specialty.paniyaram_pan(), -1.0, -1.55, -28, scale=.8)])


def category_utensils():
    """A crock of utensils."""
    clay = surfaces.glaze((.46, .42, .35), foot=.07, rim=1.42)
    curve = smooth_profile([(.52, .06), (.60, .30), (.615, .8), (.575, 1.25), (.58, 1.42)], 8)
    wall = [(0, .02), (.45, 0, .02), (.52, .02, .02)] + curve + [(.59, 1.47, .015), (.57, 1.49, .015), (.53, 1.45, .02), (.54, 1.2, .1), (.54, .2, .2), (0, .1)]
    out = [shapes.lathe('crock', wall, clay, 160, 8, .03, wobble=.004)]
    heads = [[(.16, .14), (.31, .34), (.34, .70), (.35, 1.02), (.30, 1.08), (-.30, 1.08), (-.35, 1.02), (-.34, .70), (-.31, .34), (-.16, .14)],
             [(.16, .14), (.30, .38), (.33, .66), (.27, .92), (.12, 1.06), (-.12, 1.06), (-.27, .92), (-.33, .66), (-.30, .38), (-.16, .14)]]
    for i, (head, start, end) in enumerate(((heads[0], (.10, .2, .2), (-.75, .40, 3.0)), (heads[1], (-.12, .1, .2), (.10, .48, 3.0)))):
        o = utensils.wooden(head, 1.75, surfaces.teak('Y', 1.3 + i, scale=1.5, contrast=1.0))
        direction = (Vector(end) - Vector(start)).normalized()
        holder = shapes.group([shapes.group([o], rotation=(90, 0, 0))])   # its length now runs along Z, its face looks along -Y
        holder.rotation_mode = 'QUATERNION'
        holder.rotation_quaternion = direction.to_track_quat('Z', 'Y')
        holder.location = start
        out.append(holder)
    whisk = utensils.balloon_whisk()
    inner = whisk.children[0]
    shapes.aim(inner, (.33, .0, 1.35), (.86, -.05, 2.6), face=(0, -1, 0))
    out.append(whisk)
    return shapes.group(out)


def category_appliances():
    return shapes.group([at(appliances.stand_mixer(), -.35, .8, 52), at(appliances.electric_kettle(), .75, -1.55, 14, scale=.8)])


MORNING = dict(key=1250, fill=30, rim=60, top=60, world=.09, key_at=(-6.4, -1.4, 4.6), key_size=(2.2, 3.0), warmth=1.5)
LONG_FLAGS = (((-1.5, -6.5, .8), (9, 2.0), (.10, .075, .055)), ((4.8, -4.6, 1.6), (2.0, 4.5), DARK))

SHOTS = {
    'hero': [Shot(hero, elevation=11, lens=90, fill=(.93, .8), centre=(.03, -.10), props=counter, flags=LONG_FLAGS, clamp=2.5, fstop=2.0,
                  light=MORNING, ground=None, exposure=1.05, wall=14)],
    'hero-portrait': [Shot(hero_portrait, elevation=14, lens=90, fill=(.90, .80), centre=(0, -.08), props=counter, flags=METAL_FLAGS, clamp=2.5,
                           light=MORNING, ground=None, exposure=1.05, wall=14)],
    'category-cookware': [Shot(category_cookware, elevation=20, fill=(.88, .74), centre=(0, -.04), flags=METAL_FLAGS, clamp=2.5)],
    'category-storage': [Shot(category_storage, elevation=17, fill=(.82, .72), centre=(0, -.04), flags=METAL_FLAGS, clamp=2.5)],
    'category-tools': [Shot(category_tools, elevation=18, fill=(.86, .72), centre=(0, -.04))],
    'category-specialty': [Shot(category_specialty, elevation=24, fill=(.88, .74), centre=(0, -.04), flags=METAL_FLAGS, clamp=2.5)],
    'category-utensils': [Shot(category_utensils, elevation=14, fill=(.70, .76), centre=(0, -.03), flags=METAL_FLAGS, clamp=2.5)],
    'category-appliances': [Shot(category_appliances, elevation=17, fill=(.86, .74), centre=(0, -.03), flags=METAL_FLAGS, clamp=2.5)],
}
