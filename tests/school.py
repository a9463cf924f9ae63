#!/usr/bin/python3
"""A school's database: 30 trainees with 30 sessions each, with results as long as those of forty
minutes of work. Every page about them must come within 0.2 s.

usage: school.py KRANICH
"""
import contextlib
import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

import serve

TRAINEES, SESSIONS = 30, 30
RESULT = 40_000  # [bytes] of a session of forty minutes
WITHIN = 0.2  # [s]
TRIES = 5
OWN_TABLES = ['event', 'log', 'input', 'file', 'file_copy', 'state']


def long_result(text):
    """The result with as many logs as make it that long."""
    result = json.loads(text)
    logs = result['logs']
    while len(json.dumps(result)) < RESULT:
        result['logs'] = result['logs'] + logs
    return result


def figures_of(result):
    """What the program keeps of it when a session ends."""
    return {key: value for key, value in result.items()
            if isinstance(value, (int, float, str)) and not isinstance(value, bool)}


def insert(database, row):
    names = ', '.join(row)
    marks = ', '.join('?' * len(row))
    database.execute(f'INSERT INTO session ({names}) VALUES ({marks})', list(row.values()))


def fill(path):
    """Makes the only session of the database the first of the school's."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.row_factory = sqlite3.Row
        first = dict(database.execute('SELECT * FROM session').fetchone())
        result = long_result(first['result'])
        for table in OWN_TABLES:
            database.execute(f'DELETE FROM {table} WHERE session_id <> 1')
        database.executemany('INSERT INTO trainee VALUES (?, ?, ?)',
                             [(2 + i, f'Trainee {i:02}', first['start_utc'])
                              for i in range(TRAINEES)])
        for i in range(TRAINEES * SESSIONS):
            result['points'] = 30 + i % 61
            result['time_s'] = 2400 - i
            row = {**first, 'id': 2 + i, 'trainee_id': 2 + i % TRAINEES, 'operator': 'trainee',
                   'result': json.dumps(result), 'figures': json.dumps(figures_of(result)),
                   'checksum': None}
            insert(database, row)
        database.commit()


def measure(name, ask):
    took = []
    for _ in range(TRIES):
        before = time.monotonic()
        ask()
        took.append(time.monotonic() - before)
    median = statistics.median(took)
    print(f'{name}: {1000 * median:.0f} ms, slowest {1000 * max(took):.0f} ms')
    return median <= WITHIN


def served(server, path):
    def ask():
        status, _, _ = server.ask(path)
        assert status == 200, (path, status)
    return ask


def main():
    serve.KRANICH = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'sessions.db')
        command = [sys.argv[1], 'demo', 'first-harvest', '--headless', '--db', path]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        fill(path)
        report = [sys.argv[1], 'report', '--db', path, '-o', os.path.join(folder, 'report.html')]

        def written(*options):
            return lambda: subprocess.run(report + list(options), check=True,
                                          stderr=subprocess.DEVNULL)
        server = serve.Server(folder)
        in_time = [measure('report --all', written('--all')),
                   measure('report --trainee', written('--trainee', 'Trainee 07')),
                   measure('page of a session', served(server, '/report/sessions.db/1')),
                   measure('list of the sessions', served(server, '/api/sessions'))]
        server.stop()
    sys.exit(0 if all(in_time) else 1)


if __name__ == '__main__':
    main()
