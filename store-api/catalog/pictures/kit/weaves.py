"""Woven, printed and embroidered cloth. UV coordinates are in units, so that a thread has one width on every piece."""
import math

from .nodes import Nodes
from .surfaces import scaled


def cloth(colour, patterns=(), threads=16.0, slub=0.5, sheen=0.3, rough=0.88, weft=None, bump=0.5, twill=False):
    """One cloth.

    patterns  from the ground up, each (kind, colour, ...) as the functions below take it
    threads   per unit; `weft` is the colour of the crossing threads, for cloth that shimmers
    slub      how uneven the yarn is
    """
    n = Nodes('cloth')
    uv = n.uv()
    u, v, _ = n.xyz(uv)
    turn = threads * 2 * math.pi
    across = n.add(n.times(u, turn), n.times(v, turn)) if twill else n.times(u, turn)
    weave = n.times(n.math('SINE', across), n.math('SINE', n.times(v, turn)))
    yarn = n.add(n.noise(n.mapping(uv, (threads * .6, .5, 1)), 1.0, 2, .5), n.noise(n.mapping(uv, (.5, threads * .6, 1)), 1.0, 2, .5))
    c = n.mix(n.range(yarn, .75, 1.25, 0, slub), colour, scaled(colour, .62))
    if weft:
        c = n.mix(n.range(n.math('SINE', n.times(v, turn / 3)), -1, 1, .25, .75), c, weft)
    shine = 0.0
    for kind, ink, *numbers in patterns:
        mask = PATTERNS[kind](n, u, v, *numbers)
        fade = n.range(n.noise(uv, 5, 3, .6), .3, .6, .80, 1.0)
        c = n.mix(n.times(mask, fade), c, n.mix(n.range(yarn, .75, 1.25, 0, slub), ink, scaled(ink, .7)))
        if ink in METALLIC:
            shine = n.math('MAXIMUM', shine, mask)
    c = n.mix(n.range(weave, -1, 1, .18, 0), c, scaled(colour, .45))
    normal = n.bump(yarn, bump, .008, n.bump(weave, bump, .006))
    return n.done(n.surface(Base_Color=c, Roughness=n.range(shine, 0, 1, rough, .38), Metallic=n.times(shine, .55), Specular=.15, Sheen=sheen, Normal=normal))


GOLD, SILVER = (.62, .40, .10), (.62, .61, .58)
METALLIC = (GOLD, SILVER)


def _repeat(n, x, period, shift=0.0):
    """Distance from the middle of the current repeat, in units."""
    return n.times(n.math('SUBTRACT', n.math('FRACT', n.add(n.times(x, 1 / period), shift)), .5), period)


def _under(n, x, limit, soft=0.004):
    return n.range(x, limit - soft, limit + soft, 1, 0)


def _stripes(n, u, v, axis, period, half):
    """Stripes `half` units to each side of their middle, every `period` units along u or v."""
    return _under(n, n.math('ABSOLUTE', _repeat(n, u if axis == 'u' else v, period)), half)


def _bands(n, u, v, axis, *edges):
    """Stripes at fixed places: pairs of (middle, half width)."""
    mask = 0.0
    for middle, half in edges:
        mask = n.math('MAXIMUM', mask, _under(n, n.math('ABSOLUTE', n.math('SUBTRACT', u if axis == 'u' else v, middle)), half))
    return mask


def _flowers(n, u, v, period, radius, petals, hollow=0.0, limits=None):
    """Motifs in a half-drop repeat: flowers, or with no petals dots; `hollow` opens their middle. `limits` are those along v."""
    row = n.math('FLOOR', n.times(v, 1 / period))
    shift = n.times(n.math('MODULO', n.math('ABSOLUTE', row), 2.0), .5)
    x, y = _repeat(n, u, period, shift), _repeat(n, v, period)
    r = n.math('SQRT', n.add(n.times(x, x), n.times(y, y)))
    if petals:
        r = n.math('DIVIDE', r, n.add(.68, n.times(n.math('COSINE', n.times(n.math('ARCTAN2', y, x), float(petals))), .32)))
    mask = _under(n, r, radius)
    if hollow:
        mask = n.math('SUBTRACT', mask, _under(n, r, hollow))
    return n.times(mask, _between(n, v, limits)) if limits else mask


def _between(n, x, limits):
    return n.times(n.math('GREATER_THAN', x, limits[0]), n.math('LESS_THAN', x, limits[1]))


def _diamonds(n, u, v, period, height, size, ring=0.0, blur=0.0, limits=None):
    """Lozenges or, with `ring`, their outlines; `blur` is the feathered edge of ikat along the warp."""
    if blur:
        v = n.add(v, n.times(n.math('SUBTRACT', n.noise(n.mapping(n.vector(u, v), (22, .6, 1)), 1.0, 2, .5), .5), blur))
    x = n.times(n.math('ABSOLUTE', _repeat(n, u, period)), 2 / period)
    y = n.times(n.math('ABSOLUTE', _repeat(n, v, height)), 2 / height)
    d = n.add(x, y)
    mask = _under(n, n.math('ABSOLUTE', n.math('SUBTRACT', d, size)), ring, .02) if ring else _under(n, d, size, .02)
    return n.times(mask, _between(n, v, limits)) if limits else mask


def _waves(n, u, v, axis, middle, period, height, half):
    """A zigzag line along a border: the river of Maheshwar, the temples of Mangalgiri."""
    along, across = (v, u) if axis == 'u' else (u, v)
    zig = n.times(n.math('ABSOLUTE', _repeat(n, along, period)), 2 * height / period)
    return _under(n, n.math('ABSOLUTE', n.math('SUBTRACT', n.math('SUBTRACT', across, middle), zig)), half)


def _vines(n, u, v, scale, share):
    """Free leaves and tendrils, as drawn with a pen."""
    lines = n.voronoi(n.mapping(n.vector(u, v), (scale, scale * .7, 1)), 1.0, 'DISTANCE_TO_EDGE')
    curl = n.math('ABSOLUTE', n.math('SUBTRACT', n.noise(n.vector(u, v), scale * .9, 1, .5, 1.2), .5))
    return n.math('MAXIMUM', _under(n, lines, share), _under(n, curl, share * .35, .006))


def _stitches(n, u, v, period, length, half):
    """Rows of running stitches along u."""
    row = n.math('FLOOR', n.times(v, 1 / period))
    x = _repeat(n, u, length, n.times(row, .37))
    return n.times(_under(n, n.math('ABSOLUTE', _repeat(n, v, period)), half), _under(n, n.math('ABSOLUTE', x), length * .3))


PATTERNS = dict(stripes=_stripes, bands=_bands, flowers=_flowers, diamonds=_diamonds, waves=_waves, vines=_vines, stitches=_stitches)
