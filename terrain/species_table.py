#!/usr/bin/python3
"""Writes the species that ship as a table of C.

usage: species_table.py OUTPUT FILE.yaml...

The files are those of data/library/species, one `key: value` a line, of which each key is a member
of struct ter_species_def. Numbers are copied as they stand, and the compiler rounds them as a
reader does. data/site/species.c reads the files that a user adds, with checks; its test reads these
as well and compares.
"""
import re
import sys

TEXTS = ('species', 'latin_name', 'code')
ENUMERATORS = {'picture': 'TER_PICTURE_', 'taper': 'TER_TAPER_'}


def initialiser(key, value):
    if key in TEXTS:
        return f'"{value}"'
    if key in ENUMERATORS:
        return ENUMERATORS[key] + value.upper()
    if key == 'other_names':
        return '{' + ', '.join(f'"{name.strip()}"' for name in value.strip('[]').split(',')) + '}'
    if value.startswith('{'):
        return re.sub(r'(\w+):', r'.\1 =', value).replace('[', '{').replace(']', '}')
    if value.startswith('['):
        return '{' + value.replace('[', '').replace(']', '') + '}'
    return value


def row(path):
    with open(path, encoding='utf-8') as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith('#')]
    pairs = [line.split(': ', 1) for line in lines]
    members = ''.join(f'    .{key} = {initialiser(key, value)},\n' for key, value in pairs)
    return '{\n' + members + '},\n'


def main():
    with open(sys.argv[1], 'w', encoding='utf-8') as out:
        out.write('#include "terrain/species_table.h"\n\n'
                  'const struct ter_species_def ter_species_table[TER_SPECIES_COUNT] = {\n')
        out.writelines(row(path) for path in sys.argv[2:])
        out.write('};\n')


main()
