"""The studio: paper sweep, lights, camera and automatic framing."""
import math

import bmesh
import bpy
from mathutils import Vector

from .nodes import Nodes
from .shapes import R, finish, link

PAPER = (0.80, 0.695, 0.565)


def reset():
    """An empty scene with Cycles."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    import addon_utils
    addon_utils.enable('cycles')
    bpy.context.scene.render.engine = 'CYCLES'
    return bpy.context.scene


def look_at(o, target):
    o.rotation_euler = (Vector(target) - o.location).to_track_quat('-Z', 'Y').to_euler()


def softbox(name, location, target, size, power, colour=(1, 1, 1), spread=180):
    """A rectangular area light that the camera does not see. Power in watts."""
    light = bpy.data.lights.new(name, 'AREA')
    light.shape = 'RECTANGLE'
    light.size, light.size_y = size
    light.energy = power
    light.color = colour
    light.spread = R(spread)
    o = link(bpy.data.objects.new(name, light))
    o.location = location
    look_at(o, target)
    o.visible_camera = False
    return o


def card(location, target, size, colour):
    """A flag or reflector with soft edges: seen only in reflections."""
    w, h = size[0] / 2, size[1] / 2
    me = bpy.data.meshes.new('card')
    me.from_pydata([(-w, -h, 0), (w, -h, 0), (w, h, 0), (-w, h, 0)], [], [(0, 1, 2, 3)])
    o = link(bpy.data.objects.new('card', me))
    o.location = location
    look_at(o, target)
    n = Nodes('card')
    x, y, _ = n.xyz(n.object_position())
    inside = [n.math('SUBTRACT', 1.0, n.math('ABSOLUTE', n.times(v, 1 / half)))
              for v, half in ((x, w), (y, h))]
    solid = n.math('MINIMUM', n.times(inside[0], 2.2), n.times(inside[1], 2.2))
    solid = n.range(solid, 0.0, 1.0, 0.0, 1.0)
    paint = n.surface(Base_Color=tuple(colour) + (1,), Roughness=1.0, Specular=0)
    clear = n.node('BsdfTransparent').outputs[0]
    me.materials.append(n.done(n.mix_shaders(solid, clear, paint)))
    o.visible_camera = o.visible_shadow = o.visible_diffuse = False
    return o


def sweep(scale=1.0, wall=8.0, colour=PAPER):
    """Seamless paper: a floor that curves up into the wall behind."""
    bend, half = 4.5 * scale, 60 * scale
    wall *= scale
    points = [(-40 * scale, 0)]
    for i in range(33):
        a = math.pi / 2 * i / 32
        points.append((wall - bend + bend * math.sin(a), bend - bend * math.cos(a)))
    points.append((wall, 50 * scale))
    mesh = bmesh.new()
    rows = [[mesh.verts.new((x, y, z)) for x in (-half, half)] for y, z in points]
    for a, b in zip(rows, rows[1:]):
        mesh.faces.new((a[0], a[1], b[1], b[0]))
    n = Nodes('paper')
    at = n.object_position()
    tone = n.ramp(n.noise(at, 0.35 / scale, 3, 0.5), [(0.3, tuple(c * 0.965 for c in colour)), (0.7, colour)])
    fibre = n.noise(at, 28 / scale, 4, 0.6)
    paper = n.done(n.surface(Base_Color=tone, Roughness=0.8, Specular=0.18))
    o = finish('sweep', mesh, paper, 180)
    return o


def points_of(objects):
    """World-space points that outline the objects: vertices of large meshes, corners of small ones."""
    graph = bpy.context.evaluated_depsgraph_get()
    out = []
    for o in objects:
        if o.type not in ('MESH', 'CURVE', 'FONT'):
            continue
        e = o.evaluated_get(graph)
        m = e.matrix_world
        if o.type == 'MESH' and max(o.dimensions) > 0.25:
            vs = e.data.vertices
            out += [m @ vs[i].co for i in range(0, len(vs), max(1, len(vs) // 3000))]
        else:
            out += [m @ Vector(c) for c in e.bound_box]
    return out


def frame(points, elevation=20.0, lens=105.0, fill=(0.76, 0.70), centre=(0.0, -0.02), aspect=0.8, azimuth=0.0):
    """Places a camera so that the points fill the given share of the frame's width or height.

    centre is where the middle of the subject lands, in half frames from the middle (y up).
    Returns (camera, target, height of the frame at the target in units).
    """
    scene = bpy.context.scene
    data = bpy.data.cameras.new('camera')
    data.lens, data.sensor_width, data.sensor_fit = lens, 36, 'VERTICAL' if aspect < 1 else 'HORIZONTAL'
    data.sensor_height = 36
    camera = link(bpy.data.objects.new('camera', data))
    e, z = R(elevation), R(azimuth)
    away = Vector((-math.sin(z) * math.cos(e), -math.cos(z) * math.cos(e), math.sin(e)))
    right = Vector((math.cos(z), -math.sin(z), 0))
    up = right.cross(-away).normalized()
    half_y = 18 / lens if aspect < 1 else 18 / lens / aspect
    half_x = half_y * aspect
    target = sum(points, Vector()) / len(points)
    distance = 12.0
    for _ in range(14):
        xs, ys = [], []
        for p in points:
            v = p - target
            depth = distance - v.dot(away)
            xs.append(v.dot(right) / depth / half_x)
            ys.append(v.dot(up) / depth / half_y)
        cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        target = target + right * ((cx - centre[0]) * half_x * distance) + up * ((cy - centre[1]) * half_y * distance)
        distance *= max((max(xs) - min(xs)) / 2 / fill[0], (max(ys) - min(ys)) / 2 / fill[1])
    camera.location = target + away * distance
    look_at(camera, target)
    scene.camera = camera
    return camera, target, 2 * half_y * distance


def focus(camera, point, fstop):
    """Depth of field; f-numbers are those of a camera ten times our scale, so 1.4 is a gentle blur."""
    dof = camera.data.dof
    dof.use_dof = True
    dof.focus_distance = (Vector(point) - camera.location).length
    dof.aperture_fstop = fstop
    dof.aperture_blades = 9


def lights(middle, scale=1.0, key=1000, fill=26, rim=400, top=85, world=0.07, key_at=(-5.6, -2.2, 5.6),
           key_size=(2.4, 3.4), rim_at=(6.6, 5.2, 4.6), warmth=1.0):
    """Window light from the left: a warm key, a cool weak fill, a narrow rim from behind right, a soft top.

    All positions are relative to `middle` and grow with `scale`; the powers are those for scale 1.
    """
    m = Vector(middle)
    p = scale * scale

    def at(v):
        return m + Vector(v) * scale
    softbox('key', at(key_at), m, [s * scale for s in key_size], key * p, (1, 1 - .045 * warmth, 1 - .10 * warmth))
    softbox('fill', at((7.5, -4.5, 4.0)), m, (4 * scale, 6 * scale), fill * p, (0.93, 0.96, 1))
    softbox('rim', at(rim_at), m, (1.8 * scale, 5.0 * scale), rim * p, (1, 0.97, 0.93))
    softbox('top', at((0, 0.8, 8.5)), at((0, 0.4, 0)), (5.0 * scale, 3.0 * scale), top * p, (1, 0.98, 0.95))
    w = bpy.data.worlds.new('world')
    bpy.context.scene.world = w
    w.use_nodes = True
    background = w.node_tree.nodes['Background']
    background.inputs[0].default_value = (1.0, 0.965, 0.92, 1)
    background.inputs[1].default_value = world
