"""Checks the server with the SDK of Acontext for Python (pip install acontext==0.1.22): python3 check_acontext.py"""

from __future__ import annotations

import os
from typing import Any, Callable

from acontext import AcontextClient
from acontext.errors import APIError
from acontext.event import TextEvent

client = AcontextClient(base_url=os.environ["CCDAG_STORE_URL"], api_key=os.environ["CCDAG_STORE_TOKEN"])
sessions = client.sessions
right = 0


def check(condition: Any, what: str) -> None:
    """Count a call that did what it says."""
    global right
    assert condition, what
    right += 1


def refused(status: int, call: Callable[..., Any], *args: Any, **options: Any) -> None:
    """A call that is not offered says so: it is never answered wrongly in silence."""
    try:
        call(*args, **options)
    except APIError as error:
        assert error.status_code == status, (call, error.status_code, str(error))
    else:
        raise AssertionError(f"{call} was answered")


question = {"role": "user", "content": "Which beds need water?"}
call = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "rain", "arguments": '{"days":1}'}}],
}
result = {"role": "tool", "tool_call_id": "c1", "content": "0 mm"}

check(client.ping() == "pong", "ping")
made = sessions.create(user="ada", configs={"team": {"name": "beds"}}, disable_task_tracking=True)
check(made.configs == {"team": {"name": "beds"}} and made.user_id, "create")
other = sessions.create(user="bob")
check([one.id for one in sessions.list(user="ada").items] == [made.id], "list of a user")
check([one.id for one in sessions.list(filter_by_configs={"team": {"name": "beds"}}).items] == [made.id], "list by configs")
first = sessions.list(limit=1)
check(first.has_more and sessions.list(limit=1, cursor=first.next_cursor).items[0].id == other.id, "list in pages")
check(sessions.list(limit=1, time_desc=True).items[0].id == other.id, "list, the newest first")

sessions.update_configs(made.id, configs={"a": 1, "b": 2})
check(sessions.get_configs(made.id).configs == {"a": 1, "b": 2}, "update and get configs")
check(sessions.patch_configs(made.id, configs={"b": None, "c": 3}) == {"a": 1, "c": 3}, "patch configs")

stored = [sessions.store_message(made.id, blob=blob, meta={"n": at}) for at, blob in enumerate((question, call, result))]
check(stored[0].role == "user" and stored[0].meta == {"n": 0}, "store in OpenAI's format")
check(sessions.patch_message_meta(made.id, stored[0].id, meta={"n": None, "seen": True}) == {"seen": True}, "patch meta")
page = sessions.get_messages(made.id)
check([question, call, result] == page.items and page.metas == [{"seen": True}, {"n": 1}, {"n": 2}], "get messages")
check(len(sessions.get_messages(made.id, limit=1, time_desc=True).items) == 1, "a page of messages")
for format in ("acontext", "anthropic", "gemini"):
    check(len(sessions.get_messages(made.id, format=format).items) >= 2, format)
strategies = [
    {"type": "remove_tool_result", "params": {"keep_recent_n_tool_results": 0}},
    {"type": "token_limit", "params": {"limit_tokens": 1000}},
]
check("0 mm" not in str(sessions.get_messages(made.id, edit_strategies=strategies).items), "edit strategies")
check(sessions.get_token_counts(made.id).total_tokens > 0, "token counts")

copied = sessions.copy(made.id)
check(copied.old_session_id == made.id and sessions.get_messages(copied.new_session_id).items == page.items, "copy")
sessions.delete(copied.new_session_id)
check(len(sessions.list(user="ada").items) == 1, "delete")

refused(501, sessions.get_tasks, made.id)
refused(501, sessions.flush, made.id)
refused(501, sessions.messages_observing_status, made.id)
refused(501, sessions.add_event, made.id, TextEvent(text="x"))
refused(400, sessions.get_messages, made.id, with_events=True)
print(f"OK {right}")
