"""The program of the scripted camera, which the tests of a module have one after the other."""

import json
import urllib.error
import urllib.request

import pytest

from patience import PATIENCE

#: What a server tells whoever comes.
TOLD = ["state", "photos", "movies", "scans/books"]


def told(server, folder):
    answers = [urllib.request.urlopen(server.url + path, timeout=PATIENCE).read().decode() for path in TOLD]
    return [answer.replace(str(folder), "") for answer in answers]


def tell(server, command, **body):
    """Sends a command, as a page does, and returns its answer."""
    request = urllib.request.Request(
        f"{server.url}commands/{command}", json.dumps(body).encode(), {"Content-Type": "application/json"},
    )
    return json.load(urllib.request.urlopen(request, timeout=PATIENCE))


def test_nothing_is_left_when_it_begins_anew(scripted_program, tmp_path):
    folders = [tmp_path / name for name in ["first", "second"]]
    scripted_program.begin(folders[0] / "photos", folders[0] / "movies")
    former_url = scripted_program.url
    before = told(scripted_program, folders[0])
    for command in ["photo", "scan", "startRecording", "stopRecording", "startRecording"]:
        tell(scripted_program, command)
    for line in [
        {"pressure": "serious", "limit": 20}, {"unplug": "desk"}, {"hardware": True}, {"free": 1}, {"rate": 0}, {"dual": "offer"},
        {"sound": "denied", "message": "No."}, {"books": [{
            "id": 1, "photo": "", "photoName": "", "date": "2026-11-17T12:00:00Z", "title": "Emma", "author": "Jane Austen", "score": 1,
            "isAccepted": True, "decision": "open", "text": [], "box": [],
        }]}, {"fail": "No."},
    ]:
        scripted_program.say(**line)
    assert all(now != then for now, then in zip(told(scripted_program, folders[0]), before))
    scripted_program.begin(folders[1] / "photos", folders[1] / "movies")
    assert told(scripted_program, folders[1]) == before
    # Nor is what is counted, or fails.
    assert tell(scripted_program, "photo")["name"] == "IMG_1.jpg"
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(former_url, timeout=PATIENCE)
