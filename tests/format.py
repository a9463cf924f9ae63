#!/usr/bin/python3
"""Checks that clang-format would change nothing, and rules that clang-format does not know:

* no file or function has grown too long
* NAN and INFINITY are cast: they are floats, and clang warns where one becomes a double
* a section head is `// ---- name ----`, which no formatter breaks
* pointers are compared with NULL, as far as a text search can tell which names are pointers
* a floating-point constant is `static const`, not a macro, and in lower case

usage: format.py ROOT [--fix]

`clang-format -i FILE` fixes the layout; --fix rewrites section heads and comparisons.
"""
import os
import re
import subprocess
import sys

from layers import COMMENT_OR_STRING

FOLDERS = ['sim', 'terrain', 'vehicles', 'data', 'bench', 'ui', 'tests']
FILE_LINES = 1000
FUNCTION_LINES = 100
# These constants initialise static tables or other constants, where C takes no variable.
TABLES = ('data/exercise/keys.c', 'data/model/keys.c', 'data/model/keys.h', 'sim/base/math.h')

# A head of any length, also one whose tail a formatter has moved to the next line.
HEAD = re.compile(r'^// -{2,} (.*?)(?: -+)?(?:\n// -+)?$', re.MULTILINE)
POINTER = re.compile(r'\w[\w ]*\*+ ?(?:const )?(\w+)(?= *[=;,)])')
# The whole operand of `!`, of `if`, `while`, `&&` and `||`.
NOT_POINTER = r'!{0}\b(?! *(?:[\[(.]|->|[!=]=))'
IS_POINTER = r'(?:(?<=if \()|(?<=while \()|(?<=&& )|(?<=\|\| )){0}(?= (?:&&|\|\|)|\))'
FLOAT_MACRO = re.compile(r'^#define (\w+) -?(?:\d+\.\d*(?:e-?\d+)?|\d+e-?\d+)\b', re.MULTILINE)
UPPER_CONSTANT = re.compile(r'^static const (?:double|int) ([A-Z]\w+)', re.MULTILINE)


def blanked(text):
    """The text with comments and strings blanked, every other character at its place."""
    return COMMENT_OR_STRING.sub(lambda match: re.sub(r'[^\n]', ' ', match.group()), text)


def functions_of(code):
    """Start and end of every function with its head.

    In our layout only a function's body is closed by a lone brace in column 0 (a struct's or an
    array's is followed by a semicolon), and its head is the last line that starts there.
    """
    start = offset = 0
    for line in code.split('\n'):
        if line == '}':
            yield start, offset
        elif line and line[0] not in ' #/}':
            start = offset
        offset += len(line) + 1


def pointer_tests(code):
    """Places where a pointer is a condition by itself: start, end, replacement."""
    for start, end in functions_of(code):
        body = code[start:end]
        for name in sorted(set(POINTER.findall(body))):
            # The same name for a number elsewhere in the function would be a false alarm.
            if re.search(rf'\b(?:int|bool|double|size_t|float) {name}\b', body):
                continue
            for pattern, text in ((NOT_POINTER, f'{name} == NULL'), (IS_POINTER, f'{name} != NULL')):
                for match in re.finditer(pattern.format(name), body):
                    yield start + match.start(), start + match.end(), text


def style_of(path, text):
    """Problems of style: start, end, replacement or None, message."""
    for match in HEAD.finditer(text):
        head = f'// ---- {match.group(1)} ----'
        if match.group() != head:
            yield match.start(), match.end(), head, f'write a section head as `{head}`'
    code = blanked(text)
    for start, end, expected in pointer_tests(code):
        yield start, end, expected, f'write `{expected}`'
    for match in FLOAT_MACRO.finditer(code) if path not in TABLES else ():
        yield (match.start(), match.end(), None,
               f'write `static const double {match.group(1).lower()}`, it is a number with a type')
    for match in UPPER_CONSTANT.finditer(code):
        yield (match.start(), match.end(), None,
               f'write `{match.group(1).lower()}`, upper case is for macros and enumerators')


def fix(root, path):
    with open(os.path.join(root, path), encoding='utf-8') as file:
        text = file.read()
    fixed = text
    for start, end, expected, _ in sorted(style_of(path, text), reverse=True):
        if expected is not None:
            fixed = fixed[:start] + expected + fixed[end:]
    if fixed != text:
        with open(os.path.join(root, path), 'w', encoding='utf-8') as file:
            file.write(fixed)


def problems_of(root, path):
    with open(os.path.join(root, path), encoding='utf-8') as file:
        text = file.read()
    code = blanked(text)
    for start, _, _, message in style_of(path, text):
        line = text.count('\n', 0, start) + 1
        yield f'{path}:{line}: error: {message}'
    for match in re.finditer(r'(\((?:double|float)\)\s*-?)?\b(NAN|INFINITY)\b', code):
        if not match.group(1):
            line = code.count('\n', 0, match.start()) + 1
            yield f'{path}:{line}: error: write (double){match.group(2)}, it is a float for clang'
    lines = text.count('\n')
    if lines > FILE_LINES:
        yield f'{path}:{FILE_LINES}: error: the file has {lines} lines, split it'
    for start, end in functions_of(text):
        lines = text.count('\n', start, end) + 1
        if lines > FUNCTION_LINES:
            line = text.count('\n', 0, start) + 1
            yield f'{path}:{line}: error: the function has {lines} lines, split it'


def main():
    root = sys.argv[1]
    paths = []
    for folder in FOLDERS:
        for base, _, files in os.walk(os.path.join(root, folder)):
            paths += [os.path.relpath(os.path.join(base, name), root) for name in files
                      if name.endswith(('.c', '.h'))]
    paths.sort()
    assert paths, 'no sources found'
    if '--fix' in sys.argv[2:]:
        for path in paths:
            fix(root, path)
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
