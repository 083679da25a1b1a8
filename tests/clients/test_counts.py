"""Perft over UCI against python-chess, on positions out of random games: an independent generator says how many."""

import random
import subprocess

import chess
import chess.variant
import pytest


class Talk:
    """A plain UCI client that reads raw lines."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, start):
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            assert not line.startswith("info string error"), line
            if line.startswith(start):
                return lines
        raise AssertionError(f"the engine ended before it said {start!r}: {lines[-5:]}")

    def perft(self, depth):
        self.say(f"go perft {depth}")
        lines = self.until("Nodes searched: ")
        counts = dict(line.split(": ") for line in lines[:-1] if ": " in line and not line.startswith("info"))
        return {word: int(count) for word, count in counts.items()}, int(lines[-1].split()[-1])

    def close(self):
        self.say("quit")
        self.process.wait(10)


@pytest.fixture
def talk(engine_path):
    talk = Talk(engine_path)
    talk.say("uci")
    talk.until("uciok")
    yield talk
    talk.close()


def count(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        # In crazyhouse python-chess calls nothing a variant end, so legal moves say it all.
        total += count(board, depth - 1)
        board.pop()
    return total


def random_positions(variant, games, rng):
    for _ in range(games):
        if variant == "crazyhouse":
            board = chess.variant.CrazyhouseBoard()
        elif variant == "chess960":
            board = chess.Board.from_chess960_pos(rng.randrange(960))
        else:
            board = chess.Board()
        start = board.fen()
        for _ in range(rng.randrange(8, 120)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        yield start, board


@pytest.mark.parametrize("variant", ["chess", "chess960", "crazyhouse"])
def test_counts_agree_with_python_chess(talk, variant):
    talk.say(f"setoption name UCI_Variant value {'crazyhouse' if variant == 'crazyhouse' else 'chess'}")
    talk.say(f"setoption name UCI_Chess960 value {'true' if variant == 'chess960' else 'false'}")
    rng = random.Random(variant)
    for start, board in random_positions(variant, 120, rng):
        moves = " ".join(move.uci() for move in board.move_stack)
        expected = {board.uci(move): 0 for move in board.legal_moves}
        # Through the moves, and through the FEN alone.
        for position in (f"position fen {start} moves {moves}", f"position fen {board.fen()}"):
            talk.say(position)
            found, total = talk.perft(1)
            assert sorted(found) == sorted(expected), position
            assert total == len(expected)
        if len(expected) < 45:
            assert talk.perft(2)[1] == count(board, 2), position
