#!/usr/bin/python3
"""Enforces the layer rule from the include lines.

usage: layers.py ROOT

A folder is a layer and may include only itself and the folders below it: sim < terrain < vehicles <
data < bench < ui. tests/<folder>/ follows the rule of <folder>. The rooms of a layer have an order
of their own. Foreign headers are each bound to the layers that may know them. Prints a line
`file:line: error: ...` for each violation and exits 1 if there is one.
"""
import fnmatch
import os
import re
import sys

LAYERS = ['sim', 'terrain', 'vehicles', 'data', 'bench', 'ui']

# Within a layer, rooms: the folders of a line may include themselves and the lines above, not each
# other. '' is what lies in the layer's own folder. Tests follow the layers only.
ROOMS = {
    'sim': [['base'], ['shape', 'solve'], ['broad', 'collide'], ['state'], ['joint'],
            ['contact'], [''], ['model']],
    'vehicles': [['computer'], [''], ['part'], ['operator'], ['rig']],
    'data': [['text'], ['site'], ['model'], ['record'], ['metrics'], ['exercise'], ['report'], ['']],
    'bench': [[''], ['points']],
    'ui': [['text'], ['input', 'scene', 'sound'], ['serve'], ['can'], ['gl'], ['screen'], ['cmd'], ['']],
}

# Arrows upward that are still there: file, header.
DEBTS = [
]

# The C library without what could make a step depend on anything but its inputs.
PURE = set('''assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h math.h
    setjmp.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h
    stdnoreturn.h string.h tgmath.h threads.h wchar.h wctype.h'''.split())

# header pattern, folders that may include it (a pattern on the file's path), why
FOREIGN = [
    ('glad/*', ['ui/gl/*.c', 'tests/ui/*'], 'OpenGL belongs in ui/gl/'),
    ('GL/*', [], 'OpenGL comes from glad/gl.h'),
    ('EGL/*', ['ui/gl/*.c', 'tests/ui/*'], 'EGL belongs in ui/gl/'),
    ('SDL_opengl*.h', [], 'OpenGL comes from glad/gl.h'),
    ('AL/*', ['ui/sound/*', 'tests/ui/*'], 'sound belongs in ui/sound/'),
    ('SDL*.h', ['ui/*', 'tests/ui/*'], 'SDL belongs in ui/'),
    ('SDL2/*', [], 'write <SDL.h>'),
    ('png.h', ['ui/*', 'tests/ui/*'], 'pictures belong in ui/'),
    ('ode/*', ['bench/*'], 'other engines are for comparison only'),
    ('mujoco/*', ['bench/*'], 'other engines are for comparison only'),
    ('curl/*', ['ui/serve/client.c'], 'posting belongs in ui/serve/client.c'),
    ('microhttpd.h', ['ui/serve/http.c'], 'HTTP belongs in ui/serve/http.c'),
    ('sqlite3.h', ['data/*', 'tests/data/*'], 'the database belongs in data/'),
    ('libpq-fe.h', ['data/record/pq.c', 'tests/data/*'], 'the server belongs in data/record/pq.c'),
    ('openssl/*', ['data/record/seal.c', 'ui/serve/lrs.c'],
     'seals belong in data/record/seal.c, certificates in ui/serve/lrs.c'),
    ('zlib.h', ['data/*', 'tests/data/*'], 'checksums of records belong in data/'),
    ('libfyaml.h', ['data/*', 'tests/data/*'], 'YAML belongs in data/'),
    ('expat.h', ['data/*', 'tests/data/*'], 'XML belongs in data/'),
    ('libxml/*', ['data/*', 'tests/data/*'], 'XML belongs in data/'),
    ('jansson.h', ['data/*', 'bench/*', 'ui/*', 'tests/*'], 'JSON belongs in data/ and ui/'),
    ('pthread.h', ['sim/base/pool.c', 'data/*', 'bench/*', 'ui/*', 'tests/*'], 'threads of the step come from sim/base/pool.h'),
    ('cmocka.h', ['tests/near.h'], 'tests get cmocka through tests/near.h'),
]
# Files, clocks, processes: POSIX and the rest of the C library.
SYSTEM = ['time.h', 'signal.h', 'locale.h', 'uchar.h', 'arpa/*', 'dirent.h', 'dlfcn.h', 'fcntl.h',
          'fnmatch.h', 'ftw.h', 'getopt.h', 'glob.h', 'libgen.h', 'linux/*', 'net/*', 'netdb.h',
          'netinet/*', 'poll.h', 'pwd.h', 'sched.h', 'semaphore.h', 'spawn.h',
          'strings.h', 'sys/*', 'termios.h', 'unistd.h']
SYSTEM_USERS = ['data/*', 'bench/*', 'ui/*', 'tests/*']
# At most one file of this folder may include this header.
ONLY_ONE = {'sqlite3.h': 'data/'}

# Calls that would let a step depend on a file, a clock or a hidden state.
IMPURE_CALLS = re.compile(r'\b(fopen|freopen|fprintf|printf|puts|putchar|rand|srand|random|time|'
                          r'clock|clock_gettime|timespec_get|getenv|system|setlocale)\s*\(')
PURE_LAYERS = ['sim', 'terrain', 'vehicles']

INCLUDE = re.compile(r'^\s*#\s*include\b\s*(.*)$')
TARGET = re.compile(r'^([<"])([^>"]+)[>"]')
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
                               re.DOTALL)


def matches(path, patterns):
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns)


def layer_of(path):
    """The layer whose rule a file follows, or None for files that may use everything."""
    parts = path.split('/')
    if parts[0] == 'tests':
        parts = parts[1:]
    return parts[0] if parts[0] in LAYERS else None


def problem_of_own(root, path, header):
    folder = header.split('/')[0]
    if '/' not in header or folder not in LAYERS + ['tests']:
        return f'"{header}" must be written from the root of the project, like "sim/world.h"'
    if not os.path.exists(os.path.join(root, header)):
        return f'"{header}" does not exist'
    if folder == 'tests':
        return None if path.startswith('tests/') else f'"{header}" is for tests only'
    layer = layer_of(path)
    if layer and LAYERS.index(folder) > LAYERS.index(layer):
        below = ', '.join(LAYERS[:LAYERS.index(layer) + 1])
        return f'"{header}" lies above {layer}/, which may include only {below}'
    return None


def room_of(path):
    parts = path.split('/')
    return parts[1] if len(parts) > 2 else ''


def problem_of_room(path, header):
    """Within a layer: does the header lie in a room above the file's own or beside it?"""
    layer = path.split('/')[0]
    rooms = ROOMS.get(layer)
    own, other = room_of(path), room_of(header)
    if rooms is None or header.split('/')[0] != layer or own == other:
        return None
    tier = {room: number for number, line in enumerate(rooms) for room in line}
    for room in (own, other):
        if room not in tier:
            return f'{layer}/{room} is not known: enter it in the table of rooms in tests/layers.py'
    if tier[other] < tier[own] or any(fnmatch.fnmatchcase(path, a) and header == b
                                      for a, b in DEBTS):
        return None
    where = 'beside' if tier[other] == tier[own] else 'above'
    return f'"{header}" lies in a room {where} {layer}/{own}'.rstrip('/')


def problem_of_foreign(path, header):
    if header in PURE:
        return None
    for pattern, users, why in FOREIGN:
        if fnmatch.fnmatchcase(header, pattern):
            return None if matches(path, users) else f'<{header}> is not allowed here: {why}'
    if matches(header, SYSTEM):
        if matches(path, SYSTEM_USERS):
            return None
        return f'<{header}> is not allowed here: files, clocks and processes belong in data/ and ui/'
    return f'<{header}> is not known: enter it in tests/layers.py with the layer it belongs to'


def problems_of_calls(path, text):
    if path.split('/')[0] not in PURE_LAYERS:
        return
    def blank(match):
        return re.sub(r'[^\n]', ' ', match.group())
    for number, line in enumerate(COMMENT_OR_STRING.sub(blank, text).split('\n'), 1):
        call = IMPURE_CALLS.search(line)
        if call:
            yield number, f'{call.group(1)}() reads or writes what is no input of the step'


def problems_of_file(root, path, users):
    with open(os.path.join(root, path), encoding='utf-8') as file:
        text = file.read()
    for number, line in enumerate(text.split('\n'), 1):
        include = INCLUDE.match(line)
        if not include:
            continue
        target = TARGET.match(include.group(1))
        if not target:
            yield number, 'an include must name its file'
            continue
        quote, header = target.groups()
        if quote == '"':
            problem = problem_of_own(root, path, header) or problem_of_room(path, header)
        else:
            problem = problem_of_foreign(path, header)
        if problem:
            yield number, problem
        if path.startswith(ONLY_ONE.get(header, '\n')):
            first = users.setdefault(header, path)
            if first != path:
                yield number, f'<{header}> is included by {first} already, and only one file may'
    yield from problems_of_calls(path, text)


def sources(root):
    for folder in LAYERS + ['tests']:
        for base, folders, files in os.walk(os.path.join(root, folder)):
            folders.sort()
            for name in sorted(files):
                if name.endswith(('.c', '.h')):
                    yield os.path.relpath(os.path.join(base, name), root)


def main():
    root = sys.argv[1]
    failed = count = 0
    users = {}
    for path in sources(root):
        count += 1
        for number, problem in problems_of_file(root, path, users):
            failed += 1
            print(f'{path}:{number}: error: {problem}')
    print(f'{count} files, {failed} violations')
    sys.exit(1 if failed or not count else 0)


if __name__ == '__main__':
    main()
