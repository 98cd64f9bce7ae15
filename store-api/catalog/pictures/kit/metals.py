"""Metals: uneven polish, a slightly wavy sheet and, where asked for, hammer marks."""
from .nodes import Nodes


def metal(name, colour, rough=0.18, smudge=0.10, wave=0.25, spun=0.0, tarnish=None, tarnished=0.35,
          hammer=0.0, cell=0.16, radius=1.0, flow=0.0):
    """One metal.

    rough      mean roughness; smudge is how far handling marks move it
    wave       strength of the low bump that keeps a sheet from looking like a mirror
    spun       0 to 1, turning marks around the axis (use little: fine marks glitter)
    hammer     depth of the hammer dents in units; `cell` is their spacing, `radius` that of the wall they lie on
    flow       anisotropy around the Z axis
    """
    n = Nodes(name)
    at = n.object_position()
    patches = n.noise(at, 2.2, 4, 0.6, 0.4)
    dust = n.noise(at, 30, 3, 0.7)
    roughness = n.range(patches, 0.35, 0.7, max(0.02, rough - smudge * 0.5), rough + smudge)
    roughness = n.add(roughness, n.range(dust, 0.4, 0.75, 0.0, smudge * 0.35))
    base = colour
    if tarnish:
        age = n.noise(at, 3.2, 5, 0.62, 0.6)
        base = n.mix(n.range(age, 0.45, 0.78, 0.0, tarnished), colour, tarnish)
    normal = None
    if hammer:
        normal = n.bump(_dents(n, radius, cell), 1.0, hammer)
    if spun:
        lines = n.noise(n.turned(1.6, 26.0), 1.0, 3, 0.6)
        roughness = n.add(roughness, n.range(lines, 0.3, 0.7, -0.10 * spun, 0.14 * spun))
        base = n.mix(n.range(lines, 0.35, 0.7, 0.0, 0.22 * spun), base, tuple(c * 0.72 for c in colour))
    normal = n.bump(n.noise(at, 1.3, 2, 0.5), wave, 0.02, normal)
    inputs = dict(Base_Color=base, Metallic=1.0, Roughness=roughness, Normal=normal)
    if flow:
        inputs.update(Anisotropic=flow, Tangent=n.node('Tangent', direction_type='RADIAL', axis='Z').outputs[0])
    return n.done(n.surface(**inputs))


def _dents(n, radius, cell):
    """Height of a hammered wall: rows of parabolic dents on a six-sided grid, a little off true like handwork.

    The value is the squared distance to the nearest dent's middle, in cells.
    """
    wall = n.unrolled(radius / cell)
    u, v, _ = n.xyz(wall)
    v = n.times(v, 1 / cell)
    warp = n.node('TexNoise')
    n.set(warp.inputs['Vector'], n.vector(u, v))
    warp.inputs['Scale'].default_value, warp.inputs['Detail'].default_value = 0.55, 1.0
    du, dv, _ = n.xyz(warp.outputs['Color'])
    u = n.add(u, n.times(n.math('SUBTRACT', du, 0.5), 1.1))
    v = n.add(v, n.times(n.math('SUBTRACT', dv, 0.5), 1.1))
    best = None
    for shift in (0.0, 0.5):
        a = n.math('SUBTRACT', n.math('FRACT', n.add(u, shift)), 0.5)
        b = n.times(n.math('SUBTRACT', n.math('FRACT', n.add(n.times(v, 1 / 1.732), shift)), 0.5), 1.732)
        d = n.add(n.times(a, a), n.times(b, b))
        best = d if best is None else n.math('MINIMUM', best, d)
    return best


def copper(**k):
    return metal('copper', (0.82, 0.305, 0.16), **{**dict(rough=0.13, smudge=0.07, tarnish=(0.52, 0.17, 0.085),
                                                           tarnished=0.4), **k})


def tin(**k):
    return metal('tin', (0.80, 0.78, 0.75), **{**dict(rough=0.29, spun=0.2, flow=0.4, tarnish=(0.55, 0.52, 0.48)), **k})


def steel(**k):
    return metal('steel', (0.70, 0.69, 0.675), **{**dict(rough=0.14, smudge=0.06, flow=0.4), **k})


def brushed_steel(**k):
    return metal('brushed steel', (0.66, 0.65, 0.635), **{**dict(rough=0.27, smudge=0.05, flow=0.75, spun=0.6), **k})


def brass(**k):
    return metal('brass', (0.80, 0.52, 0.20), **{**dict(rough=0.17, smudge=0.10, tarnish=(0.42, 0.24, 0.08),
                                                         tarnished=0.45), **k})


def cast_iron(sheen=0.42, grain=0.010):
    """Seasoned iron: near black, satin, with a sand-cast skin."""
    n = Nodes('cast iron')
    at = n.object_position()
    skin = n.noise(at, 95, 5, 0.62)
    pebble = n.voronoi(at, 130)
    patches = n.noise(at, 2.6, 4, 0.6, 0.3)
    colour = n.ramp(patches, [(0.3, (0.0085, 0.0077, 0.0072)), (0.72, (0.0175, 0.0155, 0.014))])
    rough = n.range(patches, 0.3, 0.7, 0.36, 0.52)
    rough = n.add(rough, n.range(skin, 0.3, 0.7, -0.05, 0.08))
    normal = n.bump(pebble, 0.25, grain * 0.4, n.bump(skin, 0.6, grain))
    return n.done(n.surface(Base_Color=colour, Specular=sheen, Roughness=rough, Normal=normal,
                            Clearcoat=0.12, Clearcoat_Roughness=0.42))
