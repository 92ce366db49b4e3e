"""A checkpointer of LangGraph for Python over a ccdag conversation store: each checkpoint is a message, each fork a branch.

    checkpointer = CcdagSaver(Client("http://127.0.0.1:8765/api/v1", token))
    graph = builder.compile(checkpointer=checkpointer)

A checkpoint is stored as what changed since the one before, so that a conversation costs what was said. One file beside ccdag_store.py.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import re
import uuid
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, AsyncIterator, Iterator, Mapping, Sequence

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
    get_checkpoint_metadata,
    writes_sort_key,
)

from ccdag_store import Client, StoreRequestError

__all__ = ["CcdagSaver"]

#: How many messages one request reads.
PAGE = 100

#: How many threads a saver remembers the newest checkpoint of.
MOST = 100

#: A value as the serializer wrote it: its kind, and its bytes as Base64.
Packed = tuple[str, str]


@dataclass(frozen=True)
class _Held:
    """What a channel holds: the items of a list, so that one that grew is stored by what it grew, or a value."""

    version: Any
    items: list[Packed] | None
    value: Packed | None


@dataclass(frozen=True)
class _Recent:
    """A checkpoint whose channels are known, and how many characters are read for it."""

    id: str
    message_id: str
    state: dict[str, _Held]
    cost: int


class CcdagSaver(BaseCheckpointSaver):
    """Keeps the threads of a graph, each in a session of the store. A refused request raises its StoreRequestError."""

    def __init__(self, client: Client, *, prefix: str = "langgraph", serde: Any = None) -> None:
        """
        prefix: put before the ids of threads, of which the ids of their sessions are made. Give one of your own where several projects
            of a server may name their threads alike.
        serde: how values are written; LangGraph's own serializer unless given.
        """
        super().__init__(serde=serde)
        self._sessions = client.sessions
        self._prefix = prefix
        self._recent: OrderedDict[tuple[str, str], _Recent] = OrderedDict()

    def session_id(self, thread_id: str) -> str:
        """The session of the store that keeps a thread."""
        return str(uuid.uuid5(uuid.NAMESPACE_URL, f"ccdag:{self._prefix}:{thread_id}"))

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Read the checkpoint that a config names, or the newest one of its thread; None if there is none."""
        thread, ns, id = _place(config)
        branch = f"newest/{_name(ns)}" if id is None else _ref("checkpoint", ns, id)
        return self._tuple(thread, {"branch": branch}, {})

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """List checkpoints, the newest first: of a thread, or of all; of all namespaces unless the config names one."""
        named = (config or {}).get("configurable", {})
        threads = [str(named["thread_id"])] if "thread_id" in named else list(self._threads())
        end = None if before is None else get_checkpoint_id(before)
        found = []
        for thread in threads:
            for name, message_id in self._refs(thread):
                kind, _, rest = name.partition("/")
                ns, _, id = rest.partition("/")
                if kind != "checkpoint" or ("checkpoint_ns" in named and ns != _name(named["checkpoint_ns"])):
                    continue
                if named.get("checkpoint_id") in (None, "", id) and (end is None or id < end):
                    found.append((id, thread, message_id))
        known: dict[str, tuple[str | None, Any]] = {}
        count = 0
        for _, thread, message_id in sorted(found, reverse=True):
            if limit is not None and count >= limit:
                return
            one = self._tuple(thread, {"leaf_id": message_id}, known)
            if one is not None and all(one.metadata.get(key) == value for key, value in (filter or {}).items()):
                count += 1
                yield one

    def put(
        self, config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata, new_versions: ChannelVersions
    ) -> RunnableConfig:
        """Store a checkpoint after the one that the config names."""
        thread, ns, parent = _place(config)
        before = None if parent is None else self._find(thread, ns, parent)
        state = self._state_of(checkpoint, new_versions, before, parent is not None)
        # What is read for a checkpoint stays within a few times of what it holds.
        base = None if before is None or before.cost > 3 * _size(state) + 100_000 else before
        old = {} if base is None else base.state
        record = {
            "kind": "checkpoint",
            "ns": ns,
            "id": checkpoint["id"],
            "parent": parent,
            "checkpoint": self._pack({key: value for key, value in checkpoint.items() if key != "channel_values"}),
            "metadata": self._pack(get_checkpoint_metadata(config, metadata)),
            "whole": base is None,
            "changes": [
                [channel, _change(old.get(channel), held)]
                for channel, held in state.items()
                if old.get(channel) is not held
            ],
            "gone": [channel for channel in old if channel not in state],
        }
        message_id = self._store_checkpoint(thread, record, None if before is None else before.message_id)
        cost = (0 if base is None else base.cost) + _cost(record)
        self._remember(thread, ns, _Recent(checkpoint["id"], message_id, state, cost))
        return _config(thread, ns, checkpoint["id"])

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Store what a task wrote after the checkpoint that the config names."""
        thread, ns, id = _place(config)
        if id is None:
            raise ValueError("Unexpected config without configurable.checkpoint_id")
        rows = [
            [WRITES_IDX_MAP.get(channel, at), channel, self._pack(value)] for at, (channel, value) in enumerate(writes)
        ]
        record = {"kind": "writes", "task": task_id, "path": task_path, "writes": rows}
        branch = _ref("writes", ns, id)
        recent = self._recent.get((thread, ns))
        known = recent.message_id if recent is not None and recent.id == id else None
        self._in_session(thread, lambda: self._store_writes(thread, record, branch, known or self._message_of(thread, ns, id)))

    def delete_thread(self, thread_id: str) -> None:
        """Delete a thread with all its checkpoints."""
        thread = str(thread_id)
        for key in [key for key in self._recent if key[0] == thread]:
            self._recent.pop(key, None)
        _find(lambda: self._sessions.delete(self.session_id(thread)))

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """As get_tuple()."""
        return await asyncio.to_thread(self.get_tuple, config)

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """As list()."""
        found = self.list(config, filter=filter, before=before, limit=limit)
        while (one := await asyncio.to_thread(next, found, None)) is not None:
            yield one

    async def aput(
        self, config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata, new_versions: ChannelVersions
    ) -> RunnableConfig:
        """As put()."""
        return await asyncio.to_thread(self.put, config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """As put_writes()."""
        await asyncio.to_thread(self.put_writes, config, writes, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        """As delete_thread()."""
        await asyncio.to_thread(self.delete_thread, thread_id)

    def _pack(self, value: Any) -> Packed:
        kind, data = self.serde.dumps_typed(value)
        return kind, base64.b64encode(data).decode()

    def _unpack(self, packed: Sequence[str]) -> Any:
        return self.serde.loads_typed((packed[0], base64.b64decode(packed[1])))

    def _state_of(
        self, checkpoint: Checkpoint, new_versions: ChannelVersions, before: _Recent | None, has_parent: bool
    ) -> dict[str, _Held]:
        versions = checkpoint["channel_versions"]
        state = {
            channel: held
            for channel, held in ({} if before is None else before.state).items()
            if channel not in new_versions and channel in versions and held.version == versions[channel]
        }
        for channel, value in checkpoint["channel_values"].items():
            # A value of an earlier version that the checkpoint before has not would be lost.
            if channel in new_versions or (has_parent and channel not in state):
                state[channel] = self._hold(versions.get(channel, new_versions.get(channel)), value)
        return state

    def _hold(self, version: Any, value: Any) -> _Held:
        if type(value) is list:
            return _Held(version, [self._pack(item) for item in value], None)
        return _Held(version, None, self._pack(value))

    def _value(self, held: _Held) -> Any:
        if held.items is None:
            return self._unpack(held.value or ("null", ""))
        return [self._unpack(item) for item in held.items]

    def _remember(self, thread: str, ns: str, recent: _Recent) -> None:
        self._recent[thread, ns] = recent
        self._recent.move_to_end((thread, ns))
        while len(self._recent) > MOST:
            self._recent.popitem(last=False)

    def _find(self, thread: str, ns: str, id: str) -> _Recent | None:
        recent = self._recent.get((thread, ns))
        if recent is not None and recent.id == id:
            return recent
        chain = self._chain(thread, {"branch": _ref("checkpoint", ns, id)}, {})
        return None if chain is None else _recent_of(chain)

    def _tuple(self, thread: str, start: Mapping[str, str], known: dict[str, tuple[str | None, Any]]) -> CheckpointTuple | None:
        chain = self._chain(thread, start, known)
        if chain is None:
            return None
        record = chain[0][1]
        ns, id, parent = record["ns"], record["id"], record.get("parent")
        recent = _recent_of(chain)
        self._remember(thread, ns, recent)
        values = {channel: self._value(held) for channel, held in recent.state.items()}
        checkpoint = {**self._unpack(record["checkpoint"]), "channel_values": values}
        return CheckpointTuple(
            config=_config(thread, ns, id),
            checkpoint=checkpoint,  # type: ignore[arg-type]
            metadata=self._unpack(record["metadata"]),
            parent_config=None if parent is None else _config(thread, ns, parent),
            pending_writes=self._writes(thread, ns, id),
        )

    def _chain(
        self, thread: str, start: Mapping[str, str], known: dict[str, tuple[str | None, Any]]
    ) -> list[tuple[str, dict[str, Any]]] | None:
        """The messages of a checkpoint, the newest first, down to the one that needs none before it; None if there is none."""
        next_id = start.get("leaf_id") or self._read(thread, start, known)
        chain: list[tuple[str, dict[str, Any]]] = []
        while next_id is not None:
            if next_id not in known and self._read(thread, {"leaf_id": next_id}, known) is None:
                return None
            parent_id, record = known[next_id]
            if record is not None and record["kind"] == "checkpoint":
                chain.append((next_id, record))
                if record["whole"]:
                    break
            next_id = parent_id
        return chain or None

    def _read(self, thread: str, start: Mapping[str, str], known: dict[str, tuple[str | None, Any]]) -> str | None:
        page = self._page(thread, start, None)
        if page is None:
            return None
        for item, message_id, parent_id in zip(page.items, page.ids, page.parent_ids):
            known[message_id] = (parent_id, _record(item))
        return page.ids[0] if page.ids else None

    def _page(self, thread: str, start: Mapping[str, str], cursor: str | None) -> Any:
        session = self.session_id(thread)
        return _find(
            lambda: self._sessions.get_messages(
                session, format="acontext", limit=PAGE, time_desc=True, cursor=cursor, **start
            )
        )

    def _writes(self, thread: str, ns: str, id: str) -> list[tuple[str, str, Any]]:
        records: list[dict[str, Any]] = []
        cursor = None
        while (page := self._page(thread, {"branch": _ref("writes", ns, id)}, cursor)) is not None:
            here = [record for record in map(_record, page.items) if record is not None]
            written = [record for record in here if record["kind"] == "writes"]
            records += written
            cursor = page.next_cursor
            # The checkpoint and what was before it follow.
            if len(written) < len(here) or cursor is None:
                break
        found: dict[tuple[str, int], tuple[str, str, Any]] = {}
        for record in reversed(records):
            for at, channel, packed in record["writes"]:
                # What a task wrote stands; an error or an interrupt of it is replaced.
                if at < 0 or (record["task"], at) not in found:
                    found[record["task"], at] = (record["path"], channel, packed)
        keys = sorted(found, key=lambda key: writes_sort_key(found[key][0], *key))
        return [(key[0], found[key][1], self._unpack(found[key][2])) for key in keys]

    def _message_of(self, thread: str, ns: str, id: str) -> str | None:
        found = _find(lambda: self._sessions.get_ref(self.session_id(thread), _ref("checkpoint", ns, id)))
        return None if found is None else found.message_id

    def _store(self, thread: str, record: Mapping[str, Any], **place: Any) -> str:
        blob = {"role": "assistant", "parts": [{"type": "data", "meta": {"langgraph": record}}]}
        return self._sessions.store_message(self.session_id(thread), blob, format="acontext", **place).id

    def _store_checkpoint(self, thread: str, record: dict[str, Any], parent: str | None) -> str:
        session, branch = self.session_id(thread), _ref("checkpoint", record["ns"], record["id"])

        def store() -> str:
            try:
                return self._store(thread, record, branch=branch, from_=parent, root=True if parent is None else None)
            except StoreRequestError as error:
                if error.code != "REF_EXISTS":
                    raise
            # The checkpoint is put again.
            again = self._store(thread, record, parent_id=parent)
            self._sessions.set_ref(session, branch, again)
            return again

        message_id = self._in_session(thread, store)
        self._move_newest(session, f"newest/{_name(record['ns'])}", record["id"], message_id)
        return message_id

    def _store_writes(self, thread: str, record: dict[str, Any], branch: str, checkpoint: str | None) -> None:
        try:
            self._store(thread, record, branch=branch, from_=checkpoint)
            return
        except StoreRequestError as error:
            if error.code == "REF_EXISTS":
                self._store(thread, record, branch=branch)
                return
            if error.code != "REF_NOT_FOUND":
                raise
        # A graph may store a checkpoint after what its tasks wrote.
        first = self._store(thread, record, root=True)
        try:
            self._sessions.set_ref(self.session_id(thread), branch, first, expected_version=0)
        except StoreRequestError as error:
            if error.code != "REF_CHANGED":
                raise
            self._store(thread, record, branch=branch)

    def _move_newest(self, session: str, tag: str, id: str, message_id: str) -> None:
        """Let the tag lead to this checkpoint, unless it leads to a newer one."""
        while True:
            newest = _find(lambda: self._sessions.get_ref(session, tag))
            if newest is not None and newest.meta["id"] > id:
                return
            version = 0 if newest is None else newest.version
            try:
                self._sessions.set_ref(session, tag, message_id, kind="tag", meta={"id": id}, expected_version=version)
                return
            except StoreRequestError as error:
                # Another process was faster.
                if error.code not in ("REF_CHANGED", "REF_NOT_FOUND"):
                    raise

    def _in_session(self, thread: str, run: Any) -> Any:
        """Make the session of the thread if it is missing."""
        try:
            return run()
        except StoreRequestError as error:
            if error.code != "SESSION_NOT_FOUND":
                raise
        configs = {"langgraph": {"thread": thread, "prefix": self._prefix}}
        self._sessions.create(use_uuid=self.session_id(thread), configs=configs)
        return run()

    def _refs(self, thread: str) -> Iterator[tuple[str, str]]:
        cursor = None
        while True:
            page = _find(lambda: self._sessions.list_refs(self.session_id(thread), limit=200, cursor=cursor))
            for ref in [] if page is None else page.refs:
                if ref.message_id is not None:
                    yield ref.name, ref.message_id
            cursor = None if page is None else page.next_cursor
            if cursor is None:
                return

    def _threads(self) -> Iterator[str]:
        configs = {"langgraph": {"prefix": self._prefix}}
        cursor = None
        while True:
            page = self._sessions.list(limit=200, cursor=cursor, configs=configs)
            for session in page.items:
                thread = session.configs["langgraph"]["thread"]
                # A copy of a session has its configs, and is no thread.
                if session.id == self.session_id(thread):
                    yield thread
            cursor = page.next_cursor
            if cursor is None:
                return


def _place(config: RunnableConfig) -> tuple[str, str, str | None]:
    named = config["configurable"]
    return str(named["thread_id"]), str(named.get("checkpoint_ns", "")), get_checkpoint_id(config) or None


def _config(thread: str, ns: str, id: str) -> RunnableConfig:
    return {"configurable": {"thread_id": thread, "checkpoint_ns": ns, "checkpoint_id": id}}


def _name(ns: str) -> str:
    """A namespace as a part of the name of a branch."""
    if re.fullmatch(r"[A-Za-z0-9_.-]{1,60}", ns):
        return ns
    return "+" if ns == "" else "+" + hashlib.sha256(ns.encode()).hexdigest()[:32]


def _ref(kind: str, ns: str, id: str) -> str:
    """The branch of a checkpoint, or of what its tasks wrote."""
    if not re.fullmatch(r"[A-Za-z0-9_.-]{0,100}", id):
        raise ValueError(f"Unexpected checkpoint_id {json.dumps(id)}, expected letters, digits and -_. as of a UUID")
    return f"{kind}/{_name(ns)}/{id}"


def _record(item: Mapping[str, Any]) -> Any:
    """What a message holds; None if another program stored it."""
    parts = item.get("parts") or [{}]
    return (parts[0].get("meta") or {}).get("langgraph")


def _find(request: Any) -> Any:
    """What a request finds; None if there is no such session, branch or tag."""
    try:
        return request()
    except StoreRequestError as error:
        if error.code in ("SESSION_NOT_FOUND", "REF_NOT_FOUND"):
            return None
        raise


def _change(before: _Held | None, after: _Held) -> dict[str, Any]:
    if after.items is None:
        return {"version": after.version, "value": after.value}
    known = [] if before is None or before.items is None else before.items
    keep = 0
    while keep < min(len(known), len(after.items)) and tuple(known[keep]) == tuple(after.items[keep]):
        keep += 1
    return {"version": after.version, "keep": keep, "add": after.items[keep:]}


def _recent_of(chain: Sequence[tuple[str, dict[str, Any]]]) -> _Recent:
    """The first checkpoint of a chain, the newest one of them."""
    state: dict[str, _Held] = {}
    for _, record in reversed(chain):
        if record["whole"]:
            state.clear()
        for channel in record["gone"]:
            state.pop(channel, None)
        for channel, change in record["changes"]:
            if "value" in change:
                state[channel] = _Held(change["version"], None, change["value"])
                continue
            held = state.get(channel)
            items = [] if held is None or held.items is None else held.items
            del items[change["keep"] :]
            items += change["add"]
            state[channel] = _Held(change["version"], items, None)
    message_id, record = chain[0]
    return _Recent(record["id"], message_id, state, sum(_cost(one) for _, one in chain))


def _size(state: Mapping[str, _Held]) -> int:
    return sum(len(text) for held in state.values() for _, text in (held.items or ([held.value] if held.value else [])))


def _cost(record: Mapping[str, Any]) -> int:
    """How many characters a record has, about."""
    packed = [record["checkpoint"], record["metadata"]]
    for _, change in record["changes"]:
        packed += [change["value"]] if "value" in change else change["add"]
    return sum(len(one[1]) for one in packed)
