#!/usr/bin/python3
"""Pictures of exercises for README.md, the manual for trainees and the page about bucking.

usage: shots.py ROOT [KRANICH]

Without KRANICH: every picture of SHOTS is 960 x 540 pixels large and has at most 300 kB. With it: the demonstrations of
SHOTS write their pictures, and those in docs/pictures/ are renewed, with a palette of 256 colours.
"""
import glob
import os
import struct
import subprocess
import sys
import tempfile
import time
import zlib

# What is demonstrated, the view of an event of that name, and which of them if not the first. The night is the first load
# in a file of its own.
SHOTS = {
    'cab': (('first-harvest',), 'start-cab'),
    'forwarder': (('stacking',), 'start-crane'),
    'grapple': (('stacking',), 'grip_weighed-cab'),
    'harvester': (('slope-harvest', '--machine', 'harvester-8w'), 'stem_down-outside'),
    'head': (('slope-harvest', '--machine', 'harvester-8w'), 'log_cut-crane'),
    'night': (('night.yaml',), 'log_gripped-cab'),
    'slash': (('bucking', '--machine', 'harvester-8w'), 'log_cut-crane', 9),
}
NIGHT = 'sun: {day: 293, hour: 21}\n'
SIZE, BYTES = (960, 540), 300000
COLOURS = 256


def paeth(a, b, c):
    off = [abs(b - c), abs(a - c), abs(a + b - 2 * c)]
    return (a, b, c)[off.index(min(off))]


def read_rgb(path):
    """Size and rows of a PNG file of 8 bits for each of red, green and blue."""
    with open(path, 'rb') as file:
        data = file.read()
    at, packed = 8, b''
    while at < len(data):
        length, kind = struct.unpack('>I4s', data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        at += 12 + length
        if kind == b'IHDR':
            width, height, depth, colour = struct.unpack('>IIBB', body[:10])
            assert (depth, colour) == (8, 2), path
        elif kind == b'IDAT':
            packed += body
    raw, rows, before = zlib.decompress(packed), [], bytes(3 * width)
    for y in range(height):
        start = y * (3 * width + 1)
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + 3 * width])
        for i in range(3 * width if kind else 0):
            a, c = (row[i - 3], before[i - 3]) if i >= 3 else (0, 0)
            b = before[i]
            row[i] = row[i] + (0, a, b, (a + b) // 2, paeth(a, b, c))[kind] & 255
        rows.append(row)
        before = row
    return width, height, rows


def palette_of(count):
    """Median cut: colours, and the index for each colour of `count`, which has those of 5 bits a channel."""
    boxes = [list(count)]
    while len(boxes) < COLOURS:
        def spread(box):
            return max(max(c[k] for c in box) - min(c[k] for c in box) for k in range(3)) * sum(
                count[c] for c in box) ** 0.5
        box = max((b for b in boxes if len(b) > 1), key=spread, default=None)
        if box is None:
            break
        boxes.remove(box)
        axis = max(range(3), key=lambda k: max(c[k] for c in box) - min(c[k] for c in box))
        box.sort(key=lambda c: c[axis])
        half, passed, cut = sum(count[c] for c in box) / 2, 0, 0
        while cut < len(box) - 1 and passed < half:
            passed += count[box[cut]]
            cut += 1
        boxes += [box[:cut], box[cut:]]
    index, colours = {}, []
    for box in boxes:
        total = sum(count[c] for c in box)
        colours.append(tuple(round(sum(c[k] * count[c] for c in box) / total * 255 / 31) for k in range(3)))
        index.update((c, len(colours) - 1) for c in box)
    return colours, index


def chunk(kind, body):
    return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))


def write_indexed(path, width, height, rows):
    count = {}
    fives = [[(row[i] >> 3, row[i + 1] >> 3, row[i + 2] >> 3) for i in range(0, 3 * width, 3)] for row in rows]
    for row in fives:
        for c in row:
            count[c] = count.get(c, 0) + 1
    colours, index = palette_of(count)
    raw = b''.join(b'\0' + bytes(index[c] for c in row) for row in fives)
    with open(path, 'wb') as file:
        file.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 3, 0, 0, 0)) +
                   chunk(b'PLTE', b''.join(bytes(c) for c in colours)) +
                   chunk(b'IDAT', zlib.compress(raw, 9)) + chunk(b'IEND', b''))


def shown(root, name):
    return os.path.join(root, 'docs', 'pictures', name + '.png')


def check(root):
    failures = 0
    for name in SHOTS:
        with open(shown(root, name), 'rb') as file:
            data = file.read()
        size = struct.unpack('>II', data[16:24])
        if size != SIZE or len(data) > BYTES:
            print(f'docs/pictures/{name}.png:1: error: has {size[0]} x {size[1]} pixels and {len(data)} bytes, '
                  f'expected {SIZE[0]} x {SIZE[1]} and at most {BYTES}')
            failures += 1
    return failures


def views(folder, view):
    return sorted(glob.glob(os.path.join(folder, f'*-{view}.png')),
                  key=lambda path: int(os.path.basename(path).split('-')[0]))


def renew(root, kranich):
    with tempfile.TemporaryDirectory(prefix='kranich-shots-') as place:
        os.symlink(os.path.join(root, 'data'), os.path.join(place, 'data'))
        with open(os.path.join(root, 'data/library/exercises/first-load.yaml'), encoding='utf-8') as file:
            text = file.read().replace(': ../', ': data/library/')
        with open(os.path.join(place, 'night.yaml'), 'w', encoding='utf-8') as file:
            file.write(text + NIGHT)
        for words in sorted({shot[0] for shot in SHOTS.values()}):
            folder = os.path.join(place, words[0] + '-shots')
            wanted = {name: (view, number[0] if number else 1)
                      for name, (of, view, *number) in SHOTS.items() if of == words}
            demo = subprocess.Popen([kranich, 'demo', *words, '--headless', '--no-record', '--shots', folder,
                                     '--shot-width', str(SIZE[0])], cwd=place, stdout=subprocess.DEVNULL)
            # One more than wanted: the last may not be complete yet.
            while demo.poll() is None and any(len(views(folder, view)) <= number for view, number in wanted.values()):
                time.sleep(0.2)
            demo.terminate()
            demo.wait()
            for name, (view, number) in wanted.items():
                write_indexed(shown(root, name), *read_rgb(views(folder, view)[number - 1]))


if __name__ == '__main__':
    if len(sys.argv) > 2:
        renew(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
    sys.exit(1 if check(sys.argv[1]) else 0)
