"""Two- and three-dimensional curves that the shapes are built from."""
import math

from mathutils import Vector


def fillet(points, steps=6):
    """Rounds the corners of a polyline.

    points: (x, z) or (x, z, radius); a radius of 0 keeps the corner sharp. Ends are never rounded.
    Returns a list of 2D vectors.
    """
    out = []
    for i, p in enumerate(points):
        corner = Vector(p[:2])
        radius = p[2] if len(p) > 2 else 0
        if radius <= 0 or i in (0, len(points) - 1):
            out.append(corner)
            continue
        a, b = Vector(points[i - 1][:2]) - corner, Vector(points[i + 1][:2]) - corner
        la, lb = a.length, b.length
        if la < 1e-9 or lb < 1e-9:
            out.append(corner)
            continue
        a.normalize()
        b.normalize()
        angle = a.angle(b, math.pi)
        if abs(angle - math.pi) < 1e-3 or angle < 1e-3:
            out.append(corner)
            continue
        reach = min(radius / math.tan(angle / 2), la * 0.49, lb * 0.49)
        r = reach * math.tan(angle / 2)
        centre = corner + (a + b).normalized() * (r / math.sin(angle / 2))
        start, end = corner + a * reach - centre, corner + b * reach - centre
        turn = start.angle_signed(end)
        for k in range(steps + 1):
            t = -turn * k / steps
            out.append(centre + Vector((start.x * math.cos(t) - start.y * math.sin(t),
                                        start.x * math.sin(t) + start.y * math.cos(t))))
    return out


def densify(points, step):
    """Splits long segments so that no piece is much longer than `step`."""
    out = [points[0]]
    for a, b in zip(points, points[1:]):
        pieces = max(1, int((b - a).length / step))
        out += [a.lerp(b, i / pieces) for i in range(1, pieces + 1)]
    return out


def superellipse(width, height, steps=28, power=2.5):
    """Closed section with half axes width and height; power 2 is an ellipse, 4 nearly a rounded box."""
    out = []
    for i in range(steps):
        a = 2 * math.pi * i / steps
        c, s = math.cos(a), math.sin(a)
        out.append((width * math.copysign(abs(c) ** (2 / power), c), height * math.copysign(abs(s) ** (2 / power), s)))
    return out


def spline(points, steps=12, closed=False):
    """Catmull-Rom curve through 3D points."""
    p = [Vector(q) for q in points]
    count = len(p)

    def at(k):
        return p[k % count] if closed else p[max(0, min(count - 1, k))]
    out = []
    for i in range(count if closed else count - 1):
        p0, p1, p2, p3 = at(i - 1), at(i), at(i + 1), at(i + 2)
        for k in range(steps):
            t = k / steps
            out.append(0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t
                              + (3 * p1 - p0 - 3 * p2 + p3) * t ** 3))
    if not closed:
        out.append(p[-1])
    return out


def table(rows, t):
    """Monotone cubic interpolation through rows of (t, value): no stair steps and no overshoot."""
    n = len(rows)
    if t <= rows[0][0]:
        return rows[0][1]
    if t >= rows[-1][0]:
        return rows[-1][1]
    d = [(rows[i + 1][1] - rows[i][1]) / (rows[i + 1][0] - rows[i][0]) for i in range(n - 1)]
    m = [d[0]] + [0 if d[i - 1] * d[i] <= 0 else 2 * d[i - 1] * d[i] / (d[i - 1] + d[i])
                  for i in range(1, n - 1)] + [d[-1]]
    for i in range(n - 1):
        if t <= rows[i + 1][0]:
            h = rows[i + 1][0] - rows[i][0]
            k = (t - rows[i][0]) / h
            return (rows[i][1] * (1 + 2 * k) * (1 - k) ** 2 + h * m[i] * k * (1 - k) ** 2
                    + rows[i + 1][1] * k * k * (3 - 2 * k) + h * m[i + 1] * k * k * (k - 1))


def smooth_profile(points, steps=10):
    """A flowing (x, z) profile through all points, for turned and thrown shapes."""
    return [(v.x, v.y) for v in spline([(x, z, 0) for x, z in points], steps)]


def bowl(radius, height, base, steps=22, thickness=0.0):
    """Bowl curve from a flat base of radius `base` to the rim, moved inwards by `thickness`."""
    out = []
    for i in range(steps + 1):
        q = i / steps
        out.append((base + (radius - base) * math.sin(q * math.pi / 2) ** 0.95,
                    height * (1 - math.cos(q * math.pi / 2)) ** 0.92))
    return inset(out, thickness) if thickness else out


def inset(points, distance):
    """Moves an open (x, z) polyline to its left by `distance`."""
    out, n = [], len(points) - 1
    for i, (x, z) in enumerate(points):
        a, b = points[max(0, i - 1)], points[min(n, i + 1)]
        dx, dz = b[0] - a[0], b[1] - a[1]
        length = math.hypot(dx, dz) or 1
        out.append((x - dz / length * distance, z + dx / length * distance))
    return out


def circle(radius, steps=48, centre=(0, 0)):
    """Points of a circle in the plane."""
    return [(centre[0] + radius * math.cos(2 * math.pi * i / steps),
             centre[1] + radius * math.sin(2 * math.pi * i / steps)) for i in range(steps)]
