#!/usr/bin/python3
"""Makes the site haul: terrain.asc, road.csv, stand.csv, stumps.csv of a way to the landing.

The files are in data/library/sites/haul; this tool says where their numbers come from and makes them
again, byte for byte. Run it as: make_haul.py FOLDER

A strip road of 276 m along x. The first 70 m are almost level: here the logs lie. Then the road climbs at
12 %, crosses a side slope of 5 degrees, a ditch of 0.35 m and five stumps of 20 cm in its wheel tracks,
falls at 10 %, and ends on a level landing. A row of trees stands on either side, away from the crane.
"""

import math
import os
import random
import sys

from make_site import make_tree, smooth

LENGTH, WIDTH, SPACING = 280.0, 48.0, 1.0  # m
ROAD_Y, ROAD_WIDTH = 24.0, 4.0  # m
CLIMB, FALL = (75.0, 130.0, 0.12), (185.0, 225.0, -0.10)  # from, to [m], grade
CROSS = (125.0, 150.0, math.tan(math.radians(5.0)))  # side slope, falls to the right
DITCH_X, DITCH_HALF, DITCH_DEPTH = 158.0, 2.0, 0.35  # m
STUMPS = ((168.0, 1.0), (171.0, -1.0), (174.0, 1.0), (177.0, -1.05), (180.0, 1.0))  # x, left of the road
STUMP_HEIGHT, FOOT = 0.20, 0.1  # m above the ground; where a stem begins
TREES, TREE_OFF, SEED = 60, (13.0, 22.0), 13  # number; m from the road's middle


def ramp(x, start, end):
    """Integral of a grade of 1 that sets in and ends over 10 m."""
    steps = max(int((x - start + 10.0) / 0.5), 0)
    return sum(0.5 * smooth(start - 5.0, start + 5.0, s) * (1.0 - smooth(end - 5.0, end + 5.0, s))
               for s in (start - 10.0 + 0.5 * i for i in range(steps)))


def height(x, y, cache={}):
    if x not in cache:
        cache[x] = 10.0 + CLIMB[2] * ramp(x, *CLIMB[:2]) + FALL[2] * ramp(x, *FALL[:2])
    cross = CROSS[2] * smooth(CROSS[0] - 8.0, CROSS[0], x) * (1.0 - smooth(CROSS[1], CROSS[1] + 8.0, x))
    ditch = DITCH_DEPTH * (1.0 - smooth(0.0, DITCH_HALF, abs(x - DITCH_X)))
    return cache[x] + cross * (y - ROAD_Y) - ditch


def make_trees():
    rng = random.Random(SEED)
    trees = []
    while len(trees) < TREES:
        x, off = rng.uniform(2.0, LENGTH - 2.0), rng.choice((-1.0, 1.0)) * rng.uniform(*TREE_OFF)
        tree = make_tree(rng, rng.choice(("spruce", "pine", "birch")), x, ROAD_Y + off)
        if 14.0 < tree["d"] < 36.0 and all(math.hypot(x - t["x"], tree["y"] - t["y"]) > 3.0 for t in trees):
            trees.append(tree)
    return sorted(trees, key=lambda t: t["x"])


def write(folder):
    with open(os.path.join(folder, "terrain.asc"), "w", newline="\n") as f:
        columns, rows = int(LENGTH / SPACING) + 1, int(WIDTH / SPACING) + 1
        f.write(f"ncols {columns}\nnrows {rows}\nxllcenter 0\nyllcenter 0\ncellsize {SPACING:g}\n")
        for j in reversed(range(rows)):
            f.write(" ".join(f"{height(i * SPACING, j * SPACING):.2f}" for i in range(columns)) + "\n")
    with open(os.path.join(folder, "stand.csv"), "w", newline="\n") as f:
        f.write("# Trees beside the way to the landing, made by data/tools/make_haul.py. In m.\n")
        f.write("id;x;y;species;dbh_cm;height_m;crown_base_m;crown_width_m;status\n")
        for i, t in enumerate(make_trees()):
            f.write(f"{i + 1};{t['x']:.2f};{t['y']:.2f};{t['species']};{t['d']:.1f};{t['h']:.1f};"
                    f"{t['cb']:.1f};{t['cw']:.1f};standing\n")
    with open(os.path.join(folder, "road.csv"), "w", newline="\n") as f:
        f.write("# Centre line of the way to the landing, made by data/tools/make_haul.py.\nx;y;width_m\n")
        for x in (2.0, LENGTH - 2.0):
            f.write(f"{x:g};{ROAD_Y:g};{ROAD_WIDTH:g}\n")
    with open(os.path.join(folder, "stumps.csv"), "w", newline="\n") as f:
        f.write("# Stumps in the wheel tracks, made by data/tools/make_haul.py.\n")
        f.write("kind;species;dbh_cm;height_m;from_m;to_m;crown_base_m;limbs_from_m;seed;x;y;z;qw;qx;qy;qz\n")
        for i, (x, left) in enumerate(STUMPS):
            y = ROAD_Y + left
            f.write(f"stump;spruce;24;20;{FOOT};{FOOT + STUMP_HEIGHT:.1f};9;{FOOT};{i + 1};{x:g};{y:g};"
                    f"{height(x, y):.3f};1;0;0;0\n")


if __name__ == "__main__":
    write(sys.argv[1])
