#!/usr/bin/env python3
"""How fast an engine answers: median, 99th percentile and maximum of its latencies, in milliseconds.

usage: latency.py [--count N] ENGINE [ARGUMENT...]

Any UCI engine will do. Needs nothing but Python.
"""

import argparse
import subprocess
import time


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.rest = b""

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")

    def until(self, start):
        while True:
            line, end, rest = self.rest.partition(b"\n")
            if end:
                self.rest = rest
                if line.startswith(start):
                    return line
                continue
            chunk = self.process.stdout.read(65536)
            if not chunk:
                raise SystemExit(f"the engine ended before it said {start.decode()}")
            self.rest += chunk

    def ask(self, line, start):
        """The time in ms until the engine says what begins with `start`."""
        begin = time.perf_counter()
        self.say(line)
        self.until(start)
        return (time.perf_counter() - begin) * 1000

    def close(self):
        self.say("quit")
        self.process.wait(10)


def start(command):
    begin = time.perf_counter()
    engine = Engine(command)
    engine.say("uci")
    engine.until(b"uciok")
    elapsed = (time.perf_counter() - begin) * 1000
    engine.close()
    return elapsed


def report(name, times):
    times = sorted(times)
    percentile = times[min(len(times) - 1, len(times) * 99 // 100)]
    print(f"{name:32} median {times[len(times) // 2]:8.2f}   p99 {percentile:8.2f}   max {times[-1]:8.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="how often each is measured (200)")
    parser.add_argument("engine", nargs=argparse.REMAINDER, help="the engine and its arguments")
    arguments = parser.parse_args()
    if not arguments.engine:
        parser.error("which engine?")
    count = range(arguments.count)

    report("start to uciok", [start(arguments.engine) for _ in count])
    engine = Engine(arguments.engine)
    engine.ask("uci", b"uciok")
    engine.ask("ucinewgame\nisready", b"readyok")
    report("isready while idle", [engine.ask("isready", b"readyok") for _ in count])
    engine.say("position startpos\ngo infinite")
    engine.until(b"info")
    searching = []
    for _ in count:
        time.sleep(0.005)
        searching.append(engine.ask("isready", b"readyok"))
    report("isready while searching", searching)
    engine.ask("stop", b"bestmove")
    stops = []
    for _ in count:
        engine.say("position startpos\ngo infinite")
        time.sleep(0.03)
        stops.append(engine.ask("stop", b"bestmove"))
    report("stop to bestmove", stops)
    report("overshoot of movetime 100", [engine.ask("go movetime 100", b"bestmove") - 100 for _ in count])
    with open(f"/proc/{engine.process.pid}/status", encoding="ascii") as status:
        memory = [line.split()[1] for line in status if line.startswith("VmRSS")]
    print(f"{'resident memory after it':32} {int(memory[0]) / 1024:.1f} MiB" if memory else "")
    engine.close()


if __name__ == "__main__":
    main()
