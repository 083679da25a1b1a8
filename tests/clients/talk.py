"""A raw client: lines to the program, lines from it."""

import queue
import subprocess
import threading


class Talk:
    """The program as a process. Nothing waits longer than `patience` seconds."""

    def __init__(self, path, patience=120):
        self.patience = patience
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        self.errors = []
        self.said = []
        self.readers = [threading.Thread(target=self._hear, daemon=True), threading.Thread(target=self._errors, daemon=True)]
        for reader in self.readers:
            reader.start()

    def _hear(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def _errors(self):
        self.errors.extend(self.process.stderr)

    def say(self, line):
        self.said.append(line)
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self):
        """The next line. Fails when there is none, with what was said last."""
        try:
            line = self.lines.get(timeout=self.patience)
        except queue.Empty:
            raise AssertionError(f"nothing is heard; said last: {self.said[-12:]}") from None
        assert line is not None, f"the program has ended; said last: {self.said[-12:]}; errors: {self.errors[-5:]}"
        return line

    def until(self, *starts):
        lines = [self.hear()]
        while not lines[-1].startswith(starts):
            lines.append(self.hear())
        return lines

    def fence(self):
        """All that is said before `readyok`."""
        self.say("isready")
        return self.until("readyok")[:-1]

    def ask(self, line):
        """A command that is answered by one line."""
        self.say(line)
        return self.hear()

    def tell(self, line):
        self.say(line)
        return self.fence()

    def close(self):
        """Ends the program; its exit code."""
        self.process.stdin.close()
        code = self.process.wait(self.patience)
        for reader in self.readers:
            reader.join(5)
        return code
