"""An engine as a process: lines to it, lines from it, and a record of both."""

import queue
import subprocess
import threading
import time

# What the record keeps; a burst is longer than anybody reads.
KEPT = 400


class Silence(Exception):
    """The engine did not say what was waited for."""


class Ended(Exception):
    """The engine ended, or closed its output, while something was waited for."""


class Client:
    """One engine process. Its output is read by threads, so that it can never block on a full pipe."""

    def __init__(self, command, patience):
        self.patience = patience
        self.record = []
        self.ended = False
        self.lines = queue.Queue()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.readers = [
            threading.Thread(target=self._read, args=(self.process.stdout, "E: "), daemon=True),
            threading.Thread(target=self._read, args=(self.process.stderr, "stderr: "), daemon=True),
        ]
        for reader in self.readers:
            reader.start()

    def _read(self, stream, mark):
        for raw in stream:
            line = raw.rstrip(b"\r\n").decode("utf-8", "replace")
            self._note(mark + line)
            if mark == "E: ":
                self.lines.put(line)
        if mark == "E: ":
            self.lines.put(None)

    def _note(self, line):
        self.record.append(line if len(line) <= 300 else f"{line[:300]}… ({len(line)} characters)")
        if len(self.record) > 2 * KEPT:
            del self.record[:KEPT]

    def say(self, line):
        """Sends a line."""
        self._note(f"C: {line}")
        self.write(line.encode() + b"\n")

    def send(self, data):
        """Sends bytes as they are."""
        self._note(f"C: {data!r}")
        self.write(data)

    def write(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except (BrokenPipeError, OSError, ValueError) as error:
            raise Ended(f"the engine no longer reads ({self.status()})") from error

    def hear(self, within=None):
        """The next line; `Silence` when none comes within so many seconds."""
        if self.ended:
            raise Ended(f"the engine has ended ({self.status()})")
        patience = self.patience if within is None else within
        try:
            line = self.lines.get(timeout=max(patience, 0))
        except queue.Empty:
            raise Silence(f"nothing is said within {patience:g} s") from None
        if line is None:
            self.ended = True
            raise Ended(f"the engine has ended ({self.status()})")
        return line

    def until(self, *starts):
        """All lines up to the first that begins with one of `starts`."""
        lines = []
        end = time.monotonic() + self.patience
        while True:
            try:
                line = self.hear(end - time.monotonic())
            except Silence:
                wanted = " or ".join(repr(start) for start in starts)
                raise Silence(f"no line beginning with {wanted} within {self.patience:g} s") from None
            lines.append(line)
            if line.startswith(starts):
                return lines

    def within(self, seconds):
        """All that is said in so many seconds."""
        lines = []
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                lines.append(self.hear(left))
            except Silence:
                break
        return lines

    def fence(self):
        """All that is said before `readyok`."""
        self.say("isready")
        return self.until("readyok")[:-1]

    def ask(self, line):
        """Sends a line that is answered by exactly one, and returns that one."""
        self.say(line)
        return self.hear()

    def tell(self, line):
        """Sends a line and returns all that is said to it."""
        self.say(line)
        return self.fence()

    def go(self, fields):
        """Searches; all lines, `bestmove` last."""
        self.say(f"go {fields}".strip())
        return self.until("bestmove")

    def finish(self):
        """Closes the input; the rest of what the engine says, up to its end."""
        try:
            self.process.stdin.close()
        except OSError:
            pass
        return self.rest()

    def rest(self):
        """What the engine says up to its end."""
        lines = []
        end = time.monotonic() + self.patience
        while not self.ended:
            try:
                lines.append(self.hear(end - time.monotonic()))
            except Ended:
                break
            except Silence:
                raise Silence(f"the engine has not ended within {self.patience:g} s") from None
        try:
            self.process.wait(self.patience)
        except subprocess.TimeoutExpired:
            raise Silence(f"the engine has not ended within {self.patience:g} s") from None
        return lines

    def status(self):
        """How the process stands, for people."""
        try:
            code = self.process.wait(1)
        except subprocess.TimeoutExpired:
            return "still running"
        return f"exit code {code}" if code >= 0 else f"signal {-code}"

    def kill(self):
        """Ends the process, whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for reader in self.readers:
            reader.join(1)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except OSError:
                pass
