"""Renders the first view of a product in another colour of the catalogue.

    blender -b -P colors.py -- HANDLE COLOR --samples 30 --out DIR --work DIR --denoiser BIN

Writes DIR/HANDLE-N.png, where N is the position of the colour's picture among those of the product.
"""
import argparse
import importlib
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from kit import metals, studio, surfaces, weaves  # noqa: E402
from kit.develop import develop  # noqa: E402
from kit.shot import build, setup  # noqa: E402

INDIGO, MADDER, RUST, INK, BLACK = (.014, .024, .062), (.22, .018, .014), (.30, .075, .025), (.022, .025, .036), (.016, .015, .0155)
WHITE, CREAM, CHARCOAL = (.60, .57, .51), (.52, .44, .325), (.040, .038, .037)

# By handle: the module of the model, the linear colours of the photographs that change, and their replacements by colour.
PRODUCTS = {
    'chanderi-saree': ('fashion', [(.34, .075, .085), (.42, .14, .09)], {'Leaf': [(.085, .17, .045), (.14, .22, .05)], 'Pearl': [(.56, .51, .43), (.60, .53, .41)]}),
    'block-print-kurta': ('fashion', [MADDER], {'Indigo': [(.020, .036, .105)]}),
    'stand-mixer': ('appliances', [(.60, .215, .105)], {'Ivory': [(.52, .45, .34)], 'Charcoal': [(.030, .029, .029)]}),
    'linen-apron': ('fashion', [(.40, .32, .215)], {'Cardamom': [(.105, .135, .070)], 'Clay': [(.34, .125, .065)]}),
    'canvas-market-tote': ('accessories', [(.47, .40, .29), (.062, .075, .04)], {'Olive': [(.105, .105, .042), (.20, .085, .035)]}),
    'ajrakh-kurta': ('fashion', [(.016, .026, .062), MADDER], {'Madder': [(.20, .022, .016), (.016, .026, .062)]}),
    'silk-dupatta': ('fashion', [(.62, .25, .014), (.66, .32, .02)], {'Peacock': [(.012, .13, .16), (.014, .17, .15)], 'Plum': [(.13, .018, .072), (.17, .03, .075)]}),
    'enamel-dutch-oven': ('specialty', [(.030, .055, .028)], {'Saffron': [(.50, .175, .012)], 'Midnight': [(.010, .016, .042)]}),
    'bandhani-dupatta': ('fashion', [(.36, .014, .016), (.07, .012, .012)], {'Green': [(.018, .13, .040), (.008, .04, .02)]}),
    'maheshwari-saree': ('fashion', [(.018, .105, .105), (.025, .14, .12)], {'Mustard': [(.42, .21, .018), (.47, .25, .025)]}),
    'wool-stole': ('fashion', [(.16, .088, .045), MADDER, CREAM], {'Ivory': [(.54, .47, .36), MADDER, (.16, .088, .045)], 'Madder': [(.20, .022, .016), (.050, .030, .022), CREAM]}),
    'linen-saree': ('fashion', [(.13, .155, .175)], {'Blush': [(.50, .27, .22)], 'Olive': [(.135, .135, .055)]}),
    'mangalgiri-saree': ('fashion', [(.31, .065, .03), (.045, .02, .03)], {'Navy': [(.016, .026, .075), (.20, .03, .022)]}),
    'linen-nehru-jacket': ('fashion', [(.36, .285, .19)], {'Bottle Green': [(.020, .060, .036)], 'Charcoal': [(.045, .044, .044)]}),
    'stoneware-canister': ('storage', [(.115, .155, .090)], {'Sand': [(.44, .345, .22)], 'Charcoal': [(.040, .038, .037)]}),
    'stoneware-salt-crock': ('storage', [(.50, .465, .40)], {'Indigo': [(.028, .048, .115)]}),
    'striped-apron-kurta': ('fashion', [INK], {'Rust Stripe': [RUST]}),
    'mulmul-kurta-dress': ('fashion', [(.66, .46, .12), (.6, .5, .25)], {'Lilac': [(.42, .32, .50), (.45, .38, .52)]}),
    'chikankari-kurta': ('fashion', [(.56, .545, .51), (.6, .58, .54)], {'Powder Blue': [(.33, .43, .53), (.45, .52, .58)]}),
    'cotton-palazzo': ('fashion', [(.36, .125, .062)], {'White': [WHITE], 'Black': [BLACK]}),
    'dhoti-trousers': ('fashion', [(.16, .015, .022)], {'Cream': [(.56, .475, .34)]}),
    'mirror-work-skirt': ('fashion', [(.014, .013, .014), (.40, .03, .12)], {'Fuchsia': [(.36, .018, .13), (.03, .09, .10)]}),
    'ikat-wrap-skirt': ('fashion', [(.52, .29, .035), (.50, .28, .035)], {'Indigo': [INDIGO, INDIGO]}),
    'linen-shrug': ('fashion', [(.44, .345, .225)], {'Black': [(.020, .019, .0195)]}),
    'leather-mojari': ('footwear', [(.20, .078, .026), (.10, .05, .025)], {'Black': [(.016, .014, .013), (.014, .012, .011)]}),
    'embroidered-jutti': ('footwear', [(.42, .27, .09)], {'Mint': [(.27, .43, .33)]}),
    'kolhapuri-sandals': ('footwear', [(.34, .17, .07), (.15, .055, .022)], {'Oxblood': [(.135, .026, .020), (.075, .012, .011)]}),
    'toaster': ('appliances', [(.50, .43, .32)], {'Slate': [(.075, .092, .108)]}),
    'cotton-lungi': ('fashion', [(.46, .41, .33), INDIGO, MADDER], {'White': [WHITE, (.53, .50, .44), (.50, .47, .41)]}),
}


def replaced(value, colors):
    if isinstance(value, (tuple, list)):
        return next((after for before, after in colors.items() if before == value), None) or type(value)(replaced(item, colors) for item in value)
    return value


def recolor(function, colors):
    """The maker of a material, which gets the replacements of its colours."""
    return lambda *values, **named: function(*replaced(values, colors), **{name: replaced(value, colors) for name, value in named.items()})


def main():
    p = argparse.ArgumentParser()
    p.add_argument('handle')
    p.add_argument('color')
    p.add_argument('--samples', type=int, default=30)
    p.add_argument('--width', type=int, default=576)
    p.add_argument('--out')
    p.add_argument('--work')
    p.add_argument('--denoiser')
    a = p.parse_args(sys.argv[sys.argv.index('--') + 1:])
    group, before, variants = PRODUCTS[a.handle]
    colors = dict(zip(before, variants[a.color]))
    for name in ('enamel', 'glaze', 'leather', 'matte'):
        setattr(surfaces, name, recolor(getattr(surfaces, name), colors))
    weaves.cloth = recolor(weaves.cloth, colors)
    metal = metals.metal
    # The copper of the mixer is paint in its other colours.
    metals.metal = lambda name, color, **k: surfaces.enamel(colors[color], .14) if color in colors else metal(name, color, **k)
    studio.reset()
    random.seed(4)
    shot = importlib.import_module('products.' + group).SHOTS[a.handle][0]
    root, model = build(shot)
    height = a.width * 5 // 4
    setup(shot, root, model, a.width / height)
    out = os.path.join(a.out, '%s-%d.png' % (a.handle, 5 + list(variants).index(a.color)))
    develop(out, a.work, a.width, height, round(a.samples * (shot.samples if shot.flags else .7)), shot.bounces, shot.clamp,
            exposure=shot.exposure, ground=shot.ground, denoiser=a.denoiser, strength=shot.strength, threads=1)


main()
