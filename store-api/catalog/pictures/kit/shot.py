"""What a picture is: a model and how it is seen."""
from dataclasses import dataclass, field, replace
from typing import Callable

import bpy
from mathutils import Vector

from . import studio
from .develop import GROUND


@dataclass
class Shot:
    """One view of one product.

    build      makes the model on z = 0 and returns the object that holds it
    props      things beside it that do not count for the framing
    turn       degrees the model is turned around Z
    elevation  of the camera in degrees
    azimuth    of the camera: it goes round model and props, while `turn` turns the model alone
    fill       share of the frame's width and height that the model may take
    centre     where its middle lands, in half frames (x right, y up)
    close      (point, height): aim at this point of the unturned world and show that many units instead of framing all
    detail     (x, y, share): the same for the point that the framed view shows at x, y (0 to 1 from the top left) and that share of its height
    flags      black or coloured cards seen in reflections: (location, size, colour), in rig units
    """
    build: Callable
    turn: float = 0.0
    elevation: float = 20.0
    azimuth: float = 0.0
    lens: float = 105.0
    fill: tuple = (0.78, 0.72)
    centre: tuple = (0.0, -0.07)
    close: tuple = None
    detail: tuple = None
    props: Callable = None
    flags: tuple = ()
    light: dict = field(default_factory=dict)
    exposure: float = 0.0
    fstop: float = 2.2
    bounces: int = 6
    clamp: float = 4.0
    samples: float = 1.0
    wall: float = 8.0
    ground: tuple = GROUND
    strength: float = 0.6


def views(main, *others):
    """The main view of a product and its other views, each given as what differs."""
    return [main, *(replace(main, **other) for other in others)]


def near(**changes):
    """A close view for `views`. It leaves the ground as the light fell."""
    return {**dict(ground=None, exposure=.75, fstop=1.2), **changes}


DARK = (0.011, 0.010, 0.009)
METAL_FLAGS = (((-4.4, -3.6, 0.9), (0.9, 4), DARK), ((1.5, -6.5, 0.6), (6.0, 2.4), (0.10, 0.075, 0.055)))
STEEL_FLAGS = (((-3.6, -2.4, 1.6), (2.4, 6), DARK), ((3.4, -3.0, 1.6), (3.6, 6), DARK),
               ((0.9, -7.0, 2.4), (5.0, 4.5), DARK), ((0.8, -3.2, 0.03), (5.5, 3.2), (0.09, 0.075, 0.06)))


def build(shot):
    """Builds the model of a product and what lies beside it; returns the model's group and all of its objects."""
    before = set(bpy.data.objects)
    root = shot.build()
    model = [o for o in bpy.data.objects if o not in before]
    if shot.props:
        shot.props()
    return root, model


def setup(shot, root, model, aspect=0.8):
    """Builds the studio around the model; the scene is ready to render. Returns what to call before the next view."""
    before, turned = set(bpy.data.objects), root.rotation_euler.z
    root.rotation_euler.z += shot.turn * 0.017453292519943295
    bpy.context.view_layer.update()
    points = studio.points_of(model)
    camera, target, height = studio.frame(points, shot.elevation, shot.lens, shot.fill, shot.centre, aspect, shot.azimuth)
    xs, ys, zs = ([p[i] for p in points] for i in range(3))
    middle = Vector(((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, 0))
    scale = height / 5.0
    nearest = min(points, key=lambda p: (p - camera.location).length)
    close = shot.close or shot.detail and (seen_at(camera, shot.detail[0], shot.detail[1], aspect), height * shot.detail[2])
    if close:
        point, height = Vector(close[0]), close[1]
        away = (camera.location - target).normalized()
        distance = height / (36 / shot.lens)
        camera.location = point + away * distance
        studio.look_at(camera, point)
        studio.focus(camera, point, shot.fstop)
    else:
        studio.focus(camera, nearest.lerp(target, 0.35), shot.fstop)
    studio.sweep(scale, shot.wall)
    heart = middle + Vector((0, 0, min(max(zs) * 0.45, 1.2 * scale)))
    studio.lights(heart, scale, **shot.light)
    for location, size, colour in shot.flags:
        studio.card(middle + Vector(location) * scale, heart, (size[0] * scale, size[1] * scale), colour)
    print('FRAME height %.2f scale %.2f' % (height, scale))

    def clear():
        for o in set(bpy.data.objects) - before:
            bpy.data.objects.remove(o)
        root.rotation_euler.z = turned
    return clear


def seen_at(camera, x, y, aspect):
    """The point of the model or the floor that the camera shows at x, y (0 to 1 from the top left)."""
    bpy.context.view_layer.update()
    half = 18 / camera.data.lens
    direction = camera.matrix_world.to_3x3() @ Vector(((2 * x - 1) * half * aspect, (1 - 2 * y) * half, -1))
    hit, point, *_ = bpy.context.scene.ray_cast(bpy.context.evaluated_depsgraph_get(), camera.location, direction.normalized())
    return point if hit else camera.location - direction * (camera.location.z / direction.z)
