#!/usr/bin/python3
"""Runs the commands of the documentation and checks that what it names exists.

usage: documentation.py ROOT KRANICH [--run | --pictures]

Without --run: every verb and option that follows `kranich` or `./run.sh` in README.md,
CONTRIBUTING.md, docs/ and data/library/ is one that the program has. A page PAGE.md whose chapters
are numbered may have a folder PAGE/ with the files as they are after each chapter: the blocks
marked `yaml` of the page must be in them, line by line. Files, functions and tests that
docs/theory.md names must exist, a function in parentheses behind a file in that file.

With --run: every such line of a fenced block marked `sh`, or of an indented block, is run from top
to bottom, each document in a folder of its own that looks like the project's, with a database that
holds one session of the demonstrator. A block whose first line is `# FILE.yaml` is written to that
file before, and the files of PAGE/N/ lie in the folder from chapter N on. A command that needs a
window must end with status 3, because there is no display; any other with status 0. A picture that the page
takes from pictures/PAGE/ must be one that its commands write.

With --pictures: runs the pages that have such pictures and renews these.
"""
import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from layers import LAYERS

CALL = re.compile(r'(?<![\w/-])(?:\./run\.sh|kranich)((?: +[^\s`|]+)*)')
DISPLAY = 3


def documents(root):
    for pattern in ('README.md', 'CONTRIBUTING.md', 'docs/*.md', 'data/library/*.md'):
        yield from sorted(glob.glob(os.path.join(root, pattern)))


def blocks(text):
    """Kind, number of the first line and lines of every code block."""
    kind, first, lines = None, 0, []
    for number, line in enumerate(text.split('\n'), 1):
        if line.startswith('```'):
            if kind is None:
                kind, first, lines = line[3:].strip() or 'text', number + 1, []
            else:
                yield kind, first, lines
                kind = None
        elif kind is not None:
            lines.append(line)
        elif line.startswith('    ') and re.match(r'\s+(kranich|\./run\.sh)\b', line):
            yield 'sh', number, [line.strip()]


def commands(lines, first):
    """Number and words of the lines that call the program."""
    for number, line in enumerate(lines, first):
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            continue
        if words and words[0] in ('./run.sh', 'kranich'):
            yield number, words[1:]


def chapter(text, number):
    """Number of the chapter of the line; 0 if it has none."""
    found = re.findall(r'^## (\d+)\. ', '\n'.join(text.split('\n')[:number]), re.M)
    return int(found[-1]) if found else 0


def chapter_files(path, number):
    """The files that belong to a chapter of the page."""
    return sorted(glob.glob(os.path.join(path[:-3], str(number), '*')))


def check_chapters(path, text, say):
    """Reports lines of examples that the files of their chapter lack."""
    for kind, first, lines in blocks(text):
        files = chapter_files(path, chapter(text, first))
        if kind != 'yaml' or not files:
            continue
        wanted = '\n' + '\n'.join(lines) + '\n'
        texts = []
        for name in files:
            with open(name, encoding='utf-8') as file:
                texts.append('\n' + file.read())
        if not any(wanted in file for file in texts):
            say(path, first, f'this is not in {" or ".join(files)}')


def pictures_of(path, text):
    """Pictures that the page's commands write: the path in their folder, and that in docs/."""
    page = os.path.basename(path)[:-3]
    for name in re.findall(r'!\[[^\]]*\]\(pictures/' + page + r'/([^)]+)\)', text):
        yield name, os.path.join(os.path.dirname(path), 'pictures', page, name)


def functions_of(path, cache={}):
    """Names that are defined or declared at the left border of a source file."""
    if path not in cache:
        with open(path, encoding='utf-8') as file:
            cache[path] = set(re.findall(r'^\w[\w *]*?\b(\w+)\(', file.read(), re.M))
    return cache[path]


def check_code(root, path, text, say):
    """Source files, the functions said to be in them, and tests that the theory names."""
    everywhere = set()
    for folder in LAYERS:
        for name in glob.glob(os.path.join(root, folder, '**', '*.c'), recursive=True):
            everywhere |= functions_of(name)
    number = lambda at: text.count('\n', 0, at) + 1
    named = 0
    for m in re.finditer(r'`((?:(?:sim|terrain|vehicles|data|bench|ui)/(?:\w+/)?)?\w+\.[ch])`(?:\s+\(((?:[^()]|\(\))*)\))?',
                         text):
        name = m.group(1) if '/' in m.group(1) else 'sim/' + m.group(1)
        file = os.path.join(root, name)
        if 'NAME' in name:
            continue  # of a recipe
        named += 1
        if not os.path.exists(file):
            say(path, number(m.start()), f'there is no file {name}')
            continue
        for function in re.findall(r'`(\w+)(?:\(\))?`', m.group(2) or ''):
            named += 1
            if function not in functions_of(file):
                say(path, number(m.start()), f'there is no function {function}() in {name}')
    for m in re.finditer(r'`(\w+)\(\)`', text):
        named += 1
        if m.group(1) not in everywhere:
            say(path, number(m.start()), f'there is no function {m.group(1)}()')
    for m in re.finditer(r'`((?:sim|terrain|vehicles|data|ui)/\w+)`', text):
        named += 1
        if not os.path.isdir(os.path.join(root, m.group(1))) and \
                not os.path.exists(os.path.join(root, 'tests', m.group(1) + '_test.c')):
            say(path, number(m.start()), f'there is no test or folder {m.group(1)}')
    return named


class Program:
    def __init__(self, path):
        self.path = path
        self.help = {}

    def run(self, words, folder=None, data=None):
        home = data or '/nonexistent'
        env = dict(os.environ, XDG_DATA_HOME=home, SDL_VIDEODRIVER='offscreen')
        return subprocess.run([self.path, *words], cwd=folder, env=env, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True)

    def options(self, verb):
        """The options of the verb; None where there is no such verb."""
        if verb not in self.help:
            done = self.run(['help', verb])
            found = set(re.findall(r'(?<!\S)--[a-z][a-z-]*', done.stdout)) | {'--help'}
            self.help[verb] = found if done.returncode == 0 else None
        return self.help[verb]


def check_names(program, path, text, say):
    """Verbs and options in the text, wherever they stand."""
    for number, line in enumerate(text.split('\n'), 1):
        quoted = re.findall(r'`([^`]*)`', line) if not line.startswith('    ') else [line]
        for piece in quoted or ([line] if re.match(r'\s*(\./run\.sh|kranich)\b', line) else []):
            for call in CALL.finditer(piece):
                words = call.group(1).split('#')[0].split()
                if not words or not re.fullmatch(r'[a-z]+', words[0]):
                    continue
                options = program.options(words[0])
                if options is None:
                    say(path, number, f"there is no verb '{words[0]}'")
                    continue
                for word in words[1:]:
                    name = re.match(r'--[a-z][a-z-]*', word)
                    if name and name.group() not in options:
                        say(path, number, f"'{words[0]}' has no option {name.group()}")


def needs_window(words):
    if not words or (words[0] == 'simulate' and '--view' in words):
        return True
    if words[0] == 'replay' and '--verify' not in words and '--help' not in words:
        return True
    return (words[0] in ('train', 'demo') and '--headless' not in words
            and '--controls' not in words and '--help' not in words)


def drawn_small(words):
    """The command with pictures of the least size, where it names none: a processor draws them."""
    if '--shots' in words and '--shot-width' not in words:
        return words + ['--shot-width', '64']
    return words


def check_pictures(path, text, folder, say, renew):
    for made, shown in pictures_of(path, text):
        made = os.path.join(folder, made)
        if not os.path.exists(made):
            say(path, 1, f'its commands do not write the picture {made}')
        elif renew:
            os.makedirs(os.path.dirname(shown), exist_ok=True)
            shutil.copy(made, shown)


def run_document(program, root, text, template, say, path, renew):
    done, entered = 0, 0
    with tempfile.TemporaryDirectory(prefix='kranich-docs-') as place:
        folder, data = os.path.join(place, 'kranich'), os.path.join(place, 'data')
        os.mkdir(folder)
        shutil.copytree(template, data)
        os.symlink(os.path.join(root, 'data'), os.path.join(folder, 'data'))
        for kind, first, lines in blocks(text):
            for name in chapter_files(path, chapter(text, first)):
                if entered < chapter(text, first):
                    shutil.copy(name, folder)
            entered = chapter(text, first)
            named = re.fullmatch(r'# ([\w/-]+\.yaml)', lines[0]) if lines else None
            if named:
                file = os.path.join(folder, named.group(1))
                os.makedirs(os.path.dirname(file), exist_ok=True)
                with open(file, 'w', encoding='utf-8') as out:
                    out.write('\n'.join(lines) + '\n')
            if kind != 'sh':
                continue
            for number, words in commands(lines, first):
                if '--db' in words and not needs_window(words):
                    base = os.path.join(folder, words[words.index('--db') + 1])
                    if not os.path.exists(base):  # as an earlier line of the page would have made
                        shutil.copy(os.path.join(data, 'kranich', 'sessions.db'), base)
                result = program.run(drawn_small(words), folder, data)
                wanted = DISPLAY if needs_window(words) else 0
                done += 1
                if result.returncode != wanted:
                    say(path, number, f'ended with status {result.returncode}, expected {wanted}: '
                                      f'{shlex.join(words)}\n{result.stderr}')
                elif wanted == DISPLAY and 'no display' not in result.stderr:
                    say(path, number, f'does not name the missing display: {result.stderr}')
        check_pictures(path, text, folder, say, renew)
    return done


def main():
    if len(sys.argv) < 3:
        sys.exit('usage: documentation.py ROOT KRANICH [--run | --pictures]')
    root, program = os.path.abspath(sys.argv[1]), Program(os.path.abspath(sys.argv[2]))
    failures = []

    def say(path, number, what):
        failures.append(what)
        print(f'{os.path.relpath(path, root)}:{number}: error: {what}')

    done = 0
    with tempfile.TemporaryDirectory(prefix='kranich-docs-') as template:
        renew = '--pictures' in sys.argv
        run = renew or '--run' in sys.argv
        if run and not renew:
            made = program.run(['demo', 'first-harvest', '--headless'], template, template)
            assert made.returncode == 0, made.stderr
        for path in documents(root):
            with open(path, encoding='utf-8') as file:
                text = file.read()
            if renew and not any(pictures_of(path, text)):
                continue
            if run:
                done += run_document(program, root, text, template, say, path, renew)
            else:
                done += len(CALL.findall(text))
                check_names(program, path, text, say)
                check_chapters(path, text, say)
                if os.path.basename(path) in ('architecture.md', 'theory.md'):
                    done += check_code(root, path, text, say)
    print(f'{done} commands, {len(failures)} wrong')
    sys.exit(1 if failures or done < 10 else 0)


if __name__ == '__main__':
    main()
