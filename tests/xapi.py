#!/usr/bin/python3
"""`kranich xapi` against a learning record store over real HTTP, which checks what cmi5 asks of
statements, and which fails in the ways that stores do.

usage: xapi.py KRANICH
"""
import base64
import contextlib
import datetime
import http.server
import json
import os
import re
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.parse
import uuid

KRANICH = ''
HOME = 'https://school.example'
VERB = 'http://adlnet.gov/expapi/verbs/'
CMI5 = 'https://w3id.org/xapi/cmi5/context/'
ORDER = {'initialized': 0, 'completed': 1, 'passed': 2, 'failed': 2, 'terminated': 3}


def check(statement):
    """What cmi5 (sections 9 and 10) and xAPI 1.0.3 ask of a statement."""
    uuid.UUID(statement['id'])
    verb = statement['verb']['id'].removeprefix(VERB)
    assert verb in ORDER and statement['verb']['display']['en'] == verb, verb
    actor = statement['actor']
    assert actor['objectType'] == 'Agent' and set(actor) == {'objectType', 'account'}, actor
    assert actor['account']['homePage'] == HOME and actor['account']['name'], actor
    thing = statement['object']
    assert thing['objectType'] == 'Activity' and urllib.parse.urlparse(thing['id']).scheme, thing
    context = statement['context']
    uuid.UUID(context['registration'])
    assert context['extensions'][CMI5 + 'extensions/sessionid']
    categories = {c['id'] for c in context['contextActivities']['category']}
    expected = {CMI5 + 'categories/cmi5'}
    if verb in ('completed', 'passed', 'failed'):
        expected.add(CMI5 + 'categories/moveon')
    assert categories == expected, (verb, categories)
    result = statement.get('result', {})
    assert ('duration' in result) == (verb != 'initialized'), verb
    if verb != 'initialized':
        assert re.fullmatch(r'PT\d+(\.\d\d)?S', result['duration']), result
    assert result.get('success') == {'passed': True, 'failed': False}.get(verb), result
    assert result.get('completion') == (True if verb == 'completed' else None), result
    if 'score' in result:
        assert verb in ('passed', 'failed') and -1 <= result['score']['scaled'] <= 1, result
    assert statement['timestamp'].endswith('Z')
    datetime.datetime.fromisoformat(statement['timestamp'].replace('Z', '+00:00'))


class Store(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    modes, stored, problems = [], {}, []  # what to do wrong next; statements by id

    def do_POST(self):
        text = self.rfile.read(int(self.headers['Content-Length']))
        try:
            assert self.path == '/xapi/statements', self.path
            assert self.headers['X-Experience-API-Version'] == '1.0.3'
            assert self.headers['Content-Type'] == 'application/json'
            user = base64.b64decode(self.headers['Authorization'].removeprefix('Basic '))
            assert user == b'kranich:s3cret!', user
            statements = json.loads(text)
            for statement in statements:
                check(statement)
            verbs = [ORDER[s['verb']['id'].removeprefix(VERB)] for s in statements]
            assert verbs == sorted(verbs) and verbs[0] == 0 and verbs[-1] == 3, verbs
            assert len({s['context']['registration'] for s in statements}) == 1
        except Exception as error:  # told by the test, not by the thread
            self.problems.append(repr(error))
        mode = self.modes.pop(0) if self.modes else 'good'
        ids = [s['id'] for s in json.loads(text)]
        if mode in ('good', 'chunked', 'forgets'):
            for statement in json.loads(text):
                assert self.stored.setdefault(statement['id'], statement) == statement
        answers = {'good': (200, json.dumps(ids)), 'forgets': (200, ''), 'words': (200, 'hello'),
                   'few': (200, json.dumps(ids[1:])), 'others': (200, json.dumps(ids[::-1])),
                   'deep': (200, '[' * 100000), 'huge': (200, ' ' * 1000000),
                   'busy': (503, 'later'), 'bad': (400, 'no\x1b[2J\r\n\x00')}
        status, body = answers['good' if mode == 'chunked' else mode]
        self.send_response(status)
        if mode == 'chunked':
            self.send_header('Transfer-Encoding', 'chunked')
            body = ''.join(f'{len(c):x}\r\n{c}\r\n' for c in (body[:7], body[7:])) + '0\r\n\r\n'
        else:
            self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        with contextlib.suppress(ConnectionError):  # who does not want all of it hangs up
            self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    """A connection that is broken off is no trouble. TLS shakes hands in the connection's thread."""
    context = None

    def finish_request(self, request, client_address):
        with contextlib.suppress(OSError):
            if self.context is None:
                super().finish_request(request, client_address)
                return
            with self.context.wrap_socket(request, server_side=True) as encrypted:
                super().finish_request(encrypted, client_address)


class Statements(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.db = os.path.join(folder.name, 's.db')
        self.key = os.path.join(folder.name, 'key')
        with open(self.key, 'w', encoding='utf-8') as file:
            file.write('kranich:s3cret!\n')
        os.chmod(self.key, 0o600)
        Store.modes, Store.stored, Store.problems = [], {}, []
        self.folder = folder.name
        port = self.serve(Server(('127.0.0.1', 0), Store))
        self.address = f'http://127.0.0.1:{port}/xapi'

    def serve(self, server):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server.server_port

    def openssl(self, *words):
        subprocess.run(['openssl', *words], cwd=self.folder, check=True, capture_output=True,
                       timeout=60)

    def authority(self, name):
        """A new authority, the file of its certificate."""
        self.openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
                     '-keyout', f'{name}.key', '-out', f'{name}.pem', '-subj', f'/CN={name}',
                     '-days', '2')
        return os.path.join(self.folder, f'{name}.pem')

    def serve_over_tls(self, names, days='2'):
        """A store whose certificate the authority "school" has signed; returns its port."""
        with open(os.path.join(self.folder, 'names'), 'w', encoding='utf-8') as file:
            file.write(f'subjectAltName={names}\n')
        self.openssl('req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
                     '-keyout', 's.key', '-out', 's.csr', '-subj', '/CN=store')
        self.openssl('x509', '-req', '-in', 's.csr', '-CA', 'school.pem', '-CAkey', 'school.key',
                     '-CAcreateserial', '-extfile', 'names', '-days', days, '-out', 's.pem')
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(os.path.join(self.folder, 's.pem'),
                                os.path.join(self.folder, 's.key'))
        server = Server(('127.0.0.1', 0), Store)
        server.context = context
        return self.serve(server)

    def train(self, who):
        subprocess.run([KRANICH, 'train', 'first-load', '--headless', '--duration', '0.2',
                        '--trainee', who, '--db', self.db], check=True, capture_output=True,
                       timeout=60)

    def send(self, *more, address=None):
        result = subprocess.run([KRANICH, 'xapi', address or self.address, '--key', self.key,
                                 '--home', HOME, '--db', self.db, *more], capture_output=True,
                                text=True, timeout=60, check=False)
        self.assertEqual(Store.problems, [])
        return result.returncode, result.stdout + result.stderr

    def test_sessions_arrive_once_whatever_the_store_does(self):
        self.train('Anna')
        self.train('Jürgen "J" <x>')
        for mode, words in [('busy', '503 later'), ('words', 'nonsense'), ('few', 'nonsense'),
                            ('others', 'nonsense'), ('deep', 'nonsense'), ('huge', 'does not answer'),
                            ('bad', '400 no'),
                            ('forgets', 'nonsense')]:
            Store.modes = [mode] * (2 if mode == 'bad' else 1)  # is asked for both sessions
            status, said = self.send()
            self.assertEqual(Store.modes, [])
            self.assertEqual(status, 3, said)
            self.assertIn(words, said)
            self.assertIn('0 sessions sent', said)
            self.assertNotIn('\x1b', said)
        Store.modes = ['bad', 'good']
        status, said = self.send('--wait', '20')
        self.assertEqual(status, 3)
        self.assertIn('1 session sent', said)
        self.assertIn('1 refused', said)
        Store.modes = ['busy', 'good']
        self.assertEqual(self.send('--wait', '20')[0], 0)
        names = {s['actor']['account']['name'] for s in Store.stored.values()}
        self.assertEqual(names, {'Anna', 'Jürgen "J" <x>'})
        count = len(Store.stored)  # one was stored before without being confirmed
        Store.modes = ['bad']
        self.assertEqual(self.send(), (0, '0 sessions sent\n'))
        self.assertEqual(len(Store.stored), count)
        self.train('Anna')
        Store.modes = ['chunked']
        self.assertEqual(self.send(), (0, '1 session sent\n'))
        with sqlite3.connect(self.db) as database:  # as where a session is continued
            database.execute('UPDATE session SET steps = steps + 100 WHERE id = 1')
        count = len(Store.stored)
        self.assertEqual(self.send(), (0, '1 session sent\n'))
        self.assertEqual(len(Store.stored), count + 1)

    def test_statements_travel_over_tls(self):
        self.train('Anna')
        school, other = self.authority('school'), self.authority('other')
        port = self.serve_over_tls('IP:127.0.0.1,DNS:localhost')
        address = f'https://127.0.0.1:{port}/xapi'
        for options, words in [([], 'SSL certificate problem'),
                               (['--ca', other], 'SSL certificate problem')]:
            status, said = self.send(*options, address=address)
            self.assertEqual(status, 3, said)
            self.assertIn(f'the certificate of the store at 127.0.0.1:{port} is not trusted', said)
            self.assertIn(words, said)
        self.assertEqual(Store.stored, {})
        self.assertEqual(self.send('--ca', school, address=address), (0, '1 session sent\n'))
        self.assertIn('Anna', {s['actor']['account']['name'] for s in Store.stored.values()})

    def test_a_certificate_that_does_not_hold_is_named(self):
        self.train('Anna')
        school = self.authority('school')
        for names, days, words in [('DNS:other.example', '2', 'subject name'),
                                   ('IP:127.0.0.1', '-1', 'expired')]:
            port = self.serve_over_tls(names, days)
            status, said = self.send('--ca', school, address=f'https://127.0.0.1:{port}/xapi')
            self.assertEqual(status, 3, said)
            self.assertIn('is not trusted', said)
            self.assertIn(words, said)
        status, said = self.send('--ca', school, address=self.address.replace('http', 'https'))
        self.assertEqual(status, 3, said)
        self.assertIn('there is no encrypted connection to the store', said)
        status, said = self.send('--ca', self.key, address=f'https://127.0.0.1:{port}/xapi')
        self.assertEqual(status, 2, said)
        self.assertIn('has no certificates, expected PEM', said)
        status, said = self.send('--ca', '/nowhere', address=f'https://127.0.0.1:{port}/xapi')
        self.assertEqual(status, 2, said)
        self.assertIn('the certificates in /nowhere cannot be read', said)
        self.assertEqual(Store.stored, {})

    def test_a_name_that_is_no_text_holds_nobody_up(self):
        self.train('Anna')
        self.train('Bo')
        with sqlite3.connect(self.db) as database:  # as earlier versions have recorded it
            database.execute("UPDATE trainee SET name = CAST(x'4dfc' AS TEXT) WHERE name = 'Anna'")
        for sent in ['1 session sent', '0 sessions sent']:
            status, said = self.send('--wait', '20')
            self.assertEqual(status, 0, said)
            self.assertIn(sent, said)
            self.assertIn('session 1 is not sent: the name of its trainee is not valid UTF-8', said)

    def test_mistakes_are_named(self):
        self.train('Anna')
        status, said = self.send(address='ftp://127.0.0.1/xapi')
        self.assertEqual(status, 2)
        self.assertIn('expected https://HOST:PORT/PATH', said)
        status, said = self.send(address='http://127.0.0.1:9/xapi')
        self.assertEqual(status, 3)
        self.assertIn('does not answer', said)
        for home in ['school', 'https://a b', 'https://' + 400 * 'a']:
            status, said = self.send('--home', home)
            self.assertEqual(status, 2, said)
            self.assertIn('--home IRI', said)
        os.chmod(self.key, 0o644)
        status, said = self.send()
        self.assertEqual(status, 2)
        self.assertIn('others can read the key', said)


if __name__ == '__main__':
    KRANICH = sys.argv.pop(1)
    unittest.main()
