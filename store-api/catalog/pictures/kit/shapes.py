"""Solid shapes: turned, swept, lofted and cut from sheet. Each function returns a linked object."""
import math

import bmesh
import bpy
from mathutils import Euler, Matrix, Vector, noise

from .curves import densify, fillet, superellipse

R = math.radians


def link(o):
    bpy.context.scene.collection.objects.link(o)
    return o


def finish(name, mesh, materials, crease=50):
    """Closes a bmesh into a smooth-shaded object; edges sharper than `crease` degrees stay sharp."""
    bmesh.ops.recalc_face_normals(mesh, faces=mesh.faces)
    for f in mesh.faces:
        f.smooth = True
    me = bpy.data.meshes.new(name)
    mesh.to_mesh(me)
    mesh.free()
    for m in materials if isinstance(materials, (list, tuple)) else [materials]:
        me.materials.append(m)
    me.use_auto_smooth = True
    me.auto_smooth_angle = R(crease)
    return link(bpy.data.objects.new(name, me))


def lathe(name, profile, material, segments=144, rounding=6, step=0.06, wobble=0.0, material_at=None):
    """Turns an (x, z[, fillet]) profile around Z.

    wobble       how far out of round, as a share of the radius
    material_at  (radius, z, share of the profile) -> index, when `material` is a list
    """
    points = densify(fillet(profile, rounding), step)
    mesh = bmesh.new()
    uv = mesh.loops.layers.uv.new('UVMap')
    along = [0.0]
    for a, b in zip(points, points[1:]):
        along.append(along[-1] + (b - a).length)
    rings = []
    for p in points:
        if abs(p.x) < 1e-5:
            rings.append([mesh.verts.new((0, 0, p.y))])
            continue
        ring = []
        for i in range(segments):
            a = 2 * math.pi * i / segments
            w = 1 + wobble * math.sin(2 * a + 0.7) + wobble * 0.5 * math.sin(3 * a + p.y)
            ring.append(mesh.verts.new((p.x * w * math.cos(a), p.x * w * math.sin(a), p.y)))
        rings.append(ring)
    for j, (A, B) in enumerate(zip(rings, rings[1:])):
        if len(A) == 1 and len(B) == 1:
            continue
        for i in range(segments):
            k = (i + 1) % segments
            if len(A) == 1:
                vs, ts, us = (A[0], B[i], B[k]), (0, 1, 1), (i + .5, i, i + 1)
            elif len(B) == 1:
                vs, ts, us = (A[i], A[k], B[0]), (0, 0, 1), (i, i + 1, i + .5)
            else:
                vs, ts, us = (A[i], A[k], B[k], B[i]), (0, 0, 1, 1), (i, i + 1, i + 1, i)
            f = mesh.faces.new(vs)
            for loop, t, u in zip(f.loops, ts, us):
                loop[uv].uv = (u / segments, along[j + t])
            if material_at:
                f.material_index = material_at(points[j].x, points[j].y, along[j] / along[-1])
    return finish(name, mesh, material)


def skin(name, rings, material, closed=False, caps=True, crease=60):
    """Joins rings of 3D points (the same count each) into a surface."""
    mesh = bmesh.new()
    v = [[mesh.verts.new(p) for p in ring] for ring in rings]
    count = len(v[0])
    for j in range(len(v) if closed else len(v) - 1):
        A, B = v[j], v[(j + 1) % len(v)]
        for k in range(count):
            mesh.faces.new((A[k], A[(k + 1) % count], B[(k + 1) % count], B[k]))
    if caps and not closed:
        mesh.faces.new(v[0])
        mesh.faces.new(v[-1])
    return finish(name, mesh, material, crease)


def sweep(name, path, section, material, closed=False, up=(0, 0, 1), caps=True, rounded=0):
    """Moves a section along a path.

    section  t in 0..1 -> [(sideways, upwards), ...]
    rounded  number of extra rings that close the ends like a fingertip instead of a flat cut
    """
    up = Vector(up)
    n = len(path)
    rings = []

    def frame(i):
        t = (path[(i + 1) % n] - path[i - 1]) if closed else (path[min(i + 1, n - 1)] - path[max(i - 1, 0)])
        t.normalize()
        side = t.cross(up)
        side = side.normalized() if side.length > 1e-4 else Vector((1, 0, 0))
        return t, side, side.cross(t).normalized()
    for i, p in enumerate(path):
        _, side, u = frame(i)
        rings.append([p + side * a + u * b for a, b in section(i / (n - 1))])
    if rounded and not closed:
        def tip(i, t_value, sign):
            t, side, u = frame(i)
            outline = section(t_value)
            depth = min(max(abs(a) for a, _ in outline), max(abs(b) for _, b in outline))
            out = []
            for k in range(1, rounded + 1):
                q = math.pi / 2 * k / (rounded + 0.25)
                out.append([path[i] + t * (sign * depth * math.sin(q)) + (side * a + u * b) * math.cos(q)
                            for a, b in outline])
            return out
        rings = tip(0, 0.0, -1)[::-1] + rings + tip(n - 1, 1.0, 1)
    return skin(name, rings, material, closed, caps)


def tube(name, path, radius, material, steps=20, closed=False, rounded=4, up=(0, 0, 1)):
    """A round rod along a path."""
    return sweep(name, path, lambda t: superellipse(radius, radius, steps, 2.0), material, closed, up, rounded=rounded)


def plate(name, outlines, thickness, material, bevel=0.0, steps=4):
    """A sheet cut along closed (x, y) outlines: the first is the border, the others are holes.

    It lies on z = 0 and keeps its outline size; `bevel` rounds both edges.
    """
    curve = bpy.data.curves.new(name, 'CURVE')
    curve.dimensions = '2D'
    curve.fill_mode = 'BOTH'
    for outline in outlines:
        s = curve.splines.new('POLY')
        s.points.add(len(outline) - 1)
        for point, (x, y) in zip(s.points, outline):
            point.co = (x, y, 0, 1)
        s.use_cyclic_u = True
    curve.extrude = max(0.0, thickness / 2 - bevel)
    curve.bevel_depth = bevel
    curve.bevel_resolution = steps
    curve.offset = -bevel
    temporary = link(bpy.data.objects.new(name, curve))
    bpy.context.view_layer.update()
    me = bpy.data.meshes.new_from_object(temporary.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(temporary)
    mesh = bmesh.new()
    mesh.from_mesh(me)
    bmesh.ops.remove_doubles(mesh, verts=mesh.verts, dist=1e-5)
    bmesh.ops.translate(mesh, verts=mesh.verts, vec=(0, 0, thickness / 2))
    return finish(name, mesh, material, 35)


def loft(name, levels, material, steps=64, crease=60, ends=0):
    """Stacks rounded-rectangle sections along Z.

    levels  (z, half width x, half depth y, power[, shift x, shift y])
    ends    when above 0, both ends close with a dome of that height instead of a flat face
    """
    rings = []
    rows = list(levels)
    for row in rows:
        z, w, d, power = row[:4]
        dx, dy = (row[4], row[5]) if len(row) > 4 else (0, 0)
        rings.append([Vector((x + dx, y + dy, z)) for x, y in superellipse(w, d, steps, power)])
    if ends:
        def dome(ring, sign):
            c = sum(ring, Vector()) / len(ring)
            out = []
            for k in range(1, 9):
                q = math.pi / 2 * k / 8.3
                out.append([c + (p - c) * math.cos(q) + Vector((0, 0, sign * ends * math.sin(q))) for p in ring])
            return out
        rings = dome(rings[0], -1)[::-1] + rings + dome(rings[-1], 1)
    return skin(name, rings, material, crease=crease)


def block(name, size, material, radius=0.02, steps=4):
    """A box with rounded edges, standing on z = 0."""
    mesh = bmesh.new()
    bmesh.ops.create_cube(mesh, size=1)
    bmesh.ops.scale(mesh, verts=mesh.verts, vec=size)
    bmesh.ops.translate(mesh, verts=mesh.verts, vec=(0, 0, size[2] / 2))
    o = finish(name, mesh, material, 60)
    bevel(o, radius, steps)
    return o


def bevel(o, width, steps=3, angle=40):
    """Rounds every edge sharper than `angle` degrees."""
    m = o.modifiers.new('bevel', 'BEVEL')
    m.width, m.segments, m.limit_method, m.angle_limit = width, steps, 'ANGLE', R(angle)
    m.harden_normals = True
    return o


def subtract(o, cutters):
    """Cuts the cutters out of o and removes them."""
    for c in cutters:
        m = o.modifiers.new('cut', 'BOOLEAN')
        m.operation, m.solver, m.object = 'DIFFERENCE', 'EXACT', c
    bpy.context.view_layer.update()
    me = bpy.data.meshes.new_from_object(o.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    o.modifiers.clear()
    o.data = me
    me.use_auto_smooth = True
    me.auto_smooth_angle = R(40)
    for c in cutters:
        bpy.data.objects.remove(c)
    return o


def cylinder(name, radius, height, material=None, steps=32, location=(0, 0, 0)):
    """A plain closed cylinder standing on its location; mostly a cutter."""
    o = skin(name, [[Vector((x, y, z)) for x, y in
                     [(radius * math.cos(2 * math.pi * i / steps), radius * math.sin(2 * math.pi * i / steps))
                      for i in range(steps)]] for z in (0, height)], [material] if material else [])
    o.location = location
    return o


def relief(name, size, height_at, material, steps=160, radius=None, thickness=0.0):
    """A grid sheet z = height_at(x, y), square or round; `thickness` makes it solid downwards."""
    mesh = bmesh.new()
    uv = mesh.loops.layers.uv.new('UVMap')
    if radius:
        rows = [[mesh.verts.new((0, 0, height_at(0, 0)))]]
        around = steps * 2
        for j in range(1, steps + 1):
            r = radius * j / steps
            rows.append([mesh.verts.new((r * math.cos(2 * math.pi * i / around), r * math.sin(2 * math.pi * i / around),
                                         height_at(r * math.cos(2 * math.pi * i / around),
                                                   r * math.sin(2 * math.pi * i / around)))) for i in range(around)])
        for i in range(around):
            mesh.faces.new((rows[0][0], rows[1][i], rows[1][(i + 1) % around]))
        for j in range(1, steps):
            for i in range(around):
                k = (i + 1) % around
                mesh.faces.new((rows[j][i], rows[j + 1][i], rows[j + 1][k], rows[j][k]))
        for f in mesh.faces:
            for loop in f.loops:
                loop[uv].uv = (loop.vert.co.x, loop.vert.co.y)
    else:
        w, d = size
        grid = [[mesh.verts.new((w * (i / steps - .5), d * (j / steps - .5),
                                 height_at(w * (i / steps - .5), d * (j / steps - .5)))) for i in range(steps + 1)]
                for j in range(steps + 1)]
        for j in range(steps):
            for i in range(steps):
                f = mesh.faces.new((grid[j][i], grid[j][i + 1], grid[j + 1][i + 1], grid[j + 1][i]))
                for loop, (a, b) in zip(f.loops, ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))):
                    loop[uv].uv = (a / steps, b / steps)
    o = finish(name, mesh, material, 80)
    if thickness:
        m = o.modifiers.new('solid', 'SOLIDIFY')
        m.thickness, m.offset = thickness, -1
    return o


def rivet(location, normal, radius, material, height=None):
    """A domed rivet head on a surface."""
    h = height or radius * 0.45
    o = lathe('rivet', [(0, h), (radius * .55, h * .88), (radius * .88, h * .5), (radius, 0), (radius, -radius * .6)],
              material, 32, step=0.02)
    o.location = location
    o.rotation_euler = Vector(normal).to_track_quat('Z', 'Y').to_euler()
    return o


def wrapped_plate(outline, radius, height, material, proud=0.02, power=3.0, steps=64):
    """A mounting plate bent around a wall of the given radius, facing +X; outline = (half width, half height)."""
    rings = []
    for scale, r in ((1.0, radius - 0.03), (1.0, radius + proud * .35), (0.97, radius + proud * .8),
                     (0.92, radius + proud), (0.5, radius + proud * 1.05), (0.02, radius + proud * 1.05)):
        rings.append([Vector((r * math.cos(y / radius), r * math.sin(y / radius), height + z))
                      for y, z in superellipse(outline[0] * scale, outline[1] * scale, steps, power)])
    return skin('plate', rings, material)


def text(words, size, material, depth=0.004, font=None):
    """Raised lettering centred on the origin in the XY plane."""
    curve = bpy.data.curves.new('text', 'FONT')
    curve.body, curve.size, curve.extrude = words, size, depth
    curve.align_x, curve.align_y = 'CENTER', 'CENTER'
    o = link(bpy.data.objects.new('text', curve))
    curve.materials.append(material)
    return o


def ellipsoid_mesh(name, radii, material, segments=14, rings=9):
    """Mesh for instancing."""
    mesh = bmesh.new()
    bmesh.ops.create_uvsphere(mesh, u_segments=segments, v_segments=rings, radius=1)
    for v in mesh.verts:
        v.co = Vector((v.co.x * radii[0], v.co.y * radii[1], v.co.z * radii[2]))
    for f in mesh.faces:
        f.smooth = True
    me = bpy.data.meshes.new(name)
    mesh.to_mesh(me)
    mesh.free()
    me.materials.append(material)
    return me


def instance(mesh, location, rotation=(0, 0, 0), scale=1.0):
    """Another object that shares `mesh`."""
    o = bpy.data.objects.new(mesh.name, mesh)
    o.location = location
    o.rotation_euler = rotation
    o.scale = scale if hasattr(scale, '__len__') else (scale,) * 3
    return link(o)


def strewn(name, mesh, placements):
    """One object made of many copies of a small mesh; placements are (location, rotation, scale)."""
    template = [v.co.copy() for v in mesh.vertices]
    polygons = [tuple(p.vertices) for p in mesh.polygons]
    vertices, faces = [], []
    for location, rotation, scale in placements:
        m = Matrix.LocRotScale(Vector(location), Euler(rotation), Vector((scale,) * 3))
        base = len(vertices)
        vertices += [m @ v for v in template]
        faces += [tuple(base + i for i in p) for p in polygons]
    me = bpy.data.meshes.new(name)
    me.from_pydata(vertices, [], faces)
    me.polygons.foreach_set('use_smooth', [True] * len(faces))
    for m in mesh.materials:
        me.materials.append(m)
    return link(bpy.data.objects.new(name, me))


def mound(name, radius, base, height, material, seed=0, rough=0.02, segments=96, rings=44):
    """A heap of powder with avalanche lumps: rim at z = base, peak `height` above it."""
    mesh = bmesh.new()
    rows = [[mesh.verts.new((0, 0, base + height))]]
    for j in range(1, rings + 1):
        q = j / rings
        row = []
        for i in range(segments):
            a = 2 * math.pi * i / segments
            x, y = radius * q * math.cos(a), radius * q * math.sin(a)
            p = Vector((x * 4 + seed * 7.1, y * 4, seed))
            d = noise.fractal(p, 1.0, 2.0, 4) * rough * 1.6 + noise.noise(p * 5) * rough * 0.5
            d += noise.noise(Vector((x * 1.3 + seed, y * 1.3, seed * 2))) * height * 0.22
            row.append(mesh.verts.new((x, y, base + height * (1 - q ** 1.6) + d * (1 - q ** 6))))
        rows.append(row)
    rows[0][0].co.z = sum(v.co.z for v in rows[1]) / segments
    for i in range(segments):
        mesh.faces.new((rows[0][0], rows[1][i], rows[1][(i + 1) % segments]))
    for A, B in zip(rows[1:], rows[2:]):
        for i in range(segments):
            k = (i + 1) % segments
            mesh.faces.new((A[i], B[i], B[k], A[k]))
    return finish(name, mesh, material, 180)


def group(objects, location=(0, 0, 0), rotation=(0, 0, 0), scale=1.0):
    """Parents the objects to one handle; rotation in degrees."""
    e = link(bpy.data.objects.new('group', None))
    for o in objects:
        if o.parent is None:
            o.parent = e
    e.location = location
    e.rotation_euler = tuple(R(a) for a in rotation)
    e.scale = (scale,) * 3
    return e


def place(o, location=(0, 0, 0), rotation=(0, 0, 0)):
    """Sets location and rotation (degrees) and returns the object."""
    o.location = location
    o.rotation_euler = tuple(R(a) for a in rotation)
    return o


def aim(o, start, end, face=(0, 1, 0), spin=0.0):
    """Puts the object's +Z axis from start towards end; `face` is where its +Y side looks."""
    z = (Vector(end) - Vector(start)).normalized()
    y = Vector(face)
    y = (y - z * y.dot(z)).normalized()
    m = Matrix((y.cross(z), y, z)).transposed().to_4x4()
    o.matrix_world = Matrix.Translation(start) @ m @ Matrix.Rotation(R(spin), 4, 'Z')
    return o
