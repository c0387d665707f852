"""Starts the real server for the tests, with a folder of its own."""

import os
import pathlib
import subprocess
import uuid

import pytest
import requests

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = pathlib.Path(os.environ.get("RECOGNITION_SERVICE", ROOT / ".build/debug/recognition-service-demo"))
TUS = {"Tus-Resumable": "1.0.0"}


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scans")
    with open(folder / "server.log", "wb") as log:
        process = subprocess.Popen(
            [PROGRAM, "serve", "--folder", folder, "--workers", "2"], stdout=subprocess.PIPE, stderr=log, text=True
        )
        try:
            line = next(line for line in process.stdout if line.startswith("listening "))
            yield f"http://127.0.0.1:{line.split()[1]}"
            assert process.poll() is None, "the server has ended by itself"
        finally:
            process.terminate()
            process.wait()


def photo(number: int, size: int = 2000) -> bytes:
    head = b"\xff\xd8\xff\xe0" + number.to_bytes(8, "little")
    return head + bytes((number + index) % 251 for index in range(size - len(head)))


@pytest.fixture(scope="session")
def scan(server):
    """The address of a scan that is done."""
    body = photo(1)
    answer = requests.post(
        f"{server}/v1/scans",
        headers=TUS
        | {
            "Idempotency-Key": f'"{uuid.uuid4()}"',
            "Upload-Length": str(len(body)),
            "Upload-Metadata": "filename c2hlbGYuanBn",
            "Content-Type": "application/offset+octet-stream",
        },
        data=body,
    )
    assert answer.status_code == 201, answer.text
    address = server + answer.headers["Location"]
    events = requests.get(f"{address}/events").text
    assert "event: done\n" in events
    return address
