"""A browser driven through two pipes, with the standard library: Chrome's own protocol, a JSON object a message.

Only where Chromium is installed; `STEELYARD_BROWSER` names another place than the usual ones.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-extensions --remote-debugging-pipe"
)


def found() -> str | None:
    """Where the browser is."""
    names = (os.environ.get("STEELYARD_BROWSER", ""), "chromium", "chromium-browser", "google-chrome")
    return next((path for path in map(shutil.which, filter(None, names)) if path), None)


class Tab:
    """A page that is open."""

    def __init__(self, send: Any, session: str) -> None:
        self._send, self._session = send, session

    def do(self, method: str, **params: Any) -> dict[str, Any]:
        return self._send(method, params, self._session)

    def open(self, path: Path, width: int, *, dark: bool = False) -> None:
        """Show a file on a screen of that width."""
        self.do("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 500)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.do("Emulation.setEmulatedMedia", features=[scheme])
        self.do("Page.navigate", url=path.as_uri())
        while self.ask("document.readyState") != "complete" or self.ask("location.href") != path.as_uri():
            pass

    def ask(self, expression: str) -> Any:
        """The value of an expression in the page."""
        answer = self.do("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def pdf(self) -> bytes:
        return base64.b64decode(self.do("Page.printToPDF", printBackground=False)["data"])


@contextmanager
def browser() -> Iterator[Tab]:
    """A tab of a new browser with nothing in its memory; gone at the end."""
    to_read, to_write = os.pipe(), os.pipe()  # it reads 3 and writes 4
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        command = [str(found()), *FLAGS.split(), f"--user-data-dir={home}", "about:blank"]
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_read[0], to_write[1])]

        def place() -> None:  # in the child
            for number, end in zip((3, 4), ends, strict=True):
                os.dup2(end, number)

        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(command, preexec_fn=place, close_fds=False, **quiet)  # type: ignore[call-overload]
        for end in (*ends, to_read[0], to_write[1]):
            os.close(end)
        number, left = 0, b""

        def send(method: str, params: dict[str, Any], session: str | None = None) -> dict[str, Any]:
            nonlocal number, left
            number += 1
            message = {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})
            os.write(to_read[1], json.dumps(message).encode() + b"\0")
            while True:
                while b"\0" not in left:
                    more = os.read(to_write[0], 1 << 20)
                    assert more, "the browser is gone"
                    left += more
                first, _, left = left.partition(b"\0")
                answer = json.loads(first)
                if answer.get("id") == number:
                    assert "error" not in answer, answer
                    return dict(answer["result"])

        try:
            tab = send("Target.createTarget", {"url": "about:blank"})["targetId"]
            session = send("Target.attachToTarget", {"targetId": tab, "flatten": True})["sessionId"]
            yield Tab(send, session)
        finally:
            process.kill()
            process.wait()
            os.close(to_read[1])
            os.close(to_write[0])
