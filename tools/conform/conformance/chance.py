"""Chance: dice and cards that the table decides."""

import random

from . import grammar
from .shapes import actions, described, played, state
from .step import step
from .variants import names, wander


def to_the_table(context, client, about, rng, tries=200):
    """Plays at random until the table is to act; the state, or None."""
    for _ in range(tries):
        now = state(context, client, about)
        if now["actor"] == "table":
            return now
        if now["actor"] is None:
            return None
        client.ask(f"play {rng.choice(actions(context, client))}")
    return None


def reach(context, name, seed="7"):
    """A client with the table to act."""
    client = context.open_xuci(name)
    client.tell(f"setoption name Seed value {seed}")
    client.tell("ucinewgame")
    about = described(context, client)
    rng = random.Random(1)
    while (now := to_the_table(context, client, about, rng)) is None:
        client.tell("position startpos")
    return client, about, now


@step("chance", "the table is to act: no actions, no move, an event by throw or by its word")
def table_acts(context):
    for name in names(context, events=True):
        client, about, now = reach(context, name)
        context.must(actions(context, client) == [], f"{name}: no actions")
        lines = client.go("depth 2")
        context.must(lines[-1] == "bestmove (none)", f"{name}: no move while the table is to act", lines)
        line = client.ask("throw")
        said, _, _ = played(context, line, None)
        context.must(len(said) == 1 and said[0].startswith("#"), f"{name}: one event", line)
        after = state(context, client, about)
        context.must(client.ask("undo").startswith("undone 1 actor table due "), f"{name}: an event can be taken back")
        context.must(state(context, client, about) == now, f"{name}: undo gives the state before the throw")
        played(context, client.ask(f"play {said[0]}"), said)
        context.must(state(context, client, about) == after, f"{name}: the event by its word gives the same state")
        client.ask("undo")
        line = client.ask("play #nonsense")
        context.must(line.startswith("error bad-word #nonsense word 1: "), f"{name}: no such event", line)
        context.must(state(context, client, about) == now, f"{name}: nothing has changed")


@step("chance", "throw is refused where nothing is pending")
def not_due(context):
    for name in names(context):
        client = context.open_xuci(name)
        about = described(context, client)
        rng = random.Random(5)
        for _ in range(40):
            now = state(context, client, about)
            if now["actor"] is None:
                break
            if now["actor"] == "table":
                client.ask("throw")
                continue
            line = client.ask("throw")
            context.must(line.startswith("error not-due throw "), f"{name}: error not-due", line)
            client.ask(f"play {rng.choice(actions(context, client))}")


def throws(context, name, seed, searching=False, count=160):
    """All events of a random game, by one seed."""
    client = context.open_xuci(name)
    client.tell(f"setoption name Seed value {seed}")
    client.tell("ucinewgame")
    about = described(context, client)
    rng, found = random.Random(1), []
    for _ in range(count):
        now = state(context, client, about)
        if now["actor"] is None:
            break
        if now["actor"] == "table":
            found += played(context, client.ask("throw"), None)[0]
            continue
        if searching:
            client.go("nodes 30")
        can = actions(context, client)
        client.ask(f"play {can[rng.randrange(1 << 30) % len(can)]}")
    return found


@step("chance", "Seed: the same throws again, others by another seed, and every time others by 0")
def seeds(context):
    for name in names(context, events=True):
        first = throws(context, name, 7)
        context.must(len(first) >= 3, f"{name}: events in a random game", first)
        context.must(throws(context, name, 7) == first, f"{name}: the same seed, the same throws", first)
        context.must(throws(context, name, 8) != first, f"{name}: another seed, other throws", first)
        chance = [throws(context, name, 0) for _ in range(3)]
        context.must(any(one != chance[0] for one in chance), f"{name}: seed 0 is another one every time", chance[0])


@step("chance", "a search takes nothing from the table's generator")
def apart(context):
    for name in names(context, events=True):
        quiet, busy = throws(context, name, 7), throws(context, name, 7, searching=True)
        context.must(quiet == busy, f"{name}: searches do not change the throws", quiet[:6] + busy[:6])


@step("chance", "a throw after undo is a new throw")
def fresh_throws(context):
    for name in names(context, events=True):
        client, _, _ = reach(context, name)
        seen = set()
        for _ in range(80):
            seen.add(played(context, client.ask("throw"), None)[0][0])
            client.ask("undo")
        context.must(len(seen) > 1, f"{name}: more than one outcome in 80 throws", sorted(seen))


@step("chance", "bestmove ends before the first throw; the client reports the event and asks again")
def stops_at_events(context):
    for name in names(context, events=True):
        client = context.open_xuci(name)
        about = described(context, client)
        rng, met = random.Random(2), 0
        words = []
        for _ in range(60):
            now = state(context, client, about)
            if now["actor"] is None:
                break
            if now["actor"] == "table":
                met += 1
                words += played(context, client.ask("throw"), None)[0]
            else:
                line = client.go(f"nodes {rng.choice([1, 60, 200])}")[-1]
                word, _ = grammar.bestmove(line)
                context.must("#" not in word, f"{name}: no event in bestmove", line)
                said, actor, _ = played(context, client.ask(f"play {word}"), word.split(","))
                words += said
                # An answer in another's turn may end it, and a turn of one's own begin.
                over = actor != now["actor"] or state(context, client, about)["moves"] == []
                context.must(over, f"{name}: bestmove goes up to the event or another seat", line)
            before = state(context, client, about)
            said = client.tell(f"position startpos moves {' '.join(words)}")
            context.must(said == [], f"{name}: actions and events in moves", said)
            context.must(state(context, client, about) == before, f"{name}: the same state by moves")
        context.should(met > 0, f"{name}: the engine's own game came to a throw", words[:20])


@step("chance", "random games with the table throwing")
def games(context):
    for name in names(context, events=True):
        for seed in (11, 12, 13):
            client = context.open_xuci(name)
            about = described(context, client)
            wander(context, client, about, random.Random(seed), 150)
