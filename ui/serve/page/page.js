'use strict';
// The instructor's page. Everything that comes from outside is set as text, never as HTML.

const $ = id => document.getElementById(id);
let texts = {languages: {en: {}}, metrics: {}}, language = 'en', tab = 'seats';
let sessions = [], catalogue = {exercises: [], machines: []}, cards = new Map();
let windows = []; // names of the seats that can show a session

const say = key => texts.languages[language]?.[key] ?? texts.languages.en?.[key] ?? key;
// Of an exercise by its file, of a machine, and of a thing in it by its full name.
const name_of = name => texts.names?.[language]?.[name] ?? texts.names?.['']?.[name] ?? name;
const machine_of = file => name_of(texts.names?.['']?.[file] ?? file);
const thing_of = name => name.split('.').map(name_of).join(' · ');
const title = metric => say('metric.' + metric);
// Of a function or an aid, in the page's language; a seat of an earlier version names it in its own.
const title_of = ({name, title}) => texts.languages[language]?.['control.' + name] ?? title;

function make(tag, attributes = {}, ...children) {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes))
        node[key] = value;
    node.append(...children);
    return node;
}

function draw(tag, attributes = {}, ...children) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [key, value] of Object.entries(attributes))
        node.setAttribute(key, value);
    node.append(...children);
    return node;
}

function clock(seconds) {
    const s = Math.floor(seconds ?? 0);
    return Math.floor(s / 60) + ':' + String(s % 60).padStart(2, '0');
}

function figure(metric, value) {
    const shape = texts.metrics[metric] ?? {unit: '', factor: 1, decimals: 1};
    const whole = shape.unit === '' ? 0 : shape.decimals;
    const number = (value * shape.factor).toLocaleString(language, {
        minimumFractionDigits: whole, maximumFractionDigits: whole});
    return shape.unit === '' ? number : number + ' ' + shape.unit;
}

// A problem stays until what it is about goes well: seats that answer do not wipe out why a command
// was refused.
let problem_of = '';

function complain(sentence, about) {
    problem_of = about;
    $('problem').textContent = sentence;
    $('problem').hidden = sentence === '';
}

async function ask(path, body) {
    const options = body === undefined ? {} : {
        method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)};
    const answer = await fetch(path, options);
    const object = await answer.json();
    if (!answer.ok)
        throw new Error(object.error ?? String(answer.status));
    return object;
}

async function attempt(work, about) {
    try {
        await work();
        if (problem_of === about)
            complain('', about);
    } catch (error) {
        complain(error instanceof TypeError ? say('NO_SERVER') : error.message, about);
    }
}

// ---- language and tabs ----

function choose_language(code) {
    language = texts.languages[code] ? code : 'en';
    document.documentElement.lang = language;
    localStorage.setItem('language', language);
    $('language').value = language;
    for (const node of document.querySelectorAll('[data-text]'))
        node.textContent = say(node.dataset.text);
    cards.forEach(card => card.root.remove());
    cards.clear();
    show_results();
    show_group();
}

function fill_languages() {
    const codes = Object.keys(texts.languages);
    $('language').replaceChildren(...codes.map(code => make('option', {
        value: code, textContent: texts.languages[code].LANGUAGE ?? code})));
    const wish = localStorage.getItem('language') ?? navigator.language.slice(0, 2);
    choose_language(wish);
}

function choose_tab(name) {
    tab = name;
    for (const section of document.querySelectorAll('main > section'))
        section.hidden = section.id !== name;
    for (const button of document.querySelectorAll('nav button'))
        button.classList.toggle('chosen', button.dataset.tab === name);
    if (name !== 'seats')
        attempt(load_sessions, 'sessions');
}

// ---- results ----

async function load_sessions() {
    const answer = await ask('/api/sessions');
    sessions = answer.sessions;
    windows = (await seats_now()).filter(({present, state}) => present && state.window)
        .map(({name}) => name);
    show_results();
    show_group();
    if (answer.problems.length > 0)
        throw new Error(answer.problems.join(' '));
}

function fill_choice(select, values, first, name = value => value) {
    const before = select.value;
    select.replaceChildren(...(first === null ? [] : [make('option', {value: '', textContent: first})]),
        ...values.map(value => make('option', {value, textContent: name(value)})));
    if (values.includes(before))
        select.value = before;
}

const different = key => [...new Set(sessions.map(session => session[key]))].sort();

const by_language = texts => texts[language] ?? texts.en;

// The library's title of an exercise; one of another library has its name only.
function cell(text, number = false) {
    return make('td', {className: number ? 'number' : '', textContent: text});
}

function head_row(...columns) {
    return make('tr', {}, ...columns.map(([text, number]) =>
        make('th', {textContent: text, className: number ? 'number' : ''})));
}

function mark_cell(session) {
    const mark = session.mark ?? '', td = make('td');
    if (mark !== '' && mark !== 'none')
        td.append(make('span', {className: mark, textContent: say('MARK_' + mark.toUpperCase())}));
    return td;
}

function session_row(session) {
    const link = make('a', {href: '/report/' + encodeURIComponent(session.db) + '/' +
            session.id + '/' + language,
        target: '_blank', rel: 'noopener', textContent: say('REPORT')});
    return make('tr', {},
        cell(new Date(session.start).toLocaleString(language, {
            dateStyle: 'short', timeStyle: 'short'})),
        cell(session.trainee), cell(name_of(session.exercise)), cell(name_of(session.machine)),
        cell(clock(session.seconds), true),
        cell(say('OUTCOME_' + session.outcome.toUpperCase())),
        mark_cell(session),
        cell(session.points === undefined ? '' : Math.round(session.points), true),
        make('td', {}, link, ...(windows.length > 0 ? [' ', replay_button(session)] : [])));
}

function replay_button({db, id, start}) {
    return action('REPLAY', () => attempt(async () => {
        const name = $('replay-at').value;
        if (['running', 'paused'].includes((await state_of(name)).state) && !confirm(say('SURE')))
            return;
        await ask('/api/command', {seat: name, command: 'replay', session: id, db, start});
        await follow_replay(name);
    }, 'command'));
}

// The seat's answer is on its card; here it is said where the sessions are.
async function follow_replay(name) {
    for (let i = 0; i < 5; i++) {
        await new Promise(done => setTimeout(done, 1500)); // it loads the exercise
        const state = await state_of(name), refusal = refusal_of(state);
        if (refusal !== '')
            throw new Error(`${name}: ${refusal}`);
        if (state.state === 'replay')
            return;
    }
}

async function seats_now() {
    const known = [...cards].map(([name, {run, have}]) => [name, {run, have}]);
    return (await ask('/api/seats', Object.fromEntries(known))).seats;
}

const state_of = async name => (await seats_now()).find(seat => seat.name === name)?.state ?? {};

const refusal_of = ({refusal, refusal_text}) =>
    refusal_text ?? (refusal === undefined ? '' : say(refusal));

function show_results() {
    fill_choice($('replay-at'), windows, null);
    $('replay-at').parentElement.hidden = windows.length === 0;
    fill_choice($('of-trainee'), different('trainee'), say('ALL'));
    fill_choice($('of-exercise'), different('exercise'), say('ALL'), name_of);
    const shown = sessions.filter(session =>
        ($('demonstrators').checked || session.operator === 'trainee') &&
        ($('of-trainee').value === '' || session.trainee === $('of-trainee').value) &&
        ($('of-exercise').value === '' || session.exercise === $('of-exercise').value));
    $('no-sessions').hidden = shown.length > 0;
    $('sessions').replaceChildren(head_row([say('START')], [say('TRAINEE')], [say('EXERCISE')],
        [say('MACHINE')], [say('DURATION'), true], [say('OUTCOME')], [say('MARK')],
        [say('POINTS'), true], ['']), ...shown.map(session_row));
}

// ---- the group ----

const colours = ['#2f6b2d', '#b3541e', '#27619a', '#8a3a8f', '#8c7a14', '#177e7e', '#9c2f4d',
    '#555f9e', '#4f4f4f', '#6d8f1f'];

function value_of(session, name) {
    return name === 'points' ? session.points : session.metrics[name];
}

const say_value = (name, value) => name === 'points' ? String(Math.round(value)) : figure(name, value);

function quantile(values, share) {
    const sorted = [...values].sort((a, b) => a - b), at = share * (sorted.length - 1);
    const low = sorted[Math.floor(at)], high = sorted[Math.ceil(at)];
    return low + (high - low) * (at - Math.floor(at));
}

// Per trainee the values of his sessions, the oldest first.
function curves_of(exercise, name) {
    const curves = new Map();
    for (const session of [...sessions].reverse()) {
        const value = value_of(session, name);
        if (session.exercise !== exercise || session.operator !== 'trainee' || value === undefined)
            continue;
        if (!curves.has(session.trainee))
            curves.set(session.trainee, []);
        curves.get(session.trainee).push(value);
    }
    return curves;
}

function nice_step(range) {
    const rough = range / 5, power = 10 ** Math.floor(Math.log10(rough));
    return [1, 2, 5, 10].map(step => step * power).find(step => step >= rough);
}

function plot(curves, name) {
    const width = 960, height = 420, left = 80, right = 190, top = 20, bottom = 40;
    const shape = texts.metrics[name] ?? {factor: 1};
    const scaled = [...curves].map(([who, values]) => [who, values.map(v => v * shape.factor)]);
    // Points have their whole scale, so that the height of a curve says how good it is.
    const all = [...scaled.flatMap(([, values]) => values), ...(name === 'points' ? [100] : [])];
    const most = Math.max(...scaled.map(([, values]) => values.length));
    const step = nice_step(Math.max(...all, 0) - Math.min(...all, 0) || 1);
    const low = Math.floor(Math.min(...all, 0) / step) * step;
    const high = Math.max(Math.ceil(Math.max(...all) / step) * step, low + step);
    const x = i => left + (width - left - right) * (most > 1 ? i / (most - 1) : 0.5);
    const y = v => top + (height - top - bottom) * (high - v) / (high - low);
    const svg = draw('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img'});
    for (let v = low; v <= high + step / 2; v += step)
        svg.append(draw('path', {class: 'grid', d: `M${left} ${y(v)}H${width - right}`}),
            draw('text', {x: left - 8, y: y(v) + 4, 'text-anchor': 'end'},
                Number(v.toPrecision(6)).toLocaleString(language)));
    for (let i = 0; i < most; i += Math.ceil(most / 12))
        svg.append(draw('text', {x: x(i), y: height - 18, 'text-anchor': 'middle'}, String(i + 1)));
    svg.append(draw('text', {x: width - right + 10, y: height - 18}, say('ATTEMPT')));
    const at = i => scaled.map(([, values]) => values[i]).filter(v => v !== undefined);
    const line = values => values.map((v, i) => `${i === 0 ? 'M' : 'L'}${x(i)} ${y(v)}`).join('');
    const band = Array.from({length: most}, (_, i) => at(i)).filter(values => values.length > 1);
    if (band.length > 1) {
        const up = band.map((values, i) => `${x(i)},${y(quantile(values, 0.75))}`);
        const down = band.map((values, i) => `${x(i)},${y(quantile(values, 0.25))}`).reverse();
        svg.append(draw('polygon', {class: 'band', points: [...up, ...down].join(' ')}),
            draw('path', {class: 'median', d: line(band.map(values => quantile(values, 0.5)))}));
    }
    scaled.forEach(([who, values], k) => {
        const colour = colours[k % colours.length];
        svg.append(draw('path', {d: line(values), fill: 'none', stroke: colour, 'stroke-width': 2}));
        values.forEach((v, i) => svg.append(draw('circle', {cx: x(i), cy: y(v), r: 4, fill: colour})));
        svg.append(draw('circle', {cx: width - right + 16, cy: top + 8 + 20 * k, r: 5, fill: colour}),
            draw('text', {x: width - right + 28, y: top + 12 + 20 * k}, who));
    });
    return svg;
}

function show_group() {
    const names = ['points', ...Object.keys(texts.metrics).filter(name =>
        sessions.some(session => session.metrics[name] !== undefined))];
    fill_choice($('compared'), different('exercise'), null, name_of);
    fill_choice($('figure'), names, null, name => name === 'points' ? say('POINTS') : title(name));
    const name = $('figure').value, curves = curves_of($('compared').value, name);
    $('nothing-compared').hidden = curves.size > 0;
    $('plot').replaceChildren(...(curves.size > 0 ? [plot(curves, name)] : []));
    const rows = [...curves].map(([who, values]) => make('tr', {}, cell(who),
        cell(values.length, true), cell(say_value(name, values[0]), true),
        cell(say_value(name, values.at(-1)), true), cell(say_value(name, quantile(values, 0.5)), true)));
    $('ranking').replaceChildren(...(rows.length === 0 ? [] : [head_row([say('TRAINEE')],
        [say('ATTEMPTS'), true], [say('FIRST'), true], [say('LAST'), true], [say('MEDIAN'), true]),
        ...rows]));
}

// ---- seats ----

function command(seat, name, more = {}) {
    return attempt(() => ask('/api/command', {seat, command: name, ...more}), 'command');
}

function action(key, work) {
    return make('button', {type: 'button', textContent: say(key), onclick: work});
}

// An exercise of the library, its machine and its parameters.
function make_choice(seat) {
    const exercise = make('select', {ariaLabel: say('EXERCISE')},
        ...catalogue.exercises.map(({name, titles}) =>
            make('option', {value: name, textContent: by_language(titles)})));
    const machine = make('select', {ariaLabel: say('MACHINE')},
        make('option', {value: '', textContent: say('OWN_MACHINE')}),
        ...catalogue.machines.map(name => make('option', {value: name, textContent: machine_of(name)})));
    const parameters = make('div', {className: 'settings'});
    const fields = () => [...parameters.querySelectorAll('input')];
    exercise.onchange = () => {
        const chosen = catalogue.exercises.find(({name}) => name === exercise.value);
        parameters.replaceChildren(...(chosen?.parameters ?? []).map(
            ({name, texts, unit, low, high, step, value}) => make('label', {},
                [by_language(texts), unit && `[${unit}]`].filter(Boolean).join(' '), ' ',
                make('input', {type: 'number', name, min: low, max: high, step, value}))));
    };
    exercise.onchange();
    const begin = action('BEGIN', () => fields().every(field => field.reportValidity()) &&
        confirm(say('SURE')) && command(seat, 'choose', {
            exercise: exercise.value,
            ...(machine.value === '' ? {} : {machine: machine.value}),
            settings: Object.fromEntries(fields().map(({name, value}) => [name, Number(value)]))}));
    return make('div', {}, make('div', {className: 'actions'}, exercise, machine, begin), parameters);
}

function make_card(seat) {
    const part = (tag, className) => make(tag, {className});
    const card = {run: '', have: 0};
    card.name = make('span', {textContent: seat.name});
    card.state = part('span', 'state');
    card.who = make('span');
    card.time = make('span');
    card.map = draw('svg', {preserveAspectRatio: 'xMidYMid meet'});
    card.picture = make('img', {alt: say('PICTURE'), hidden: true});
    card.refusal = part('p', 'refusal');
    card.functions = part('div', 'functions');
    card.scores = part('div', 'scores');
    card.events_list = part('ul', 'events');
    card.pause = action('PAUSE', () => command(seat.name, card.paused ? 'continue' : 'pause'));
    card.choice = make_choice(seat.name);
    card.settings = part('div', 'settings');
    card.replay = action('REPLAY', () =>
        (card.waits || confirm(say('SURE'))) && command(seat.name, 'replay', {session: 0}));
    card.fault = make('select', {ariaLabel: say('FAULT')});
    card.note = make('input', {type: 'text', maxLength: 120, placeholder: say('NOTE')});
    const send_note = () => {
        if (card.note.value.trim() !== '')
            command(seat.name, 'note', {text: card.note.value.trim()});
        card.note.value = '';
    };
    card.note.onkeydown = event => { // a handler that returns false keeps the key from the field
        if (event.key === 'Enter')
            send_note();
    };
    card.faults = make('div', {className: 'actions'}, card.fault,
        action('INJECT', () => command(seat.name, 'fault', {fault: card.fault.value})));
    card.root = make('article', {className: 'card'},
        make('h2', {}, card.name, card.state),
        make('div', {className: 'who'}, card.who, card.time),
        make('div', {className: 'views'}, card.map, card.picture),
        card.refusal, card.functions, card.scores, card.events_list,
        make('div', {className: 'actions'}, card.pause,
            action('RESTART', () => confirm(say('SURE')) && command(seat.name, 'restart')),
            action('END', () => confirm(say('SURE')) && command(seat.name, 'end')), card.replay),
        card.settings, card.choice, card.faults,
        make('div', {className: 'actions'}, card.note, action('WRITE', send_note)));
    $('cards').append(card.root);
    return card;
}

// North is up; a metre is a unit.
function show_map(svg, map) {
    if (!map)
        return;
    const [x0, y0, x1, y1] = map.area, flip = y => y0 + y1 - y;
    svg.setAttribute('viewBox', `${x0} ${y0} ${x1 - x0} ${y1 - y0}`);
    const dots = (map.trees ?? []).map(([x, y]) => `M${x - 0.6} ${flip(y)}a.6 .6 0 1 0 1.2 0a.6 .6 0 1 0 -1.2 0`);
    const logs = (map.logs ?? []).map(([ax, ay, bx, by]) => `M${ax} ${flip(ay)}L${bx} ${flip(by)}`);
    const [mx, my, heading] = map.machine;
    svg.replaceChildren(
        draw('path', {class: 'trees', d: dots.join('')}),
        draw('path', {class: 'logs', d: logs.join('')}),
        draw('polyline', {class: 'path', points: map.path.map(([x, y]) => `${x},${flip(y)}`).join(' ')}),
        draw('path', {class: 'machine', d: 'M3.5 0L-3 -1.5V1.5Z',
            transform: `translate(${mx} ${flip(my)}) rotate(${-heading})`}),
        draw('circle', {class: 'tip', cx: map.tip[0], cy: flip(map.tip[1]), r: 0.8}));
}

// A bar from the middle, as the lever is moved.
function show_functions(card, functions) {
    card.functions.replaceChildren(...functions.flatMap(({name, title, value}) => [
        make('span', {textContent: title_of({name, title})}),
        draw('svg', {viewBox: '-1 0 2 1', preserveAspectRatio: 'none'},
            draw('rect', {x: Math.min(value, 0) - 0.015, y: 0, width: Math.abs(value) + 0.03,
                height: 1}))]));
}

function show_scores(card, state) {
    const rows = (state.scores ?? []).flatMap(({metric, value}) => [
        make('span', {textContent: title(metric)}), make('span', {textContent: figure(metric, value)})]);
    if (state.points !== undefined)
        rows.unshift(make('span', {textContent: say('POINTS')}),
            make('span', {textContent: String(Math.round(state.points))}));
    card.scores.replaceChildren(...rows);
}

const fault_text = name => say('FAULT_' + name.split(':')[0].toUpperCase()) + ' ' +
    thing_of(name.split(':')[1] ?? '');

// What the instructor has sent, as the page calls it.
function command_text(seat, {command, words = ''}) {
    const keys = {pause: 'PAUSE', continue: 'CONTINUE', restart: 'RESTART', end: 'END',
        choose: 'BEGIN', replay: 'REPLAY'};
    const [name, value] = words.split(' ');
    if (command === 'note')
        return say('NOTE') + ': ' + words;
    if (command === 'fault')
        return fault_text(words);
    if (command === 'set')
        return title_of(seat.state.settings?.find(setting => setting.name === name) ??
            {name, title: name}) + ': ' + value;
    return keys[command] === undefined ? command : [say(keys[command]), words].join(' ').trim();
}

// The answer has those that are new to this page, or all again where some are missing here.
function show_events(card, seat) {
    const follows = card.run === seat.run && card.have === seat.first;
    const news = seat.events.map(event => make('li', {className: event.warning ? 'warn' : ''},
        make('time', {textContent: clock(event.t)}),
        event.command === undefined ? event.text : command_text(seat, event))).reverse();
    if (follows)
        card.events_list.prepend(...news);
    else
        card.events_list.replaceChildren(...news);
    while (card.events_list.childElementCount > 1000)
        card.events_list.lastChild.remove();
    card.run = seat.run;
    card.have = seat.first + seat.events.length;
}

function show_faults(card, faults) {
    const names = JSON.stringify(faults);
    card.faults.hidden = faults.length === 0;
    if (card.known_faults === names)
        return;
    card.known_faults = names;
    const before = card.fault.value, groups = new Map();
    for (const {name, on, edge_percent: edge} of faults) {
        const kind = name.split(':')[0];
        if (!groups.has(kind))
            groups.set(kind, make('optgroup', {label: say('FAULT_' + kind.toUpperCase())}));
        groups.get(kind).append(make('option', {value: name, disabled: on,
            textContent: (on ? '\u26a0 ' : '') + fault_text(name) +
                (edge === undefined ? '' : ` (${say('EDGE')} ${edge} %)`)}));
    }
    card.fault.replaceChildren(...groups.values());
    if (faults.some(({name, on}) => name === before && !on))
        card.fault.value = before;
}

// Aids and guides; one that the instructor is about to change stays as it is on the page.
function show_settings(card, seat, settings) {
    const names = JSON.stringify([language, ...settings.map(({name}) => name)]);
    if (card.known_settings !== names) {
        card.known_settings = names;
        card.settings.replaceChildren(...settings.map(({name, title, most, less}) => {
            const input = make('input', most === 1 ? {type: 'checkbox', name} :
                {type: 'range', name, min: 0, max: most, step: most / 4});
            const value = () => input.type === 'checkbox' ? Number(input.checked) :
                less ? most - Number(input.value) : Number(input.value);
            input.onchange = () => command(seat, 'set', {setting: name, value: value()});
            return make('label', {}, input, ' ', title_of({name, title}));
        }));
    }
    for (const {name, value, most, less} of settings) {
        const input = card.settings.querySelector(`[name="${CSS.escape(name)}"]`);
        if (input !== document.activeElement && input.type === 'checkbox')
            input.checked = value > 0;
        else if (input !== document.activeElement)
            input.value = less ? most - value : value;
    }
}

function show_seat(seat) {
    if (!cards.has(seat.name))
        cards.set(seat.name, make_card(seat));
    const card = cards.get(seat.name), state = seat.state;
    card.root.classList.toggle('away', !seat.present);
    card.paused = state.state === 'paused';
    card.waits = state.state !== 'running' && !card.paused;
    card.replay.hidden = !state.window;
    card.refusal.textContent = refusal_of(state);
    card.refusal.hidden = card.refusal.textContent === '';
    card.state.textContent = say(seat.present ? 'STATE_' + String(state.state).toUpperCase() : 'AWAY');
    card.who.textContent = [state.trainee, name_of(state.exercise ?? ''),
        name_of(state.machine ?? '')].filter(Boolean).join(' \u00b7 ');
    card.time.textContent = clock(state.time_s);
    card.pause.textContent = say(card.paused ? 'CONTINUE' : 'PAUSE');
    show_map(card.map, state.map);
    card.map.classList.toggle('alone', !seat.picture);
    card.picture.hidden = !seat.picture;
    show_functions(card, state.functions ?? []);
    show_scores(card, state);
    show_events(card, seat);
    show_faults(card, state.faults ?? []);
    show_settings(card, seat.name, state.settings ?? []);
    if (seat.present && state.window && (card.looked ?? 0) < Date.now() - 1000) {
        card.looked = Date.now();
        if (seat.picture)
            card.picture.src = '/api/picture/' + encodeURIComponent(seat.name) + '?' + card.looked;
        else
            fetch('/api/picture/' + encodeURIComponent(seat.name)); // asks the seat for one
    }
}

// A seat of another version must not hide those that follow.
function show_seat_if_readable(seat) {
    try {
        show_seat(seat);
    } catch (error) {
        console.error(seat.name, error);
        if (cards.has(seat.name))
            cards.get(seat.name).state.textContent = say('STATE_UNREADABLE');
    }
}

async function follow_seats() {
    if (tab === 'seats' && !document.hidden)
        await attempt(async () => {
            const asked = language, seats = await seats_now();
            if (language !== asked)
                return; // the cards are new, and lack what is not news
            $('no-seats').hidden = seats.length > 0;
            seats.sort((a, b) => a.name.localeCompare(b.name, language, {numeric: true}));
            for (const seat of seats)
                show_seat_if_readable(seat);
        }, 'seats');
    setTimeout(follow_seats, 500);
}

// ---- start ----

async function start() {
    const chosen = location.hash.slice(1) || 'seats';
    history.replaceState(null, '', '/#' + chosen); // the token is a cookie now
    texts = await ask('/api/texts');
    catalogue = await ask('/api/catalogue').catch(() => catalogue);
    $('start-seat').textContent =
        `kranich train --serve '${location.origin}/?token=${catalogue.seat_token}' --seat NAME`;
    fill_languages();
    $('language').onchange = () => choose_language($('language').value);
    for (const button of document.querySelectorAll('nav button'))
        button.onclick = () => choose_tab(button.dataset.tab);
    for (const id of ['of-trainee', 'of-exercise', 'demonstrators'])
        $(id).onchange = show_results;
    for (const id of ['compared', 'figure'])
        $(id).onchange = show_group;
    choose_tab(chosen);
    follow_seats();
}

attempt(start, 'start');
