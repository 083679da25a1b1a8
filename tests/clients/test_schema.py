"""`describe` and `state` against the JSON Schema files beside the spec, for every variant over random playouts."""

import copy
import json
import pathlib
import random

import jsonschema
import pytest
from talk import Talk

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "protocol" / "schema"
VARIANTS = ["chess", "crazyhouse", "arena42", "warlord", "warrior", "warrior-doubles", "warchess", "battlechess"]


def validator(name):
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


DESCRIBE = validator("describe")
STATE = validator("state")


@pytest.fixture
def talk(engine_path):
    talk = Talk(engine_path)
    talk.say("xuci")
    talk.until("xuciok")
    yield talk
    assert talk.close() == 0


def choose(talk, variant):
    said = talk.tell(f"setoption name UCI_Variant value {variant}")
    assert not any(line.startswith("error") for line in said), said


def test_every_variant_is_tried(talk):
    listed = [line.split(" ")[1] for line in talk.tell("variants")]
    assert sorted(listed) == sorted(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_describe(talk, variant):
    DESCRIBE.validate(json.loads(talk.ask(f"describe {variant}")))


@pytest.mark.parametrize("variant", VARIANTS)
def test_state_over_random_playouts(talk, variant):
    choose(talk, variant)
    talk.tell("setoption name Seed value 3")
    talk.tell("ucinewgame")
    seats = [seat["name"] for seat in json.loads(talk.ask("describe"))["seats"]]
    rng = random.Random(variant)
    for _ in range(4):
        talk.tell("position startpos")
        for _ in range(150):
            talk.ask(f"viewer {rng.choice([*seats, 'all'])}")
            STATE.validate(json.loads(talk.ask("state")))
            # Played with open eyes: a seat that looks on is not shown the other's cards.
            talk.ask("viewer all")
            state = json.loads(talk.ask("state"))
            STATE.validate(state)
            if state["actor"] is None:
                break
            if state["actor"] == "table":
                reply = talk.ask("throw")
            else:
                reply = talk.ask(f"play {rng.choice(talk.ask('actions').split(' ')[2:])}")
            assert reply.startswith("played "), reply


@pytest.mark.parametrize(
    ("variant", "position"),
    [
        ("chess", "startpos moves f2f3 e7e5 g2g4 d8h4"),
        ("crazyhouse", "fen 7k/5ppp/8/8/8/8/8/K7[Rr] w - - 0 1"),
        ("arena42", "startpos moves b1a3 b6c4 a3b1 c4b6 b1a3 b6c4 a3b1 c4b6"),
        ("warlord", "startpos moves h8g7 a2b3 g8f7 e3d4 f6f3"),
        ("warrior", "fen 3,bK,4/8/8/8/3,rW,4/8/8/4,rK,3 r 12/1 WRS/- 73234/83234 0000/0000 0 9 moves e1e2 W@a1 S@d4n"),
        ("warchess", "fen 4k3/8/8/3p4/4P3/8/8/4K3 w -/- -/- 0 0 1 moves e4d5"),
        ("battlechess", "fen 4k3/3ppp2/8/8/8/8/3PPP2/4K3[] w - A23456X/??????? - - 0 1 moves swap:234"),
    ],
)
def test_states_a_playout_may_miss(talk, variant, position):
    choose(talk, variant)
    assert talk.tell(f"position {position}") == []
    STATE.validate(json.loads(talk.ask("state")))


def changes(found):
    """Broken twins of a JSON object: every key taken away, every value of another type, and a key too many."""
    for key in found:
        less = copy.deepcopy(found)
        del less[key]
        yield f"without {key}", less
        yield f"{key} of another type", found | {key: 3.5}
    yield "with a key too many", found | {"nonsense": 1}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_schemas_refuse_what_is_broken(talk, variant):
    choose(talk, variant)
    described, state = json.loads(talk.ask("describe")), json.loads(talk.ask("state"))
    for schema, found in ((DESCRIBE, described), (STATE, state)):
        for what, broken in changes(found):
            assert not schema.is_valid(broken), what
    for broken in (state | {"actor": "nobody"}, state | {"due": "tea"}, state | {"actor": None}, state | {"result": "1-0"}):
        assert not STATE.is_valid(broken)
