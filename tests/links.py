#!/usr/bin/python3
"""Checks that every relative link in the project's Markdown files leads to a file or a heading.

usage: links.py ROOT
"""
import os
import re
import sys

LINK = re.compile(r'!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)')
CODE = re.compile(r'```.*?```|`[^`\n]*`', re.DOTALL)
HEADING = re.compile(r'^#+\s+(.*?)\s*#*$', re.MULTILINE)


def anchors(text):
    """The anchors a forge makes of the headings: lower case, blanks to dashes, no punctuation."""
    text = re.sub(r'```.*?```', '', text, flags=re.DOTALL)
    return {re.sub(r'[^\w\- ]', '', title.lower()).replace(' ', '-')
            for title in HEADING.findall(text)}


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def documents(root):
    for base, folders, files in os.walk(root):
        folders[:] = sorted(x for x in folders if not x.startswith(('.', 'build')))
        for name in sorted(files):
            if name.endswith('.md'):
                yield os.path.join(base, name)


def problems(path):
    text = CODE.sub(lambda match: re.sub(r'[^\n]', ' ', match.group()), read(path))
    for link in LINK.finditer(text):
        target, _, anchor = link.group(1).partition('#')
        if re.match(r'[a-z]+:', target):
            continue
        number = text.count('\n', 0, link.start()) + 1
        full = os.path.join(os.path.dirname(path), target) if target else path
        if not os.path.exists(full):
            yield number, f'{link.group(1)} leads nowhere'
        elif anchor and full.endswith('.md') and anchor not in anchors(read(full)):
            yield number, f'{link.group(1)}: no such heading'


def main():
    root = sys.argv[1]
    failed = count = 0
    for path in documents(root):
        count += 1
        for number, problem in problems(path):
            failed += 1
            print(f'{os.path.relpath(path, root)}:{number}: error: {problem}')
    print(f'{count} documents, {failed} broken links')
    sys.exit(1 if failed or not count else 0)


if __name__ == '__main__':
    main()
