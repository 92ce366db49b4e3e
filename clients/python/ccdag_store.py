"""A client of the ccdag conversation store: store a message after any other, read one branch, list the branches.

One file, on the standard library, for Python 3.9 or later.

A call that is refused raises StoreRequestError. If no whole answer arrives, it raises what urllib raises, such as
URLError, socket.timeout or http.client.IncompleteRead. The client repeats no call. Calls that only read, delete(),
create() with use_uuid, and store_message() with an idempotency_key can be repeated without harm.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, fields
from typing import Any, Iterator, Mapping, Sequence
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

__all__ = [
    "BranchPage", "Client", "Event", "Leaf", "Lease", "Message", "MessagePage", "Ref", "RefPage", "Session", "SessionPage", "Sessions",
    "StoreRequestError", "TokenCounts", "Tree", "TreeNode",
]  # fmt: skip

#: After which silence the connection of events is taken for broken: the server gives a sign each 15 seconds.
SILENCE_SECONDS = 45.0

#: The size of the pages of an iteration, and the most that the server sends in one.
PAGE_SIZE = 200


class StoreRequestError(Exception):
    """A request that was answered, and not carried out."""

    def __init__(self, status: int, code: str, message: str) -> None:
        """Keep the status of the answer, the reason for programs, and the reason for people."""
        super().__init__(status, code, message)
        self.status = status
        #: As the server sends it, such as PARENT_NOT_FOUND, or UNEXPECTED_ANSWER if the answer is not of a store.
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.status} {self.code}: {self.message}"


@dataclass(frozen=True)
class Session:
    """A session: a conversation with all its branches."""

    id: str
    project_id: str
    disable_task_tracking: bool
    configs: dict[str, Any]
    created_at: str
    updated_at: str
    #: Whether create() made it; None if it was read.
    is_new: bool | None = None
    #: Whose it is, as it was given; None if nobody was named.
    user: str | None = None


@dataclass(frozen=True)
class Message:
    """A message that was stored."""

    id: str
    session_id: str
    #: The message before it on its branch; None for the first one.
    parent_id: str | None
    role: str
    parts: list[dict[str, Any]]
    meta: dict[str, Any]
    #: The number of messages from the first one of the branch to this one, both counted.
    depth: int
    #: Grows with each message of the session.
    seq: int
    created_at: str
    updated_at: str
    #: Whether this call stored it; False if an earlier one with the same idempotency key did; None in an event.
    is_new: bool | None = None


@dataclass(frozen=True)
class SessionPage:
    """A part of the list of sessions."""

    items: list[Session]
    has_more: bool
    next_cursor: str | None = None


@dataclass(frozen=True)
class MessagePage:
    """Messages that were read. ids, metas and parent_ids have one value for each item."""

    items: list[dict[str, Any]]
    ids: list[str]
    metas: list[dict[str, Any]]
    parent_ids: list[str | None]
    has_more: bool
    this_time_tokens: int
    next_cursor: str | None = None
    #: The message that the branch leads to; None in a session without messages, and for the scope "session".
    leaf_id: str | None = None
    #: Whether no message follows leaf_id.
    is_leaf: bool = False


@dataclass(frozen=True)
class Leaf:
    """A message that no other follows: the end of a branch."""

    message_id: str
    depth: int
    created_at: str
    #: Whether it is the newest message: what is read, and what a message is stored after, if none is named.
    is_default: bool


@dataclass(frozen=True)
class BranchPage:
    """The ends of the branches of a session, in the order in which they were stored."""

    leaves: list[Leaf]
    has_more: bool
    next_cursor: str | None = None


@dataclass(frozen=True)
class Ref:
    """A name of a place in the tree: a branch, which moves with what is appended to it, or a tag, which stays."""

    name: str
    kind: str
    #: The message that it leads to; None for "main" in a session without messages.
    message_id: str | None
    #: Grows with each change; 0 for "main" while nobody has set it: it is the newest message then.
    version: int
    meta: dict[str, Any]
    updated_at: str


@dataclass(frozen=True)
class RefPage:
    """Branches and tags of a session, "main" first, then in the order in which they were created."""

    refs: list[Ref]
    has_more: bool
    next_cursor: str | None = None


@dataclass(frozen=True)
class Event:
    """Something that happened in a session."""

    #: Where it stands in the order of all. An event that comes again has the same one.
    id: str
    #: "message": one was stored. "ref": a branch or a tag was set or deleted.
    kind: str
    #: The branch that the message was appended to, None if it named its parent; or the ref.
    ref: str | None
    #: The message that was stored, or that the ref leads to; None for a ref that was deleted.
    message_id: str | None
    message: Message | None


@dataclass(frozen=True)
class Lease:
    """Events that a consumer of a group is to handle; lease is None if there is nothing to do."""

    lease: str | None
    events: list[Event]


@dataclass(frozen=True)
class TreeNode:
    """A message in the tree of a session, without its content."""

    id: str
    parent_id: str | None
    depth: int
    seq: int
    role: str
    child_count: int
    created_at: str


@dataclass(frozen=True)
class Tree:
    """How all messages of a session follow one another."""

    #: In the order in which they were stored: each after its parent.
    nodes: list[TreeNode]
    #: The ids of the messages that several others follow.
    forks: list[str]
    #: The newest message; None in a session without messages.
    leaf_id: str | None


@dataclass(frozen=True)
class TokenCounts:
    """Estimated tokens, and how they were estimated."""

    total_tokens: int
    estimator: str


class Client:
    """A client of a server of the conversation store."""

    def __init__(self, base_url: str, token: str | None = None, *, timeout: float | None = 60.0) -> None:
        """
        base_url: the address of the routes of the server, such as http://127.0.0.1:8765/api/v1.
        token: a token of the store, which is needed if the store has any.
        timeout: after how many seconds without anything from the server a call ends; None for no limit.
        """
        if urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError(f"Unexpected base_url {base_url!r}, expected such as http://127.0.0.1:8765/api/v1")
        self._base_url = base_url.rstrip("/")
        self._token = token
        self._timeout = timeout
        self._opener = build_opener(_NoRedirect)
        self.sessions = Sessions(self)

    def ping(self) -> str:
        """Ask whether the server answers, and return "pong". It needs no token."""
        return self._send("GET", "/ping")[1]["msg"]

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, dict[str, Any]]:
        """Send a request; return the status and the envelope of the answer."""
        request = self._request(method, path, query, body, headers)
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                return response.status, _read_answer(response.status, response.read())
        except HTTPError as error:
            with error:
                return error.code, _read_answer(error.code, error.read())

    def _stream(self, path: str, headers: Mapping[str, str]) -> Iterator[bytes]:
        """The whole lines of a stream of events: what is after the last end of a line was cut off."""
        request = self._request("GET", path, None, None, {**headers, "Accept": "text/event-stream"})
        try:
            with self._opener.open(request, timeout=SILENCE_SECONDS) as response:
                if not response.headers.get("Content-Type", "").startswith("text/event-stream"):
                    _read_answer(response.status, b"")
                yield b""
                for line in response:
                    if line.endswith(b"\n"):
                        yield line
        except HTTPError as error:
            with error:
                _read_answer(error.code, error.read())

    def _request(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None,
        body: Mapping[str, Any] | None,
        headers: Mapping[str, str] | None,
    ) -> Request:
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        request = Request(self._base_url + path + (f"?{urlencode(given)}" if given else ""), method=method)
        request.add_header("Accept", "application/json")
        if self._token is not None:
            request.add_header("Authorization", f"Bearer {self._token}")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps({k: v for k, v in body.items() if v is not None}, allow_nan=False).encode()
        return request


class Sessions:
    """The calls for sessions and their messages; client.sessions."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def create(
        self,
        *,
        use_uuid: str | None = None,
        user: str | None = None,
        configs: Mapping[str, Any] | None = None,
        disable_task_tracking: bool | None = None,
    ) -> Session:
        """Create a session; with the id of one that your project has, it is returned as it is."""
        body = {"use_uuid": use_uuid, "user": user, "configs": configs, "disable_task_tracking": disable_task_tracking}
        status, answer = self._client._send("POST", "/session", body=body)
        return _make(Session, answer["data"], is_new=status == 201)

    def get(self, session_id: str) -> Session:
        """Read a session, without its messages."""
        return _make(Session, self._get(session_id))

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        time_desc: bool | None = None,
        user: str | None = None,
        configs: Mapping[str, Any] | None = None,
    ) -> SessionPage:
        """List the sessions of your project, the oldest first: 200, or `limit`; 0 means all of them.

        user: only those of this person.
        configs: only those whose configs contain this object; of lists, each of their items.
        """
        filter = None if configs is None else json.dumps(configs)
        query = {"limit": limit, "cursor": cursor, "time_desc": time_desc, "user": user, "filter_by_configs": filter}
        data = self._client._send("GET", "/session", query=query)[1]["data"]
        return _make(SessionPage, data, items=[_make(Session, item) for item in data["items"]])

    def set_configs(self, session_id: str, configs: Mapping[str, Any]) -> Session:
        """Replace the configs of a session."""
        path = f"{_path(session_id)}/configs"
        return _make(Session, self._client._send("PUT", path, body={"configs": configs})[1]["data"])

    def patch_configs(self, session_id: str, configs: Mapping[str, Any]) -> dict[str, Any]:
        """Change the configs of a session by their keys, of which one that is None is removed; return all of them."""
        path = f"{_path(session_id)}/configs"
        return self._client._send("PATCH", path, body={"configs": configs})[1]["data"]["configs"]

    def patch_meta(self, session_id: str, message_id: str, meta: Mapping[str, Any]) -> dict[str, Any]:
        """Change the meta of a message by its keys, as patch_configs; return all of it. What it says never changes."""
        path = f"{_path(session_id)}/messages/{quote(message_id, safe='')}/meta"
        return self._client._send("PATCH", path, body={"meta": meta})[1]["data"]["meta"]

    def copy(self, session_id: str) -> str:
        """Copy a session with its messages, branches and tags; return the id of the copy."""
        return self._client._send("POST", f"{_path(session_id)}/copy")[1]["data"]["new_session_id"]

    def delete(self, session_id: str) -> None:
        """Delete a session with all its messages."""
        self._client._send("DELETE", _path(session_id))

    def store_message(
        self,
        session_id: str,
        blob: Mapping[str, Any],
        *,
        format: str = "openai",
        meta: Mapping[str, Any] | None = None,
        parent_id: str | None = None,
        root: bool | None = None,
        expected_leaf_id: str | None = None,
        branch: str | None = None,
        from_: str | None = None,
        idempotency_key: str | None = None,
    ) -> Message:
        """Store a message: after the newest one, or after any other to begin a branch.

        blob: the message in its format: "acontext", "openai", "responses", "anthropic", "gemini", "ai-sdk",
            "ai-sdk-model" or "langchain".
        meta: what your program wants to know of the message later, of at most 64 KB as JSON.
        parent_id: the message that it follows, any message of the session.
        root: start again at the top, so that the message follows none.
        branch: the branch that it is appended to, and that leads to it afterwards; "main" unless there is a parent_id.
        from_: create the branch, and begin it after this message, or at the end of this branch or tag.
        expected_leaf_id: refuse with LEAF_MOVED if the branch, or without one the default leaf, is another message.
        idempotency_key: a name for this call, of 1 to 200 ASCII characters. With it the call can be repeated if no
            answer arrived: the message is stored once. Without it, a message that is sent again may be stored twice.
        """
        place = _place(parent_id, root, expected_leaf_id, branch, from_)
        body = {"blob": blob, "format": format, "meta": meta, **place}
        status, answer = self._store(session_id, "/messages", body, idempotency_key)
        return _make(Message, answer["data"], is_new=status == 201)

    def store_messages(
        self,
        session_id: str,
        blobs: Sequence[Mapping[str, Any]],
        *,
        format: str = "openai",
        meta: Mapping[str, Any] | None = None,
        parent_id: str | None = None,
        root: bool | None = None,
        expected_leaf_id: str | None = None,
        branch: str | None = None,
        from_: str | None = None,
        idempotency_key: str | None = None,
    ) -> list[Message]:
        """Store messages that belong together, each after the one before: all of them, or none; at most 200."""
        place = _place(parent_id, root, expected_leaf_id, branch, from_)
        body = {"blobs": list(blobs), "format": format, "meta": meta, **place}
        status, answer = self._store(session_id, "/messages/batch", body, idempotency_key)
        return [_make(Message, item, is_new=status == 201) for item in answer["data"]["items"]]

    def list_refs(self, session_id: str, *, limit: int | None = None, cursor: str | None = None) -> RefPage:
        """List the branches and tags of a session."""
        data = self._get(session_id, "/refs", {"limit": limit, "cursor": cursor})
        return _make(RefPage, data, refs=[_make(Ref, ref) for ref in data["refs"]])

    def get_ref(self, session_id: str, name: str) -> Ref:
        """Read a branch or a tag."""
        return _make(Ref, self._get(session_id, f"/refs/{quote(name, safe='')}"))

    def set_ref(
        self,
        session_id: str,
        name: str,
        message_id: str,
        *,
        kind: str | None = None,
        meta: Mapping[str, Any] | None = None,
        expected_version: int | None = None,
    ) -> Ref:
        """Create a branch or a tag, or set it to another message.

        kind: "branch" or "tag"; what it is, or "branch" for a new one.
        expected_version: refuse with REF_CHANGED if it has another version by now; 0: if it exists.
        """
        headers = {"If-None-Match": "*"} if expected_version == 0 else _if_match(expected_version)
        body = {"message_id": message_id, "kind": kind, "meta": meta}
        path = f"{_path(session_id)}/refs/{quote(name, safe='')}"
        return _make(Ref, self._client._send("PUT", path, body=body, headers=headers)[1]["data"])

    def delete_ref(self, session_id: str, name: str, *, expected_version: int | None = None) -> None:
        """Delete a branch or a tag; its messages stay. "main" becomes the newest message again."""
        path = f"{_path(session_id)}/refs/{quote(name, safe='')}"
        self._client._send("DELETE", path, headers=_if_match(expected_version))

    def get_messages(
        self,
        session_id: str,
        *,
        format: str = "openai",
        leaf_id: str | None = None,
        branch: str | None = None,
        scope: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        time_desc: bool | None = None,
        edit_strategies: Sequence[Mapping[str, Any]] | None = None,
    ) -> MessagePage:
        """Read a branch, from its first message to leaf_id, or to the end of "main".

        format: how the items are written: "openai" (as the server does), "acontext", "responses", "anthropic",
            "gemini", "ai-sdk", "ai-sdk-model" or "langchain".
        leaf_id: the last message of the branch, any message of the session.
        branch: the branch or tag that is read, in place of leaf_id.
        scope: "session" reads all messages of all branches in the order in which they were stored.
        limit, cursor: one page, of at most 200 messages; the cursor is next_cursor of the page before.
        time_desc: the newest first.
        edit_strategies: how to make the messages of the page smaller, such as
            [{"type": "token_limit", "params": {"limit_tokens": 20000}}].
        """
        query = {
            "format": format,
            "leaf_id": leaf_id,
            "branch": branch,
            "scope": scope,
            "limit": limit,
            "cursor": cursor,
            "time_desc": time_desc,
            "edit_strategies": None if edit_strategies is None else json.dumps(edit_strategies, allow_nan=False),
        }
        return _make(MessagePage, self._get(session_id, "/messages", query))

    def message_pages(self, session_id: str, *, limit: int = PAGE_SIZE, **options: Any) -> Iterator[MessagePage]:
        """Iterate over the pages of a branch, or of all messages. The options are those of get_messages().

        All pages are of the branch that was the newest for the first one, also if others store messages in between.
        """
        page = self.get_messages(session_id, limit=limit, **options)
        yield page
        while page.next_cursor is not None:
            page = self.get_messages(session_id, limit=limit, **{**options, "cursor": page.next_cursor})
            yield page

    def list_branches(self, session_id: str, *, limit: int | None = None, cursor: str | None = None) -> BranchPage:
        """List the ends of all branches, in the order in which they were stored."""
        data = self._get(session_id, "/branches", {"limit": limit, "cursor": cursor})
        return _make(BranchPage, data, leaves=[_make(Leaf, leaf) for leaf in data["leaves"]])

    def get_tree(self, session_id: str) -> Tree:
        """Read how all messages of a session follow one another, without their content."""
        data = self._get(session_id, "/tree")
        return _make(Tree, data, nodes=[_make(TreeNode, node) for node in data["nodes"]])

    def token_counts(self, session_id: str, *, leaf_id: str | None = None) -> TokenCounts:
        """Estimate the tokens of all messages of a session, or of the branch that ends with leaf_id."""
        return _make(TokenCounts, self._get(session_id, "/token_counts", {"leaf_id": leaf_id}))

    def events(self, session_id: str, *, after: str | None = None) -> Iterator[Event]:
        """Follow what happens in a session, each message after its parent: what was stored, then what is.

        A connection that breaks is opened again after the last event; if the first one fails, that is raised. It ends with a
        StoreRequestError if the session is deleted.

        after: the id of the event that was handled last; without one, from the first event.
        """
        path = _path(session_id) + "/events"
        has_answered, wait = False, 0.2
        while True:
            try:
                for line in self._client._stream(path, {} if after is None else {"Last-Event-ID": after}):
                    has_answered = True
                    if line.startswith(b"data:"):
                        event = _event(json.loads(line[5:]))
                        yield event
                        after, wait = event.id, 0.2
            except StoreRequestError as error:
                if error.status < 500 or error.status == 501:
                    raise
            except (OSError, HTTPException):
                if not has_answered:
                    raise
            time.sleep(wait)
            wait = min(2 * wait, 5.0)

    def take_events(
        self, session_id: str, group: str, *, limit: int | None = None, seconds: float | None = None
    ) -> Lease:
        """Take the next events for a group of consumers, which the first call creates.

        Each is given to one of them, and again if it is not acknowledged in time. LEASE_HELD while another one has some.

        limit: how many, at most 200.
        seconds: after how many another consumer gets them, if they are not acknowledged: 60, or up to 3600.
        """
        path = f"{_path(session_id)}/events/groups/{quote(group, safe='')}/lease"
        data = self._client._send("POST", path, body={"limit": limit, "seconds": seconds})[1]["data"]
        return _make(Lease, data, events=[_event(event) for event in data["events"]])

    def acknowledge_events(self, session_id: str, group: str, lease: str, event_id: str) -> None:
        """Say that all events up to one of a lease were handled, and end the lease. LEASE_LOST if it is over."""
        path = f"{_path(session_id)}/events/groups/{quote(group, safe='')}/acknowledge"
        self._client._send("POST", path, body={"lease": lease, "event_id": event_id})

    def _store(
        self, session_id: str, route: str, body: Mapping[str, Any], key: str | None
    ) -> tuple[int, dict[str, Any]]:
        headers = {} if key is None else {"Idempotency-Key": key}
        return self._client._send("POST", _path(session_id) + route, body=body, headers=headers)

    def _get(self, session_id: str, rest: str = "", query: Mapping[str, Any] | None = None) -> Any:
        return self._client._send("GET", _path(session_id) + rest, query=query)[1]["data"]


class _NoRedirect(HTTPRedirectHandler):
    """A redirected call would lose its body, or show its token to another server."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _read_answer(status: int, content: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(content)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        answer = {}
    if 200 <= status < 300 and answer.get("code") == 0:
        return answer
    error, message = answer.get("error"), answer.get("msg")
    if isinstance(error, str) and isinstance(message, str):
        raise StoreRequestError(status, error, message)
    raise StoreRequestError(
        status, "UNEXPECTED_ANSWER", f"Unexpected answer with status {status}, expected that of a store"
    )


def _path(session_id: str) -> str:
    """The route of a session. Some texts would lead to another route."""
    if session_id in ("", ".", ".."):
        raise ValueError(f"Unexpected session id {session_id!r}, expected a UUID")
    return f"/session/{quote(session_id, safe='')}"


def _place(
    parent_id: str | None, root: bool | None, expected_leaf_id: str | None, branch: str | None, from_: str | None
) -> dict[str, Any]:
    """Where messages go, by the names of the server."""
    return {
        "parent_id": parent_id,
        "root": root,
        "expected_leaf_id": expected_leaf_id,
        "branch": branch,
        "from": from_,
    }


def _if_match(version: int | None) -> dict[str, str]:
    return {} if version is None else {"If-Match": f'"{version}"'}


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _event(data: Mapping[str, Any]) -> Event:
    return _make(Event, data, message=data["message"] and _make(Message, data["message"]))


def _make(kind: type, data: Mapping[str, Any], **more: Any) -> Any:
    """An object of a data class. Fields that a later server adds are ignored."""
    return kind(**{**{field.name: data[field.name] for field in fields(kind) if field.name in data}, **more})
