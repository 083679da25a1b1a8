"""A chess engine out of python-chess that plays at random and breaks what it is told to break: `bad_engine.py FAULT…`.

Without a fault it is a good one, so that a step which fails does so because of the fault.
"""

import random
import sys
import threading

import chess

FAULTS = set(sys.argv[1:])
LOCK = threading.Lock()


def say(line):
    with LOCK:
        sys.stdout.write(line + ("  " if "blank at the end" in FAULTS else "") + "\n")
        sys.stdout.flush()


class Engine:
    def __init__(self):
        self.board = chess.Board()
        self.previous = chess.Board()
        self.stop = threading.Event()
        self.thread = None
        self.lines = 1
        self.wdl = False

    def uci(self):
        say("id name Bad Engine")
        if "no author" not in FAULTS:
            say("id author nobody")
        say(f"option name Hash type spin default {0 if 'default out of range' in FAULTS else 16} min 1 max 64")
        say("option name MultiPV type spin default 1 min 1 max 218")
        say("option name Ponder type check default false")
        say("option name Style type combo default solid var solid var wild")
        if "option twice" in FAULTS:
            say("option name Hash type spin default 16 min 1 max 64")
        say("uciok")

    def setoption(self, words):
        name = " ".join(words[words.index("name") + 1 : words.index("value")]) if "value" in words and "name" in words else ""
        value = words[-1]
        if "crash on wild" in FAULTS and value == "wild":
            raise SystemExit("thread 'main' panicked: too wild")
        if name.lower() == "multipv" and value.isdigit() and 1 <= int(value) <= 218:
            self.lines = int(value)

    def position(self, words):
        self.previous = self.board
        try:
            if words[:1] == ["startpos"]:
                board = chess.Board()
            else:
                end = words.index("moves") if "moves" in words else len(words)
                board = chess.Board(" ".join(words[1:end]))
            if "moves" in words:
                if "empty moves" in FAULTS and words[-1] == "moves":
                    raise SystemExit(1)
                for word in words[words.index("moves") + 1 :]:
                    board.push_uci(word)
            if board.is_valid():
                self.board = board
        except ValueError:
            return

    def pick(self, board, words):
        """The lines, best first: mates, then anything by a fixed order."""
        moves = list(board.legal_moves)
        if "searchmoves" in words and "searchmoves ignored" not in FAULTS:
            named = {word for word in words[words.index("searchmoves") + 1 :]}
            moves = [move for move in moves if move.uci() in named] or moves
        random.Random(board.fen()).shuffle(moves)

        def mates(move):
            board.push(move)
            mate = board.is_checkmate()
            board.pop()
            return not mate

        return sorted(moves, key=mates), moves and not mates(sorted(moves, key=mates)[0])

    def go(self, words):
        if self.thread:
            self.thread.join()
        board = (self.previous if "answers late" in FAULTS else self.board).copy()
        self.stop.clear()
        waits = ("infinite" in words and "infinite answers" not in FAULTS) or (
            "ponder" in words and "ponder answers" not in FAULTS
        )
        self.thread = threading.Thread(target=self.search, args=(board, words, waits), daemon=True)
        self.thread.start()

    def search(self, board, words, waits):
        moves, mate = self.pick(board, words)
        depth = int(words[words.index("depth") + 1]) if "depth" in words else 3
        score = "mate 1" if mate else "cp 10"
        if not moves:
            score = "mate 0" if board.is_check() else "cp 0"
            say(f"info depth 0 score {score}")
        for number in range(1, depth + 1 if moves else 0):
            shown = len(moves) if "too few lines" not in FAULTS else 1
            for index, move in enumerate(moves[: min(self.lines, shown)], 1):
                rates = "" if "no nps" in FAULTS else " nps 1000"
                pv = "e2e5" if "broken pv" in FAULTS else move.uci()
                kind = " nonsense 3" if "odd field" in FAULTS else ""
                nodes = random.randrange(1000) if "random nodes" in FAULTS else 10 * number
                say(f"info depth {number} multipv {index} score {score} nodes {nodes}{rates} time 1{kind} pv {pv}")
        if waits:
            self.stop.wait()
        word = moves[0].uci() if moves else "(none)"
        if "illegal at the end" in FAULTS and "wtime" in words:
            word = "a1a8"
        if not ("no move at the end of the input" in FAULTS and self.stop.is_set() and self.closing):
            say(f"bestmove {word}")
        if "two moves" in FAULTS:
            say(f"bestmove {word}")

    closing = False

    def end(self):
        self.closing = True
        self.stop.set()
        if self.thread:
            self.thread.join()

    def run(self):
        for raw in sys.stdin.buffer:
            words = raw.decode("utf-8", "replace").split()
            if not words:
                continue
            if "strict about line ends" in FAULTS and raw.endswith(b"\r\n"):
                continue
            if "long lines" in FAULTS and len(raw) > 4096:
                raise SystemExit(139)
            match words[0]:
                case "uci":
                    self.uci()
                case "isready":
                    if "deaf while searching" in FAULTS and self.thread:
                        self.thread.join()
                    say("readyok")
                case "setoption":
                    self.setoption(words)
                case "position":
                    self.position(words[1:])
                case "go":
                    self.go(words[1:])
                case "stop" | "ponderhit":
                    if "answers an idle stop" in FAULTS and not (self.thread and self.thread.is_alive()):
                        say("bestmove e2e4")
                    self.stop.set()
                case "quit":
                    break
        else:
            if "deaf to the end of the input" in FAULTS:
                threading.Event().wait()
        self.end()


Engine().run()
