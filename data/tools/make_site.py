#!/usr/bin/python3
"""Makes the site data/library/sites/first-forest: terrain.asc, stand.csv, road.csv.

The files are in the library; this tool says where their numbers come from and makes them again, byte
for byte. Run it as: make_site.py FOLDER

One hectare. The ground rises gently from the road to a drainage ditch and steeply behind it. The
forest road, 4 m wide, winds through the lower half. Diameters are drawn from the distribution of
Nagel and Biging, heights from Nagel's curve, crowns from TreeGrOSS, each with scatter.
"""

import math
import os
import random
import sys

SIZE = 100.0  # m
SPACING = 0.5  # m
ROAD_WIDTH = 4.0  # m
DITCH_DEPTH = 0.6  # m
DITCH_HALF = 1.1  # m, half of its width
SEED = 20


def smooth(a, b, x):
    """0 below a, 1 above b, smooth between."""
    t = min(max((x - a) / (b - a), 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


# ---- lines ------------------------------------------------------------------------------------


def road_y(x):
    return 34.0 + 7.0 * math.sin(2.0 * math.pi * (x - 10.0) / 95.0)


def ditch_y(x):
    return 74.0 - 0.10 * x + 1.5 * math.sin(x / 11.0)


ROAD = [(0.25 * i, road_y(0.25 * i)) for i in range(-80, 481)]
DITCH = [(0.25 * i, ditch_y(0.25 * i)) for i in range(-80, 481)]


def nearest(line, x, y, reach=20.0):
    """Distance to a line sampled along x, and the x of the nearest sample."""
    best, best_x = 1e9, x
    first = int((x - reach - line[0][0]) / 0.25)
    last = int((x + reach - line[0][0]) / 0.25)
    for px, py in line[max(first, 0):last + 1]:
        d = math.hypot(px - x, py - y)
        if d < best:
            best, best_x = d, px
    return best, best_x


# ---- ground -------------------------------------------------------------------------------------


class Bumps:
    """Smooth random bumps: values on a square lattice, blended."""

    def __init__(self, rng, spacing, height):
        self.spacing, self.height = spacing, height
        n = int(SIZE / spacing) + 3
        self.values = [[2.0 * rng.random() - 1.0 for _ in range(n)] for _ in range(n)]

    def __call__(self, x, y):
        u, v = x / self.spacing, y / self.spacing
        i, j = int(u), int(v)
        s, t = smooth(0.0, 1.0, u - i), smooth(0.0, 1.0, v - j)
        a = self.values[j]
        b = self.values[j + 1]
        low = a[i] + s * (a[i + 1] - a[i])
        high = b[i] + s * (b[i + 1] - b[i])
        return self.height * (low + t * (high - low))


def hill(x, y):
    """The ground without road, ditch and bumps: 6 % up to the ditch, up to 28 % above it."""
    above = max(y - 72.0, 0.0)
    steep = 0.22 * (above - 8.0 * (1.0 - math.exp(-above / 8.0)))
    roll = 0.5 * math.sin(x / 19.0 + 0.4) * math.cos(y / 23.0)
    return 2.0 + 0.015 * x + 0.06 * y + steep + roll


def road_height(x):
    """The hill along the centre line, evened out over 24 m."""
    steps = range(-12, 13)
    return sum(hill(x + s, road_y(x + s)) for s in steps) / len(steps)


def make_ground(rng):
    bumps = [Bumps(rng, 9.0, 0.12), Bumps(rng, 2.5, 0.03)]
    n = int(SIZE / SPACING) + 1
    rows = []
    for j in range(n):
        y = j * SPACING
        row = []
        for i in range(n):
            x = i * SPACING
            z = hill(x, y) + sum(b(x, y) for b in bumps)
            d, _ = nearest(DITCH, x, y, 6.0)
            if d < DITCH_HALF:
                z -= DITCH_DEPTH * 0.5 * (1.0 + math.cos(math.pi * d / DITCH_HALF))
            d, at = nearest(ROAD, x, y, 10.0)
            if d < 6.0:
                w = smooth(0.5 * ROAD_WIDTH + 0.25, 6.0, d)
                z = (1.0 - w) * road_height(at) + w * z
            row.append(z)
        rows.append(row)
    return rows


def write_ground(path, rows):
    n = len(rows)
    with open(path, "w", newline="\n") as f:
        f.write(f"ncols {n}\nnrows {n}\nxllcenter 0\nyllcenter 0\ncellsize {SPACING:g}\n")
        f.write("nodata_value -9999\n")
        for row in reversed(rows):
            f.write(" ".join(f"{z:.3f}" for z in row) + "\n")


# ---- trees ----------------------------------------------------------------------------------------

#            share  dg    hg    distribution A, B             height a, b        crown base
SPECIES = {
    "spruce": (0.62, 24.0, 21.5, (-2.492 + 1.104 * 24, 3.418 + 0.353 * 24 - 0.192 * 40),
               (0.18291, 5.68789), (2.0417, -0.3335, 0.00906, -0.9004)),
    "pine": (0.28, 25.0, 21.0, (-0.047 + 1.047 * 25, 3.640 + 0.332 * 25 - 0.180 * 40),
             (0.25964, 1.30645), (1.2085, -0.2392, 0.00742, -0.7897)),
    "birch": (0.10, 18.0, 18.5, (-4.282 + 1.132 * 18, 4.518 + 0.317 * 18 - 0.200 * 30),
              (0.12932, 4.44235), (0.8225, -0.4688, -0.00317, -0.4282)),
}


def crown_width(species, d):
    if species == "spruce":
        return 1.2644 + 0.1072 * d
    if species == "pine":
        return (1.2783 + 0.11388 * d) * (1.0 - math.exp(-((d / 8.7052) ** 1.33944)))
    return (3.6962 + 0.0762 * d) * (1.0 - math.exp(-((d / 21.8046) ** 1.53)))


def normal(rng):
    return math.sqrt(-2.0 * math.log(1.0 - rng.random())) * math.cos(2 * math.pi * rng.random())


def make_tree(rng, species, x, y, d=None):
    _, dg, hg, (A, B), (a, b), base = SPECIES[species]
    if d is None:
        d = A * ((6.9 / A) ** B - math.log(1.0 - rng.random())) ** (1.0 / B)
    h = 1.3 + (hg - 1.3) * math.exp(a * (1 - dg / d)) * math.exp(b * (1 / dg - 1 / d))
    h *= 1.0 + 0.05 * max(-2.0, min(2.0, normal(rng)))
    cb = h * (1.0 - math.exp(-abs(base[0] + base[1] * h / d + base[2] * d
                                  + base[3] * math.log(1.05 * h))))
    cb *= 1.0 + 0.06 * max(-2.0, min(2.0, normal(rng)))
    cw = crown_width(species, d) * (1.0 + 0.08 * max(-2.0, min(2.0, normal(rng))))
    return {"x": x, "y": y, "species": species, "d": d, "h": h, "cb": min(cb, h - 2.0),
            "cw": cw, "status": "standing"}


def corridor(tree):
    """From 4 m beyond the road's centre over the tree to 24 m behind it: where it is reached and falls."""
    _, at = nearest(ROAD, tree["x"], tree["y"])
    dx, dy = tree["x"] - at, tree["y"] - road_y(at)
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    return (at - 4 * ux, road_y(at) - 4 * uy,
            tree["x"] + 24 * ux, tree["y"] + 24 * uy)


def distance_to_segment(x, y, segment):
    x0, y0, x1, y1 = segment
    dx, dy = x1 - x0, y1 - y0
    t = max(0.0, min(1.0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)))
    return math.hypot(x - x0 - t * dx, y - y0 - t * dy)


def make_first_trees(rng):
    """The spruces of the first exercise: marked, 6 to 7 m from the road, room to reach and to fall."""
    trees = []
    for number, at in enumerate((24.0, 34.0, 44.0, 54.0, 64.0, 74.0)):
        slope = (road_y(at + 0.5) - road_y(at - 0.5))
        side = 1.0 if number % 2 == 0 else -1.0
        away = side * (6.0 + rng.random()) / math.hypot(1.0, slope)
        d = 24.0 + 6.0 * rng.random()
        tree = make_tree(rng, "spruce", at - away * slope, road_y(at) + away, d)
        tree["status"] = "marked"
        trees.append(tree)
    return trees


def fits(tree, trees, first):
    x, y = tree["x"], tree["y"]
    if nearest(ROAD, x, y)[0] < 0.5 * ROAD_WIDTH + 2.0 or nearest(DITCH, x, y)[0] < 1.8:
        return False
    for other in first:
        if math.hypot(x - other["x"], y - other["y"]) < 3.5:
            return False
        if distance_to_segment(x, y, corridor(other)) < 1.5:
            return False
    for other in trees:
        least = 1.6 + 0.03 * (tree["d"] + other["d"]) / 2.0
        if math.hypot(x - other["x"], y - other["y"]) < least:
            return False
    return True


def draw_species(rng, y):
    """Pines prefer the dry slope, birches the ditch."""
    weights = {"spruce": 0.62 * (1.2 if y < 72 else 0.6), "pine": 0.28 * (0.8 if y < 72 else 1.9),
               "birch": 0.10 * (2.5 if abs(y - 70.0) < 8.0 else 0.8)}
    u = rng.random() * sum(weights.values())
    for species, weight in weights.items():
        u -= weight
        if u <= 0.0:
            return species
    return "birch"


def make_stand(rng, wanted):
    first = make_first_trees(rng)
    trees = list(first)
    while len(trees) < wanted:
        x = 1.0 + (SIZE - 2.0) * rng.random()
        y = 1.0 + (SIZE - 2.0) * rng.random()
        tree = make_tree(rng, draw_species(rng, y), x, y)
        if fits(tree, trees, first):
            trees.append(tree)
    for tree in trees[len(first):]:
        away = nearest(ROAD, tree["x"], tree["y"])[0]
        u = rng.random()
        if away < 10.0 and 14.0 < tree["d"] < 32.0 and u < 0.35:
            tree["status"] = "marked"
        elif tree["d"] > 30.0 and u > 0.7:
            tree["status"] = "crop"
    return trees


def write_stand(path, trees):
    with open(path, "w", newline="\n") as f:
        f.write("# Trees of first-forest, made by data/tools/make_site.py. Coordinates are local, in m.\n")
        f.write("id;x;y;species;dbh_cm;height_m;crown_base_m;crown_width_m;status\n")
        for i, t in enumerate(trees):
            f.write(f"{i + 1};{t['x']:.2f};{t['y']:.2f};{t['species']};{t['d']:.1f};{t['h']:.1f};"
                    f"{t['cb']:.1f};{t['cw']:.1f};{t['status']}\n")


def write_road(path):
    with open(path, "w", newline="\n") as f:
        f.write("# Centre line of the forest road of first-forest, made by data/tools/make_site.py.\n")
        f.write("x;y;width_m\n")
        for i in range(51):
            f.write(f"{2.0 * i:.2f};{road_y(2.0 * i):.2f};{ROAD_WIDTH:g}\n")


def main():
    folder = sys.argv[1]
    write_ground(os.path.join(folder, "terrain.asc"), make_ground(random.Random(SEED)))
    write_stand(os.path.join(folder, "stand.csv"), make_stand(random.Random(SEED + 1), 440))
    write_road(os.path.join(folder, "road.csv"))


if __name__ == "__main__":
    main()
