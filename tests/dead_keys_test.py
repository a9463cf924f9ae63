#!/usr/bin/python3
"""dead_keys.py refuses a key that no reader looks at, and a member that only its reader knows."""
import os
import subprocess
import sys
import tempfile

SOURCES = {
    'data/model/keys.h': 'struct dat_model_thing {\n'
                         '    struct dat_value name, size, // of the file\n'
                         '        shape, forgotten;\n'
                         '};\n',
    'data/model/read.c': 'static const struct row rows[] = {\n'
                         '    {"shape", offsetof(struct dat_model_thing, shape)},\n'
                         '    {DAT_KEY_NUMBER, offsetof(struct dat_model_thing, forgotten)},\n'
                         '};\n'
                         'static void read(struct veh_machine_def *def, const struct node *node) {\n'
                         '    struct dat_model_thing keys;\n'
                         '    def->used[0].size = keys.size.number[0];\n'
                         '    def->written = def->used[0].mirrored ? 2.0 : 1.0;\n'
                         '    name(&def->used[0], keys.name.text);\n'
                         '}\n',
    'vehicles/machine_def.h': 'struct veh_thing {\n'
                              '    double size; // size\n'
                              '    bool mirrored;\n'
                              '};\n'
                              'struct veh_machine_def {\n'
                              '    struct veh_thing used[2];\n'
                              '    double written;\n'
                              '};\n'
                              'struct other {\n'
                              '    double forgotten, written, mirrored;\n'
                              '};\n',
    'vehicles/use.c': 'static double sum(struct other *other) {\n'
                      '    other->written = other->forgotten + other->written + other->mirrored;\n'
                      '    return other->written;\n'
                      '}\n'
                      'double veh_use(const struct veh_machine_def *def, int i) {\n'
                      '    return sum(list[def->used[i].size]);\n'
                      '}\n',
}
EXPECTED = ["data/model/keys.h:3: error: no reader looks at the key 'forgotten'",
            "vehicles/machine_def.h:7: error: 'written' of struct veh_machine_def is read from a file, "
            'but has no effect',
            "vehicles/machine_def.h:3: error: 'mirrored' of struct veh_thing is read from a file, "
            'but has no effect']

with tempfile.TemporaryDirectory() as root:
    for path, text in SOURCES.items():
        os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        with open(os.path.join(root, path), 'w', encoding='utf-8') as file:
            file.write(text)
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'dead_keys.py')
    run = subprocess.run([sys.executable, script, root], capture_output=True, text=True)
said = [line for line in run.stdout.splitlines() if line.startswith(('data/', 'vehicles/'))]
if said != EXPECTED or run.returncode != 1:
    print(run.stdout, run.stderr, sep='')
    sys.exit(1)
