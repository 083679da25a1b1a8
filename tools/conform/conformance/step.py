"""What a step is, and what it can say."""

from dataclasses import dataclass, field

from .client import Client

LEVELS = ["core", "variants", "chance", "hidden"]
STEPS = []


class Failure(Exception):
    """A MUST that is broken."""

    def __init__(self, expected, got):
        super().__init__(expected)
        self.expected = expected
        self.got = got


class Skip(Exception):
    """The step does not apply to this engine."""


@dataclass
class Step:
    number: int
    level: str
    title: str
    run: object
    # Whether it is the step that fails when the engine does not speak the extension at all; the others are skipped then.
    opens: bool = False


@dataclass
class Setup:
    """What every step needs to know."""

    command: list
    options: list = field(default_factory=list)
    patience: float = 30.0
    quiet: float = 0.3
    bursts: int = 1000
    greedy: bool = False
    # Whether the engine speaks the extension: then its laws bind it at core too.
    xuci: bool = False


def step(level, title, opens=False):
    """Registers a step; its number is its place in the list."""

    def register(run):
        STEPS.append(Step(len(STEPS) + 1, level, title, run, opens))
        return run

    return register


class Context:
    """A step at work: its engines, and its notes."""

    def __init__(self, setup):
        self.setup = setup
        self.notes = []
        self.clients = []
        self._legal = None

    def start(self):
        """A new process, nothing said."""
        client = Client(self.setup.command, self.setup.patience)
        self.clients.append(client)
        return client

    def open(self):
        """A new process after its handshake, the options of the command line set. What it prints unasked before is read."""
        client = self.start()
        client.say("uci")
        client.handshake = client.until("uciok")
        for name, value in self.setup.options:
            client.say(f"setoption name {name} value {value}")
        client.fence()
        return client

    def open_xuci(self, variant=None):
        """The same with the extension begun and a variant chosen."""
        client = self.open()
        client.say("xuci")
        client.until("xuciok")
        if variant:
            client.tell(f"setoption name UCI_Variant value {variant}")
        return client

    def must(self, holds, expected, got=""):
        """A MUST: the step ends when it does not hold."""
        if not holds:
            raise Failure(expected, show(got))

    def should(self, holds, expected, got=""):
        """A SHOULD: noted when it does not hold. Returns whether it does."""
        if not holds:
            self.notes.append({"expected": expected, "got": show(got)})
        return bool(holds)

    def law(self, holds, expected, got=""):
        """A MUST of this protocol which UCI leaves open: binding for an engine that speaks the extension, else a note."""
        if self.setup.xuci:
            self.must(holds, expected, got)
        else:
            self.should(holds, expected, got)
        return bool(holds)

    def note(self, text):
        self.notes.append({"expected": text, "got": ""})

    def close(self):
        for client in self.clients:
            client.kill()


def show(got):
    """What was got, for people: the last lines of many."""
    if isinstance(got, (list, tuple)):
        lines = [str(line) for line in got]
        return "\n".join((["…"] if len(lines) > 12 else []) + lines[-12:])
    return str(got)
