"""Checks ccdag_agents with the real SDK (pip install openai-agents) against a server: python3 check_agents.py"""

from __future__ import annotations

import asyncio
import os
import uuid
from typing import Any

from agents import Agent, Model, ModelResponse, Runner, Usage, function_tool
from agents.memory import Session
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

from ccdag_agents import StoreSession
from ccdag_store import Client

CLIENT = Client(os.environ["CCDAG_STORE_URL"], os.environ.get("CCDAG_STORE_TOKEN"))


def says(text: str) -> ResponseOutputMessage:
    content = ResponseOutputText(text=text, type="output_text", annotations=[])
    return ResponseOutputMessage(id="m", type="message", role="assistant", content=[content], status="completed")


class Script(Model):
    """A model that answers by a list, and keeps what it was sent."""

    def __init__(self, *turns: Any) -> None:
        self.turns = list(turns)
        self.seen: list[Any] = []

    async def get_response(self, system_instructions: Any, input: Any, *_: Any, **__: Any) -> ModelResponse:
        self.seen.append(input)
        return ModelResponse(output=[self.turns.pop(0)], usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError


@function_tool
def rain(city: str) -> str:
    """Say how much it rained."""
    return f"0 mm in {city}"


async def main() -> None:
    name = f"beds {uuid.uuid4()}"
    session = StoreSession(name, CLIENT)
    assert isinstance(session, Session)
    assert await session.get_items() == [] and await session.pop_item() is None
    call = ResponseFunctionToolCall(call_id="c1", name="rain", arguments='{"city":"Bern"}', type="function_call")
    model = Script(call, says("All beds."), says("At noon."))
    agent = Agent(name="Gardener", model=model, tools=[rain])

    first = await Runner.run(agent, "Which beds need water?", session=session)
    assert first.final_output == "All beds."
    items = await session.get_items()
    assert [item.get("type", "message") for item in items] == [
        "message", "function_call", "function_call_output", "message",
    ]  # fmt: skip
    assert items == first.to_input_list(), (items, first.to_input_list())

    # Another process continues.
    again = StoreSession(name, CLIENT)
    await Runner.run(agent, "When?", session=again)
    assert model.seen[-1][:4] == items and len(await again.get_items()) == 6
    assert await again.get_items(2) == (await again.get_items())[-2:]

    # What is taken back is a branch that was left.
    assert (await again.pop_item())["content"][0]["text"] == "At noon."
    assert (await again.pop_item())["content"] == "When?"
    assert await session.get_items() == items
    model.turns.append(says("In the evening."))
    await Runner.run(agent, "At what time?", session=session)
    leaves = CLIENT.sessions.list_branches(session.store_id).leaves
    ends = [
        CLIENT.sessions.get_messages(session.store_id, leaf_id=leaf.message_id).items[-1]["content"] for leaf in leaves
    ]
    assert sorted(ends) == ["At noon.", "In the evening."], ends

    await session.clear_session()
    assert await session.get_items() == []
    await session.add_items([{"role": "user", "content": str(at)} for at in range(450)])
    assert len(await session.get_items()) == 450
    await session.clear_session()
    print("OK")


asyncio.run(main())
