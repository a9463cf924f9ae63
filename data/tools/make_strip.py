#!/usr/bin/python3
"""Makes the sites strip and strip-slope: terrain.asc, stand.csv, road.csv of a strip in a thinning.

The files are in data/library/sites; this tool says where their numbers come from and makes them again,
byte for byte. Run it as: make_strip.py FOLDER [SIDE-SLOPE-IN-DEGREES]

A straight strip road along x with a mixed stand of spruce, pine and birch on both sides, on a plane that
is level or falls to the side. 20 trees of 14 to 32 cm within the crane's reach are marked to be felled,
and the thickest of their neighbours are to stay (crop). Both sites have the same trees.
"""

import math
import os
import random
import sys

from make_site import make_tree

LENGTH, WIDTH, SPACING = 120.0, 60.0, 10.0  # m
ROAD_Y, ROAD_WIDTH = 30.0, 4.0  # m
FIRST, LAST = 22.0, 92.0  # m along the road: of the marked trees
REACH = (3.2, 7.4)  # m from the road's middle: of the marked trees
LEAST_GAP = 2.6  # m between two stems
DENSITY = 420.0  # per hectare
SHARES = (("spruce", 0.5), ("pine", 0.3), ("birch", 0.2))
SEED = 12


def draw_species(rng):
    u = rng.random()
    for species, share in SHARES:
        u -= share
        if u <= 0.0:
            return species
    return SHARES[-1][0]


def make_stand():
    rng = random.Random(SEED)
    trees = []
    while len(trees) < DENSITY * LENGTH * WIDTH / 1e4:
        x, y = rng.uniform(1.0, LENGTH - 1.0), rng.uniform(1.0, WIDTH - 1.0)
        tree = make_tree(rng, draw_species(rng), x, y)
        if abs(y - ROAD_Y) > 0.5 * ROAD_WIDTH + 1.0 and 10.0 < tree["d"] < 36.0 and all(
                math.hypot(x - t["x"], y - t["y"]) > LEAST_GAP for t in trees):
            trees.append(tree)
    trees.sort(key=lambda t: t["x"])
    near = [t for t in trees if FIRST < t["x"] < LAST and REACH[0] < abs(t["y"] - ROAD_Y) < REACH[1]]
    within = [t for t in near if 14.0 <= t["d"] <= 32.0]
    for tree in rng.sample(within, 20):
        tree["status"] = "marked"
    rest = [t for t in trees if t["status"] == "standing" and abs(t["y"] - ROAD_Y) < 12.0]
    for tree in sorted(rest, key=lambda t: -t["d"])[:len(rest) // 3]:
        tree["status"] = "crop"
    return trees


def write(folder, slope_deg):
    words = "level" if slope_deg == 0.0 else f"with a side slope of {slope_deg:g} degrees"
    with open(os.path.join(folder, "terrain.asc"), "w", newline="\n") as f:
        columns, rows = int(LENGTH / SPACING) + 1, int(WIDTH / SPACING) + 1
        f.write(f"ncols {columns}\nnrows {rows}\nxllcenter 0\nyllcenter 0\ncellsize {SPACING:g}\n")
        for j in reversed(range(rows)):
            z = 2.0 + j * SPACING * math.tan(math.radians(slope_deg))
            f.write(" ".join([f"{z:.4f}"] * columns) + "\n")
    with open(os.path.join(folder, "stand.csv"), "w", newline="\n") as f:
        f.write(f"# Trees of a strip, {words}, made by data/tools/make_strip.py. In m.\n")
        f.write("id;x;y;species;dbh_cm;height_m;crown_base_m;crown_width_m;status\n")
        for i, t in enumerate(make_stand()):
            f.write(f"{i + 1};{t['x']:.2f};{t['y']:.2f};{t['species']};{t['d']:.1f};{t['h']:.1f};"
                    f"{t['cb']:.1f};{t['cw']:.1f};{t['status']}\n")
    with open(os.path.join(folder, "road.csv"), "w", newline="\n") as f:
        f.write("# Centre line of the strip road, made by data/tools/make_strip.py.\nx;y;width_m\n")
        for x in (2.0, LENGTH - 2.0):
            f.write(f"{x:g};{ROAD_Y:g};{ROAD_WIDTH:g}\n")


if __name__ == "__main__":
    write(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 0.0)
