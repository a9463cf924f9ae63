#!/usr/bin/python3
"""Shows that arrows.py finds cycles by includes and by calls, and known arrows that close none."""
import sys

import arrows

GOOD = {
    'sim/a.h': 'void sim_a(void);\n',
    'sim/a.c': '#include "sim/a.h"\n\nvoid sim_a(void) {\n}\n',
    'sim/b.h': '#include "sim/a.h"\n',
    'sim/b.c': '#include "sim/b_impl.h"\n\nint sim_b(int *b,\n          int c) {\n    sim_a();\n}\n',
    'sim/b_impl.h': '#include "sim/b.h"\n',
    'sim/c.c': '#include "sim/b.h"\n// sim_c() is not called by b.c\nvoid sim_c(void) {\n}\n',
}
UPWARD = [
    {'sim/a.h': '#include "sim/b_impl.h"\n'},
    {'sim/a.c': 'int sim_b(int *b, int c);\nvoid sim_a(void) {\n    sim_b(NULL, 0);\n}\n'},
    {'sim/a.h': 'extern const struct sim_kind sim_table;\n',
     'sim/a.c': 'const void *sim_a(void) {\n    return &sim_table;\n}\n',
     'sim/b.c': 'const struct sim_kind sim_table = {sim_a};\n'},
]


def problems(texts, known=()):
    return list(arrows.problems_of(arrows.arrows_of(texts), list(known)))


def main():
    failed = []
    if problems(GOOD):
        failed.append(f'good sources: {problems(GOOD)}')
    if arrows.in_order(arrows.arrows_of(GOOD))[0] != ['sim/a', 'sim/b', 'sim/c']:
        failed.append('the order of the good sources')
    for change in UPWARD:
        texts = GOOD | change
        expected = [f'{a} -> {b}: error: this arrow is part of a cycle'
                    for a, b in (('sim/a', 'sim/b'), ('sim/b', 'sim/a'))]
        if problems(texts) != expected:
            failed.append(f'{change}: {problems(texts)}')
        if problems(texts, [('sim/a', 'sim/b')]):
            failed.append(f'{change}: known, but found')
    if not problems(GOOD, [('sim/b', 'sim/a')]):
        failed.append('a known arrow without a cycle')
    for failure in failed:
        print(failure)
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
