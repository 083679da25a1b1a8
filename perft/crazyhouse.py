#!/usr/bin/env python3
"""Writes crazyhouse.epd: `python3 perft/crazyhouse.py > perft/crazyhouse.epd` (takes some minutes).

The counts come from python-chess's CrazyhouseBoard (pip install chess), a program that shares nothing with ours;
those of the start position beyond depth 4 are published ones. Positions that are not composed are reached by
random play with a fixed seed.
"""

import random

from chess.variant import CrazyhouseBoard

COMPOSED = [
    ("start position (D5 and D6 published)", CrazyhouseBoard.starting_fen),
    ("promoted pieces: captured, they are pawns", "r2q~k2r/pP4p1/8/8/8/8/Pp4P1/R2Q~K2R[] w KQkq - 0 1"),
    ("promotions that capture promoted pieces", "1n~b~1k3/P1P5/8/8/8/8/p1p5/1N~B~1K3[Pp] w - - 0 1"),
    ("a check that drops can answer", "4k3/8/8/8/8/8/8/r3K3[QRBNPqrbnp] w - - 0 1"),
    ("an adjacent checker: no drop helps", "4k3/8/8/8/8/8/4q3/4K2R[QRBNP] w K - 0 1"),
    ("a double check: no drop helps", "4k3/8/8/8/4r3/5n2/3P1P2/R3K2R[QRBNP] w KQ - 0 1"),
    ("full hands", "r1bqk2r/pppp1ppp/8/8/8/8/PPPP1PPP/R1BQK2R[BNNPbnnp] w KQkq - 0 8"),
    ("drops that mate", "6rk/6pp/8/8/8/8/5PPP/6RK[NNQnnq] w - - 0 1"),
    ("pawns in hand and nothing else", "4k3/pppp4/8/8/8/8/4PPPP/4K3[PPPPpppp] w - - 0 1"),
    ("castling, en passant and drops", "r3k2r/2p5/8/3pP3/3Pp3/8/2P5/R3K2R[Nn] b KQkq d3 0 1"),
    ("en passant answers a check, drops cannot", "8/8/8/2k5/3Pp3/8/8/4K3[NPnp] b - d3 0 1"),
    ("pinned pieces among drops", "3r3b/b6k/3N1B2/2N5/rQ1K1R1q/4P3/8/6b1[Pp] w - - 0 1"),
    ("an end with a promoted queen", "8/4k3/8/8/3q~4/8/4K3/3R4[Pb] w - - 0 1"),
    ("the last pawn promotes beside a full hand", "8/P5k1/8/8/8/8/6K1/8[QRRBBNNqrrbbnnPPPPPPPPPPPPPPp] w - - 0 1"),
]
PUBLISHED = {CrazyhouseBoard.starting_fen: {5: 4_888_832, 6: 120_812_942}}
MOST = 200_000


def perft(board, depth):
    if depth == 1:
        return sum(1 for _ in board.legal_moves)
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def played(seed, plies):
    rng = random.Random(seed)
    board = CrazyhouseBoard()
    while board.ply() < plies and not board.is_game_over():
        moves = sorted(board.legal_moves, key=str)
        # Captures and promotions more often, so that the hands fill and pieces promote.
        lively = [m for m in moves if board.is_capture(m) or m.promotion]
        board.push(rng.choice(lively if lively and rng.random() < 0.7 else moves))
    return board


def line(title, fen):
    board = CrazyhouseBoard(fen)
    assert board.is_valid(), (fen, board.status())
    counts, depth = {}, 1
    while True:
        counts[depth] = perft(board, depth)
        depth += 1
        if counts[depth - 1] == 0 or counts[depth - 1] * max(counts[1], 8) > MOST:
            break
    counts |= PUBLISHED.get(fen, {})
    print(f"# {title}")
    print(fen, *(f";D{depth} {count}" for depth, count in sorted(counts.items())), flush=True)


print("# Counts: python-chess's CrazyhouseBoard (crazyhouse.py beside this file), unless published.")
for title, fen in COMPOSED:
    line(title, fen)
seed = found = 0
while found < 10:
    seed += 1
    board = played(seed, 20 + 12 * found)
    if not board.is_game_over() and (found < 4 or board.promoted):
        found += 1
        line(f"random play, seed {seed}, {board.ply()} plies", board.fen())
