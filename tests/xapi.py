#!/usr/bin/python3
"""`kranich xapi` against a learning record store over real HTTP, which refuses what breaks a
requirement of xapi_rules.py, and which fails in the ways that stores do. docs/xapi.md has the table
of the requirements.

usage: xapi.py KRANICH

KRANICH_LRS=ADDRESS and KRANICH_LRS_KEY=USER:SECRET send the same sessions to a store elsewhere, too.
"""
import base64
import contextlib
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
import time
import unittest
import urllib.request

import xapi_rules

KRANICH = ''
HOME = 'https://school.example'


class Store(http.server.BaseHTTPRequestHandler):
    """A store that holds to tests/xapi_rules.py, and does wrong what the test asks for."""
    protocol_version = 'HTTP/1.1'
    modes, stored, problems, posts = [], {}, [], []  # what to do wrong next; statements by id; times

    def check_head(self):
        rules = xapi_rules.Refused
        if not re.fullmatch(r'1\.0(\.\d+)?', self.headers.get('X-Experience-API-Version', '')):
            raise rules('XAPI-00331: ' + str(self.headers))
        if self.headers.get('Content-Type') != 'application/json':
            raise rules('XAPI-00127: ' + str(self.headers))
        words = self.headers.get('Authorization', '')
        if base64.b64decode(words.removeprefix('Basic ')) != b'kranich:s3cret!':
            raise rules('XAPI-00334, -00335: ' + words)
        if self.path != '/xapi/statements':
            raise rules('XAPI-00147: ' + self.path)

    def take(self, body):
        """All statements of the post, or none; the ids, in order."""
        statements = xapi_rules.read(body)
        after = dict(self.stored)
        for statement in statements:
            xapi_rules.check(statement)
            if after.setdefault(statement['id'], statement) != statement:
                raise xapi_rules.Refused(f'XAPI-00142: {statement["id"]} is something else already')
        xapi_rules.check_all(list(after.values()))
        return after, [statement['id'] for statement in statements]

    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length']))
        self.posts.append(time.monotonic())
        mode = self.modes.pop(0) if self.modes else 'good'
        after, ids = {}, []
        try:
            self.check_head()
            after, ids = self.take(body)
        except xapi_rules.Refused as error:  # told by the test, not by the thread
            self.problems.append(str(error))
            mode = 'bad'
        if mode in ('good', 'chunked', 'forgets'):
            self.stored.update(after)
        self.answer(mode, ids)

    def answer(self, mode, ids):
        answers = {'good': (200, json.dumps(ids)), 'forgets': (200, ''), 'words': (200, 'hello'),
                   'few': (200, json.dumps(ids[1:])), 'others': (200, json.dumps(ids[::-1])),
                   'deep': (200, '[' * 100000), 'huge': (200, ' ' * 1000000),
                   'busy': (503, 'later'), 'bad': (400, 'no\x1b[2J\r\n\x00'),
                   'conflict': (409, 'other'), 'large': (413, 'too large'), 'many': (429, 'slowly'),
                   'broken': (500, 'oops'), 'stranger': (401, 'who?'), 'forbidden': (403, 'no')}
        status, body = answers['good' if mode == 'chunked' else mode]
        self.send_response(status)
        self.send_header('X-Experience-API-Version', '1.0.3')
        if mode == 'many':
            self.send_header('Retry-After', '2')
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
        Store.modes, Store.stored, Store.problems, Store.posts = [], {}, [], []
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
        self.assertEqual(len(Store.stored), count + 2)

    def kinds(self):
        """Sessions of every outcome: one that was really passed, and its like."""
        subprocess.run([KRANICH, 'demo', 'touch-points', '--headless', '--db', self.db], check=True,
                       capture_output=True, timeout=120)
        for _ in range(5):
            self.train('Ünal <b> %20/"')
        with sqlite3.connect(self.db) as database:
            result, = database.execute('SELECT result FROM session WHERE id = 1').fetchone()
            assert json.loads(result)['points'] == 100, result
            database.execute("UPDATE session SET operator = 'trainee'")
            for number, outcome in enumerate(['failed', 'stopped', 'interrupted', 'error', 'passed']):
                database.execute('UPDATE session SET outcome = ?, result = ? WHERE id = ?',
                                 (outcome, None if outcome == 'passed' else result, number + 2))

    def go_on(self):
        """The interrupted session was continued, and passed."""
        with sqlite3.connect(self.db) as database:
            database.execute("UPDATE session SET steps = steps + 50, outcome = 'passed' WHERE id = 4")

    def test_each_kind_of_session_holds_to_the_requirements(self):
        self.kinds()
        self.assertEqual(self.send(), (0, '6 sessions sent\n'))
        self.go_on()
        self.assertEqual(self.send(), (0, '1 session sent\n'))
        xapi_rules.check_all(list(Store.stored.values()))
        verbs = [xapi_rules.verb_of(s) for s in Store.stored.values()]
        self.assertEqual([verbs.count(verb) for verb in xapi_rules.VERBS], [7, 3, 3, 1, 7])
        if 'KRANICH_LRS' in os.environ:
            self.send_elsewhere()

    def send_all(self, address=None):
        os.remove(os.path.join(self.folder, 'xapi.sent'))
        self.assertEqual(self.send(address=address), (0, '6 sessions sent\n'))

    def send_elsewhere(self):
        """Twice; the store has each statement, as it was sent but for what it adds."""
        address, key = os.environ['KRANICH_LRS'], os.environ['KRANICH_LRS_KEY']
        Store.stored.clear()  # the interrupted session was sent before, and is not sent any more
        self.send_all()
        with open(self.key, 'w', encoding='utf-8') as file:
            file.write(key)
        self.send_all(address)
        self.send_all(address)
        head = {'X-Experience-API-Version': '1.0.3',
                'Authorization': 'Basic ' + base64.b64encode(key.encode()).decode()}
        for number, sent in Store.stored.items():
            request = urllib.request.Request(f'{address}/statements?statementId={number}',
                                             headers=head)
            with urllib.request.urlopen(request, timeout=20) as answer:
                has = json.load(answer)
            self.assertEqual({name: has[name] for name in sent}, sent)

    def test_a_store_that_refuses_is_obeyed(self):
        self.train('Anna')
        for mode, words in [('conflict', '409 other'), ('large', '413 too large'),
                            ('stranger', '401 who?'), ('forbidden', '403 no'),
                            ('broken', '500 oops'), ('many', '429 slowly')]:
            Store.modes = [mode]
            status, said = self.send()
            self.assertEqual(status, 3, said)
            self.assertIn(words, said)
            self.assertIn('next time', said)
        Store.modes, Store.posts[:] = ['forbidden'], []
        self.assertEqual(self.send('--wait', '20')[0], 3)  # time does not give a right
        self.assertEqual(len(Store.posts), 1)
        Store.modes, Store.posts[:] = ['many', 'broken', 'good'], []
        self.assertEqual(self.send('--wait', '20')[0], 0)
        first, second, third = Store.posts
        self.assertGreaterEqual(second - first, 2.0)  # Retry-After
        self.assertGreaterEqual(third - second, 1.0)
        Store.modes, Store.posts[:] = ['many'], []
        self.train('Bo')
        self.assertEqual(self.send('--wait', '1.5')[0], 3)  # the time is up before it may come again
        self.assertEqual(len(Store.posts), 1)

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


class Rules(unittest.TestCase):
    """Each requirement refuses what breaks it, and is in the manual."""
    GOOD = {
        'id': '4591789c-e9c0-5ac5-9d83-018ff83762cf',
        'actor': {'objectType': 'Agent', 'account': {'homePage': HOME, 'name': 'Anna'}},
        'verb': {'id': xapi_rules.VERB + 'passed', 'display': {'en': 'passed'}},
        'object': {'objectType': 'Activity', 'id': HOME + '/a', 'definition': {
            'name': {'en': 'a'}, 'type': HOME + '/t'}},
        'result': {'success': True, 'duration': 'PT1.5S', 'score': {'scaled': 0.5}},
        'context': {
            'registration': '985c06ea-a12a-57be-9568-84aaf1e1b1f4', 'platform': 'Kranich',
            'contextActivities': {'category': [
                {'id': xapi_rules.CMI5 + 'categories/cmi5'},
                {'id': xapi_rules.CMI5 + 'categories/moveon'}]},
            'extensions': {xapi_rules.SESSION: 's', xapi_rules.MASTERY: 0.5}},
        'timestamp': '2026-11-23T19:46:19.628Z'}
    BAD = [  # a place, what stands there (None: nothing), the requirement
        ('result/score', {}, '00001'), ('actor', None, '00003'), ('verb', None, '00004'),
        ('object', None, '00005'), ('actor', 'Anna', '00006'), ('verb/ID', 'x', '00008'),
        ('result/Success', True, '00008'), ('verb/display', {'englisch!': 'x'}, '00013'),
        ('timestamp', '23.11.2026', '00022'), ('timestamp', '2026-11-23T19:46:19Z', '00022'),
        ('id', '7', '00027'), ('id', '4591789c-e9c0-0ac5-9d83-018ff83762cf', '00027'),
        ('context/registration', 'x', '00027'), ('actor/objectType', 'agent', '00009'),
        ('actor/name', 7, '00033'), ('actor/mbox', 'mailto:a@b.c', '00034'),
        ('actor/account/homePage', 'school', '00041'), ('actor/account/name', '', '00043'),
        ('verb/id', 'passed', '00007'), ('verb/display', {'en': 7}, '00045'),
        ('object/objectType', 'activity', '00046'), ('object/id', 'first load', '00047'),
        ('object/definition/name', 'a', '00056'), ('object/definition/type', 'a', '00060'),
        ('result/success', 'yes', '00074'), ('result/completion', 1, '00075'),
        ('result/duration', '1:30', '00077'), ('result/duration', 'PT', '00077'),
        ('result/score/raw', '7', '00080'), ('result/score/scaled', 50, '00083'),
        ('context/platform', 7, '00085'), ('context/contextActivities/category', [{'id': 'x'}],
         '00093'),
        ('context/contextActivities/Category', [], '00008'),
        ('context/extensions/sessionid', 's', '00118'), ('id', None, '00027'),
        ('actor/account', None, '00034'), ('verb/id', xapi_rules.VERB + 'waived', 'cmi5 9.3'),
        ('result/score/raw', 7, 'cmi5 9.5.1'), ('result/score/scaled', -0.5, 'cmi5 9.5.1'),
        ('result/success', False, 'cmi5 9.5.2'), ('result/completion', True, 'cmi5 9.5.3'),
        ('result/duration', None, 'cmi5 9.5.4.1'), ('context/registration', None, 'cmi5 9.6.1'),
        ('context/contextActivities/category', [], 'cmi5 9.6.2.1'),
        ('context/contextActivities/category', [{'id': xapi_rules.CMI5 + 'categories/cmi5'}],
         'cmi5 9.6.2.2'),
        ('context/extensions', None, 'cmi5 9.6.3.1'), ('result/score/scaled', 0.4, 'cmi5 9.3.4'),
        ('timestamp', '2026-11-23T20:46:19.628+01:00', 'cmi5 9.7'), ('timestamp', None, 'cmi5 9.7'),
    ]

    @staticmethod
    def changed(place, value):
        statement = json.loads(json.dumps(Rules.GOOD))
        *path, last = place.split('/')
        inner = statement
        for key in path:
            inner = inner[key]
        if value is None:
            del inner[last]
        else:
            inner[last] = value
        return statement

    def test_what_breaks_a_requirement_is_refused_by_its_number(self):
        xapi_rules.check(self.GOOD)
        for place, value, number in self.BAD:
            with self.assertRaises(xapi_rules.Refused, msg=(place, value)) as refused:
                xapi_rules.check(self.changed(place, value))
            self.assertIn(number, str(refused.exception).split(':')[0], (place, value))
        for body, number in [(b'[{"id": 1, "id": 2}]', '00021'), (b'[{]', '00014'),
                             (b'["\xfc"]', '00015')]:
            with self.assertRaisesRegex(xapi_rules.Refused, number):
                xapi_rules.read(body)

    def run_of(self, *verbs, session='s'):
        for second, verb in enumerate(verbs):
            statement = self.changed('verb/id', xapi_rules.VERB + verb)
            statement['timestamp'] = f'2026-11-23T19:46:{second:02}.000Z'
            statement['context']['extensions'][xapi_rules.SESSION] = session
            yield statement

    def test_the_order_within_a_session_and_a_registration(self):
        group = lambda rules, some: next((rule[0] for rule in rules if not rule[2](some)), None)
        for verbs, number in [(['initialized', 'passed', 'terminated'], None),
                              (['passed', 'terminated'], '9.3.2'), (['initialized', 'passed'], '9.3.8'),
                              (['initialized', 'initialized', 'terminated'], 'verbs'),
                              (['initialized', 'passed', 'failed', 'terminated'], 'judgement')]:
            self.assertIn(number or 'None', str(group(xapi_rules.OF_SESSION,
                                                      list(self.run_of(*verbs)))))
        for verbs, number in [(['passed'], None), (['completed', 'completed'], '9.3.3'),
                              (['passed', 'passed'], '9.3.4'), (['passed', 'failed'], 'order'),
                              (['failed', 'passed'], None)]:
            self.assertIn(number or 'None', str(group(xapi_rules.OF_REGISTRATION,
                                                      list(self.run_of(*verbs)))))

    def test_the_table_of_the_manual(self):
        path = os.path.join(os.environ['KRANICH_ROOT'], 'docs', 'xapi.md')
        with open(path, encoding='utf-8') as file:
            self.assertIn(xapi_rules.table(), file.read(), 'tests/xapi_rules.py docs/xapi.md')


if __name__ == '__main__':
    KRANICH = sys.argv.pop(1)
    unittest.main()
