#!/usr/bin/python3
"""Checks that clang-format would change nothing, that no file or function has grown too long, and
that NAN and INFINITY are cast: they are floats, and clang warns where one becomes a double.

usage: format.py ROOT

`clang-format -i FILE` mends what it finds.
"""
import os
import re
import subprocess
import sys

from layers import COMMENT_OR_STRING

FOLDERS = ['sim', 'terrain', 'vehicles', 'data', 'bench', 'ui', 'tests']
FILE_LINES = 1000
FUNCTION_LINES = 100


def problems_of(root, path):
    with open(os.path.join(root, path), encoding='utf-8') as file:
        text = file.read()
    code = COMMENT_OR_STRING.sub(lambda match: re.sub(r'[^\n]', ' ', match.group()), text)
    for match in re.finditer(r'(\((?:double|float)\)\s*-?)?\b(NAN|INFINITY)\b', code):
        if not match.group(1):
            line = code.count('\n', 0, match.start()) + 1
            yield f'{path}:{line}: error: write (double){match.group(2)}, it is a float for clang'
    lines = text.split('\n')
    if len(lines) - 1 > FILE_LINES:
        yield f'{path}:{FILE_LINES}: error: the file has {len(lines) - 1} lines, split it'
    start = 1
    for number, line in enumerate(lines, 1):
        # In our layout only a function's body is closed by a lone brace in column 0 (a struct's or
        # an array's is followed by a semicolon), and its head is the last line that starts there.
        if line == '}':
            if number - start + 1 > FUNCTION_LINES:
                yield f'{path}:{start}: error: the function has {number - start + 1} lines, split it'
        elif line and line[0] not in ' #/}':
            start = number


def main():
    root = sys.argv[1]
    paths = []
    for folder in FOLDERS:
        for base, _, files in os.walk(os.path.join(root, folder)):
            paths += [os.path.relpath(os.path.join(base, name), root) for name in files
                      if name.endswith(('.c', '.h'))]
    paths.sort()
    assert paths, 'no sources found'
    problems = [problem for path in paths for problem in problems_of(root, path)]
    for problem in problems:
        print(problem)
    result = subprocess.run(['clang-format', '--dry-run', '-Werror', *paths], cwd=root, text=True,
                            capture_output=True, check=False)
    # The first place of each file is enough: the whole file is formatted with one command.
    seen = set()
    for line in result.stderr.split('\n'):
        place = line.split(':')
        if len(place) > 3 and place[0] in paths and place[0] not in seen:
            seen.add(place[0])
            print(line)
    if result.returncode and not seen:
        print(result.stderr)
    sys.exit(1 if problems or result.returncode else 0)


if __name__ == '__main__':
    main()
