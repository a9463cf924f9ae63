#!/usr/bin/python3
"""Makes a C string of a text file, so that the program carries the file with it.

usage: embed_text.py TEXT C_FILE HEADER NAME
"""
import sys


def main():
    source, target, header, name = sys.argv[1:]
    with open(source, 'rb') as file:
        text = file.read() + b'\0'
    # Numbers, because the standard guarantees only 4095 characters in a string.
    numbers = [str(byte if byte < 128 else byte - 256) for byte in text]
    with open(target, 'w', encoding='utf-8') as file:
        file.write(f'#include "{header}"\n\nconst char {name}[] = {{\n')
        for i in range(0, len(numbers), 20):
            file.write(f'    {", ".join(numbers[i:i + 20])},\n')
        file.write('};\n')


if __name__ == '__main__':
    main()
