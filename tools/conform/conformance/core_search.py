"""Core: what a search says, and the limits it keeps."""

import random

from . import grammar
from .chessboard import chess, legal, playable
from .grammar import NO_MOVE
from .step import step

START = "position startpos"
MIDDLE = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"
FEW = "position fen 7k/8/8/8/8/p7/8/K7 w - - 0 1"


def has(client, name):
    return any(line.startswith(f"option name {name} type ") for line in client.handshake)


def stubborn(context, client, fields):
    """A search that an engine outside the extension may take for an endless one: it is noted, and stopped."""
    if context.setup.xuci:
        return client.go(fields)
    client.say(f"go {fields}")
    lines = client.within(1.0)
    if not any(line.startswith("bestmove") for line in lines):
        context.note(f"go {fields} is not answered within a second without stop")
        client.say("stop")
        lines += client.until("bestmove")
    return lines


@step("core", "info and bestmove by their grammar; a line with depth, score, nodes, nps, time and pv before every bestmove")
def info_grammar(context):
    client = context.open()
    for position in (START, MIDDLE, FEW):
        for fields in ("depth 1", "depth 6", "nodes 2000", "movetime 50"):
            client.say(position)
            lines = client.go(fields)
            for line in lines[:-1]:
                context.must(line.startswith("info "), "only info lines before bestmove", line)
                try:
                    found = grammar.info(line)
                except ValueError as error:
                    context.must(False, f"an info line by the grammar: {error}", line)
                if "pv" in found:
                    context.must(found["pv"], "a pv has a move", line)
                    wrong = playable(position, found["pv"])
                    context.must(wrong is None, f"a pv that can be played in {position!r}; {wrong} cannot", line)
            try:
                word, ponder = grammar.bestmove(lines[-1])
            except ValueError as error:
                context.must(False, f"bestmove by its grammar: {error}", lines[-1])
            wrong = playable(position, [word, ponder] if ponder else [word])
            context.must(wrong is None, f"bestmove and ponder can be played in {position!r}", lines[-1])
            context.must(grammar.informed(lines), f"an info line with {', '.join(grammar.NEEDED)}", lines)
            pvs = [found["pv"] for found in grammar.infos(lines) if found.get("pv") and found.get("multipv", 1) == 1]
            context.should(pvs[-1][0] == word, "bestmove begins the last pv", lines)


@step("core", "searchmoves is kept to")
def searchmoves(context):
    client = context.open()
    client.say(MIDDLE)
    moves = sorted(legal(context, MIDDLE) or {"b5a4", "b5c6", "d2d3", "e1g1", "h2h4"})
    for move in moves:
        lines = client.go(f"nodes 300 searchmoves {move}")
        word, _ = grammar.bestmove(lines[-1])
        context.must(word == move, f"searchmoves {move} is kept to", lines)
    pair = [moves[0], moves[-1]]
    lines = client.go(f"depth 4 searchmoves {' '.join(pair)}")
    word, _ = grammar.bestmove(lines[-1])
    context.must(word in pair, f"one of {pair}", lines)
    firsts = {found["pv"][0] for found in grammar.infos(lines) if found.get("pv")}
    context.must(firsts <= set(pair), f"pv begins with one of {pair}", lines)
    # Some take every word up to the end of the line for a move, and so see no limit.
    lines = stubborn(context, client, "searchmoves g2g4 depth 2")
    context.must(grammar.bestmove(lines[-1])[0] == "g2g4", "searchmoves in front of other fields is kept to", lines)


@step("core", "MultiPV above the number of moves gives as many lines as there are moves")
def multipv(context):
    client = context.open()
    if not has(client, "MultiPV"):
        context.note("there is no MultiPV")
        return
    client.tell("setoption name MultiPV value 200")
    for position, moves in ((FEW, {"a1a2", "a1b1"}), (START, legal(context, START))):
        client.say(position)
        lines = client.go("depth 3")
        last = {}
        for found in grammar.infos(lines):
            if found.get("depth") == 3 and found.get("pv"):
                context.must("multipv" in found, "multipv is told when there is more than one line", lines)
                last[found["multipv"]] = found["pv"][0]
        if moves:
            context.must(sorted(last) == list(range(1, len(moves) + 1)), f"multipv 1 to {len(moves)}", lines)
            context.must(set(last.values()) == moves, "every legal move leads one line", lines)
        context.must(grammar.bestmove(lines[-1])[0] == last.get(1), "the best move is the first line's", lines)


@step("core", "clocks of nothing, and below nothing")
def odd_clocks(context):
    moves = legal(context, MIDDLE)
    for fields, binding in (
        ("wtime 1 btime 1", True),
        ("wtime 1 btime 1 winc 0 binc 0 movestogo 1", True),
        ("wtime -1000 btime -1000", True),
        ("wtime -1000 btime -1000 winc 10 binc 10", True),
        ("wtime 100 btime 100 movestogo 0", True),
        ("wtime 0 btime 0", False),
        ("wtime 0 btime 0 winc 0 binc 0", False),
        ("movetime 0", False),
        ("movetime -5", False),
        ("wtime -99999999999999999999 btime -99999999999999999999", False),
    ):
        client = context.open()
        client.say(MIDDLE)
        # UCI does not say what a clock of nothing is, and some take it for none.
        lines = client.go(fields) if binding else stubborn(context, client, fields)
        word, _ = grammar.bestmove(lines[-1])
        context.must(word not in NO_MOVE, f"a move after go {fields}", lines)
        context.must(moves is None or word in moves, f"a legal move after go {fields}", lines)
        context.must(client.fence() == [], "nothing more after bestmove")


@step("core", "tiny limits")
def tiny_limits(context):
    client = context.open()
    moves = legal(context, MIDDLE)
    for fields in ("depth 1", "nodes 1", "nodes 2", "movetime 1", "mate 1 movetime 200", "depth 1 nodes 1 movetime 1"):
        client.say(MIDDLE)
        lines = client.go(fields)
        word, _ = grammar.bestmove(lines[-1])
        context.must(word not in NO_MOVE, f"a move after go {fields}", lines)
        context.must(moves is None or word in moves, f"a legal move after go {fields}", lines)
        context.law(grammar.informed(lines), f"an info line with {', '.join(grammar.NEEDED)} after go {fields}", lines)
        if fields == "depth 1":
            depths = [found["depth"] for found in grammar.infos(lines) if "depth" in found]
            context.must(max(depths) <= 1, "depth 1 goes no deeper", lines)


@step("core", "limits are kept: depth, nodes")
def limits(context):
    client = context.open()
    for depth in (2, 4):
        client.say(MIDDLE)
        depths = [found["depth"] for found in grammar.infos(client.go(f"depth {depth}")) if "depth" in found]
        context.must(max(depths) == depth, f"depth {depth} reaches depth {depth} and no more", depths)
    for nodes in (1000, 20000):
        client.say("ucinewgame")
        client.say(MIDDLE)
        lines = client.go(f"nodes {nodes}")
        counts = [found["nodes"] for found in grammar.infos(lines) if "nodes" in found]
        context.should(max(counts) <= 2 * nodes + 5000, f"about {nodes} nodes", counts)


@step("core", "one thread and a number of nodes: the same output every time, also after ucinewgame")
def determinism(context):
    outputs = []
    for _ in range(2):
        client = context.open()
        if has(client, "Threads"):
            client.tell("setoption name Threads value 1")
        if has(client, "Seed"):
            client.tell("setoption name Seed value 42")
        for _ in range(2):
            client.tell("ucinewgame")
            client.say(MIDDLE)
            outputs.append(grammar.timeless(client.go("nodes 20000")))
    context.law(outputs[0] == outputs[2], "two processes say the same", outputs[0][-2:] + outputs[2][-2:])
    context.law(outputs[0] == outputs[1], "ucinewgame forgets everything", outputs[0][-2:] + outputs[1][-2:])


@step("core", "a game of its own: every move legal, every answer one bestmove")
def whole_game(context):
    client = context.open()
    client.tell("ucinewgame")
    moves, rng = [], random.Random(1)
    for ply in range(80):
        position = f"position startpos moves {' '.join(moves)}"
        client.say(position)
        fields = rng.choice(["nodes 200", "depth 2", "movetime 5", "wtime 100 btime 100"])
        line = client.go(fields)[-1]
        word, _ = grammar.bestmove(line)
        if chess:
            board = chess.Board()
            for move in moves:
                board.push_uci(move)
            known = {move.uci() for move in board.legal_moves}
            context.must(word in known if known else word in NO_MOVE, f"a legal move after {position}", line)
        if word in NO_MOVE:
            break
        context.must(client.fence() == [], f"one bestmove, at ply {ply}")
        moves.append(word)


@step("core", "UCI_ShowWDL: three numbers that add up to a thousand")
def wdl(context):
    client = context.open()
    if not has(client, "UCI_ShowWDL"):
        context.note("there is no UCI_ShowWDL")
        return
    client.tell("setoption name UCI_ShowWDL value true")
    client.say(MIDDLE)
    lines = client.go("depth 4")
    found = [fields["wdl"] for fields in grammar.infos(lines) if "wdl" in fields]
    context.must(found, "wdl in info", lines)
    context.must(all(sum(three) == 1000 and min(three) >= 0 for three in found), "parts of a thousand", found)


@step("core", "UCI_Chess960: castling is the king's move onto its rook")
def chess960(context):
    client = context.open()
    if not has(client, "UCI_Chess960"):
        context.note("there is no UCI_Chess960")
        return
    client.tell("setoption name UCI_Chess960 value true")
    client.say("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    word, _ = grammar.bestmove(client.go("depth 2 searchmoves e1h1")[-1])
    context.must(word == "e1h1", "e1h1 is castling", word)
    client.say("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1")
    word, _ = grammar.bestmove(client.go("depth 2 searchmoves e8a8")[-1])
    context.must(word == "e8a8", "e8a8 is castling", word)
