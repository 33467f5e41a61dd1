"""A worker script that says Hello, then neither reads nor ends; run by test_process.py and test_discovery.py."""

import sys
from threading import Event

from sigtui.bench import protocol

if __name__ == "__main__":
    sys.stdout.buffer.write(protocol.encode(protocol.Hello(protocol.VERSION, 0)))
    sys.stdout.flush()
    Event().wait()
