"""A session of the OpenAI Agents SDK for Python that is kept in a ccdag conversation store.

    session = StoreSession("user-7", Client("http://127.0.0.1:8765/api/v1", token))
    await Runner.run(agent, "Which beds need water?", session=session)

What is popped stays in the store, on a branch that was left, until the first item is popped: that deletes the conversation.
One file beside ccdag_store.py; it needs the SDK only where it is used.
"""

from __future__ import annotations

import asyncio
import uuid
from typing import Any, Sequence

from ccdag_store import Client, StoreRequestError

__all__ = ["StoreSession"]

#: How many items one call stores.
MOST = 200


class StoreSession:
    """The items of one conversation, those of the branch that is named."""

    #: The settings of the SDK; its defaults hold.
    session_settings = None

    def __init__(self, session_id: str, client: Client, *, branch: str = "main") -> None:
        """Name the conversation; it is made with its first item.

        session_id: any text; the id in the store is made of it.
        branch: where items are appended, and what is read.
        """
        self.session_id = session_id
        self._sessions = client.sessions
        self._branch = branch
        self.store_id = str(uuid.uuid5(uuid.NAMESPACE_URL, f"ccdag:{session_id}"))

    async def get_items(self, limit: int | None = None, *_: Any) -> list[Any]:
        """Read all items, or the newest ones, oldest first."""
        return await asyncio.to_thread(self._read, limit)

    async def add_items(self, items: Sequence[Any], *_: Any) -> None:
        """Append items."""
        await asyncio.to_thread(self._add, list(items))

    async def pop_item(self, *_: Any) -> Any | None:
        """Take back the newest item; it stays in the store, on a branch that was left. The first one deletes the conversation."""
        return await asyncio.to_thread(self._pop)

    async def clear_session(self, *_: Any) -> None:
        """Delete the conversation with all its branches."""
        await asyncio.to_thread(self._clear)

    def _page(self, limit: int | None) -> Any | None:
        try:
            return self._sessions.get_messages(
                self.store_id, format="responses", branch=self._branch, limit=limit, time_desc=True
            )
        except StoreRequestError as error:
            # There is nothing before the first item.
            if error.status == 404:
                return None
            raise

    def _read(self, limit: int | None) -> list[Any]:
        if limit is not None and limit <= 0:
            return []
        page = self._page(limit)
        return [] if page is None else list(reversed(page.items))

    def _add(self, items: list[Any]) -> None:
        if not items:
            return
        self._sessions.create(use_uuid=self.store_id)
        for at in range(0, len(items), MOST):
            self._sessions.store_messages(
                self.store_id, items[at : at + MOST], format="responses", branch=self._branch
            )

    def _pop(self) -> Any | None:
        page = self._page(1)
        if page is None or not page.items:
            return None
        parent = page.parent_ids[0]
        if parent is None:
            self._clear()
        else:
            self._sessions.set_ref(self.store_id, self._branch, parent)
        return page.items[0]

    def _clear(self) -> None:
        try:
            self._sessions.delete(self.store_id)
        except StoreRequestError as error:
            if error.status != 404:
                raise
