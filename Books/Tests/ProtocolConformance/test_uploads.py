"""Whole uploads against the real server, over real connections."""

import base64
import hashlib
import json
import socket
import uuid

import requests

from conftest import TUS, photo

BODY = {"Content-Type": "application/offset+octet-stream"}


def create(server, size):
    answer = requests.post(
        f"{server}/v1/scans",
        headers=TUS | {"Idempotency-Key": f'"{uuid.uuid4()}"', "Upload-Length": str(size)},
    )
    assert answer.status_code == 201
    return server + answer.headers["Location"]


def result(address):
    events = requests.get(f"{address}/events", stream=True)
    lines = [line for line in events.iter_lines(decode_unicode=True) if line.startswith("data:")]
    return json.loads(lines[-1][5:])


def test_a_large_photo_in_chunked_pieces(server):
    body = photo(2, 24 << 20)
    address = create(server, len(body))
    pieces = (body[start : start + 100_000] for start in range(0, len(body), 100_000))
    answer = requests.patch(address, headers=TUS | BODY | {"Upload-Offset": "0"}, data=pieces)
    assert answer.status_code == 204
    assert answer.headers["Upload-Offset"] == str(len(body))
    event = result(address)
    assert event["state"] == "done"
    assert event["result"]["books"][0]["title"] == hashlib.sha256(body).hexdigest()


def test_a_connection_that_is_cut_keeps_what_came(server):
    body = photo(3, 5 << 20)
    address = create(server, len(body))
    host, port = server.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as connection:
        head = (
            f"PATCH {address.removeprefix(server)} HTTP/1.1\r\nHost: {host}\r\nTus-Resumable: 1.0.0\r\n"
            f"Upload-Offset: 0\r\nContent-Type: {BODY['Content-Type']}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        connection.sendall(head.encode() + body[: 3 << 20])
    # The newer request ends the older one, whether or not that has noticed its end by now.
    offset = int(requests.head(address, headers=TUS).headers["Upload-Offset"])
    while True:
        answer = requests.patch(
            address, headers=TUS | BODY | {"Upload-Offset": str(offset)}, data=body[offset:]
        )
        if answer.status_code != 409:
            break
        offset = int(answer.headers["Upload-Offset"])
    assert answer.status_code == 204
    assert result(address)["result"]["books"][0]["title"] == hashlib.sha256(body).hexdigest()


def test_a_checksum_that_is_wrong(server):
    body = photo(4)
    address = create(server, len(body))
    wrong = base64.b64encode(bytes(20)).decode()
    answer = requests.patch(
        address, headers=TUS | BODY | {"Upload-Offset": "0", "Upload-Checksum": f"sha1 {wrong}"}, data=body
    )
    assert answer.status_code == 460
    right = base64.b64encode(hashlib.sha1(body).digest()).decode()
    answer = requests.patch(
        address, headers=TUS | BODY | {"Upload-Offset": "0", "Upload-Checksum": f"sha1 {right}"}, data=body
    )
    assert answer.status_code == 204


def test_events_go_on_after_the_last_one(scan):
    first = requests.get(f"{scan}/events").text
    ids = [line[4:] for line in first.splitlines() if line.startswith("id: ")]
    assert ids == sorted(ids, key=int) and len(set(ids)) == len(ids)
    rest = requests.get(f"{scan}/events", headers={"Last-Event-ID": ids[0]}).text
    assert [line[4:] for line in rest.splitlines() if line.startswith("id: ")] == ids[1:]
    assert requests.get(f"{scan}/events", headers={"Last-Event-ID": ids[-1]}).status_code == 204
