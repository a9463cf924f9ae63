#!/usr/bin/python3
"""Writes the GLSL files given after the output name into one C source, as a table of texts.

A C string literal may hold 4095 characters, so each text is an array of numbers.
"""

import pathlib
import sys


def main() -> None:
    out, sources = sys.argv[1], [pathlib.Path(p) for p in sys.argv[2:]]
    lines = ["// Made from ui/gl/shaders/*.glsl.", '#include "ui/gl/base.h"', "#include <string.h>"]
    for source in sources:
        data = source.read_bytes() + b"\0"
        lines.append(f"static const char text_{source.stem}[] = {{")
        for i in range(0, len(data), 20):
            lines.append("    " + ", ".join(str(b) for b in data[i : i + 20]) + ",")
        lines.append("};")
    lines.append("static const struct { const char *name, *text; } table[] = {")
    lines += [f'    {{"{s.stem}", text_{s.stem}}},' for s in sources]
    lines += [
        "};",
        "const char *ui_gl_shader_text(const char *name) {",
        "    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {",
        "        if (strcmp(table[i].name, name) == 0)",
        "            return table[i].text;",
        "    }",
        "    return NULL;",
        "}",
    ]
    pathlib.Path(out).write_text("\n".join(lines) + "\n", encoding="ascii")


main()
