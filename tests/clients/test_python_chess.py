"""python-chess plays whole games through `chess.engine`, which refuses every illegal move and malformed line."""

import random
import time

import chess
import chess.engine
import chess.variant
import pytest


def new_board(variant, seed):
    if variant == "crazyhouse":
        return chess.variant.CrazyhouseBoard()
    if variant == "chess960":
        return chess.Board.from_chess960_pos(random.Random(seed).randrange(960))
    return chess.Board()


def clocked_game(board, players, seconds=2.0, increment=0.02, longest=400):
    """Plays a game by the clock. On a busy machine a flag may fall; that is nobody's loss here."""
    clocks = {chess.WHITE: seconds, chess.BLACK: seconds}
    while not board.is_game_over(claim_draw=True) and board.ply() < longest:
        side = board.turn
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE],
            black_clock=clocks[chess.BLACK],
            white_inc=increment,
            black_inc=increment,
        )
        start = time.monotonic()
        move = players[side](board, limit)
        clocks[side] = max(0.0, clocks[side] + increment - (time.monotonic() - start))
        assert move in board.legal_moves, f"{move} in {board.fen()}"
        board.push(move)


def engine_player(engine, game):
    def play(board, limit):
        result = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL)
        assert result.move is not None, board.fen()
        for word in ("depth", "score", "nodes", "nps", "time", "pv"):
            assert word in result.info, f"no {word} before bestmove: {result.info}"
        return result.move

    return play


def random_player(seed):
    rng = random.Random(seed)
    return lambda board, _: rng.choice(sorted(board.legal_moves, key=str))


@pytest.mark.parametrize("variant", ["chess", "chess960", "crazyhouse"])
def test_plays_itself_by_the_clock(open_engine, variant):
    board = new_board(variant, 7)
    engine, other = open_engine(), open_engine()
    clocked_game(board, {chess.WHITE: engine_player(engine, 1), chess.BLACK: engine_player(other, 1)})


@pytest.mark.parametrize("variant", ["chess", "chess960", "crazyhouse"])
@pytest.mark.parametrize("colour", [chess.WHITE, chess.BLACK])
def test_beats_a_random_player_from_either_side(open_engine, variant, colour):
    board = new_board(variant, 11)
    engine = open_engine()
    clocked_game(board, {colour: engine_player(engine, 1), not colour: random_player(3)}, seconds=4.0)
    outcome = board.outcome(claim_draw=True)
    assert outcome and outcome.winner == colour, f"{outcome}: {board.fen()}"


def test_analysis_with_multipv(open_engine):
    engine = open_engine()
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    lines = engine.analyse(board, chess.engine.Limit(depth=7), multipv=4)
    assert len(lines) == 4
    assert len({line["pv"][0] for line in lines}) == 4
    scores = [line["score"].pov(board.turn).score(mate_score=100_000) for line in lines]
    assert scores == sorted(scores, reverse=True)
    for line in lines:
        replay = board.copy()
        for move in line["pv"]:
            assert move in replay.legal_moves
            replay.push(move)
    # More lines than there are moves.
    lonely = chess.Board("k7/8/1K6/8/8/8/8/7R b - - 0 1")
    assert len(engine.analyse(lonely, chess.engine.Limit(depth=4), multipv=9)) == lonely.legal_moves.count()


def test_infinite_analysis_runs_until_it_is_stopped(open_engine):
    engine = open_engine()
    with engine.analysis(chess.Board(), chess.engine.Limit()) as analysis:
        depths = []
        for info in analysis:
            if "depth" in info and "pv" in info:
                depths.append(info["depth"])
            if len(depths) > 6:
                break
    assert depths[-1] > depths[0]
    assert analysis.wait().move in chess.Board().legal_moves


def test_ponders(open_engine):
    engine = open_engine()
    board = chess.Board()
    limit = chess.engine.Limit(time=0.2)
    hits = misses = 0
    rng = random.Random(5)
    for _ in range(8):
        result = engine.play(board, limit, ponder=True, game=1)
        board.push(result.move)
        # Every other time the opponent does what was expected: python-chess then says `ponderhit`.
        if result.ponder is not None and hits <= misses:
            assert result.ponder in board.legal_moves
            board.push(result.ponder)
            hits += 1
        else:
            board.push(rng.choice(sorted(board.legal_moves, key=str)))
            misses += 1
    assert hits >= 3 and misses >= 3


def test_finds_a_mate_it_is_asked_for(open_engine):
    engine = open_engine()
    # Paul Morphy's problem: mate in 2.
    board = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    result = engine.play(board, chess.engine.Limit(mate=2), info=chess.engine.INFO_ALL)
    assert result.move == chess.Move.from_uci("a1a6")
    assert result.info["score"].pov(chess.WHITE) == chess.engine.Mate(2)


def test_searches_only_the_moves_it_is_told(open_engine):
    engine = open_engine()
    board = chess.Board()
    only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    assert engine.play(board, chess.engine.Limit(depth=5), root_moves=only).move in only
