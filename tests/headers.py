#!/usr/bin/python3
"""Checks that every header compiles alone, with the flags of a source of its folder.

usage: headers.py ROOT BUILD

The build has compiled those alone that a source begins with, and those that such a header begins
with; only the others are compiled here.
"""
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys

from layers import COMMENT_OR_STRING

FOLDERS = ['sim', 'terrain', 'vehicles', 'data', 'bench', 'ui', 'tests']


def flags_by_folder(root, build):
    """The compiler call for a folder: its first source's, without that source and its outputs."""
    flags = {}
    with open(os.path.join(build, 'compile_commands.json'), encoding='utf-8') as file:
        for entry in json.load(file):
            source = os.path.normpath(os.path.join(entry['directory'], entry['file']))
            folder = os.path.relpath(source, root).split('/')[0]
            if folder in flags or folder not in FOLDERS:
                continue
            words = shlex.split(entry['command'])
            kept, skip = [], False
            for word in words:
                if skip:
                    skip = False
                elif word in ('-o', '-MF', '-MQ', '-MT'):
                    skip = True
                elif word not in ('-c', '-MD', entry['file']):
                    kept.append(word)
            flags[folder] = kept
    return flags


def first_include(path):
    """The header of ours that the file includes before any other line of code; None: it has none."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    # Strings stay, the name of a header is one.
    code = COMMENT_OR_STRING.sub(lambda m: m.group() if m.group()[0] == '"' else '', text)
    found = re.match(r'\s*(?:#pragma once\s+)?#include "([^"]+)"', code)
    return found and found.group(1)


def guarded(path):
    with open(path, encoding='utf-8') as file:
        return re.search(r'^#pragma once$', file.read(), re.M) is not None


def compiled_by_build(root, build):
    """Headers that stand first in a unit of the build, and cannot be included twice."""
    done = set()
    with open(os.path.join(build, 'compile_commands.json'), encoding='utf-8') as file:
        for entry in json.load(file):
            path = os.path.normpath(os.path.join(entry['directory'], entry['file']))
            while path.startswith(root) and os.path.exists(path):
                header = first_include(path)
                if header is None or header in done:
                    break
                path = os.path.join(root, header)
                if os.path.exists(path) and guarded(path):
                    done.add(header)
    return done


def compile_alone(call, build, header):
    # Twice, so that a header without its guard fails too. The declaration keeps -Wpedantic quiet
    # about an empty unit.
    text = f'#include "{header}"\n#include "{header}"\nextern int headers_unit;\n'
    return subprocess.run(call + ['-fsyntax-only', '-x', 'c', '-'], cwd=build, input=text,
                          capture_output=True, text=True, check=False)


def main():
    root, build = (os.path.abspath(path) for path in sys.argv[1:3])
    flags = flags_by_folder(root, build)
    done = compiled_by_build(root, build)
    jobs, known = [], 0
    for folder in FOLDERS:
        for base, _, files in os.walk(os.path.join(root, folder)):
            for name in sorted(files):
                if name.endswith('.h'):
                    header = os.path.relpath(os.path.join(base, name), root)
                    if header in done:
                        known += 1
                        continue
                    # tests/ui/ may use what ui/ uses.
                    tested = header.split('/')[1] if folder == 'tests' else folder
                    jobs.append((tested if tested in flags else folder, header))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        results = pool.map(lambda job: compile_alone(flags[job[0]], build, job[1]), jobs)
        for (_, header), result in zip(jobs, results):
            if result.returncode != 0:
                failed += 1
                print(f'{header}:1: error: does not compile alone\n{result.stderr}')
    print(f'{known} headers begin a source, {len(jobs)} others, {failed} do not compile alone')
    sys.exit(1 if failed or not known or not jobs else 0)


if __name__ == '__main__':
    main()
