"""A second reader of agent responses, written from the documents and not from the checker.

Each line of standard input is a file in hexadecimal. Each line of standard output is what becomes of it:
`refused`    the program cannot use the file;
`tolerated`  the program takes it, and the documents forbid it;
`allowed`    the documents allow it;
`unclear`    the documents do not say.
"""

import json
import math
import re
import sys
from dataclasses import dataclass
from datetime import datetime
from typing import Optional


@dataclass
class AgentResponse:
    request_id: str
    version: str
    status: str
    response: Optional[str]
    error_message: Optional[str]
    error_type: Optional[str]
    created_at: str
    duration_seconds: float
    metadata: dict


class Refused(Exception):
    pass


class Tolerated(Exception):
    pass


class Unclear(Exception):
    pass


DATE_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?")
FENCE = re.compile(r"```(?:json)?\s*\n(.*?)\n```", re.DOTALL)
# Words of templates: allowed by decision, since complete examples of the documents hold them.
PLACEHOLDERS = {"...", "{...}"}


def load(data):
    """What the program does: one strict read, keyword unpacking, and the second read of the payload."""
    try:
        members = json.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Refused(f"encoding: {error.reason}")
    except (json.JSONDecodeError, RecursionError) as error:
        raise Refused(f"text: {error}")
    if not isinstance(members, dict):
        raise Refused(f"must be a mapping, not {type(members).__name__}")
    try:
        loaded = AgentResponse(**members)
    except TypeError as error:
        raise Refused(str(error))
    try:
        f"{loaded.duration_seconds:.1f}"
    except (TypeError, ValueError) as error:
        raise Refused(f"duration: {error}")
    if isinstance(loaded.response, str):
        read_payload(loaded.response)
    elif not isinstance(loaded.response, (dict, type(None))):
        raise Refused(f"Expected str or dict, got {type(loaded.response).__name__}")
    return loaded


def read_payload(text):
    """The JSON in a payload: in a fence, or the whole text. Other text is allowed and stays as it is."""
    text = text.strip()
    if text in PLACEHOLDERS:
        return None
    fenced = FENCE.search(text)
    inner = fenced.group(1).strip() if fenced else text
    if not inner.startswith(("{", "[")):
        return None
    try:
        return json.loads(inner)
    except (json.JSONDecodeError, RecursionError) as error:
        raise Refused(f"payload: {error}")


def judge(data, loaded):
    """What the documents say of a file that the program takes."""
    json.loads(data.decode("utf-8"), parse_constant=not_json)
    for name in ("request_id", "version", "status", "created_at"):
        demand(isinstance(getattr(loaded, name), str), f"{name} is no string")
    for name in ("response", "error_message", "error_type"):
        demand(isinstance(getattr(loaded, name), (str, type(None))), f"{name} is neither string nor null")
    duration = loaded.duration_seconds
    demand(type(duration) in (int, float), "duration_seconds is no number")
    demand(math.isfinite(duration) and duration >= 0, "duration_seconds is negative")
    demand(isinstance(loaded.metadata, dict), "metadata is no object")
    demand(loaded.request_id.strip() != "", "request_id is empty")
    if loaded.status not in PLACEHOLDERS:
        demand(loaded.status in ("success", "error", "timeout"), "status is another word")
    if loaded.status == "success":
        demand(loaded.response is not None, "success without response")
    judge_time(loaded.created_at)
    if loaded.response is not None:
        judge_payload(loaded.response)


def demand(holds, reason):
    if not holds:
        raise Tolerated(reason)


def not_json(word):
    raise Tolerated(f"{word} is not JSON")


def judge_time(text):
    if text in PLACEHOLDERS:
        return
    try:
        datetime.fromisoformat(text)
    except ValueError:
        raise Tolerated("created_at is no time")
    if not DATE_TIME.fullmatch(text):
        raise Unclear("created_at in a rare form")


def judge_payload(text):
    """Only payloads are judged of which the documents say something."""
    json_inside = read_payload(text)
    if json_inside is None:
        is_text = re.fullmatch(r"[^`{\[\"]*", text) is not None or text.strip() in PLACEHOLDERS
        if not is_text:
            raise Unclear("JSON somewhere in a text")
        return
    if not isinstance(json_inside, dict):
        raise Unclear("a payload that is no object")
    json.loads(json.dumps(json_inside), parse_constant=not_json)
    sections = json_inside.get("sections")
    if sections is None:
        if set(json_inside) - {"summary", "task_id", "notes"}:
            raise Unclear("a payload of another kind")
        return
    is_listed = isinstance(sections, list) and all(isinstance(json_inside.get(str(it)), str) for it in sections)
    if not is_listed or "frontmatter_metadata" in sections:
        raise Unclear("sections that do not fit their list")


def verdict(data):
    try:
        loaded = load(data)
        judge(data, loaded)
    except Refused as error:
        return "refused", str(error)
    except Tolerated as error:
        return "tolerated", str(error)
    except Unclear as error:
        return "unclear", str(error)
    return "allowed", ""


def main():
    cases = sys.stdin.read().split("\n")
    for case in cases[:-1]:
        word, reason = verdict(bytes.fromhex(case))
        print(json.dumps({"verdict": word, "reason": reason}))


if __name__ == "__main__":
    main()
