#!/usr/bin/python3
"""unused.py refuses a function without a user, and accepts one that a macro or a file uses."""
import os
import subprocess
import sys
import tempfile

SOURCES = {
    'sim/a.h': '#pragma once\nint sim_used(void);\nint sim_unused(void); // sim_unused()\n'
               'int sim_tested(void);\nint sim_by_macro(void);\n#define SIM_M() sim_by_macro()\n',
    'sim/a.c': '#include "sim/a.h"\nint sim_used(void) {\n    return 1;\n}\n'
               'int sim_unused(void) {\n    return sim_used();\n}\n'
               'int sim_tested(void) {\n    return 2;\n}\n',
    'sim/b.c': '#include "sim/a.h"\nstatic int f(void) {\n    return sim_used();\n}\n',
    'tests/t.c': 'int main(void) {\n    return sim_tested();\n}\n',
}

with tempfile.TemporaryDirectory() as root:
    for path, text in SOURCES.items():
        os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        with open(os.path.join(root, path), 'w', encoding='utf-8') as file:
            file.write(text)
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'unused.py')
    run = subprocess.run([sys.executable, script, root], capture_output=True, text=True)
said = [line for line in run.stdout.splitlines() if line.startswith('sim/')]
expected = ['sim/a.h:3: error: nobody uses sim_unused() outside its own file',
            'sim/a.h:4: error: only tests use sim_tested() outside its own file']
if said != expected or run.returncode != 1:
    print(run.stdout, run.stderr, sep='')
    sys.exit(1)
