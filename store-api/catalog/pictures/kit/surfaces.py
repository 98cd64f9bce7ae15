"""Everything that is not metal: wood, glaze, stone, glass, plastics, cloth, food.

A glossy surface keeps its roughness on one side of 0.27: there Cycles changes what it calls the albedo, which the
denoiser divides by, and the border would show as a line.
"""
from .nodes import Nodes


def scaled(colour, k):
    return tuple(min(1.0, c * k) for c in colour)


def wood(name='teak', light=(0.50, 0.27, 0.115), dark=(0.20, 0.085, 0.030), axis='X', scale=1.0, seed=0.0,
         rough=0.42, contrast=1.25):
    """Oiled wood: growth rings around an off-centre pith, fibre and pores; the grain runs along `axis`."""
    light, dark = scaled(light, 0.54), scaled(dark, 0.42)        # the print is developed brighter than the scene
    n = Nodes(name)
    at = n.object_position()
    stretch = {'X': (0.10, 1, 1), 'Y': (1, 0.10, 1), 'Z': (1, 1, 0.10)}[axis]
    fine = {'X': (0.03, 1, 1), 'Y': (1, 0.03, 1), 'Z': (1, 1, 0.03)}[axis]
    v = n.mapping(at, scaled_vector(stretch, scale), (seed * 1.7, seed * 2.3 + 0.3, seed * 0.9 + 0.55))
    warp = n.noise(v, 1.6, 3, 0.5, 0.4)
    from_pith = n.xyz(n.mapping(v, (1, 1, 1), (0.4, 0.9 + seed, 1.3)))
    a, b = {'X': (1, 2), 'Y': (0, 2), 'Z': (0, 1)}[axis]
    distance = n.math('SQRT', n.add(n.math('POWER', from_pith[a], 2), n.math('POWER', from_pith[b], 2)))
    ring = n.math('FRACT', n.add(n.times(distance, 11.0), n.times(warp, 5.0)))
    ring = n.ramp(ring, [(0.0, 0.15), (0.55, 0.45), (0.86, 1.0), (1.0, 0.15)])
    fibre = n.noise(n.mapping(at, scaled_vector(fine, scale * 34), (seed, seed, 0)), 1.0, 4, 0.7)
    pores = n.noise(n.mapping(at, scaled_vector(fine, scale * 62), (seed, 3 + seed, 1)), 1.0, 2, 0.55)
    pores = n.range(pores, 0.60, 0.68, 0.0, 1.0)
    blotch = n.noise(v, 0.9, 3, 0.5)
    middle = tuple((p + q) / 2 for p, q in zip(light, dark))
    late = tuple(p * 0.35 + q * 0.65 for p, q in zip(light, dark))
    c = n.mix(n.times(ring, 0.72 * contrast), light, late)
    c = n.mix(n.range(fibre, 0.35, 0.72, 0.0, 0.55 * contrast), c, dark)
    c = n.mix(n.range(blotch, 0.35, 0.7, 0.0, 0.35), c, middle)
    c = n.mix(n.times(pores, 0.55), c, scaled(dark, 0.55))
    r = n.add(n.range(fibre, 0.3, 0.7, rough - 0.06, rough + 0.10), n.times(pores, 0.15))
    normal = n.bump(n.math('SUBTRACT', 1.0, pores), 0.22, 0.006, n.bump(fibre, 0.16, 0.006))
    return n.done(n.surface(Base_Color=c, Roughness=r, Specular=0.42, Normal=normal, Clearcoat=0.06,
                            Clearcoat_Roughness=0.35))


def scaled_vector(v, k):
    return tuple(k * s for s in v)


def teak(axis='X', seed=0.0, **k):
    return wood('teak', (0.47, 0.255, 0.112), (0.19, 0.083, 0.032), axis, seed=seed, **{**dict(scale=1.2), **k})


def walnut(axis='X', seed=0.0, **k):
    return wood('walnut', (0.165, 0.083, 0.044), (0.055, 0.025, 0.013), axis, seed=seed, **{**dict(scale=1.3), **k})


def rosewood(axis='X', seed=0.0, **k):
    return wood('rosewood', (0.205, 0.072, 0.034), (0.045, 0.014, 0.009), axis, seed=seed,
                **{**dict(scale=1.3, rough=0.34), **k})


def beech(axis='X', seed=0.0, **k):
    return wood('beech', (0.62, 0.42, 0.24), (0.40, 0.23, 0.11), axis, seed=seed, **{**dict(scale=1.4), **k})


def glaze(colour=(0.62, 0.58, 0.50), edge=(0.36, 0.22, 0.12), foot=0.12, rim=1.6, rough=0.27, speckle=0.62):
    """Speckled stoneware glaze that breaks brown at height `rim` and stops above a raw foot at height `foot`."""
    n = Nodes('stoneware')
    at = n.object_position()
    z = n.xyz(at)[2]
    drip = n.noise(at, 3.0, 3, 0.6)
    patches = n.noise(at, 1.1, 5, 0.6, 0.5)
    c = n.ramp(patches, [(0.25, scaled(colour, 0.80)), (0.75, colour)])
    rings = n.noise(n.turned(0.5, 9.0), 1.0, 2, 0.5)
    c = n.mix(n.range(rings, 0.4, 0.7, 0, 0.18), c, scaled(colour, 0.7))
    spots = n.math('LESS_THAN', n.voronoi(at, 24), n.range(n.noise(at, 9, 2, 0.5), 0.35, 0.7, 0.03, 0.26))
    c = n.mix(n.times(spots, speckle), c, (0.12, 0.075, 0.045))
    broken = n.range(n.add(z, n.times(drip, 0.08)), rim - 0.03, rim + 0.05, 0.0, 0.85)
    c = n.mix(broken, c, edge)
    raw = n.math('LESS_THAN', n.add(z, n.times(drip, 0.10)), foot + 0.05)
    normal = n.bump(n.noise(at, 13, 2, 0.5), 0.10, 0.015, n.bump(rings, 0.22, 0.03))
    glazed = n.surface(Base_Color=c, Roughness=n.range(patches, 0.3, 0.7, rough - 0.10, rough - 0.01), Specular=0.55,
                       Normal=normal, Clearcoat=0.3, Clearcoat_Roughness=0.12)
    biscuit = n.surface(Base_Color=(0.42, 0.28, 0.18), Roughness=0.85, Specular=0.2,
                        Normal=n.bump(n.noise(at, 70, 4, 0.7), 0.4, 0.01))
    return n.done(n.mix_shaders(raw, glazed, biscuit))


def terracotta(colour=(0.47, 0.165, 0.075)):
    """Burnished clay: matte, with throwing rings and smoke-darkened patches."""
    n = Nodes('terracotta')
    at = n.object_position()
    patches = n.noise(at, 1.5, 5, 0.6, 0.5)
    grain = n.noise(at, 60, 4, 0.65)
    rings = n.noise(n.turned(0.35, 7.0), 1.0, 3, 0.55)
    c = n.mix(n.range(patches, 0.3, 0.75, 0.0, 0.55), colour, scaled(colour, 0.62))
    c = n.mix(n.range(rings, 0.42, 0.7, 0.0, 0.3), c, scaled(colour, 0.72))
    c = n.mix(n.range(grain, 0.35, 0.7, 0.0, 0.22), c, scaled(colour, 1.35))
    normal = n.bump(grain, 0.25, 0.008, n.bump(rings, 0.30, 0.03))
    return n.done(n.surface(Base_Color=c, Roughness=n.range(patches, 0.3, 0.7, 0.52, 0.72), Specular=0.32,
                            Normal=normal))


def granite(dark=0.055, light=0.30, polish=0.5):
    """Grey granite: three sizes of crystal; polish 1 is a shop counter, 0 a chiselled block."""
    n = Nodes('granite')
    at = n.object_position()
    big = n.voronoi(at, 26, output='Color')
    small = n.voronoi(at, 62, output='Color')
    value = n.xyz(n.mix(0.45, big, small))[0]
    grey = n.ramp(value, [(0.12, (dark * .55, dark * .55, dark * .6)), (0.42, (dark * 1.7, dark * 1.65, dark * 1.6)),
                          (0.62, (light * .72, light * .69, light * .66)), (0.9, (light, light * .96, light * .90))])
    black = n.math('LESS_THAN', n.xyz(n.voronoi(n.mapping(at, location=(5, 2, 9)), 40, output='Color'))[1], 0.13)
    c = n.mix(n.times(black, 0.85), grey, (0.014, 0.014, 0.016))
    chips = n.noise(at, 34, 5, 0.68)
    r = n.range(chips, 0.3, 0.7, 0.62 - 0.3 * polish, 0.85 - 0.35 * polish)
    return n.done(n.surface(Base_Color=c, Roughness=r, Specular=0.45,
                            Normal=n.bump(chips, 0.75 - 0.6 * polish, 0.028)))


def enamel(colour=(0.05, 0.085, 0.045), rough=0.12, speckle=0.0):
    """Vitreous enamel or thick gloss paint, with a faint orange peel."""
    n = Nodes('enamel')
    at = n.object_position()
    patches = n.noise(at, 1.6, 3, 0.5)
    c = n.mix(n.range(patches, 0.3, 0.7, 0, 0.25), colour, scaled(colour, 0.82))
    if speckle:
        dots = n.range(n.voronoi(at, 38), 0.05, 0.09, speckle, 0.0)
        c = n.mix(dots, c, scaled(colour, 0.45))
    return n.done(n.surface(Base_Color=c, Roughness=n.range(patches, 0.3, 0.7, rough + 0.04, rough + 0.11),
                            Specular=0.42, Clearcoat=0.4, Clearcoat_Roughness=rough,
                            Normal=n.bump(n.noise(at, 11, 2, 0.5), 0.06, 0.01)))


def paint(colour, rough=0.34, grain=0.06):
    """Powder coat or moulded plastic."""
    n = Nodes('paint')
    at = n.object_position()
    patches = n.noise(at, 2.0, 3, 0.5)
    return n.done(n.surface(Base_Color=colour, Roughness=n.range(patches, 0.3, 0.7, rough - 0.03, rough + 0.05),
                            Specular=0.5, Normal=n.bump(n.noise(at, 90, 2, 0.5), grain, 0.004)))


def rubber(colour=(0.018, 0.017, 0.016), rough=0.6):
    return paint(colour, rough, 0.12)


def silicone(colour):
    """Soft, slightly translucent, velvety."""
    n = Nodes('silicone')
    return n.done(n.surface(Base_Color=colour, Roughness=0.46, Specular=0.4, Sheen=0.3, Subsurface=0.06,
                            Subsurface_Radius=(0.08, 0.05, 0.03), Subsurface_Color=tuple(colour) + (1,)))


def glass(tint=(0.985, 0.995, 0.99), rough=0.0):
    """Clear glass. Light reaches the inside without caustics: shadow and diffuse rays pass straight through."""
    n = Nodes('glass')
    at = n.object_position()
    g = n.node('BsdfGlass')
    g.inputs['Color'].default_value = tuple(tint) + (1,)
    g.inputs['IOR'].default_value = 1.47
    n.set(g.inputs['Roughness'], n.range(n.noise(at, 3, 4, 0.65, 0.5), 0.55, 0.8, rough, rough + 0.025))
    n.set(g.inputs['Normal'], n.bump(n.noise(at, 1.2, 2, 0.5), 0.12, 0.02))
    t = n.node('BsdfTransparent')
    t.inputs[0].default_value = (0.90 * tint[0], 0.92 * tint[1], 0.91 * tint[2], 1)
    path = n.node('LightPath')
    return n.done(n.mix_shaders(n.math('MAXIMUM', path.outputs['Is Shadow Ray'], path.outputs['Is Diffuse Ray']),
                                g.outputs[0], t.outputs[0]))


def matte(name, colour, rough=0.8, vary=0.25, scale=8, bump=0.3, bump_scale=60, specular=0.2, each=0.0, depth=0.01):
    """Plain matter: seeds, crumbs, dough. `each` varies value and hue from one instance to the next."""
    n = Nodes(name)
    at = n.object_position()
    c = n.mix(n.range(n.noise(at, scale, 4, 0.65), 0.3, 0.72, 0.0, 1.0), scaled(colour, 1 - vary), colour)
    if each:
        chance = n.math('FRACT', n.add(n.node('ObjectInfo').outputs['Random'],
                                       n.node('NewGeometry').outputs['Random Per Island']))
        h = n.node('HueSaturation')
        n.set(h.inputs['Color'], c)
        n.set(h.inputs['Value'], n.range(chance, 0, 1, 1 - each, 1 + each))
        n.set(h.inputs['Hue'], n.range(chance, 0, 1, 0.5 - each * 0.05, 0.5 + each * 0.05))
        c = h.outputs[0]
    return n.done(n.surface(Base_Color=c, Roughness=rough, Specular=specular,
                            Normal=n.bump(n.noise(at, bump_scale, 4, 0.7), bump, depth)))


def powder(name, colour, dark=None):
    """Ground spice."""
    dark = dark or scaled(colour, 0.55)
    n = Nodes(name)
    at = n.object_position()
    grain = n.noise(at, 70, 5, 0.75)
    c = n.mix(n.range(grain, 0.38, 0.62, 0.0, 1.0), dark, colour)
    c = n.mix(n.range(n.noise(at, 9, 4, 0.6), 0.4, 0.7, 0.0, 0.35), c, scaled(colour, 1.15))
    normal = n.bump(n.noise(at, 24, 3, 0.6), 0.5, 0.02, n.bump(grain, 0.75, 0.012))
    return n.done(n.surface(Base_Color=c, Roughness=1.0, Specular=0.05, Normal=normal, Sheen=0.15))


def liquid(colour, rough=0.04):
    """An opaque drink or oil."""
    n = Nodes('liquid')
    return n.done(n.surface(Base_Color=colour, Roughness=rough, Specular=0.5))


def salt():
    """Coarse salt crystals."""
    n = Nodes('salt')
    return n.done(n.surface(Base_Color=(0.86, 0.85, 0.83), Roughness=0.35, Specular=0.5, Subsurface=0.2,
                            Subsurface_Radius=(0.03, 0.03, 0.03), Subsurface_Color=(0.9, 0.9, 0.9, 1)))


def leather(colour, rough=0.5, grain=0.5):
    """Vegetable-tanned leather: pebbled, a little darker where it was handled."""
    n = Nodes('leather')
    at = n.object_position()
    pebble = n.voronoi(at, 55)
    worn = n.noise(at, 1.8, 4, .6, .4)
    c = n.mix(n.range(worn, .35, .7, 0, .5), colour, scaled(colour, .58))
    c = n.mix(n.range(pebble, .1, .55, .22, 0), c, scaled(colour, .5))
    return n.done(n.surface(Base_Color=c, Roughness=n.range(worn, .3, .7, rough - .08, rough + .08), Specular=.38,
                            Normal=n.bump(pebble, grain, .01, n.bump(n.noise(at, 6, 3, .6), .25, .02))))
