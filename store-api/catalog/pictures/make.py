"""Renders one picture. Started by make-pictures.mjs:

    blender -b -P make.py -- NAME VIEW... --width 576 --height 720 --samples 6 --out DIR --work DIR --denoiser BIN

NAME is a product's handle or a scene's name, VIEW counts from 1. Writes DIR/NAME-VIEW.png. `-- --list` prints every "NAME VIEW".
"""
import argparse
import importlib
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from kit import studio  # noqa: E402
from kit.develop import develop  # noqa: E402
from kit.shot import build, setup  # noqa: E402

GROUPS = ('cookware', 'storage', 'tools', 'specialty', 'utensils', 'appliances', 'fashion', 'footwear', 'accessories', 'scenes')


def shots():
    """Every shot by name, in the order of the catalogue."""
    found = {}
    for g in GROUPS:
        if os.path.exists(os.path.join(HERE, 'products', g + '.py')):
            found.update(importlib.import_module('products.' + g).SHOTS)
    return found


def main():
    p = argparse.ArgumentParser()
    p.add_argument('name', nargs='?')
    p.add_argument('view', nargs='*', type=int)
    p.add_argument('--list', action='store_true')
    p.add_argument('--width', type=int, default=576)
    p.add_argument('--height', type=int, default=720)
    p.add_argument('--samples', type=int, default=6)
    p.add_argument('--out')
    p.add_argument('--work')
    p.add_argument('--denoiser')
    a = p.parse_args(sys.argv[sys.argv.index('--') + 1:])
    studio.reset()
    if a.list:
        for name, views in shots().items():
            for i in range(len(views)):
                print('SHOT', name, i + 1)
        return
    random.seed(4)
    views = shots()[a.name]
    root, model = build(views[0])
    for view in a.view:
        shot = views[view - 1]
        clear = setup(shot, root, model, a.width / a.height)
        develop(os.path.join(a.out, '%s-%d.png' % (a.name, view)), a.work, a.width, a.height, round(a.samples * (shot.samples if shot.flags else .7)), shot.bounces, shot.clamp,
                exposure=shot.exposure, ground=shot.ground, denoiser=a.denoiser, strength=shot.strength)
        clear()


main()
