#!/usr/bin/python3
"""Shows that layers.py finds each kind of violation, with its file and line, and nothing else."""
import os
import subprocess
import sys
import tempfile

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'layers.py')

GOOD = {
    'sim/world.h': '#include <math.h>\n',
    'sim/world.c': '#include "sim/world.h"\n// fopen("x") in a comment\nconst char *s = "time(";\n',
    'vehicles/crane.c': '#include "sim/world.h"\n#include "terrain/soil.h"\n',
    'terrain/soil.h': '#include "sim/world.h"\n',
    'data/store.c': '#include <sqlite3.h>\n#include <unistd.h>\n#include "vehicles/crane.h"\n',
    'vehicles/crane.h': '',
    'ui/gl/mesh.c': '#include <glad/gl.h>\n#include <SDL.h>\n#include "data/store.h"\n',
    'data/store.h': '',
    'sim/shape/hull.h': '',
    'sim/joint/ball.c': '#include "sim/shape/hull.h"\n',
    'tests/near.h': '#include <cmocka.h>\n',
    'tests/ui/mesh_test.c': '#include <SDL.h>\n#include "tests/near.h"\n',
}

# file, text, line of the violation, words of the message
BAD = [
    ('sim/a.c', '#include "sim/world.h"\n\n#include "terrain/soil.h"\n', 3, 'above sim/'),
    ('sim/a.h', '  #  include "ui/gl/mesh.h"\n', 1, 'does not exist'),
    ('terrain/a.c', '#include "vehicles/crane.h"\n', 1, 'above terrain/'),
    ('vehicles/a.c', '#include "data/store.h"\n', 1, 'above vehicles/'),
    ('tests/sim/a_test.c', '#include "data/store.h"\n', 1, 'above sim/'),
    ('sim/a.c', '#include "world.h"\n', 1, 'from the root'),
    ('sim/a.c', '#include "../sim/world.h"\n', 1, 'from the root'),
    ('sim/a.c', '#include "tests/near.h"\n', 1, 'tests only'),
    ('sim/a.c', '#include HEADER\n', 1, 'must name its file'),
    ('sim/a.c', '#include <time.h>\n', 1, 'clocks'),
    ('vehicles/a.c', '#include <unistd.h>\n', 1, 'files'),
    ('sim/a.c', '\nvoid f(void) { fopen("x", "r"); }\n', 2, 'fopen()'),
    ('terrain/a.c', '/* a\n b */ int f(void) { return rand(); }\n', 2, 'rand()'),
    ('data/a.c', '#include <SDL.h>\n', 1, 'SDL belongs in ui/'),
    ('ui/window.c', '#include <glad/gl.h>\n', 1, 'ui/gl/'),
    ('ui/gl/a.c', '#include <SDL_opengl.h>\n', 1, 'glad/gl.h'),
    ('ui/gl/a.c', '#include <GL/gl.h>\n', 1, 'glad/gl.h'),
    ('vehicles/a.c', '#include <libfyaml.h>\n', 1, 'YAML belongs in data/'),
    ('ui/a.c', '#include <libfyaml.h>\n', 1, 'YAML belongs in data/'),
    ('ui/a.c', '#include <sqlite3.h>\n', 1, 'database belongs in data/'),
    ('data/z.c', '#include <sqlite3.h>\n', 1, 'only one file may'),
    ('sim/base/a.c', '#include "sim/world.h"\n', 1, 'a room above sim/base'),
    ('sim/solve/a.c', '#include "sim/shape/hull.h"\n', 1, 'a room beside sim/solve'),
    ('sim/cellar/a.c', '#include "sim/world.h"\n', 1, 'table of rooms'),
    ('sim/a.c', '#include <boost.hpp>\n', 1, 'is not known'),
    ('tests/sim/a_test.c', '#include <cmocka.h>\n', 1, 'tests/near.h'),
]


def run(files):
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            full = os.path.join(root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, 'w', encoding='utf-8') as file:
                file.write(text)
        result = subprocess.run(['/usr/bin/python3', SCRIPT, root], capture_output=True, text=True,
                                check=False)
        return result.returncode, result.stdout


def main():
    failed = 0
    code, output = run(GOOD)
    if code != 0:
        failed += 1
        print('a correct tree was refused:\n' + output)
    if run({})[0] == 0:
        failed += 1
        print('an empty tree passed')
    for path, text, line, words in BAD:
        code, output = run({**GOOD, path: text})
        found = [x for x in output.split('\n') if x.startswith(f'{path}:{line}: error:')]
        if code != 1 or len(found) != 1 or words not in found[0] or output.count(': error:') != 1:
            failed += 1
            print(f'{path}: {text!r} was not reported as expected ({words!r}):\n{output}')
    print(f'{len(BAD) + 2} cases, {failed} failed')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
