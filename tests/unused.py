#!/usr/bin/python3
"""Refuses public functions that nobody uses.

usage: unused.py ROOT

A function that a header declares must be named in a file of the program other than the header and
the file that defines it: else it becomes static, or goes. Tests do not count, except for the
functions below, each of which says why it is public for them. Prints a line
`file:line: error: ...` for each violation, and for each line of the table that is no longer true,
and exits 1 if there is one.
"""
import os
import re
import sys

from layers import sources

# Functions that only tests use.
FOR_TESTS = {
    # the lanes for processors without AVX, compared with the wide ones
    'sim_boxes_direction',
    'sim_boxes_direction_narrow',
    'sim_boxes_patch_narrow',
    'sim_contact_tangents_of_four_narrow',
    # the other half of a pair: destroy, set or get, save or restore
    'dat_recorder_flush',
    'sim_body_set_enabled',
    'sim_body_set_pose',
    'sim_differential_destroy',
    'sim_guide_destroy',
    'sim_guide_valid',
    'sim_magnet_destroy',
    'sim_magnet_valid',
    'sim_model_find_guide',
    'sim_model_find_magnet',
    'sim_resistance_destroy',
    'sim_resistance_valid',
    'ui_bindings_read',
    'ui_bindings_write',
    'ui_preferences_load',
    # for the manual, which a test writes
    # measures that tests hold against bounds
    'bench_error_run',
    'dat_text_width',
    'sim_instance_sensor',
    'sim_magnet_holds',
    'sim_mesh_nearest',
    'sim_sparse_flops',
    'sim_world_cluster',
    'sim_world_cluster_count',
    'ui_camera_rig_hidden',
    'ui_camera_rig_way_round',
    'ui_gl_renderer_tree_counts',
    'ui_pose_between',
    'ui_stereo_parallax',
    'veh_demo_longest_pause',
    # tables and texts that tests compare with the documents
    'dat_keys_print_markdown',
    'sim_shape_kind_name',
    'ui_commands',
    'ui_stereo_mode_find',
    'ui_source_print_template',
    'ui_language_read', # and the fuzzer: as text, not from a file
    # what is looked for in another folder than the system's
    'ui_font_find',
    # steps of a screen that tests take one by one
    'ui_assign_draw',
    'ui_assign_event',
    'ui_assign_init',
    'ui_help_arrange',
    'ui_help_draw',
    'ui_help_init',
    'ui_settings_event',
    'ui_settings_init',
}

COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/', re.DOTALL)
DECLARATION = re.compile(r'^(?!static|typedef|#)[A-Za-z_][\w \*]*?\b([a-z]\w*)\s*\([^;{}]*\)\s*;', re.M)

def without_comments(text):
    return COMMENT.sub(lambda match: re.sub(r'[^\n]', ' ', match.group()), text)

def defines(text, name):
    return re.search(r'^[A-Za-z_][\w \*]*\b%s\s*\([^;{}]*\)\s*\{' % name, text, re.M)

def main():
    root = sys.argv[1]
    text = {path: without_comments(open(os.path.join(root, path), encoding='utf-8').read())
            for path in list(sources(root)) + ['bench/bullet.cpp']
            if os.path.exists(os.path.join(root, path))}
    users = {}
    for path, code in text.items():
        for word in set(re.findall(r'\w+', code)):
            users.setdefault(word, []).append(path)
    failed, listed, count = 0, set(), 0
    for header in sorted(path for path in text if path.endswith('.h') and path[:6] != 'tests/'):
        for match in DECLARATION.finditer(text[header]):
            name = match.group(1)
            count += 1
            if len(re.findall(r'\b%s\b' % name, text[header])) > 1:
                continue  # by a macro or an inline function of the header
            others = [path for path in users[name]
                      if path != header and not defines(text[path], name)]
            if any(not path.startswith('tests/') for path in others):
                continue
            if others and name in FOR_TESTS:
                listed.add(name)
                continue
            line = text[header].count('\n', 0, match.start(1)) + 1
            who = 'only tests use' if others else 'nobody uses'
            print(f'{header}:{line}: error: {who} {name}() outside its own file')
            failed += 1
    for name in sorted(set(FOR_TESTS) - listed):
        print(f'tests/unused.py: error: {name}() is used or gone: take it out of the table')
        failed += 1
    print(f'{count} functions, {failed} violations')
    sys.exit(1 if failed or not count else 0)

if __name__ == '__main__':
    main()
