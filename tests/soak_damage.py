#!/usr/bin/python3
"""Damages a session database in many ways and checks what can still be read.

usage: soak_damage.py KRANICH [DATABASES [SEED]]

A database with three sessions is copied and damaged: bytes flipped, a block overwritten, zeroed or cut
off. `sessions list`, `verify`, `show` and `export`, and `replay --verify`, must then end within 30 s,
or longer on a busy computer, with one of their exit statuses, say why if it is not 0, and export
nothing that differs from the record. Prints the figures and exits 1 if a promise was broken.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

PATIENCE = 30  # [s] on an idle computer


def patience():
    """Seconds after which a program counts as hanging: longer where others share the processors."""
    return PATIENCE * (1.0 + os.getloadavg()[0] / os.cpu_count())


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, errors='replace', check=False,
                          timeout=patience())


def record(kranich, database):
    for exercise in ('first-load', 'first-harvest'):
        run(kranich, 'train', exercise, '--headless', '--duration', '0.5', '--db', database)
    # One session with many changes of the levers: the demonstrator's.
    run(kranich, 'demo', 'first-load', '--headless', '--db', database)


def damage(content):
    """The content, damaged, and how."""
    spoiled = bytearray(content)
    at = random.randrange(len(spoiled))
    length = random.choice((1, 1, 16, 512, 4096))
    way = random.choice(('flip', 'flip', 'flip', 'noise', 'zero', 'cut'))
    if way == 'flip':
        for _ in range(random.choice((1, 1, 4, 16))):
            spoiled[random.randrange(len(spoiled))] ^= 1 << random.randrange(8)
    elif way == 'noise':
        spoiled[at:at + length] = random.randbytes(len(spoiled[at:at + length]))
    elif way == 'zero':
        spoiled[at:at + length] = bytes(len(spoiled[at:at + length]))
    else:
        del spoiled[at:]
    return bytes(spoiled), way


def record_of(text):
    """What was recorded of a session, without the state of files on this disk."""
    session = json.loads(text)
    for file in session['files']:
        del file['now']
    return session


def check(kranich, database, session, recorded):
    """Sentences about broken promises, and the exit statuses."""
    calls = {'list': (kranich, 'sessions', 'list', '--db', database),
             'verify': (kranich, 'sessions', 'verify', session, '--db', database),
             'show': (kranich, 'sessions', 'show', session, '--db', database),
             'export': (kranich, 'sessions', 'export', session, '--db', database),
             'replay': (kranich, 'replay', session, '--verify', '--db', database)}
    statuses, broken = [], []
    for name, words in calls.items():
        try:
            result = run(*words)
        except subprocess.TimeoutExpired:
            broken.append(f'{name} did not end')
            continue
        statuses.append(result.returncode)
        if result.returncode not in (0, 1, 2, 3):
            broken.append(f'{name} ended with {result.returncode}')
        elif result.returncode in (2, 3) and 'error: ' not in result.stderr:
            broken.append(f'{name} ended with {result.returncode} without a word')
        if name == 'export' and result.returncode == 0 and record_of(result.stdout) != recorded:
            broken.append('something else was exported than was recorded')
    return broken, statuses


def main():
    kranich = os.path.abspath(sys.argv[1])
    databases = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(10**6)
    random.seed(seed)
    broken, noticed = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        sound = os.path.join(folder, 'sound.db')
        spoiled = os.path.join(folder, 'spoiled.db')
        record(kranich, sound)
        with open(sound, 'rb') as file:
            content = file.read()
        session = '3'
        recorded = record_of(run(kranich, 'sessions', 'export', session, '--db', sound).stdout)
        for number in range(1, databases + 1):
            text, way = damage(content)
            for end in ('', '-wal', '-shm'):
                if os.path.exists(spoiled + end):
                    os.remove(spoiled + end)
            with open(spoiled, 'wb') as file:
                file.write(text)
            sentences, statuses = check(kranich, spoiled, session, recorded)
            noticed += any(statuses)
            for sentence in sentences:
                print(f'database {number} ({way}): {sentence}', file=sys.stderr)
                broken += 1
    print(f'seed {seed}: {databases} damaged databases of {len(content)} bytes with '
          f'{len(recorded["inputs"]["changes"])} changes of the inputs; the damage was met and named in {noticed}, '
          f'{broken} promises broken')
    return 1 if broken else 0


if __name__ == '__main__':
    sys.exit(main())
