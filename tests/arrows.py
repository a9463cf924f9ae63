#!/usr/bin/python3
"""Checks that the files of a layer depend on each other in one direction only.

usage: arrows.py ROOT [--list]

A unit is a source file with its headers: `x.c`, `x.h`, `x_impl.h`. An arrow leads from a unit to
another one that it includes, or whose public function or table its code names, even if a third file
declares it. Without the arrows of KNOWN the units must form no cycle, and each arrow of KNOWN must
close one. --list prints the units, each after those that it depends on.
"""
import collections
import os
import re
import sys

from format import blanked

LAYERS = ['sim']

# The remaining upward arrows: from, to.
KNOWN = []

INCLUDE = re.compile(r'^#include "([^"]+)\.h"', re.MULTILINE)
# A definition begins in column 0 and is not static; our layout puts the name on the first line.
FUNCTION = re.compile(r'^(?!static\b|SIM_INLINE\b|typedef\b|#)[\w][\w \*]*?\b(\w+)\((?![^;{]*;)[^;{]*\{',
                      re.MULTILINE)
TABLE = re.compile(r'^(?!static\b|extern\b)(?:const )?struct \w+ (\w+)(?:\[\w*\])? =', re.MULTILINE)
NAME = re.compile(r'(?<!struct )(?<!enum )\bsim_\w+\b') # a struct may have the name of a function


def unit_of(path, units):
    """x for x.c, x.h and, where there is an x, x_impl.h."""
    stem = os.path.splitext(path)[0]
    own = stem.removesuffix('_impl')
    return own if own in units else stem


def read(root, layer):
    texts = {}
    for base, _, names in os.walk(os.path.join(root, layer)):
        for name in names:
            if name.endswith(('.c', '.h')):
                path = os.path.relpath(os.path.join(base, name), root)
                with open(os.path.join(root, path), encoding='utf-8') as file:
                    texts[path] = file.read()
    return texts


def arrows_of(texts):
    """unit -> the units it depends on"""
    units = {os.path.splitext(path)[0] for path in texts}
    owner = {}
    for path, text in texts.items():
        if path.endswith('.c'):
            code = blanked(text)
            for pattern in (FUNCTION, TABLE):
                for name in pattern.findall(code):
                    owner[name] = unit_of(path, units)
    arrows = collections.defaultdict(set)
    for path, text in texts.items():
        unit = unit_of(path, units)
        arrows[unit] |= {unit_of(header, units) for header in INCLUDE.findall(text)
                         if header in units}
        if path.endswith('.c'):
            arrows[unit] |= {owner[name] for name in NAME.findall(blanked(text)) if name in owner}
        arrows[unit].discard(unit)
    return arrows


def in_order(arrows):
    """The units, each after those that it depends on, and the units of cycles."""
    order, left = [], set(arrows)
    while ready := sorted(unit for unit in left if not arrows[unit] & left):
        order += ready
        left -= set(ready)
    # Units that merely depend on a cycle are not part of one.
    while top := {unit for unit in left if not any(unit in arrows[other] for other in left)}:
        left -= top
    return order, left


def without(arrows, known):
    return {unit: {other for other in others if (unit, other) not in known}
            for unit, others in arrows.items()}


def problems_of(arrows, known):
    kept = without(arrows, known)
    cycle = in_order(kept)[1]
    for unit in sorted(cycle):
        for other in sorted(kept[unit] & cycle):
            yield f'{unit} -> {other}: error: this arrow is part of a cycle'
    for pair in known:
        others = [other for other in known if other != pair]
        if not cycle and not in_order(without(arrows, others))[1]:
            yield f'{pair[0]} -> {pair[1]}: error: without a cycle, remove this arrow from KNOWN'


def main():
    root = sys.argv[1]
    problems = []
    for layer in LAYERS:
        arrows = arrows_of(read(root, layer))
        assert arrows, f'no sources found in {layer}/'
        known = [pair for pair in KNOWN if pair[0].startswith(layer + '/')]
        problems += problems_of(arrows, known)
        print(f'{layer}: {len(arrows)} units, {sum(map(len, arrows.values()))} arrows, '
              f'{len(known)} of them upward')
        if '--list' in sys.argv[2:]:
            print('\n'.join(in_order(without(arrows, known))[0]))
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == '__main__':
    main()
