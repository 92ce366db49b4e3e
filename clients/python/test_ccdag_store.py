"""Tests of ccdag_store against a server. Its address is in the variable CCDAG_STORE_URL:

CCDAG_STORE_URL=http://127.0.0.1:8765/api/v1 python3 -m unittest
"""

from __future__ import annotations

import os
import socket
import threading
import unittest
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import urlsplit

import ccdag_store
from ccdag_store import Client, StoreRequestError

URL = os.environ["CCDAG_STORE_URL"]
TOKEN = os.environ.get("CCDAG_STORE_TOKEN")
#: An id that no session and no message has.
NOBODY = "33333333-3333-4333-8333-333333333333"


def user(content: str) -> dict[str, Any]:
    return {"role": "user", "content": content}


def assistant(content: str) -> dict[str, Any]:
    return {"role": "assistant", "content": content}


class StoreTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(URL, TOKEN)
        self.sessions = self.client.sessions

    def session_with(self, *texts: str) -> tuple[str, list[ccdag_store.Message]]:
        """A new session with messages in turns, each after the one before."""
        session_id = self.sessions.create().id
        blobs = [assistant(text) if at % 2 else user(text) for at, text in enumerate(texts)]
        return session_id, [self.sessions.store_message(session_id, blob=blob, format="openai") for blob in blobs]

    def forked(self) -> tuple[str, list[ccdag_store.Message]]:
        """M1 to M6 in a row, M7 after M2, M8 after M7."""
        session_id, messages = self.session_with("M1", "M2", "M3", "M4", "M5", "M6")
        for blob, parent in ((user("M7"), 1), (assistant("M8"), 6)):
            messages.append(
                self.sessions.store_message(session_id, blob=blob, format="openai", parent_id=messages[parent].id)
            )
        return session_id, messages

    def read(self, session_id: str, **options: Any) -> list[str]:
        """The texts of a branch."""
        page = self.sessions.get_messages(session_id, format="acontext", **options)
        return [item["parts"][0]["text"] for item in page.items]

    def assert_refused(self, status: int, code: str, call: Any, *args: Any, **options: Any) -> None:
        with self.assertRaises(StoreRequestError) as caught:
            call(*args, **options)
        self.assertEqual((caught.exception.status, caught.exception.code), (status, code))
        self.assertTrue(caught.exception.message)
        self.assertIn(code, str(caught.exception))


class SeedTest(StoreTest):
    """The example and the use cases of seed 004."""

    def test_configs_meta_and_copies(self) -> None:
        sessions = self.sessions
        name = f"ada {uuid.uuid4()}"
        made = sessions.create(user=name, configs={"team": {"name": name}, "old": 1})
        self.assertEqual(made.user, name)
        for options in ({"user": name}, {"configs": {"team": {"name": name}}}):
            self.assertEqual([one.id for one in sessions.list(**options).items], [made.id])
        self.assertEqual(sessions.patch_configs(made.id, {"old": None, "new": 2}), {"team": {"name": name}, "new": 2})
        self.assertEqual(sessions.set_configs(made.id, {"a": 1}).configs, {"a": 1})
        message = sessions.store_message(made.id, {"role": "user", "content": "Hello"}, meta={"seen": False})
        self.assertEqual(sessions.patch_meta(made.id, message.id, {"seen": True}), {"seen": True})
        copy = sessions.copy(made.id)
        self.assertEqual(sessions.get_messages(copy).ids, [message.id])

    def test_issue_42_branches_have_names(self) -> None:
        session_id, (plan,) = self.session_with("plan")
        first = self.sessions.store_message(session_id, user("a"), branch="a", from_=plan.id)
        self.sessions.store_message(session_id, user("b"), branch="b", from_=plan.id)
        turn = self.sessions.store_messages(
            session_id, [assistant("a2"), user("a3")], branch="a", expected_leaf_id=first.id
        )
        self.assertEqual([message.depth for message in turn], [3, 4])
        self.assertEqual(self.read(session_id, branch="a"), ["plan", "a", "a2", "a3"])
        self.assert_refused(
            409, "LEAF_MOVED", self.sessions.store_message, session_id, user("x"), branch="a", expected_leaf_id=first.id
        )
        tag = self.sessions.set_ref(session_id, "best/one", turn[1].id, kind="tag", expected_version=0)
        self.assertEqual(self.sessions.get_ref(session_id, "best/one"), tag)
        self.assert_refused(
            412, "REF_CHANGED", self.sessions.set_ref, session_id, "best/one", plan.id, expected_version=0
        )
        names = [ref.name for ref in self.sessions.list_refs(session_id).refs]
        self.assertEqual(names, ["main", "a", "b", "best/one"])
        self.sessions.delete_ref(session_id, "best/one", expected_version=tag.version)
        self.assert_refused(404, "REF_NOT_FOUND", self.sessions.get_ref, session_id, "best/one")

    def test_s007_store_message_with_parent_id_begins_a_branch(self) -> None:
        session_id, messages = self.forked()
        ids = [None, *(message.id for message in messages)]
        self.assertEqual([ids.index(message.parent_id) for message in messages], [0, 1, 2, 3, 4, 5, 2, 7])
        self.assertEqual([message.depth for message in messages], [1, 2, 3, 4, 5, 6, 3, 4])
        following = self.sessions.store_message(session_id, blob=user("M9"), format="openai")
        self.assertEqual(following.parent_id, messages[7].id)

    def test_s010_s013_get_messages_with_leaf_id_reads_that_branch(self) -> None:
        session_id, messages = self.forked()
        self.assertEqual(self.read(session_id, leaf_id=messages[7].id), ["M1", "M2", "M7", "M8"])
        self.assertEqual(self.read(session_id, leaf_id=messages[5].id), ["M1", "M2", "M3", "M4", "M5", "M6"])
        self.assertEqual(self.read(session_id), ["M1", "M2", "M7", "M8"])
        page = self.sessions.get_messages(session_id, format="acontext", leaf_id=messages[6].id)
        self.assertEqual((page.leaf_id, page.is_leaf), (messages[6].id, False))
        self.assertEqual(page.parent_ids, [item["parent_id"] for item in page.items])
        whole = self.sessions.get_messages(session_id, scope="session")
        self.assertEqual((whole.ids, whole.leaf_id), ([message.id for message in messages], None))

    def test_s012_list_branches(self) -> None:
        session_id, messages = self.forked()
        leaves = self.sessions.list_branches(session_id).leaves
        m6, m8 = messages[5], messages[7]
        self.assertEqual(
            leaves,
            [
                ccdag_store.Leaf(message_id=m6.id, depth=6, created_at=m6.created_at, is_default=False),
                ccdag_store.Leaf(message_id=m8.id, depth=4, created_at=m8.created_at, is_default=True),
            ],
        )

    def test_s019_get_tree(self) -> None:
        session_id, messages = self.forked()
        tree = self.sessions.get_tree(session_id)
        self.assertEqual(
            [(node.id, node.parent_id, node.depth, node.seq, node.role) for node in tree.nodes],
            [(one.id, one.parent_id, one.depth, one.seq, one.role) for one in messages],
        )
        self.assertEqual([node.child_count for node in tree.nodes], [1, 2, 1, 1, 1, 0, 1, 0])
        self.assertEqual((tree.forks, tree.leaf_id), ([messages[1].id], messages[7].id))

    def test_s018_off_track_at_turn_5(self) -> None:
        session_id, messages = self.session_with("1", "2", "3", "4", "off track")
        self.sessions.store_message(session_id, user("5, better"), parent_id=messages[3].id)
        self.assertEqual(self.read(session_id), ["1", "2", "3", "4", "5, better"])

    def test_s018_several_strategies(self) -> None:
        session_id, messages = self.session_with("the task", "a plan")
        for name in "ABC":
            self.sessions.store_message(session_id, user(name), parent_id=messages[1].id)
        leaves = self.sessions.list_branches(session_id).leaves
        paths = [self.read(session_id, leaf_id=leaf.message_id) for leaf in leaves]
        self.assertEqual(paths, [["the task", "a plan", name] for name in "ABC"])

    def test_s018_checkpoint_and_retry(self) -> None:
        session_id, messages = self.session_with("1", "2, known to be good", "3", "failed")
        self.sessions.store_message(session_id, user("3 again"), parent_id=messages[1].id)
        self.assertEqual(self.read(session_id), ["1", "2, known to be good", "3 again"])
        self.assertEqual(len(self.read(session_id, scope="session")), 5)


class EventsTest(StoreTest):
    """Part 4 of the seed."""

    def test_issue_42_events_resume_after_broken_connections_and_come_once(self) -> None:
        session_id, messages = self.session_with("0", "1 é")
        proxy = Proxy(self, URL)
        seen: list[ccdag_store.Event] = []
        for event in Client(proxy.url, TOKEN).sessions.events(session_id):
            seen.append(event)
            if len(seen) in (2, 4):
                proxy.cut()
                for text in "ab":
                    self.sessions.store_message(session_id, user(text), branch=text + str(len(seen)), from_="main")
            if len(seen) == 6:
                break
        self.assertEqual([event.ref for event in seen], ["main", "main", "a2", "b2", "a4", "b4"])
        self.assertEqual([event.message_id for event in seen[:2]], [message.id for message in messages])
        self.assertEqual(len({event.id for event in seen}), 6)
        text = seen[1].message.parts[0]["text"] if seen[1].message else None
        self.assertEqual((text, seen[1].kind), ("1 é", "message"))
        again = self.sessions.events(session_id, after=seen[4].id)
        self.assertEqual(next(again), seen[5])
        self.sessions.delete(session_id)
        self.assert_refused(404, "SESSION_NOT_FOUND", next, again)
        self.assert_refused(404, "SESSION_NOT_FOUND", next, self.sessions.events(NOBODY))

    def test_issue_42_consumers_of_a_group(self) -> None:
        session_id, messages = self.session_with("0", "1", "2")
        self.sessions.set_ref(session_id, "best", messages[1].id, kind="tag")
        taken = self.sessions.take_events(session_id, "a/b", limit=2, seconds=9.5)
        self.assertEqual([event.message_id for event in taken.events], [message.id for message in messages[:2]])
        self.assert_refused(409, "LEASE_HELD", self.sessions.take_events, session_id, "a/b")
        acknowledge = self.sessions.acknowledge_events
        self.assertIsNone(acknowledge(session_id, "a/b", taken.lease, taken.events[0].id))
        self.assert_refused(
            409, "LEASE_LOST", acknowledge, session_id, "a/b", taken.lease, taken.events[1].id
        )
        rest = self.sessions.take_events(session_id, "a/b")
        self.assertEqual([event.kind for event in rest.events], ["message", "message", "ref"])
        self.assertEqual((rest.events[2].ref, rest.events[2].message), ("best", None))
        acknowledge(session_id, "a/b", rest.lease, rest.events[2].id)
        self.assertEqual(self.sessions.take_events(session_id, "a/b"), ccdag_store.Lease(lease=None, events=[]))


class Proxy:
    """An address that leads to a server, with connections that can be broken."""

    def __init__(self, test: unittest.TestCase, url: str) -> None:
        parts = urlsplit(url)
        self.target = (parts.hostname, parts.port)
        self.sockets: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}{parts.path}"
        threading.Thread(target=self.accept, daemon=True).start()
        test.addCleanup(self.cut)
        test.addCleanup(self.listener.close)

    def accept(self) -> None:
        while True:
            try:
                inner = self.listener.accept()[0]
            except OSError:
                return
            outer = socket.create_connection(self.target)
            self.sockets += [inner, outer]
            for pair in ((inner, outer), (outer, inner)):
                threading.Thread(target=self.copy, args=pair, daemon=True).start()

    def copy(self, source: socket.socket, goal: socket.socket) -> None:
        try:
            while True:
                piece = source.recv(65536)
                if not piece:
                    return
                goal.sendall(piece)
        except OSError:
            pass

    def cut(self) -> None:
        for one in self.sockets:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()
        self.sockets = []


class CallsTest(StoreTest):
    def test_ping(self) -> None:
        self.assertEqual(self.client.ping(), "pong")
        self.assertEqual(Client(f"{URL}/", TOKEN).ping(), "pong")

    def test_sessions(self) -> None:
        made = self.sessions.create(configs={"a_b": {"cD": None}}, disable_task_tracking=True)
        self.assertEqual((made.is_new, made.configs, made.disable_task_tracking), (True, {"a_b": {"cD": None}}, True))
        self.assertFalse(self.sessions.create(use_uuid=made.id).is_new)
        self.assertEqual(self.sessions.get(made.id).created_at, made.created_at)
        other = self.sessions.create()
        ids = [session.id for session in self.sessions.list().items]
        # Sessions of one millisecond are in the order of their ids.
        self.assertEqual({made.id, other.id}, set(ids[-2:]))
        newest = self.sessions.list(limit=1, time_desc=True)
        self.assertEqual(([session.id for session in newest.items], newest.has_more), ([ids[-1]], True))
        before = self.sessions.list(limit=1, time_desc=True, cursor=newest.next_cursor)
        self.assertEqual(before.items[0].id, ids[-2])
        self.assertIsNone(self.sessions.delete(made.id))
        self.assert_refused(404, "SESSION_NOT_FOUND", self.sessions.get, made.id)

    def test_formats(self) -> None:
        blobs: dict[str, dict[str, Any]] = {
            "acontext": {"role": "user", "parts": [{"type": "text", "text": "Rain?"}]},
            "openai": user("Rain?"),
            "anthropic": user("Rain?"),
            "gemini": {"role": "user", "parts": [{"text": "Rain?"}]},
        }
        for format, blob in blobs.items():
            session_id = self.sessions.create().id
            self.sessions.store_message(session_id, blob, format=format)
            (item,) = self.sessions.get_messages(session_id, format=format).items
            if format != "acontext":
                self.assertEqual(item, blob)
            self.assertEqual(self.read(session_id), ["Rain?"])

    def test_store_message_options(self) -> None:
        session_id = self.sessions.create().id
        blob = user("Héllo \0 🙂 \ud800")
        first = self.sessions.store_message(session_id, blob, meta={"a": 1}, idempotency_key="k")
        again = self.sessions.store_message(session_id, blob, meta={"a": 1}, idempotency_key="k")
        self.assertEqual((first.is_new, again.is_new, first.id), (True, False, again.id))
        self.assertEqual(first.meta["a"], 1)
        self.assertEqual(self.sessions.get_messages(session_id).items, [blob])
        root = self.sessions.store_message(session_id, user("again"), root=True, expected_leaf_id=first.id)
        self.assertEqual((root.parent_id, root.depth), (None, 1))
        self.assert_refused(
            409, "LEAF_MOVED", self.sessions.store_message, session_id, blob, expected_leaf_id=first.id
        )

    def test_pages(self) -> None:
        session_id, messages = self.session_with("1", "2", "3", "4", "5")
        pages = self.sessions.message_pages(session_id, limit=2, time_desc=True, format="acontext")
        ids = [message.id for message in messages]
        self.assertEqual([page.ids for page in pages], [[ids[4], ids[3]], [ids[2], ids[1]], [ids[0]]])
        self.assertEqual([page.has_more for page in self.sessions.message_pages(session_id)], [False])
        for text in "AB":
            self.sessions.store_message(session_id, user(text), parent_id=ids[0])
        branches = self.sessions.list_branches(session_id, limit=2)
        rest = self.sessions.list_branches(session_id, limit=2, cursor=branches.next_cursor)
        self.assertEqual((len(branches.leaves), len(rest.leaves), rest.has_more), (2, 1, False))

    def test_edit_strategies_and_token_counts(self) -> None:
        session_id, messages = self.session_with("one", "two", "three")
        strategies = [{"type": "token_limit", "params": {"limit_tokens": 0}}]
        page = self.sessions.get_messages(session_id, edit_strategies=strategies)
        self.assertEqual(page.items, [user("three")])
        whole = self.sessions.token_counts(session_id)
        branch = self.sessions.token_counts(session_id, leaf_id=messages[1].id)
        self.assertLess(branch.total_tokens, whole.total_tokens)
        self.assertTrue(whole.estimator)

    def test_refused(self) -> None:
        session_id, _ = self.session_with("1")
        foreign = self.session_with("1")[1][0].id
        store, get = self.sessions.store_message, self.sessions.get_messages
        self.assert_refused(400, "INVALID_SESSION_ID", self.sessions.get, "a/../b?c#d")
        self.assert_refused(404, "SESSION_NOT_FOUND", get, NOBODY)
        self.assert_refused(400, "INVALID_PARENT_ID", store, session_id, user("2"), parent_id="M2")
        self.assert_refused(404, "PARENT_NOT_FOUND", store, session_id, user("2"), parent_id=foreign)
        self.assert_refused(400, "INVALID_LEAF_ID", get, session_id, leaf_id="M8")
        self.assert_refused(404, "LEAF_NOT_FOUND", get, session_id, leaf_id=foreign)
        self.assert_refused(400, "INVALID_CURSOR", get, session_id, cursor="x")
        self.assert_refused(400, "INVALID_BODY", store, session_id, {"role": "nobody"})

    def test_misuse(self) -> None:
        for base_url in ("", "127.0.0.1:8765", "/api/v1", "file:///api/v1"):
            self.assertRaises(ValueError, Client, base_url)
        for session_id in ("", ".", ".."):
            self.assertRaises(ValueError, self.sessions.delete, session_id)
        self.assertRaises(ValueError, self.sessions.store_message, NOBODY, {"content": float("nan")})


class TransportTest(unittest.TestCase):
    """What other servers than a store answer."""

    def serve(self, status: int, body: bytes, location: str | None = None) -> tuple[str, list[Any]]:
        asked: list[Any] = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.headers.get("Authorization"))
                self.send_response(status)
                if location is not None:
                    self.send_header("Location", location)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        self.addCleanup(server.server_close)
        self.addCleanup(thread.join)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}", asked

    def test_answers_that_are_not_of_a_store(self) -> None:
        answers = ((200, b"<p>"), (502, b"<p>"), (200, b"[]"), (404, b"{}"), (200, b"\xff"), (500, b'{"code":0}'))
        for status, body in answers:
            with self.assertRaises(StoreRequestError) as caught:
                Client(self.serve(status, body)[0]).ping()
            self.assertEqual((caught.exception.status, caught.exception.code), (status, "UNEXPECTED_ANSWER"))

    def test_the_token_is_sent_to_the_server_alone(self) -> None:
        other, asked_there = self.serve(200, b'{"code":0,"msg":"pong"}')
        url, asked = self.serve(302, b"", other)
        with self.assertRaises(StoreRequestError) as caught:
            Client(url, "secret").ping()
        self.assertEqual((caught.exception.status, asked, asked_there), (302, ["Bearer secret"], []))

    def test_no_answer(self) -> None:
        server = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
        self.addCleanup(server.server_close)
        # It listens, and never answers.
        self.assertRaises(socket.timeout, Client(f"http://127.0.0.1:{server.server_port}", timeout=0.05).ping)


if __name__ == "__main__":
    unittest.main()
