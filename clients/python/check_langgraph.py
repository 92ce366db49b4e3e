"""Checks ccdag_langgraph with LangGraph and its own suite (pip install langgraph langgraph-checkpoint-conformance) against a server:
python3 check_langgraph.py"""

from __future__ import annotations

import asyncio
import os
import uuid
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.conformance import checkpointer_test, validate
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import Command, interrupt

from ccdag_langgraph import CcdagSaver
from ccdag_store import Client

CLIENT = Client(os.environ["CCDAG_STORE_URL"], os.environ.get("CCDAG_STORE_TOKEN"))


@checkpointer_test(name="CcdagSaver")
async def saver() -> Any:
    yield CcdagSaver(CLIENT, prefix=f"check {uuid.uuid4()}")


def model(state: MessagesState) -> dict[str, Any]:
    return {"messages": [AIMessage(f"Answer after {len(state['messages'])}.")]}


def ask(_: MessagesState) -> dict[str, Any]:
    return {"messages": [AIMessage(interrupt("May I?"))]}


def graph_of(node: Any, checkpointer: CcdagSaver) -> Any:
    builder = StateGraph(MessagesState)
    builder.add_node("node", node)
    builder.add_edge(START, "node")
    builder.add_edge("node", END)
    return builder.compile(checkpointer=checkpointer)


def texts(state: Any) -> list[str]:
    return [message.content for message in state["messages"]]


async def main() -> None:
    report = await validate(saver)
    failed = [failure for result in report.results.values() for failure in result.failures or []]
    assert not failed, "\n".join(map(str, failed))
    passed = {name: result.tests_passed for name, result in report.results.items() if result.passed}
    assert set(passed) >= {"put", "put_writes", "get_tuple", "list", "delete_thread"}, passed

    prefix = f"check {uuid.uuid4()}"
    beds: Any = {"configurable": {"thread_id": "beds"}}
    graph = graph_of(model, CcdagSaver(CLIENT, prefix=prefix))
    for text in ("First", "Second"):
        graph.invoke({"messages": [HumanMessage(text)]}, beds)
    # Another process knows nothing but the store.
    graph = graph_of(model, CcdagSaver(CLIENT, prefix=prefix))
    history = list(graph.get_state_history(beds))
    assert [len(one.values.get("messages", [])) for one in history] == [4, 3, 2, 2, 1, 0]
    forked = await graph.ainvoke({"messages": [HumanMessage("Another")]}, history[2].config)
    assert texts(forked) == ["First", "Answer after 1.", "Another", "Answer after 3."]
    assert texts((await graph.aget_state(beds)).values) == texts(forked)
    assert texts(graph.get_state(history[0].config).values)[2] == "Second"

    asks = graph_of(ask, CcdagSaver(CLIENT, prefix=prefix))
    waits: Any = {"configurable": {"thread_id": "waits"}}
    await asks.ainvoke({"messages": []}, waits)
    answered = await graph_of(ask, CcdagSaver(CLIENT, prefix=prefix)).ainvoke(Command(resume="Yes"), waits)
    assert texts(answered) == ["Yes"]
    print(f"OK {sum(passed.values())}")


asyncio.run(main())
