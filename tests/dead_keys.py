#!/usr/bin/python3
"""Refuses keys of a user's file that are read and have no effect.

usage: dead_keys.py ROOT

A key passes two structs on its way. The table of keys fills a struct of values, of which the reader
must look at each; the reader fills a definition, of which the program must look at each member that
comes from a file. A look is `name.member` or `name->member` where the name is declared with the
struct's type: in the same function, as a member of another struct, or as the result of a function.
A row of a table that is not one of keys may name a value, too: offsetof(struct name, member).
An assignment is no look, nor is a function that finds problems of a definition or its default.

Prints a line `file:line: error: ...` for each member that nothing looks at, and exits 1 if there is
one.
"""
import os
import re
import sys

from layers import sources
from unused import without_comments

# The definitions that readers fill, with the structs that they contain.
ROOTS = ['veh_machine_def', 'dat_scenario']
# Every part of a machine has a definition that its table of keys fills.
PART = re.compile(r'vehicles/part/\w+\.h$')
# Looks from these folders do not count.
NOT_THE_PROGRAM = ('data/model/', 'bench/', 'tests/')
# Members that are not for the program: struct, member.
FOR_READERS = {
    # its place or its name, for messages
    *((f'sim_model_{kind}', 'line')
      for kind in ('body', 'joint', 'differential', 'resistance', 'guide', 'magnet')),
    ('veh_tyre_def', 'name'),
    # compared with the lengths of a cylinder in the model
    ('veh_valve_def', 'closed_mm'), ('veh_valve_def', 'stroke_mm'),
    # the title of a column
    ('sim_model_force', 'name'),
    # of its array
    ('veh_names', 'capacity'),
}

STRUCT = re.compile(r'^struct (\w+) \{\n(.*?)^\}', re.M | re.S)
FUNCTION = re.compile(r'^[A-Za-z_][^;{}]*\{\n.*?^\}', re.M | re.S)
MEMBER = re.compile(r'^ +(const )?(?:struct (\w+)|enum \w+|SIM_ARRAY\((?:struct )?(\w+)\)|\w[\w ]*?)'
                    r'[ *]+([^;()]+);', re.M)
DECLARATION = re.compile(r'\bstruct (\w+)(?=([ *][^;{}]*))')
DECLARATOR = re.compile(r'[\s*]*(?:const )?(\w+)')
RETURNS = re.compile(r'\bstruct (\w+) ?\*?(\w+)\(')
CAST = re.compile(r'\(\(?(?:const )?struct (\w+) \*\)')
INDEX = r'(?:\[[^\[\]]*(?:\[[^\]]*\][^\[\]]*)*\])*'
# The beginning of a chain of members. The rest is only looked ahead at: its brackets may hold others.
CHAIN = re.compile(rf'(?:(?<![\w.>])(\w+)|(\)))(?={INDEX}((?:(?:\.|->)\w+{INDEX})+)(?![\w\[]| = ))')
STEP = re.compile(r'(?:\.|->)(\w+)')
ROW = re.compile(r'\{([^{}]*)\boffsetof\(struct (\w+), (\w+)\)')
NO_LOOK = re.compile(r'\b\w*problem\w*\(|\bsim_default_\w+\(')


def members_of(body):
    """Of each member: name, its struct or None, whether that is borrowed, offset in the body."""
    for match in MEMBER.finditer(body):
        offset = match.start(4)
        for part in match.group(4).split(','):
            name = DECLARATOR.match(part)
            if name:
                yield (name.group(1), match.group(2) or match.group(3), bool(match.group(1)),
                       offset + name.start(1))
            offset += len(part) + 1


def declared(code):
    """Names with the type of struct that they are declared with."""
    found = {}
    for match in DECLARATION.finditer(code):
        depth, part = 0, ''
        for c in match.group(2) + ',':
            if depth == 0 and c in ',)':
                name = DECLARATOR.match(part)
                if name:
                    found[name.group(1)] = match.group(1)
                part = ''
            else:
                part += c
            depth += (c in '([') - (c in ')]')
            if depth < 0:
                break
    return found


def opened(code, end):
    """Where the bracket opens that closes at end."""
    depth = 0
    for i in range(end, -1, -1):
        depth += (code[i] == ')') - (code[i] == '(')
        if depth == 0:
            return i
    return 0


class Program:
    def __init__(self, root):
        self.text = {path: without_comments(open(os.path.join(root, path), encoding='utf-8').read())
                     for path in sources(root)}
        self.structs = {}   # name: path, offset of the body, members
        self.types = {}     # (struct, member): struct of the member
        self.returns = {}   # function: struct
        self.looks = {}     # struct: members that the program looks at
        self.reader_looks = {}
        for path, code in sorted(self.text.items(), key=lambda item: not item[0].endswith('.h')):
            if path.startswith('tests/'):
                continue
            self.returns.update({name: kind for kind, name in RETURNS.findall(code)})
            types = {}  # of structs that only this file knows
            for match in STRUCT.finditer(code):
                struct, members = match.group(1), list(members_of(match.group(2)))
                if path.endswith('.h') or struct not in self.structs:
                    self.structs[struct] = path, match.start(2), members
                types.update({(struct, name): kind for name, kind, _, _ in members})
            if path.endswith('.h'):
                self.types.update(types)
                continue
            of_file = declared(FUNCTION.sub('', code))
            looks = self.reader_looks if path.startswith(NOT_THE_PROGRAM) else self.looks
            for before, struct, member in ROW.findall(code):
                if 'DAT_KEY_' not in before:
                    looks.setdefault(struct, set()).add(member)
            for match in FUNCTION.finditer(code):
                self.look(match.group(), of_file, {**self.types, **types}, looks)

    def look(self, code, of_file, types, looks):
        """Enters the looks of a function."""
        if NO_LOOK.search(code[:code.index('{')]):
            return
        names = {**of_file, **declared(code)}
        for match in CHAIN.finditer(code):
            if match.group(2):
                start = opened(code, match.start(2))
                function = re.search(r'(\w*)$', code[:start]).group(1)
                cast = CAST.match(code[start:])
                kind = cast.group(1) if cast and not function else self.returns.get(function)
            else:
                kind = names.get(match.group(1))
            for member in STEP.findall(match.group(3)):
                if kind is None:
                    break
                if member == 'items' and (kind, member) not in types:
                    continue  # of an array of this type
                looks.setdefault(kind, set()).add(member)
                kind = types.get((kind, member))

    def within(self, roots):
        """The structs of the roots and of what they own."""
        found = []
        while roots:
            name = roots.pop()
            if name in self.structs and name not in found:
                found.append(name)
                roots += [kind for _, kind, borrowed, _ in self.structs[name][2]
                          if kind and not borrowed]
        return sorted(found)

    def place(self, struct, offset):
        path, start, _ = self.structs[struct]
        return f'{path}:{self.text[path].count(chr(10), 0, start + offset) + 1}'


def main():
    program = Program(sys.argv[1])
    failed = count = 0
    for struct, (path, _, members) in sorted(program.structs.items()):
        if not members or any(kind != 'dat_value' for _, kind, _, _ in members):
            continue
        seen = program.looks.get(struct, set()) | program.reader_looks.get(struct, set())
        for name, _, _, offset in members:
            count += 1
            if name not in seen and not gone(program, path, struct, name):
                print(f'{program.place(struct, offset)}: error: no reader looks at the key \'{name}\'')
                failed += 1
    needless = set(FOR_READERS)
    parts = [name for name, (path, _, _) in program.structs.items()
             if PART.match(path) and name.endswith('_def')]
    for struct in program.within(ROOTS + parts):
        for name, _, _, offset in program.structs[struct][2]:
            count += 1
            if name in program.looks.get(struct, set()):
                continue
            if (struct, name) in needless:
                needless.remove((struct, name))
            else:
                print(f'{program.place(struct, offset)}: error: \'{name}\' of struct {struct} is '
                      'read from a file, but has no effect')
                failed += 1
    for struct, name in sorted(needless):
        print(f'tests/dead_keys.py: error: {struct}.{name} is looked at or gone: take it out of the '
              'table')
        failed += 1
    print(f'{count} keys and members, {failed} violations')
    sys.exit(1 if failed or not count else 0)


def gone(program, path, struct, name):
    """Whether the key is one of older files, which the table itself refuses."""
    group = struct.split('_', 2)[-1]
    table = program.text.get(os.path.join(os.path.dirname(path), 'keys.c'), '')
    return re.search(rf'\bGONE\(\w+, {group}, {name},', table) is not None


if __name__ == '__main__':
    main()
