"""Holds the server to docs/openapi.yaml: whatever schemathesis thinks of, each answer has to be one that the description allows."""

import pathlib

import schemathesis
from hypothesis import HealthCheck, settings

from conftest import ROOT

config = schemathesis.Config.from_path(pathlib.Path(__file__).with_name("schemathesis.toml"))
schema = schemathesis.openapi.from_path(ROOT / "docs/openapi.yaml", config=config)
EXAMPLES = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@schemathesis.serializer("application/offset+octet-stream")
def bytes_as_they_are(ctx, value):
    return value if isinstance(value, bytes) else str(value).encode()


def without_invalid_headers(case):
    """Takes out of cases that are called valid the headers that are not.

    The coverage phase of schemathesis fills the optional checksum with 0, against its pattern, and no pattern can say that
    the keys of metadata differ.
    """
    if not case.meta.generation.mode.is_positive or not case.headers:
        return
    if case.headers.get("Upload-Checksum") == "0":
        del case.headers["Upload-Checksum"]
    keys = [pair.strip().split(" ")[0] for pair in case.headers.get("Upload-Metadata", "").split(",")]
    if len(set(keys)) < len(keys):
        del case.headers["Upload-Metadata"]


@schema.parametrize()
@EXAMPLES
def test_any_request(case, server):
    without_invalid_headers(case)
    case.call_and_validate(base_url=server, timeout=20)


@schema.include(path_regex=r"\{id\}").exclude(method="DELETE").parametrize()
@EXAMPLES
def test_requests_for_a_scan_that_is_there(case, server, scan):
    without_invalid_headers(case)
    case.path_parameters = {"id": scan.rsplit("/", 1)[1]}
    case.call_and_validate(base_url=server, timeout=20)


def test_the_description_is_valid():
    from openapi_spec_validator import validate
    import yaml

    validate(yaml.safe_load((ROOT / "docs/openapi.yaml").read_text()))
