#!/usr/bin/python3
"""Draws the layers and rooms of tests/layers.py as docs/pictures/house.svg, lists them in
docs/architecture.md, and checks that picture and list in the tree are these, so that they stay true.

usage: house.py ROOT [--write]
"""
import os
import sys
from xml.sax.saxutils import escape

from layers import LAYERS, ROOMS

PICTURE = 'docs/pictures/house.svg'
PAGE = 'docs/architecture.md'

# What a layer and a room are for. The room '' is what lies in the layer's own folder.
ABOUT = {
    'sim': 'multibody dynamics',
    'sim/base': 'vectors, arrays, threads',
    'sim/shape': 'shapes, meshes, mass',
    'sim/solve': 'the problem of rows, its solvers',
    'sim/broad': 'pairs that may touch',
    'sim/collide': 'contacts of two shapes, rays',
    'sim/state': 'bodies, clusters, rows: what a world holds',
    'sim/joint': 'joints, motors, gears, guides',
    'sim/contact': 'contact rows, friction, impacts',
    'sim/': 'the world and its step',
    'sim/model': 'model files made real, sensors',
    'terrain': 'ground, roads, species, stands, stems',
    'vehicles': 'machines on a worksite, their events and demonstrators',
    'vehicles/': 'the worksite: stems, touches, events, state',
    'vehicles/computer': 'the harvester computer: products, stem profiles, bucking',
    'vehicles/part': 'drive, crane, head, grapple, bunk, locks',
    'vehicles/operator': 'crane control, demonstrators',
    'vehicles/rig': 'a test rig and its data sheet',
    'data': 'what is loaded and what is recorded',
    'data/text': 'YAML, CSV, JSON, diagnostics',
    'data/model': 'readers of machines and models',
    'data/site': 'readers of terrain, stand, road',
    'data/record': 'sessions in SQLite',
    'data/metrics': 'figures, goals, scores',
    'data/exercise': 'exercises, practice, replay',
    'data/report': 'sessions as pages',
    'data/': 'kranich check',
    'bench': 'benchmarks and other engines to compare with',
    'bench/': 'scenes, engines, pictures',
    'bench/points': 'mass points: integrators to compare, experiments',
    'ui': 'what a person sees, hears and holds',
    'ui/text': 'texts that a person reads',
    'ui/can': 'levers and a board computer on a CAN bus',
    'ui/input': 'levers, pedals, keys',
    'ui/scene': 'what is to be drawn',
    'ui/sound': 'what is heard',
    'ui/serve': 'the instructor\'s page, seats',
    'ui/gl': 'OpenGL renderer and window',
    'ui/screen': 'start, cab, help, results',
    'ui/cmd': 'the verbs of the command line',
    'ui/': 'main',
}

WIDTH, MARGIN, ROW, GAP = 960, 12, 48, 8
COLOURS = ['#e8eef4', '#e6f0e4', '#f6efdd', '#f4e6e0', '#ece6f2', '#e3f1f1']


def text(x, y, words, size, weight='normal', colour='#222'):
    return (f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{colour}">'
            f'{escape(words)}</text>')


def room_box(layer, room, x, y, width):
    name = f'{layer}/{room}'
    return [f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{ROW}" rx="4" fill="#fff" '
            'stroke="#889"/>',
            text(round(x) + 8, y + 20, name, 14, 'bold'),
            text(round(x) + 8, y + 38, ABOUT[name], 12, colour='#555')]


def layer_box(layer, colour, y):
    """The lines of a layer's drawing and its height; the lowest rooms stand at the bottom."""
    lines = ROOMS.get(layer, [])
    height = 36 + len(lines) * (ROW + GAP)
    drawn = [f'<rect x="{MARGIN}" y="{y}" width="{WIDTH - 2 * MARGIN}" height="{height}" rx="6" '
             f'fill="{colour}" stroke="#667"/>',
             text(MARGIN + 12, y + 24, f'{layer}/', 17, 'bold'),
             text(MARGIN + 110, y + 24, ABOUT[layer], 14)]
    for number, rooms in enumerate(reversed(lines)):
        inner = WIDTH - 2 * MARGIN - 24
        width = (inner - (len(rooms) - 1) * GAP) / len(rooms)
        for place, room in enumerate(rooms):
            drawn += room_box(layer, room, MARGIN + 12 + place * (width + GAP),
                              y + 34 + number * (ROW + GAP), width)
    return drawn, height


def picture():
    body, y = [], MARGIN
    for layer, colour in zip(reversed(LAYERS), COLOURS):
        drawn, height = layer_box(layer, colour, y)
        body += drawn
        y += height + GAP
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + MARGIN}" '
            'font-family="DejaVu Sans, sans-serif">\n'
            f'<rect width="{WIDTH}" height="{y + MARGIN}" fill="#fff"/>\n')
    return head + '\n'.join(body) + '\n</svg>\n'


BEGIN, END = '<!-- rooms -->\n', '<!-- /rooms -->\n'


def table():
    """The rooms as a list in Markdown, from the bottom up."""
    lines = []
    for layer in LAYERS:
        lines.append(f'* `{layer}/`: {ABOUT[layer]}')
        for row in ROOMS.get(layer, []):
            lines += [f'    * `{layer}/{room}`: {ABOUT[f"{layer}/{room}"]}' for room in row]
    return '\n'.join(lines) + '\n'


def with_table(page):
    before, rest = page.split(BEGIN)
    return before + BEGIN + table() + END + rest.split(END)[1]


def renew(path, renewed, write):
    """False if the file is not as renewed(its text) says."""
    with open(path, encoding='utf-8') as file:
        old = file.read()
    new = renewed(old)
    if write:
        with open(path, 'w', encoding='utf-8') as file:
            file.write(new)
    return write or old == new


def rooms():
    yield from LAYERS
    for layer, lines in ROOMS.items():
        yield from (f'{layer}/{room}' for line in lines for room in line)


def main():
    root = sys.argv[1]
    known = set(rooms())
    wrong = [f'{name}: there is no such room' for name in ABOUT if name not in known]
    wrong += [f'{name}: say in tests/house.py what it is for' for name in known if name not in ABOUT]
    wrong += [f'{name}: there is no such folder' for name in known
              if not os.path.isdir(os.path.join(root, name))]
    if wrong:
        print('\n'.join(wrong))
        sys.exit(1)
    for name, renewed in ((PICTURE, lambda _: picture()), (PAGE, with_table)):
        if not renew(os.path.join(root, name), renewed, '--write' in sys.argv):
            print(f'{name} is out of date: tests/house.py . --write renews it')
            sys.exit(1)


if __name__ == '__main__':
    main()
