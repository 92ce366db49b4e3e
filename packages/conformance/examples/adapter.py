"""Prints transcripts from top to bottom, as text: the simplest reader, and an adapter for a tool in Python.

    npx @ccdag/conformance --run "python3 adapter.py {file}"

Replace `blocks` by your own reader. Print a tree in JSON instead of text to be judged on everything.
"""

import json
import sys


def blocks(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            try:
                record = json.loads(line)
            except ValueError:
                continue
            message = record.get("message") if isinstance(record, dict) else None
            content = message.get("content") if isinstance(message, dict) else None
            if isinstance(content, str):
                yield content
            for block in content if isinstance(content, list) else []:
                if isinstance(block, dict):
                    yield block.get("text") or block.get("thinking") or ""


for path in sys.argv[1:]:
    for text in blocks(path):
        if text.strip():
            print(text, end="\n\n")
