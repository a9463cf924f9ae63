#!/usr/bin/python3
"""Kills the program again and again while it records, and checks what is left.

usage: soak_kill.py KRANICH [KILLS [SEED]]

All sessions go into one database. A round starts an exercise, three times of four in real time, and
kills it (SIGKILL) at a random moment of its first seconds, the start of the program included. Then

 * SQLite must find the database whole (integrity_check),
 * a session in real time may lack less than a second of the time simulated until the kill,
 * `kranich replay --verify` must prove the session up to its last recorded step, or to its end if
   the demonstrator had finished before the kill.

Prints the figures and exits 1 if a promise was broken.
"""
import datetime
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

MOST_LOST = 1.0  # [s]
ROUND = 3.0      # [s] after which a program is killed at the latest


def sessions(database):
    with sqlite3.connect(f'file:{database}?mode=ro', uri=True) as db:
        return db.execute('SELECT id, start_utc, steps * step_s, steps FROM session').fetchall()


def is_whole(database):
    with sqlite3.connect(database) as db:
        return db.execute('PRAGMA integrity_check').fetchone()[0] == 'ok'


def kill_once(kranich, database, real_time, delay):
    """Starts an exercise and kills it after delay seconds. Returns the time of the kill."""
    words = ['train', '--duration', '60'] if real_time else ['demo']
    program = subprocess.Popen(
        [kranich, *words, random.choice(('first-harvest', 'first-load')), '--headless', '--db',
         database], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(delay)
    moment = datetime.datetime.now(datetime.timezone.utc)
    program.send_signal(signal.SIGKILL)
    program.wait()
    return moment


def main():
    kranich = os.path.abspath(sys.argv[1])
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 70
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(10**6)
    random.seed(seed)
    broken, lost, proved, early = [], [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, 'soak.db')
        known = 0
        for number in range(1, kills + 1):
            real_time = number % 4 != 0
            moment = kill_once(kranich, database, real_time, random.uniform(0.0, ROUND))
            if not os.path.exists(database) or os.path.getsize(database) == 0 and \
                    not os.path.exists(database + '-wal'):
                early += 1
                continue
            if not is_whole(database):
                broken.append(f'kill {number}: the database is damaged')
                break
            try:
                rows = sessions(database)
            except sqlite3.OperationalError:  # killed before there were tables
                rows = []
            if len(rows) == known:
                early += 1
                continue
            known = len(rows)
            session, start, seconds, steps = rows[-1]
            if real_time:
                begin = datetime.datetime.fromisoformat(start.replace('Z', '+00:00'))
                lost.append((moment - begin).total_seconds() - seconds)
                if lost[-1] >= MOST_LOST:
                    broken.append(f'kill {number}: {lost[-1]:.2f} s are lost')
            replay = subprocess.run([kranich, 'replay', str(session), '--verify', '--db', database],
                                    capture_output=True, text=True, check=False)
            if replay.returncode == 0 and (f'up to step {steps};' in replay.stdout or
                                           'the end is the same' in replay.stdout):
                proved += 1
            elif steps > 0:
                broken.append(f'kill {number}: session {session} is not proved: '
                              f'{replay.stdout}{replay.stderr}')
            else:
                early += 1
    print(f'seed {seed}: {kills} kills, {known} sessions begun, {proved} proved to their last step, '
          f'{early} killed before the first record', end='')
    if lost:
        lost.sort()
        print(f'; lost at most {lost[-1]:.2f} s, median {lost[len(lost) // 2]:.2f} s '
              f'({len(lost)} in real time)', end='')
    print()
    for sentence in broken:
        print(sentence, file=sys.stderr)
    return 1 if broken else 0


if __name__ == '__main__':
    sys.exit(main())
