"""What is legal at chess: by python-chess where it can be imported, else by the engine's own `go perft 1`."""

import re
import time

from .client import Silence

try:
    import chess
except ImportError:
    chess = None

MOVE = re.compile(r"^[a-h][1-8][a-h][1-8][qrbn]?$")


def board(position):
    """python-chess's board of a `position` command."""
    words = position.split()[1:]
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    if words[0] == "startpos":
        found = chess.Board()
    else:
        end = words.index("moves") if "moves" in words else len(words)
        found = chess.Board(" ".join(words[1:end]))
    for move in moves:
        found.push_uci(move)
    return found


def counted(client):
    """The legal moves as `go perft 1` lists them, or None where the engine has no such count."""
    client.say("go perft 1")
    moves, end = set(), time.monotonic() + 5
    while True:
        try:
            line = client.hear(end - time.monotonic())
        except Silence:
            # An engine that does not know `perft` searches until it is told to stop.
            client.say("stop")
            client.until("bestmove")
            return None
        if line.startswith("bestmove"):
            return None
        word = line.split(":")[0]
        if MOVE.match(word):
            moves.add(word)
        if line.startswith("Nodes searched"):
            return moves


def legal(context, position):
    """The legal moves of a `position`, or None when nobody can tell."""
    if chess:
        return {move.uci() for move in board(position).legal_moves}
    client = context.open()
    client.say(position)
    return counted(client)


def playable(position, moves):
    """The first of `moves` that cannot be played in a row, or None. Without python-chess only the grammar is looked at."""
    if not chess:
        return next((move for move in moves if not MOVE.match(move)), None)
    found = board(position)
    for move in moves:
        try:
            found.push_uci(move)
        except ValueError:
            return move
    return None
