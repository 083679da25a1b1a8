#!/usr/bin/env python3
"""A scripted bad engine: plays arena42 by the rules of nobody, and misbehaves on its n-th `go`.

bad_engine.py FAULT N [LIMIT] — FAULT: crash hang nonsense illegal malformed empty twice none late start handshake.
Good answers are asked of the reference player `random` (its path in the environment variable PLAYER).
"""

import os
import subprocess
import sys
import time

fault, when = sys.argv[1], int(sys.argv[2])


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if fault == "start":
    sys.stderr.write("no licence\n")
    sys.exit(7)
if fault == "handshake":
    say("hello")
    time.sleep(60)

player = subprocess.Popen([os.environ["PLAYER"], "random"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
asked = 0
for line in sys.stdin:
    command = line.split()[0] if line.split() else ""
    if command == "go":
        asked += 1
        if asked == when:
            if fault == "crash":
                sys.stderr.write("segmentation fault, as it were\n")
                sys.stderr.flush()
                os._exit(139)
            elif fault == "hang":
                time.sleep(60)
            elif fault == "nonsense":
                for _ in range(5):
                    say("I had a dream, bestmove was in it \x01\x02")
                sys.stdout.buffer.write(b"\xff\xfe\x00\n")
                sys.stdout.flush()
                time.sleep(60)
            elif fault == "late":
                time.sleep(0.6)
            elif fault in ("illegal", "malformed", "empty", "none"):
                say({"illegal": "bestmove a1a6", "malformed": "bestmove %%%", "empty": "bestmove", "none": "bestmove (none)"}[fault])
                continue
    player.stdin.write(line)
    player.stdin.flush()
    if command == "quit":
        break
    end = {"uci": "uciok", "xuci": "xuciok", "isready": "readyok", "go": "bestmove"}.get(command)
    while end:
        answer = player.stdout.readline().rstrip("\n")
        say(answer)
        if answer.startswith(end):
            if fault == "twice" and command == "go" and asked == when:
                say(answer)
            end = None
