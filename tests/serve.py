#!/usr/bin/python3
"""The instructor's page over HTTP: `kranich serve` itself, and Python's client.

usage: serve.py KRANICH
"""
import contextlib
import http.client
import json
import os
import random
import re
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

KRANICH = ''
WITHIN = 0.2  # [s] for an answer; the class of 8 seats is in serve_class.py


class Server:
    def __init__(self, folder, *options, port='0'):
        self.process = subprocess.Popen(
            [KRANICH, 'serve', '--db', os.path.join(folder, 'sessions.db'), '--port', port,
             *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.port, self.token = self.read_address('')
        self.seat_token = self.read_address('seats: ')[1]
        self.seat_address = f'http://127.0.0.1:{self.port}/?token={self.seat_token}'

    def read_address(self, words):
        line = self.process.stdout.readline().strip()
        match = re.fullmatch(
            words + r'http://(?:127\.0\.0\.1|\[::1\]):(\d+)/\?token=([0-9a-f]{32})', line)
        if match is None:
            raise AssertionError(line + self.process.communicate()[1])
        return int(match[1]), match[2]

    def ask(self, path, method='GET', body=None, token=True, **headers):
        if token:
            headers['Cookie'] = f'kranich-{self.port}=' + (self.token if token is True else token)
        if body is not None and 'Content-Type' not in headers:
            headers['Content-Type'] = 'application/json'
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=10)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read(), answer
        finally:
            connection.close()

    def send(self, data, wait=10):
        """Raw bytes; returns what comes back, b'' where the connection is closed or nothing comes."""
        with socket.create_connection(('127.0.0.1', self.port), timeout=wait) as connection:
            try:
                connection.sendall(data)
                return connection.recv(65536)
            except (ConnectionError, TimeoutError):
                return b''

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        error = self.process.communicate(timeout=10)[1]
        return self.process.returncode, error


class Page(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.server = Server(self.folder)
        self.addCleanup(self.end)

    def end(self):
        self.assertEqual(self.server.stop(), (0, ''))

    def cookie(self, token=None):
        return f'Cookie: kranich-{self.server.port}={token or self.server.token}'.encode()

    def test_token(self):
        for name in ['serve.token', 'seat.token']:
            self.assertEqual(os.stat(os.path.join(self.folder, name)).st_mode & 0o777, 0o600)
        for path in ['/', '/page.js', '/api/sessions', '/api/seats', '/report/sessions.db/1']:
            self.assertEqual(self.server.ask(path, token=None)[0], 401)
            self.assertEqual(self.server.ask(path, token='0' * 32)[0], 401)
            self.assertEqual(self.server.ask(path, token=self.server.seat_token)[0], 403)
        status, body, _ = self.server.ask('/api/command', 'POST', '{}', token=None)
        self.assertEqual(status, 401)
        self.assertIn('token', json.loads(body)['error'])
        status, body, answer = self.server.ask('/?token=' + self.server.token, token=None)
        self.assertEqual(status, 200)
        cookie = answer.getheader('Set-Cookie')
        for part in [f'kranich-{self.server.port}=' + self.server.token, 'HttpOnly', 'SameSite=Strict']:
            self.assertIn(part, cookie)
        self.assertEqual(answer.getheader('Cache-Control'), 'no-store')
        self.assertIn("default-src 'self'", answer.getheader('Content-Security-Policy'))
        self.assertEqual(self.server.ask('/api/seats', token=None, Authorization='Bearer ' +
                                         self.server.token)[0], 200)
        self.assertEqual(self.server.ask('/', token=None, Cookie='kranich-1=' +
                                         self.server.token)[0], 401)  # of another server

    def test_it_stays_for_the_next_start(self):
        token = self.server.token
        self.end()
        self.server = Server(self.folder)
        self.assertEqual(self.server.token, token)

    def test_answers_are_quick(self):
        for path in ['/', '/style.css', '/page.js', '/api/texts', '/api/sessions', '/api/catalogue']:
            took = []
            for _ in range(5):  # the machine may be busy with something else once
                start = time.monotonic()
                self.assertEqual(self.server.ask(path)[0], 200)
                took.append(time.monotonic() - start)
            self.assertLess(min(took), WITHIN, path)

    def test_a_slow_report_holds_up_nobody(self):
        """While somebody else has a database to himself, the list of sessions waits for it."""
        path = os.path.join(self.folder, 'other.db')
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.execute('CREATE TABLE t (x)')
            database.commit()
            database.execute('BEGIN EXCLUSIVE')
            with socket.create_connection(('127.0.0.1', self.server.port), timeout=10) as slow:
                slow.sendall(b'GET /api/sessions HTTP/1.1\r\nHost: x\r\n' + self.cookie() +
                             b'\r\n\r\n')
                time.sleep(0.1)
                self.assertEqual(self.server.ask('/api/seats')[0], 200)
                self.assertEqual(select.select([slow], [], [], 0)[0], [])  # still without answer
                database.rollback()
                self.assertIn(b'200 OK', slow.recv(65536))

    def test_bad_requests_are_refused(self):
        post = lambda *a, **b: self.server.ask('/api/command', 'POST', *a, **b)
        self.assertEqual(post('{"seat": "1"}')[0], 404)
        self.assertEqual(post('nonsense')[0], 400)
        self.assertEqual(post('{}', **{'Content-Type': 'text/plain'})[0], 415)
        self.assertEqual(self.server.ask('/', 'DELETE')[0], 405)
        self.assertEqual(self.server.ask('/nothing')[0], 404)
        self.assertEqual(self.server.ask('/report/%2e%2e%2fsessions.db/1')[0], 404)
        self.assertIn(b' 413 ', self.server.send(
            b'POST /api/seat HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n' + self.cookie() +
            b'\r\n\r\n'))
        long = self.server.send(b'GET / HTTP/1.1\r\nHost: x\r\nX: ' + b'a' * 100000 + b'\r\n\r\n')
        self.assertTrue(long == b'' or b' 431 ' in long or b' 413 ' in long, long[:80])
        self.assertNotIn(b' 200 ', self.server.send(b'nonsense\r\n\r\n', 1))

    def test_many_requests_are_refused(self):
        statuses = [self.server.ask('/', token='wrong')[0] for _ in range(60)]
        self.assertIn(429, statuses)
        self.assertEqual(self.server.ask('/')[0], 200)  # who has the token is not kept out

    def test_many_connections_keep_nobody_out_for_long(self):
        idle = [socket.create_connection(('127.0.0.1', self.server.port)) for _ in range(100)]
        self.assertEqual(self.server.ask('/')[0], 200)
        for connection in idle:
            connection.close()

    def test_noise_does_no_harm(self):
        numbers = random.Random(7)
        seeds = [b'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
                 b'POST /api/seat HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
                 b'Content-Length: 40\r\n' + self.cookie(self.server.seat_token) +
                 b'\r\n\r\n{"seat": "1", "run": "a", "state": {}, }',
                 b'GET /api/picture/%ff%00?token=' + self.server.token.encode() +
                 b' HTTP/1.1\r\nHost: x\r\n\r\n']
        for _ in range(300):
            data = bytearray(numbers.choice(seeds))
            for _ in range(numbers.randint(1, 8)):
                at = numbers.randrange(len(data))
                data[at:at + numbers.randint(0, 3)] = numbers.randbytes(numbers.randint(0, 4))
            self.server.send(bytes(data), 0.02)
        self.assertEqual(self.server.ask('/')[0], 200)


class Start(unittest.TestCase):
    def test_what_cannot_be_used_is_named(self):
        with tempfile.TemporaryDirectory() as folder, socket.socket() as taken:
            taken.bind(('127.0.0.1', 0))
            taken.listen()
            db = os.path.join(folder, 'sessions.db')
            for options, words in [(['--port', str(taken.getsockname()[1])], 'in use'),
                                   (['--bind', 'nowhere'], "'nowhere' is no address"),
                                   (['--db', 'a' * 5000], 'longer than 4095')]:
                result = subprocess.run([KRANICH, 'serve', '--db', db, *options],
                                        capture_output=True, text=True, timeout=20)
                self.assertEqual(result.returncode, 3)
                self.assertIn(words, result.stderr)
            result = subprocess.run([KRANICH, 'serve', '--port', '70000'], capture_output=True,
                                    text=True, timeout=20)
            self.assertEqual(result.returncode, 2)


if __name__ == '__main__':
    KRANICH = sys.argv.pop(1)
    unittest.main()
