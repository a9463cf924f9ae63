"""What is asked of statements, by the numbers under which it is published: XAPI-… are the numbered
conformance requirements of xAPI 1.0.3, "cmi5 N" the sections of the profile cmi5 (1st edition). A
store that holds to them refuses a statement by naming the first one that it breaks.

usage: xapi_rules.py docs/integrators.md      writes the table of the rules into the page
"""
import collections
import json
import re
import sys

VERB = 'http://adlnet.gov/expapi/verbs/'
CMI5 = 'https://w3id.org/xapi/cmi5/context/'
SESSION, MASTERY = CMI5 + 'extensions/sessionid', CMI5 + 'extensions/masteryscore'
VERBS = ['initialized', 'completed', 'passed', 'failed', 'terminated']
UUID = re.compile(r'[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}')
IRI = re.compile(r'[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+')
LANGUAGE = re.compile(r'[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?')
TIME = re.compile(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,}(Z|[+-]\d\d:\d\d)')
DURATION = re.compile(r'P(?=.)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?)')
KEYS = {  # allowed at each place; activities, agents, language maps and extensions have their own rules
    'statement': {'id', 'actor', 'verb', 'object', 'result', 'context', 'timestamp', 'stored',
                  'authority', 'version', 'attachments'},
    'actor': {'objectType', 'name', 'mbox', 'mbox_sha1sum', 'openid', 'account', 'member'},
    'account': {'homePage', 'name'}, 'verb': {'id', 'display'},
    'activity': {'objectType', 'id', 'definition'},
    'definition': {'name', 'description', 'type', 'moreInfo', 'extensions', 'interactionType',
                   'correctResponsesPattern', 'choices', 'scale', 'source', 'target', 'steps'},
    'result': {'score', 'success', 'completion', 'response', 'duration', 'extensions'},
    'score': {'scaled', 'raw', 'min', 'max'},
    'context': {'registration', 'instructor', 'team', 'contextActivities', 'revision', 'platform',
                'language', 'statement', 'extensions'},
    'contextActivities': {'parent', 'grouping', 'category', 'other'},
}


class Refused(Exception):
    """Names the requirement first."""


def text(value):
    return isinstance(value, str) and value != ''


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def iri(value):
    return text(value) and IRI.fullmatch(value) is not None


def language_map(value):
    return isinstance(value, dict) and value != {} and all(text(v) for v in value.values())


def part(s, *path):
    """The value at that place, None where there is none."""
    for key in path:
        s = s.get(key) if isinstance(s, dict) else None
    return s


def objects(s):
    """The name and contents of each place whose keys the specification lists."""
    yield 'statement', s
    yield 'actor', part(s, 'actor')
    yield 'account', part(s, 'actor', 'account')
    yield 'verb', part(s, 'verb')
    yield from activity_parts(part(s, 'object'))
    yield 'result', part(s, 'result')
    yield 'score', part(s, 'result', 'score')
    yield 'context', part(s, 'context')
    yield 'contextActivities', part(s, 'context', 'contextActivities')
    for activity in activities(s):
        yield from activity_parts(activity)


def activity_parts(activity):
    yield 'activity', activity
    yield 'definition', part(activity, 'definition')


def activities(s):
    for some in (part(s, 'context', 'contextActivities') or {}).values():
        yield from some if isinstance(some, list) else [some]


def values(value, key=None):
    """Everything in the statement but what extensions hold."""
    yield value
    if key != 'extensions':
        inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(
            value, list) else []
        for name, more in inner:
            yield from values(more, name)


def maps(s):
    yield from (part(s, *path) for path in (('verb', 'display'), ('object', 'definition', 'name'),
                                            ('object', 'definition', 'description')))


def extensions(s):
    yield from (part(s, *path, 'extensions') for path in (('result',), ('context',),
                                                          ('object', 'definition')))


def optional(rule):
    """Holds where there is nothing."""
    return lambda value: value is None or rule(value)


def uuids(s):
    return [s.get('id')] + [v for v in [part(s, 'context', 'registration')] if v is not None]


def boolean(value):
    return isinstance(value, bool)


# Of each statement: number, words, rule.
STATEMENT = [
    ('XAPI-00001', 'nothing is null or empty', lambda s: all(
        v is not None and v != {} for v in values(s))),
    ('XAPI-00003', 'an actor', lambda s: 'actor' in s),
    ('XAPI-00004', 'a verb', lambda s: 'verb' in s),
    ('XAPI-00005', 'an object', lambda s: 'object' in s),
    ('XAPI-00006', 'objects where objects are asked for', lambda s: all(
        v is None or isinstance(v, dict) for _, v in objects(s))),
    ('XAPI-00008, -00010', 'known keys only, in their case', lambda s: all(
        v is None or set(v) <= KEYS[name] for name, v in objects(s))),
    ('XAPI-00013', 'language tags of RFC 5646', lambda s: all(
        LANGUAGE.fullmatch(tag) for m in maps(s) if isinstance(m, dict) for tag in m)),
    ('XAPI-00022, -00123', 'a time of ISO 8601', lambda s: optional(
        lambda t: text(t) and TIME.fullmatch(t))(s.get('timestamp'))),
    ('XAPI-00027 to -00030', 'ids are UUIDs of RFC 4122', lambda s: all(
        text(u) and UUID.fullmatch(u) for u in uuids(s))),
    ('XAPI-00009, -00031, -00032', 'an actor is an Agent or a Group', lambda s: part(
        s, 'actor', 'objectType') in (None, 'Agent', 'Group')),
    ('XAPI-00033', 'an actor\'s name is a text', lambda s: optional(text)(part(s, 'actor', 'name'))),
    ('XAPI-00034', 'an actor is known by one identifier', lambda s: len(
        {'mbox', 'mbox_sha1sum', 'openid', 'account'} & set(s['actor'])) == 1),
    ('XAPI-00041, -00042', 'an account has a home page, an address', lambda s: 'account' not in s[
        'actor'] or iri(part(s, 'actor', 'account', 'homePage'))),
    ('XAPI-00043', 'and a name, a text', lambda s: 'account' not in s['actor'] or text(
        part(s, 'actor', 'account', 'name'))),
    ('XAPI-00007, -00011, -00044', 'a verb\'s id is an IRI with a scheme', lambda s: iri(
        part(s, 'verb', 'id'))),
    ('XAPI-00045', 'its display a language map', lambda s: optional(language_map)(
        part(s, 'verb', 'display'))),
    ('XAPI-00046', 'an object of a known kind', lambda s: part(s, 'object', 'objectType') in (
        None, 'Activity', 'Agent', 'Group', 'SubStatement', 'StatementRef')),
    ('XAPI-00047', 'an activity\'s id is an IRI', lambda s: iri(part(s, 'object', 'id'))),
    ('XAPI-00056, -00059', 'its name and description are language maps', lambda s: all(
        optional(language_map)(part(s, 'object', 'definition', key)) for key in (
            'name', 'description'))),
    ('XAPI-00060', 'its type is an IRI', lambda s: optional(iri)(
        part(s, 'object', 'definition', 'type'))),
    ('XAPI-00074', 'success is yes or no', lambda s: optional(boolean)(
        part(s, 'result', 'success'))),
    ('XAPI-00075', 'completion is yes or no', lambda s: optional(boolean)(
        part(s, 'result', 'completion'))),
    ('XAPI-00077, -00124', 'a duration of ISO 8601', lambda s: optional(
        lambda d: text(d) and DURATION.fullmatch(d))(part(s, 'result', 'duration'))),
    ('XAPI-00080 to -00082', 'points lie between their least and most', lambda s: (
        lambda score: all(number(v) for v in score.values()) and score.get('min', -1e300) <= score.get(
            'raw', score.get('min', 0)) <= score.get('max', 1e300))(part(s, 'result', 'score') or {})),
    ('XAPI-00083', 'scaled points lie between -1 and 1', lambda s: optional(
        lambda v: number(v) and -1 <= v <= 1)(part(s, 'result', 'score', 'scaled'))),
    ('XAPI-00085, -00090', 'a platform is a text, and of an activity only', lambda s: optional(text)(
        part(s, 'context', 'platform')) and (part(s, 'context', 'platform') is None or part(
            s, 'object', 'objectType') in (None, 'Activity'))),
    ('XAPI-00093 to -00095', 'activities of the context are activities', lambda s: all(
        iri(part(a, 'id')) and part(a, 'objectType') in (None, 'Activity') for a in activities(s))),
    ('XAPI-00118, -00120', 'keys of extensions are IRIs', lambda s: all(
        e is None or isinstance(e, dict) and all(map(iri, e)) for e in extensions(s))),
    ('cmi5 9.1', 'a statement brings its id', lambda s: 'id' in s),
    ('cmi5 9.2', 'the actor is an Agent with an account', lambda s: part(
        s, 'actor', 'objectType') == 'Agent' and 'account' in s['actor']),
    ('cmi5 9.3', 'a verb of the trainee\'s side', lambda s: part(s, 'verb', 'id') in [
        VERB + v for v in VERBS]),
    ('cmi5 9.4', 'the object is an activity', lambda s: part(s, 'object', 'objectType') in (
        None, 'Activity')),
    ('cmi5 9.5.1', 'points when passed or failed only, scaled from 0 to 1, raw ones with their ends',
     lambda s: part(s, 'result', 'score') is None or verb_of(s) in ('passed', 'failed') and 0 <= part(
         s, 'result', 'score').get('scaled', 0) <= 1 and ('raw' not in part(
             s, 'result', 'score') or {'min', 'max'} <= set(part(s, 'result', 'score')))),
    ('cmi5 9.5.2', 'success is true when passed, false when failed, else absent', lambda s: part(
        s, 'result', 'success') is {'passed': True, 'failed': False}.get(verb_of(s))),
    ('cmi5 9.5.3', 'completion is true when completed, else absent', lambda s: part(
        s, 'result', 'completion') is {'completed': True}.get(verb_of(s))),
    ('cmi5 9.5.4.1', 'all but the first have a duration', lambda s: verb_of(s) == 'initialized' or
     part(s, 'result', 'duration') is not None),
    ('cmi5 9.6.1', 'a registration', lambda s: part(s, 'context', 'registration') is not None),
    ('cmi5 9.6.2.1', 'the category of cmi5', lambda s: CMI5 + 'categories/cmi5' in categories(s)),
    ('cmi5 9.6.2.2', 'that of moveOn with success or completion, and only then', lambda s: (
        CMI5 + 'categories/moveon' in categories(s)) == bool({'success', 'completion'} & set(
            part(s, 'result') or {}))),
    ('cmi5 9.6.3.1', 'a session, a text', lambda s: text(part(s, 'context', 'extensions', SESSION))),
    ('cmi5 9.3.4, 9.3.5, 9.6.3.2', 'points agree with the mastery score, where there is one',
     lambda s: mastered(s)),
    ('cmi5 9.7', 'a time, in UTC, to the millisecond (XAPI-00122)', lambda s: text(
        s.get('timestamp')) and s['timestamp'].endswith('Z')),
]


def verb_of(s):
    return part(s, 'verb', 'id').removeprefix(VERB)


def categories(s):
    return [part(a, 'id') for a in part(s, 'context', 'contextActivities', 'category') or []]


def mastered(s):
    least = part(s, 'context', 'extensions', MASTERY)
    scaled = part(s, 'result', 'score', 'scaled')
    if least is None or scaled is None:
        return True
    return scaled >= least if verb_of(s) == 'passed' else scaled < least


def in_time(statements):
    return [verb_of(s) for s in sorted(statements, key=lambda s: s['timestamp'])]


def by(statements, *path):
    groups = collections.defaultdict(list)
    for s in statements:
        groups[part(s, 'context', *path)].append(s)
    return groups.values()


# Of all statements of a session, and of a registration.
OF_SESSION = [
    ('cmi5 9.3.2', '"initialized" is the first', lambda some: verb_of(some[0]) == 'initialized' and
     some[0]['timestamp'] == min(s['timestamp'] for s in some)),
    ('cmi5 9.3.8', '"terminated" is the last', lambda some: verb_of(some[-1]) == 'terminated' and
     some[-1]['timestamp'] == max(s['timestamp'] for s in some)),
    ('cmi5 9.3, verbs', 'no verb twice', lambda some: len({verb_of(s) for s in some}) == len(some)),
    ('cmi5 9.3, judgement', 'passed or failed, not both', lambda some: not {'passed', 'failed'} <= {
        verb_of(s) for s in some}),
]
OF_REGISTRATION = [
    ('cmi5 9.3.3', '"completed" once', lambda some: in_time(some).count('completed') <= 1),
    ('cmi5 9.3.4', '"passed" once', lambda some: in_time(some).count('passed') <= 1),
    ('cmi5 9.3, order', 'no "failed" after "passed"', lambda some: 'failed' not in in_time(some)[
        in_time(some).index('passed'):] if 'passed' in in_time(some) else True),
    ('cmi5 9.4, id', 'one activity, one trainee', lambda some: len(
        {(s['object']['id'], json.dumps(s['actor'])) for s in some}) == 1),
]
# Of a request: what the store of tests/xapi.py does, or asks of it.
OF_REQUEST = [
    ('XAPI-00014, -00021', 'JSON, each key once'),
    ('XAPI-00015', 'UTF-8'),
    ('XAPI-00127', 'Content-Type: application/json'),
    ('XAPI-00142', 'what is stored stays as it is; the same id with something else is a conflict (409)'),
    ('XAPI-00146', 'a post is answered by the ids, in order; anything else is sent again'),
    ('XAPI-00326', 'of several statements all are stored or none'),
    ('XAPI-00327, -00328', '403 and 413: said, and the statements stay in the queue'),
    ('XAPI-00329', '429 and 5xx: tried again, not before Retry-After'),
    ('XAPI-00331', 'X-Experience-API-Version: 1.0.x'),
    ('XAPI-00334, -00335', 'Authorization: Basic; without it 401'),
]


def once(pairs):
    if len(dict(pairs)) < len(pairs):
        raise Refused(f'XAPI-00014, -00021: {[key for key, _ in pairs]}')
    return dict(pairs)


def read(body):
    """The statements of a post."""
    try:
        words = body.decode('utf-8')
    except UnicodeDecodeError as error:
        raise Refused(f'XAPI-00015: {error}') from error
    try:
        statements = json.loads(words, object_pairs_hook=once)
    except ValueError as error:
        raise Refused(f'XAPI-00014, -00021: {error}') from error
    return statements if isinstance(statements, list) else [statements]


def check(statement):
    for requirement, words, holds in STATEMENT:
        if not holds(statement):
            raise Refused(f'{requirement}: {words}: {json.dumps(statement)}')


def check_all(statements):
    """Everything that a store has, in the order in which it came."""
    for statement in statements:
        check(statement)
    for rules, groups in [(OF_SESSION, by(statements, 'extensions', SESSION)),
                          (OF_REGISTRATION, by(statements, 'registration'))]:
        for some in groups:
            for requirement, words, holds in rules:
                if not holds(some):
                    raise Refused(f'{requirement}: {words}: {[verb_of(s) for s in some]}')


def table():
    rows = [(rule[0], rule[1], of) for of, rules in [
        ('each statement', STATEMENT), ('a session\'s statements', OF_SESSION),
        ('a registration\'s statements', OF_REGISTRATION), ('a request', OF_REQUEST)]
        for rule in rules]
    return ''.join(['| requirement | asks | of |\n|---|---|---|\n'] +
                   [f'| {number} | {words} | {of} |\n' for number, words, of in rows])


def renewed(page):
    return re.sub(r'(?s)\| requirement \| asks \| of \|\n.*?\n\n', lambda _: table() + '\n', page)


if __name__ == '__main__':
    with open(sys.argv[1], encoding='utf-8') as file:
        old = file.read()
    with open(sys.argv[1], 'w', encoding='utf-8') as file:
        file.write(renewed(old))
