"""A long session of random commands, valid and not, over all variants, with short searches on two threads: the program
neither panics nor hangs, every `go` has its `bestmove`, and memory stays what it was after warm-up.

`SOAK_COMMANDS` says how many commands (CONTRIBUTING.md), `SOAK_SEED` which ones.
"""

import os
import random
import statistics

import pytest
from talk import Talk

COMMANDS = int(os.environ.get("SOAK_COMMANDS", "24000"))
# The allocator's arenas, one for every thread, find their size in the first commands; they are not measured.
WARM_UP = 6000
SEED = int(os.environ.get("SOAK_SEED", "1"))
# How much more memory the end may need than the time after warm-up.
FLAT = 1024

WORDS = [
    "startpos", "fen", "moves", "name", "value", "e2e4", "e7e8q", "O-O", "W@d4", "K@e1", "$N", "$N*", "A:e5", "X", "draw", "swap:357",
    "c3*d4", "P-a2b3", "sac:e2f1", "H!e3", "*d5+e6", "end", "pass", "#52", "#Q", "#?", "#???????", "all", "white", "red", "green", "nobody",
    "1", "0", "-1", "99999999999999999999", "depth", "nodes", "x-y", "♞", "a,b,,c", ",", "\u0000", "\u2028", "'; --", "%s%n", "e" * 300,
]  # fmt: skip
# Commands that take words of any kind; those that search, count or end are used with care below.
VERBS = [
    "uci", "xuci", "debug off", "setoption", "setoption name", "register", "ucinewgame", "position", "position fen",
    "position startpos moves", "stop", "ponderhit", "d", "eval", "variants", "describe", "state", "actions", "play", "drop", "arm", "buy",
    "card", "card deal", "card swap", "roll", "end", "pass", "throw", "undo", "viewer", "nonsense",
]  # fmt: skip
OPTIONS = [
    "MultiPV value 1", "MultiPV value 3", "MultiPV value 0", "Seed value 5", "Seed value 0", "UCI_ShowWDL value true", "Ponder value true",
    "UCI_Chess960 value true", "UCI_Chess960 value false", "UCI_LimitStrength value true", "UCI_LimitStrength value false",
    "UCI_AnalyseMode value true", "UCI_AnalyseMode value false", "WhiteArmy value castle", "BlackArmy value classic", "Clear Hash",
    "Hash value -5", "Hash value many", "Threads value 0", "Threads value", "Nonsense value 1", "Move Overhead value 0",
]  # fmt: skip
SEARCHES = [
    "depth 1", "depth 2", "nodes 1", "nodes 300", "movetime 2", "wtime 20 btime 20 winc 1 binc 1", "ptime 20 20", "ptime 20 20 20 20",
    "wtime -5 btime -5", "mate 1 nodes 200", "nodes 200 searchmoves e2e4", "nodes 200 searchmoves nonsense", "depth", "depth x",
    "perfect 3 nodes 100",
]  # fmt: skip


class Soak:
    def __init__(self, path, seed):
        self.rng = random.Random(seed)
        self.talk = Talk(path)
        self.count = 0
        self.searches = 0
        self.memory = []
        self.talk.say("xuci")
        self.talk.until("xuciok")
        self.variants = [line.split(" ")[1] for line in self.talk.tell("variants")]
        self.starts = {}

    def say(self, line):
        self.count += 1
        self.talk.say(line)

    def settle(self):
        """Waits until all is answered; nothing of it may be a bestmove nobody asked for, or a bug."""
        for line in self.talk.fence():
            self.sane(line)
            assert not line.startswith("bestmove"), (line, self.talk.said[-8:])

    def sane(self, line):
        assert "error internal" not in line, (line, self.talk.said[-8:])

    def stand(self):
        """Sees to it that a position stands."""
        if self.talk.ask("state").startswith("error no-position"):
            self.talk.tell("position startpos")

    def word(self):
        return self.rng.choice(WORDS)

    def fen(self):
        """A FEN of some variant with a few characters changed."""
        fen = list(self.starts[self.rng.choice(self.variants)])
        for _ in range(self.rng.randrange(4)):
            at = self.rng.randrange(len(fen))
            fen[at : at + 1] = self.rng.choice(["", " ", "K", "k", "8", "-", "/", "♞", "w", "0", "99999"])
        return "".join(fen)

    def line(self):
        self.say(f"{self.rng.choice(VERBS)} {' '.join(self.word() for _ in range(self.rng.randrange(4)))}".replace("\n", " "))
        self.settle()

    def odd_bytes(self):
        self.count += 1
        data = bytes(byte for byte in self.rng.randbytes(self.rng.randrange(60)) if byte != 10)
        # Behind a word of its own, so that the bytes cannot spell a command that asks for an answer.
        self.talk.process.stdin.buffer.write(b"x-" + data + b"\n")
        self.talk.process.stdin.buffer.flush()
        self.settle()

    def option(self):
        self.say(f"setoption name {self.rng.choice(OPTIONS)}")
        self.settle()

    def variant(self):
        self.say(f"setoption name UCI_Variant value {self.rng.choice(self.variants)}")
        self.settle()

    def position(self):
        self.say(self.rng.choice(["position startpos", f"position fen {self.fen()}"]))
        self.settle()

    def act(self):
        """Plays what is possible."""
        self.say("actions")
        words = self.talk.hear().split(" ")
        if words[0] != "actions":
            assert words[:2] == ["error", "no-position"], words
            self.say("position startpos")
        elif len(words) > 2:
            self.say(f"play {self.rng.choice(words[2:])}")
            reply = self.talk.hear()
            assert reply.startswith("played "), (reply, self.talk.said[-8:])
        else:
            self.say("throw")
            reply = self.talk.hear()
            assert reply.startswith(("played ", "error not-due ")), reply
            if reply.startswith("error"):
                # The game is over: another one.
                self.say("position startpos")
        self.settle()

    def search(self):
        self.searches += 1
        kind = self.rng.randrange(4)
        if kind == 0:
            # What comes behind is busy only while something is searched.
            self.stand()
            self.say(f"go {self.rng.choice(['infinite', 'ponder', 'infinite depth 1', 'ponder movetime 1'])}")
            for _ in range(self.rng.randrange(3)):
                self.say(self.rng.choice(["isready", "state", "position startpos", "go depth 1", "d", self.word(), "play e2e4"]))
            if self.rng.random() < 0.3:
                self.say("ponderhit")
            self.say("stop")
        else:
            self.say(f"go {self.rng.choice(SEARCHES)}")
        for line in self.talk.until("bestmove"):
            self.sane(line)
        self.settle()

    def counting(self):
        self.stand()
        depth = self.rng.choice([0, 1, 1, 2, 60, "x"])
        command = self.rng.choice(["perft", "divide", "go perft"])
        self.say(f"{command} {depth}")
        if depth == 60:
            self.say("stop")
        for line in self.talk.until("Nodes searched", "error", "bestmove"):
            self.sane(line)
        # A malformed `go perft` is a `go` and has its bestmove.
        if (command, depth) == ("go perft", "x"):
            self.talk.until("bestmove")
        self.settle()

    def step(self):
        kinds = [self.line, self.odd_bytes, self.option, self.variant, self.position, self.act, self.search, self.counting]
        self.rng.choices(kinds, [20, 3, 6, 3, 5, 45, 15, 3])[0]()

    def resident(self):
        """The memory the program has, in KiB."""
        with open(f"/proc/{self.talk.process.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))

    def warm_up(self):
        """The table is made and touched, and every variant has searched on two threads."""
        for line in ("setoption name Hash value 1", "setoption name Threads value 2"):
            assert self.talk.tell(line) == []
        for variant in self.variants:
            self.talk.tell(f"setoption name UCI_Variant value {variant}")
            self.starts[variant] = self.talk.ask("describe").split('"startpos":"')[1].split('"')[0]
            self.talk.say("go nodes 30000")
            self.talk.until("bestmove")

    def run(self, commands):
        """So many commands; the memory after each hundredth of them."""
        self.count = self.searches = 0
        self.memory = []
        while self.count < commands:
            self.step()
            if self.count >= len(self.memory) * commands / 100:
                self.memory.append(self.resident())


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="memory is read from /proc")
def test_soak(engine_path):
    soak = Soak(engine_path, SEED)
    soak.warm_up()
    soak.run(WARM_UP)
    soak.run(COMMANDS)
    assert soak.talk.close() == 0
    assert not any("panicked" in line for line in soak.talk.errors), soak.talk.errors
    third = len(soak.memory) // 3
    first, last = statistics.median(soak.memory[:third]), statistics.median(soak.memory[-third:])
    print(f"{soak.count} commands, {soak.searches} searches, {first:.0f} KiB after warm-up, {last:.0f} KiB at the end")
    assert last - first <= FLAT, f"memory grows from {first} to {last} KiB: {soak.memory}"
