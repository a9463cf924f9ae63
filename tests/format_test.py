#!/usr/bin/python3
"""Shows that format.py reports each violation in its line and nothing else, and that --fix leaves
nothing to report."""
import os
import subprocess
import sys
import tempfile

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'format.py')

GOOD = '''#include <stddef.h>

#define ROOM 16
static const double far = 1e8; // [m]

// ---- all ----

static int count(const int *items, int room) {
    if (items == NULL || !room)
        return 0;
    return !items[0] && room ? 1 : 2; // not: !items
}
'''

# replaced text, its replacement, line of the violation, words of the message
BAD = [
    ('// ---- all ----', '// --- all ------', 6, '`// ---- all ----`'),
    ('// ---- all ----', '// ---- all\n// --------', 6, '`// ---- all ----`'),
    ('items == NULL', '!items', 9, '`items == NULL`'),
    ('items == NULL || !room', 'items && !room', 9, '`items != NULL`'),
    ('static const double far = 1e8;', '#define FAR 1e8', 4, 'static const double far'),
    ('static const double far = 1e8;', 'static const double FAR = 1e8;', 4, 'write `far`'),
    ('return 0;', 'return (int)NAN;', 10, 'float for clang'),
]


def run(text, *options, name='sim/base/a.c'):
    with tempfile.TemporaryDirectory() as root:
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path))
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        result = subprocess.run([sys.executable, SCRIPT, root, *options], capture_output=True,
                                text=True, check=False)
    return [line for line in result.stdout.split('\n') if 'clang-format' not in line and line]


def main():
    assert run(GOOD) == [], run(GOOD)
    for good, bad, line, words in BAD:
        found = run(GOOD.replace(good, bad))
        assert len(found) == 1 and found[0].startswith(f'sim/base/a.c:{line}: error: '), found
        assert words in found[0], found
        if words.startswith('`'):
            assert run(GOOD.replace(good, bad), '--fix') == []
        if 'far' in good:
            assert len(run(GOOD.replace(good, bad), name='tests/data/a.h')) == 1
    long = 'static void f(void) {\n' + '    ;\n' * 98 + '}\n'
    assert run(long) == [], run(long)
    found = run('\n' + long.replace('{', '{\n    ;', 1))
    assert found == ['sim/base/a.c:2: error: the function has 101 lines, split it'], found


if __name__ == '__main__':
    main()
