#!/usr/bin/python3
"""Checks that no member of a world's state is missing from the tables of sim/state_table.c.

usage: state_table.py ROOT

Snapshots save and hash the members that the tables list. Each member of a struct that has a table
must be listed there, whole or member by member, or in LEFT_OUT below, which says why it is not part
of the state. For a growing array its count must be listed; its items have a table of their own.
"""
import os
import re
import sys

from format import blanked

TABLES = 'sim/state_table.c'

# Members that are not saved: restoring or the next step computes them.
LEFT_OUT = {
    'body': {
        'shapes': 'saved by sim/model/snapshot.c, as they are owned',
        'shape_count': 'saved with the shapes',
        'first_item': 'found when the items of the broad phase are',
        'item_count': 'found when the items of the broad phase are',
    },
    'group': {
        'held': 'found with the clusters',
        'looped': 'found with the clusters',
        'before': 'of the inverse dynamics of one step',
        'force': 'summed up in each step',
        'torque': 'summed up in each step',
        'now': 'found in each step',
        'turned': 'found in each step',
        'pressed': 'found in each step',
        'cluster': 'found with the clusters',
        'index': 'found with the clusters',
        'level': 'found in each step',
    },
    'joint': {
        'acts': 'found with the clusters',
        'in_space': 'found with the loops',
    },
    'differential': {
        'row': 'of one step',
    },
    'resistance': {
        'row': 'of one step',
    },
    'guide': {
        'first_row': 'of one step',
    },
    'contact': {
        'bounces': 'of one detection',
        'missed': 'of one detection',
    },
    'sim_world': {
        'def': 'constant: snapshots compare it instead',
        'first_new_body': 'of the creation of bodies',
        'first_new_joint': 'of the creation of bodies',
        'items': 'of the broad phase, found anew',
        'boxes': 'of the broad phase, found anew',
        'reach': 'of the broad phase, found anew',
        'items_known': 'reset',
        'items_placed': 'reset',
        'neighbours': 'of the broad phase, found anew',
        'old_contacts': 'of one detection',
        'contact_touches': 'found with the clusters',
        'published': 'filled from the contacts',
        'found': 'of one detection',
        'found_count': 'of one detection',
        'contacts_apart': 'of one step',
        'impact_motion': 'of one step',
        'response': 'of one step',
        'graph': 'of one search',
        'component': 'found with the clusters',
        'barrier': 'of one search',
        'path': 'of one search',
        'touches': 'found with the clusters',
        'down': 'follows from the definition',
        'clusters': 'found anew',
        'clusters_known': 'reset',
        'clusters_shared': 'of the threads',
        'cluster_thread': 'of the threads',
        'cluster_groups': 'found with the clusters',
        'cluster_bodies': 'found with the clusters',
        'cluster_joints': 'found with the clusters',
        'cluster_differentials': 'found with the clusters',
        'cluster_resistances': 'found with the clusters',
        'cluster_guides': 'found with the clusters',
        'cluster_contacts': 'found with the clusters',
        'sparse': 'kept order of elimination, does not change results',
        'loops': 'found anew',
        'loops_before': 'of another set of joints',
        'enabled_bodies': 'found with the groups',
        'curves': 'constant: made with their joints',
        'edges': 'constant: made with their joints',
        'frames': 'found from the poses',
        'frames_known': 'reset',
        'rest_known': 'reset',
        'rest_pushed': 'unused until rest_known is set',
        'pool': 'of the threads',
        'work': 'of the threads',
        'kept': 'of a part of a step',
        'profile': 'set by the caller',
    },
}

STRUCT = re.compile(r'^struct (\w+) \{\n(.*?)^\};', re.MULTILINE | re.DOTALL)
ENTRY = re.compile(r'(?<!define )\b(?:MADE|MOVES)\((\w+), ([\w.]+)\)')
ARRAY = re.compile(r'^SIM_ARRAY\([^)]*\)\s*')
NESTED = re.compile(r'^struct\s*\{.*\}\s*', re.DOTALL)
NAMES = re.compile(r'(?:\(\s*\*\s*(\w+)\s*\)|(\w+))\s*(?:\[[^\]]*\])*\s*$')


def declarations(body):
    """The declarations of a struct, at the semicolons outside of braces."""
    start = depth = 0
    for place, letter in enumerate(body):
        depth += (letter == '{') - (letter == '}')
        if letter == ';' and depth == 0:
            yield body[start:place].strip()
            start = place + 1


def members(body):
    """name -> its struct, or 'array', or None for another type"""
    found = {}
    for text in declarations(body):
        array = ARRAY.match(text) or NESTED.match(text)
        struct = re.match(r'struct (\w+)\s+(?!\*)', text)
        kind = 'array' if array else struct.group(1) if struct else None
        for declarator in (text[array.end():] if array else text).split(','):
            name = NAMES.search(declarator)
            found[name.group(1) or name.group(2)] = kind
    return found


def structs_of(root):
    """name -> the text of its members"""
    structs = {}
    for base, _, names in os.walk(os.path.join(root, 'sim')):
        for name in names:
            if name.endswith('.h'):
                with open(os.path.join(base, name), encoding='utf-8') as file:
                    structs.update(STRUCT.findall(blanked(file.read())))
    return structs


def missing(structs, struct, listed, prefix=''):
    """The members of the struct that the list has neither whole nor member by member."""
    for name, kind in members(structs[struct]).items():
        path = prefix + name
        if path in listed or (kind == 'array' and path + '.count' in listed):
            continue
        if kind in structs and any(entry.startswith(path + '.') for entry in listed):
            yield from missing(structs, kind, listed, path + '.')
        else:
            yield path


def problems_of(structs, table, left_out):
    listed = {}
    for struct, path in ENTRY.findall(table):
        listed.setdefault(struct, []).append(path)
    for struct, paths in listed.items():
        reasons = left_out.get(struct, {})
        absent = set(missing(structs, struct, paths))
        for path in sorted(absent - set(reasons)):
            yield f'struct {struct}: error: {path} is in no table of {TABLES}'
        for path in sorted(set(reasons) - absent):
            yield f'struct {struct}: error: {path} is left out in vain, remove it from LEFT_OUT'
        for path in sorted({path for path in paths if paths.count(path) > 1}):
            yield f'struct {struct}: error: {path} is listed twice'


def main():
    root = sys.argv[1]
    structs = structs_of(root)
    with open(os.path.join(root, TABLES), encoding='utf-8') as file:
        table = blanked(file.read())
    problems = list(problems_of(structs, table, LEFT_OUT))
    for problem in problems:
        print(problem)
    tables = {struct for struct, _ in ENTRY.findall(table)}
    print(f'{len(tables)} tables, {len(problems)} problems')
    sys.exit(1 if problems or len(tables) < 2 else 0)


if __name__ == '__main__':
    main()
