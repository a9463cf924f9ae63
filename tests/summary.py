#!/usr/bin/python3
"""Adds up the results of one or more builds and prints `N passed, N failed` as the last line.

usage: summary.py BUILD...

A build without results counts as one failure. So does a test program that ended badly although none
of its cases reports a failure: it crashed, or it was stopped. Exits 1 on a failure or without tests.
"""
import json
import os
import re
import sys
import xml.etree.ElementTree as ET

UNREADABLE = re.compile('[\x00-\x08\x0b\x0c\x0e-\x1f]')

LAST_LINES = 12

BAD = {'FAIL', 'ERROR', 'TIMEOUT', 'INTERRUPT', 'UNEXPECTEDPASS'}


def cases(build):
    """Yields (program, 'passed' | 'failed' | 'skipped') for each test case of a build."""
    with open(os.path.join(build, 'meson-logs', 'testlog.junit.xml'), 'rb') as file:
        # Meson passes on what a test has printed, which may be no character of XML.
        text = UNREADABLE.sub('?', file.read().decode('utf-8', 'replace'))
    for suite in ET.fromstring(text.split('?>', 1)[-1]).iter('testsuite'):
        for case in suite.findall('testcase'):
            # A program with subtests is a suite of its own; the others are cases of the project's.
            program = suite.get('name').split('.', 1)[-1] if '.' in suite.get('name') \
                else case.get('name')
            if case.find('failure') is not None or case.find('error') is not None:
                yield program, 'failed'
            elif case.find('skipped') is not None:
                yield program, 'skipped'
            else:
                yield program, 'passed'


def programs(build):
    with open(os.path.join(build, 'meson-logs', 'testlog.json'), encoding='utf-8') as file:
        for line in file:
            entry = json.loads(line)
            # With tests of several suites in one run the name is "kranich:fast / sim/body".
            yield entry['name'].split(' / ')[-1], entry


def last_words(entry):
    """The end of what a failed program printed: a log that is cut short has the summary at least."""
    lines = (entry.get('stdout', '') + entry.get('stderr', '')).splitlines()
    return [f'    {line}' for line in lines if not line.startswith('ok ')][-LAST_LINES:]


def main():
    totals = {'passed': 0, 'failed': 0, 'skipped': 0}
    for build in sys.argv[1:]:
        name = os.path.basename(os.path.normpath(build))
        try:
            results = list(cases(build))
            ends = list(programs(build))
        except OSError:
            print(f'{name}: no test results, the build failed')
            totals['failed'] += 1
            continue
        for _, result in results:
            totals[result] += 1
        failing = {program for program, result in results if result == 'failed'}
        for program, entry in ends:
            if entry['result'] in BAD:
                print(f"{name}: {program}: {entry['result']}", *last_words(entry), sep='\n')
                if program not in failing:
                    totals['failed'] += 1
    if totals['skipped']:
        print(f"{totals['skipped']} skipped")
    print(f"{totals['passed']} passed, {totals['failed']} failed")
    sys.exit(1 if totals['failed'] or not totals['passed'] else 0)


if __name__ == '__main__':
    main()
