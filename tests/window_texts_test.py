#!/usr/bin/python3
"""window_texts.py refuses a word that no translation reaches, and accepts units and formats."""
import os
import subprocess
import sys
import tempfile

SOURCE = '''void draw(void) {
    ui_canvas_text(c, UI_FACE_SMALL, x, y, ui_white, "Hello"); // "no problem"
    ui_print(text, size, "%.0f km/h", speed(at("Kranich")));
    ui_print(text, size,
             "%s left", name);
    puts("not the window");
}
'''

with tempfile.TemporaryDirectory() as root:
    for folder in ('ui/screen', 'ui/scene', 'ui/text'):
        os.makedirs(os.path.join(root, folder))
    with open(os.path.join(root, 'ui/screen/a.c'), 'w', encoding='utf-8') as file:
        file.write(SOURCE)
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'window_texts.py')
    run = subprocess.run([sys.executable, script, root], capture_output=True, text=True)
expected = ['ui/screen/a.c:2: error: "Hello" is no text of ui/text/english.h',
            'ui/screen/a.c:5: error: "%s left" is no text of ui/text/english.h']
if run.stdout.splitlines() != expected or run.returncode != 1:
    print(run.stdout, run.stderr, sep='')
    sys.exit(1)
