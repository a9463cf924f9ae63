#!/usr/bin/python3
"""Checks that words which the window draws come from the table of texts, so that a language has them.

usage: window_texts.py ROOT

In the folders FOLDERS a string with a word in it must not be given to a function that draws or
writes for the window. Units, names of programs and formats are no words.
"""
import os
import re
import sys

from format import blanked

FOLDERS = ['ui/screen', 'ui/scene', 'ui/text']
DRAWS = re.compile(r'\b(ui_canvas_text\w*|ui_canvas_paragraph|ui_button|ui_row|ui_toggle|ui_hud_say|ui_print|ui_problem_text)\(')
VALUE = re.compile(r'%[-+0-9.]*[a-z]+')
ESCAPE = re.compile(r'\\x[0-9A-Fa-f]{2}|\\.')
WORD = re.compile(r'[A-Za-z]{3,}')
# Written the same in all languages.
KNOWN = {'Kranich', 'min'}
# Sentences about the computer, which are the command line's too, and what is compared.
ALLOWED = {('ui/screen/cab.c', 'out of memory'), ('ui/text/species_text.c', 'mixed')}


def end_of_call(code, at):
    """The index behind the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(code)):
        depth += {'(': 1, ')': -1}.get(code[i], 0)
        if depth == 0:
            return i + 1
    return len(code)


def problems(path, text):
    code = blanked(text) # strings and comments are blank in it, at the same places
    for call in DRAWS.finditer(code):
        begin, end = call.end() - 1, end_of_call(code, call.end() - 1)
        for string in re.finditer(r'"((?:[^"\\\n]|\\.)*)"', text[begin:end]):
            said = string.group(1)
            words = set(WORD.findall(ESCAPE.sub(' ', VALUE.sub(' ', said)))) - KNOWN
            if words and (path, said) not in ALLOWED:
                line = text.count('\n', 0, begin + string.start()) + 1
                yield f'{path}:{line}: error: "{said}" is no text of ui/text/english.h'


def main():
    root, found = sys.argv[1], []
    for folder in FOLDERS:
        for name in sorted(os.listdir(os.path.join(root, folder))):
            if name.endswith('.c'):
                path = f'{folder}/{name}'
                with open(os.path.join(root, path), encoding='utf-8') as file:
                    found += problems(path, file.read())
    print('\n'.join(found))
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
