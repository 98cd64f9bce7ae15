"""Gives a picture the paper of another one with the same composition: python3 paper.py PHOTOGRAPH PICTURE OUT

Needs: apt-get install -y --no-install-recommends python3-numpy python3-pil
"""
import sys

import numpy as np
from PIL import Image


def linear(image):
    values = np.asarray(image.convert('RGB'), dtype=np.float64) / 255
    return np.where(values <= .04045, values / 12.92, ((values + .055) / 1.055) ** 2.4)


def encoded(values):
    values = np.clip(values, 0, 1)
    return np.where(values <= .0031308, values * 12.92, 1.055 * values ** (1 / 2.4) - .055)


def terms(width, height):
    """The terms of a quadratic surface at each pixel."""
    y, x = np.mgrid[0:height, 0:width]
    x, y = x / (width - 1) * 2 - 1, y / (height - 1) * 2 - 1
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], -1)


def match_paper(photograph, picture):
    """Multiplies the picture by a smooth surface that brings its paper to that of the photograph.

    Paper is what the frame's edge shows, and each pixel that differs from the photograph like it. When the compositions
    differ, the surface is flat.
    """
    small = (picture.width // 8, picture.height // 8)
    wanted, given = (np.log(linear(image.resize(small, Image.BOX)) + 1e-4) for image in (photograph, picture))
    ratio, at = wanted - given, terms(*small)
    paper = np.maximum(abs(at[..., 1]), abs(at[..., 2])) > .86
    for limit in (.12, .08, .05, .04):
        surface = np.stack([np.linalg.lstsq(at[paper], ratio[paper][:, c], rcond=None)[0] for c in range(3)], -1)
        paper = (abs(ratio - at @ surface).max(-1) < limit) & (np.exp(given).min(-1) > .35)
    if paper.mean() < .3:
        surface = np.zeros_like(surface)
        surface[0] = np.median(ratio[np.maximum(abs(at[..., 1]), abs(at[..., 2])) > .86], 0)
    gain = np.exp(terms(picture.width, picture.height) @ surface)
    print('paper %.0f %%, gain %.2f to %.2f' % (100 * paper.mean(), gain.min(), gain.max()))
    return Image.fromarray(np.uint8(np.round(encoded(linear(picture) * gain) * 255)))


photograph, picture, out = sys.argv[1:]
picture = Image.open(picture).convert('RGB')
match_paper(Image.open(photograph).convert('RGB'), picture).save(out)
