"""Renders one picture. Started by make-pictures.mjs:

    blender -b -P make.py -- NAME VIEW --width 720 --height 900 --samples 28 --out FILE.png --work DIR --denoiser BIN

NAME is a product's handle or a scene's name, VIEW counts from 1. `-- --list` prints every "NAME VIEW".
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
from kit.shot import setup  # noqa: E402

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
    p.add_argument('view', nargs='?', type=int, default=1)
    p.add_argument('--list', action='store_true')
    p.add_argument('--width', type=int, default=720)
    p.add_argument('--height', type=int, default=900)
    p.add_argument('--samples', type=int, default=28)
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
    shot = shots()[a.name][a.view - 1]
    setup(shot, a.width / a.height)
    import bpy
    bpy.context.view_layer.update()
    develop(a.out, a.work, a.width, a.height, int(a.samples * shot.samples), shot.bounces, shot.clamp,
            exposure=shot.exposure, ground=shot.ground, denoiser=a.denoiser, strength=shot.strength)


main()
