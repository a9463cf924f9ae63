#!/usr/bin/python3
"""Compares docs/proofs.md with the tree: every model and test it names must exist. Models of
data/library/physics that no row names are listed, but do not fail.

usage: proofs.py SOURCE_ROOT
"""
import pathlib
import re
import sys


def problems(root, named):
    page = root / "docs" / "proofs.md"
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        where = f"{page.relative_to(root)}:{number}"
        if not line.startswith("|") or line.startswith(("|--", "| claim")):
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 4:
            yield f"{where}: error: {len(cells)} cells, expected claim, model, test and tolerance"
            continue
        for model in re.findall(r"`([^`]+)`", cells[1]):
            named.add(model)
            if not (root / "data/library/physics" / f"{model}.yaml").is_file():
                yield f"{where}: error: there is no model '{model}' in data/library/physics"
        tests = re.findall(r"`([^`]+)`", cells[2])
        if not tests:
            yield f"{where}: error: no test"
        for test in tests:
            file, _, name = test.partition(": ")
            source = root / "tests" / f"{file}_test.c"
            if not source.is_file():
                yield f"{where}: error: there is no test '{file}'"
            elif not re.search(rf"\bstatic void {re.escape(name)}\(void \*\*state\)",
                               source.read_text(encoding="utf-8")):
                yield f"{where}: error: there is no '{name}' in {source.relative_to(root)}"
        if not cells[3]:
            yield f"{where}: error: no tolerance"


def main():
    root = pathlib.Path(sys.argv[1])
    named = set()
    found = list(problems(root, named))
    for line in found:
        print(line)
    for model in sorted((root / "data/library/physics").glob("*.yaml")):
        if model.stem not in named:
            print(f"note: no row of docs/proofs.md names the model '{model.stem}'")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
