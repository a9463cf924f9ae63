#!/usr/bin/python3
"""The instructor's page in a real browser: Chromium without a window, driven by Selenium, on a
desktop and on a tablet held either way. A seat trains meanwhile, and what is pressed on the page
must happen there.

usage: browser.py KRANICH [PICTURES]      PICTURES: a folder for what each screen looked like
"""
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

import serve

KRANICH, PICTURES = '', None
SCREENS = {'upright': (768, 1024, True), 'across': (1024, 768, True), 'desktop': (1440, 900, False)}
TABS = ['seats', 'results', 'group']
PATIENCE = 15  # [s] for what the page or the seat is to show; both ask each other twice a second

# Every visible text that does not lie whole in the window and in what cuts its contents off, and
# every choice and button that is narrower than its words.
CUT = '''
const cut = [], pen = document.createElement('canvas').getContext('2d');
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
    const node = walk.currentNode, words = node.textContent.trim();
    if (words === '' || node.parentElement.closest('option, optgroup') ||
        !node.parentElement.checkVisibility({checkVisibilityCSS: true}))
        continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.left < -0.5 || box.right > innerWidth + 0.5)
        cut.push(words + ': outside of the window');
    for (let up = node.parentElement; up !== document.body; up = up.parentElement) {
        const frame = up.getBoundingClientRect(), style = getComputedStyle(up);
        if (style.overflowX !== 'visible' && (box.left < frame.left - 0.5 || box.right > frame.right + 0.5))
            cut.push(words + ': wider than ' + (up.id || up.className || up.tagName));
        if (style.overflowY === 'hidden' && box.bottom > frame.bottom + 0.5)
            cut.push(words + ': higher than ' + (up.id || up.className || up.tagName));
    }
}
for (const choice of document.querySelectorAll('select, input[type=text]')) {
    const style = getComputedStyle(choice);
    const words = choice.tagName === 'SELECT' ? choice.selectedOptions[0]?.textContent
        : choice.placeholder;
    if (!words || !choice.checkVisibility({checkVisibilityCSS: true}))
        continue;
    pen.font = style.font;
    const arrow = choice.tagName === 'SELECT' ? 16 : 0;
    const room = choice.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (pen.measureText(words).width > room - arrow + 0.5)
        cut.push(words + ': its field is too narrow');
}
const most = document.documentElement.scrollWidth;
if (most > innerWidth)
    cut.push(`the page is ${most} wide, the window ${innerWidth}`);
return cut;
'''


def new_browser():
    options = webdriver.ChromeOptions()
    for word in ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
                 '--lang=en', '--disable-background-networking', '--no-first-run']:
        options.add_argument(word)
    options.set_capability('goog:loggingPrefs', {'browser': 'ALL', 'performance': 'ALL'})
    return webdriver.Chrome(service=Service('/usr/bin/chromedriver'), options=options)


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        for name in ['Anna', 'Björn', 'Anna', 'Björn']:
            cls.kranich('train', 'first-load', '--headless', '--duration', '0.3', '--trainee', name)
        cls.kranich('demo', 'touch-points', '--headless')
        cls.server = serve.Server(cls.folder)
        cls.addClassCleanup(cls.server.stop)
        cls.seat_db = os.path.join(cls.folder, 'seat', 'seat.db')
        os.mkdir(os.path.dirname(cls.seat_db))
        cls.seat = subprocess.Popen(
            [KRANICH, 'train', 'first-load', '--headless', '--duration', '600', '--trainee', 'Cem',
             '--seat', 'Platz 1', '--db', cls.seat_db, '--serve', cls.server.seat_address],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cls.addClassCleanup(cls.end_seat)
        cls.browser = new_browser()
        cls.addClassCleanup(cls.browser.quit)

    @classmethod
    def kranich(cls, *words):
        subprocess.run([KRANICH, *words, '--db', os.path.join(cls.folder, 'sessions.db')],
                       check=True, capture_output=True, timeout=120)

    @classmethod
    def end_seat(cls):
        cls.seat.terminate()
        cls.seat.wait(timeout=20)

    def setUp(self):
        self.browser.get_log('browser')
        self.browser.get_log('performance')

    # ---- what a person does ----

    def open(self, screen='desktop', tab='seats', language='en', token=None):
        width, height, touch = SCREENS[screen]
        self.browser.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {
            'width': width, 'height': height, 'deviceScaleFactor': 1, 'mobile': touch})
        self.browser.execute_cdp_cmd('Emulation.setTouchEmulationEnabled', {'enabled': touch})
        self.browser.execute_cdp_cmd('Emulation.setFocusEmulationEnabled', {'enabled': True})
        # Another address first: the same one with another tab would not load the page again.
        self.browser.get('about:blank')
        self.browser.get(f'http://127.0.0.1:{self.server.port}/?token={token or self.server.token}')
        if token is None:
            self.until(lambda: self.text('nav button').strip(), 'the page starts')
            Select(self.find('#language')).select_by_value(language)
            self.find(f'nav button[data-tab={tab}]').click()

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return ' '.join(self.browser.execute_script(
            'return [...document.querySelectorAll(arguments[0])].map(n => n.innerText)', selector))

    def press(self, words):
        """A button of the seat's card, by its words."""
        self.find('.card').find_element(By.XPATH, f".//button[text()='{words}']").click()

    def until(self, condition, what):
        WebDriverWait(self.browser, PATIENCE).until(lambda _: condition(), what)

    # ---- what must hold of every page ----

    def tearDown(self):
        problems = [entry for entry in self.browser.get_log('browser') if entry['level'] == 'SEVERE'
                    and '401 (Unauthorized)' not in entry['message']]
        self.assertEqual(problems, [])
        own = f'http://127.0.0.1:{self.server.port}/'
        for entry in self.browser.get_log('performance'):
            message = json.loads(entry['message'])['message']
            if message['method'] == 'Network.requestWillBeSent':
                url = message['params']['request']['url']
                self.assertTrue(url.startswith((own, 'data:', 'about:')), url)

    def check_screen(self, name):
        if PICTURES is not None:
            self.browser.save_screenshot(os.path.join(PICTURES, name + '.png'))
        self.assertEqual(self.browser.execute_script(CUT), [], name)

    # ---- the tests ----

    def test_nothing_is_cut_on_any_screen(self):
        for screen in SCREENS:
            for language in ['en', 'de']:
                for tab in TABS:
                    self.open(screen, tab, language)
                    shown = {'seats': '.card .functions span', 'results': '#sessions td',
                             'group': '#plot svg'}[tab]
                    self.until(lambda: self.all(shown), f'{tab} has contents')
                    self.assertEqual([s.get_attribute('id') for s in self.all('main > section')
                                      if s.is_displayed()], [tab])
                    self.check_screen(f'{tab}-{screen}-{language}')

    def test_fingers_find_the_buttons(self):
        self.open('upright')
        self.until(lambda: self.all('.card button'), 'the seat')
        for node in self.all('button, select, input[type=text], .settings label'):
            if node.is_displayed():
                self.assertGreaterEqual(node.size['height'], 44, node.text)  # CSS pixels of a finger

    def test_a_seat_is_live(self):
        self.open()
        self.until(lambda: 'Cem' in self.text('.card .who'), 'the trainee')
        clock = self.text('.card .who span:last-child')
        self.until(lambda: self.text('.card .who span:last-child') != clock, 'time goes on')
        self.assertIn('Platz 1', self.text('.card h2'))
        self.until(lambda: self.all('.card .tip'), 'the map')
        area = self.find('.card .views svg').get_dom_attribute('viewBox')
        x, y, width, height = map(float, area.split())
        tip = self.find('.card .tip')
        self.assertTrue(x <= float(tip.get_dom_attribute('cx')) <= x + width)
        self.assertTrue(y <= float(tip.get_dom_attribute('cy')) <= y + height)
        self.assertGreater(len(self.all('.card .functions svg')), 4)
        self.assertIn('Points', self.text('.card .scores'))
        # The seat speaks English, the page what is chosen on it.
        self.assertIn('crane slewing', self.text('.card .functions'))
        Select(self.find('#language')).select_by_value('de')
        self.until(lambda: 'Kran schwenken' in self.text('.card .functions'), 'functions in German')
        self.until(lambda: 'Kranspitzensteuerung' in self.text('.card .settings'), 'aids in German')
        self.assertNotIn('crane', self.text('.card'))

    def events(self):
        with sqlite3.connect(f'file:{self.seat_db}?mode=ro', uri=True) as db:
            return [(kind, json.loads(detail or '{}')) for kind, detail in
                    db.execute('SELECT kind, detail FROM event ORDER BY session_id, number')]

    def sessions(self):
        with sqlite3.connect(f'file:{self.seat_db}?mode=ro', uri=True) as db:
            return db.execute('SELECT count(*) FROM session').fetchone()[0]

    def told(self, command):
        """What the seat's record has of such commands."""
        return [detail for kind, detail in self.events()
                if kind == 'instructor' and detail['command'] == command]

    def test_a_seat_does_what_is_pressed(self):
        self.open('upright')
        self.until(lambda: self.all('.card button'), 'the seat')
        self.press('Pause')
        self.until(lambda: 'paused' in self.text('.card .state').lower(), 'the pause')
        clock = self.text('.card .who span:last-child')
        self.press('Continue')
        self.until(lambda: 'paused' not in self.text('.card .state').lower(), 'the end of the pause')
        self.until(lambda: self.text('.card .who span:last-child') != clock, 'time goes on')
        note = self.find('.card input[type=text]')
        note.send_keys('Sehr <b>gut</b> & "ruhig"', Keys.ENTER)
        self.until(lambda: 'Sehr <b>gut</b> & "ruhig"' in self.text('.card .events'), 'the note')
        self.assertEqual(note.get_attribute('value'), '')
        faults = Select(self.find('.card select[aria-label=Fault], .card .actions select:only-of-type'))
        fault = next(o.get_attribute('value') for o in faults.options
                     if o.get_attribute('value').startswith('hose:'))
        faults.select_by_value(fault)
        self.press('Inject')
        self.until(lambda: any(kind == 'hose_burst' for kind, _ in self.events()), 'the fault')
        self.assertEqual([n['text'] for n in self.told('note')], ['Sehr <b>gut</b> & "ruhig"'])
        self.assertEqual(len(self.told('pause')), 1)
        # In the page's words, not as commands are called.
        self.until(lambda: 'burst hose' in self.text('.card .events'), 'the command')
        self.assertIn('Pause', self.text('.card .events'))

    def test_an_exercise_is_begun_again(self):
        self.open()
        self.until(lambda: self.all('.card button'), 'the seat')
        self.press('Restart')
        self.browser.switch_to.alert.dismiss()
        self.press('Restart')
        self.browser.switch_to.alert.accept()
        self.until(lambda: self.told('restart') == [{'command': 'restart'}], 'one command')
        self.until(lambda: self.sessions() > 1, 'the next session')
        self.until(lambda: 'Cem' in self.text('.card .who'), 'its trainee')

    def test_results_are_chosen_and_reported(self):
        self.open(tab='results')
        self.until(lambda: len(self.all('#sessions tr')) == 5, 'four sessions of trainees')
        self.find('#demonstrators').click()
        self.assertEqual(len(self.all('#sessions tr')), 6)
        self.assertIn('gold', self.text('#sessions').lower())
        Select(self.find('#of-trainee')).select_by_visible_text('Anna')
        self.assertEqual(len(self.all('#sessions tr')), 3)
        address = self.find('#sessions a').get_attribute('href')
        self.browser.get(address)
        self.assertIn('Anna', self.text('body'))
        self.assertGreater(len(self.all('svg')), 0)
        self.browser.get('about:blank')

    def test_a_group_is_compared(self):
        self.open(tab='group')
        self.until(lambda: self.all('#compared option'), 'the exercises')
        compared = Select(self.find('#compared'))
        compared.select_by_value(next(o.get_attribute('value') for o in compared.options
                                      if 'first-load' in o.get_attribute('value')))
        self.until(lambda: self.all('#plot svg circle'), 'the plot')
        self.assertEqual(len(self.all('#plot polygon.band')), 1)
        self.assertEqual([row.text.split()[:2] for row in self.all('#ranking tr')[1:]],
                         [['Anna', '2'], ['Björn', '2']])
        figures = [option.get_attribute('value') for option in self.all('#figure option')]
        self.assertGreater(len(figures), 5)
        for figure in figures:
            Select(self.find('#figure')).select_by_value(figure)
            self.assertNotIn('NaN', self.find('#plot').get_attribute('innerHTML'), figure)

    def test_nobody_gets_in_with_a_wrong_token(self):
        self.browser.delete_all_cookies()
        self.open(token='0' * 32)
        self.assertEqual(self.all('.card, nav button'), [])
        self.assertIn('token', self.text('body'))
        self.browser.get(f'http://127.0.0.1:{self.server.port}/')
        self.assertEqual(self.all('.card, nav button'), [])

    def test_problems_are_said_until_they_are_over(self):
        self.open()
        self.until(lambda: self.all('.card'), 'the seat')
        self.browser.execute_script("command('Platz 1', 'fault', {fault: ''})")
        self.until(lambda: self.find('#problem').is_displayed(), 'the refusal')
        time.sleep(2)  # the seats were asked for several times
        self.assertTrue(self.find('#problem').is_displayed())
        self.browser.get_log('browser')  # names the refusal, too
        self.press('Pause')
        self.until(lambda: 'Continue' in self.text('.card button'), 'the pause')
        self.press('Continue')
        self.until(lambda: not self.find('#problem').is_displayed(), 'a command that was obeyed')
        self.browser.execute_script('''window.kept = window.fetch;
            window.fetch = () => Promise.reject(new TypeError())''')
        self.until(lambda: self.find('#problem').is_displayed(), 'a server that went away')
        self.assertEqual(self.browser.execute_script(CUT), [])
        self.browser.execute_script('window.fetch = window.kept')
        self.until(lambda: not self.find('#problem').is_displayed(), 'it is back')

    def test_a_damaged_database_is_named(self):
        path = os.path.join(self.folder, 'damaged.db')
        with open(path, 'wb') as file:
            file.write(b'SQLite format 3\0' + 5000 * b'x')
        self.addCleanup(os.remove, path)
        self.open(tab='results')
        self.until(lambda: 'damaged.db' in self.text('#problem'), 'its name')
        self.until(lambda: len(self.all('#sessions tr')) == 5, 'the sessions of the other one')


if __name__ == '__main__':
    KRANICH = serve.KRANICH = sys.argv.pop(1)
    if len(sys.argv) > 1 and not sys.argv[1].startswith(('-', 'Page')):
        PICTURES = sys.argv.pop(1)
    unittest.main()
