import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, Command, END, interrupt, MessagesAnnotation, Send, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import type { CcdagSaver } from "../src/index.ts";
import { allOf, serveForTests } from "./serve.ts";

const served = serveForTests();
const thread = (thread_id: string, more: object = {}) => ({ configurable: { thread_id, ...more } });
const textsOf = (messages: readonly BaseMessage[]) => messages.map(({ text }) => text);

/** A conversation with a model that answers with how many messages it saw. */
const chat = () =>
  new StateGraph(MessagesAnnotation)
    .addNode("model", ({ messages }) => ({ messages: [new AIMessage(`Answer after ${messages.length}.`)] }))
    .addEdge(START, "model")
    .addEdge("model", END);

describe("a conversation of LangGraph", () => {
  it("continues in another process, with its messages as they were", async () => {
    const saver = served.saver("garden");
    await chat()
      .compile({ checkpointer: saver })
      .invoke({ messages: [new HumanMessage("Which beds need water?")] }, thread("beds"));
    // A process that starts knows nothing but the store.
    const later = served.saver("garden");
    const graph = chat().compile({ checkpointer: later });
    const { messages } = await graph.invoke({ messages: [new HumanMessage("And the pots?")] }, thread("beds"));
    expect(textsOf(messages)).toEqual([
      "Which beds need water?",
      "Answer after 1.",
      "And the pots?",
      "Answer after 3.",
    ]);
    expect(messages.map((message) => message.getType())).toEqual(["human", "ai", "human", "ai"]);
    expect(await later.sessionId("beds")).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it("has a branch for each fork, and the history of each", async () => {
    const graph = chat().compile({ checkpointer: served.saver() });
    for (const text of ["First", "Second", "Third"])
      await graph.invoke({ messages: [new HumanMessage(text)] }, thread("forks"));
    const history = await allOf(graph.getStateHistory(thread("forks")));
    // Three checkpoints a turn: the input, before the model, after it.
    expect(history.map(({ values }) => (values as { messages?: BaseMessage[] }).messages?.length ?? 0)).toEqual([
      6, 5, 4, 4, 3, 2, 2, 1, 0,
    ]);
    const afterFirst = history[5]!.config;
    const { messages } = await graph.invoke({ messages: [new HumanMessage("Another second")] }, afterFirst);
    expect(textsOf(messages)).toEqual(["First", "Answer after 1.", "Another second", "Answer after 3."]);
    // The newest is the fork; what was before it is still there.
    expect(textsOf((await graph.getState(thread("forks"))).values.messages)).toEqual(textsOf(messages));
    expect(textsOf((await graph.getState(history[0]!.config)).values.messages)).toHaveLength(6);
    expect(await allOf(graph.getStateHistory(thread("forks")))).toHaveLength(12);
  });

  it("takes back and changes what its state has: a list that shrinks, a value that goes", async () => {
    const State = Annotation.Root({ list: Annotation<object[]>(), note: Annotation<string | undefined>() });
    const graph = new StateGraph(State)
      .addNode("node", () => ({}))
      .addEdge(START, "node")
      .compile({ checkpointer: served.saver() });
    const states = [
      { list: [{ a: 1 }, { b: 2 }], note: "one" },
      { list: [{ a: 1 }], note: "two" },
      { list: [{ c: 3 }, { a: 1 }, { b: 2 }], note: "" },
      { list: [] },
    ];
    for (const state of states) {
      await graph.invoke(state, thread("shrinks"));
      expect((await graph.getState(thread("shrinks"))).values).toMatchObject(state);
    }
  });
});

describe("what waits and what runs at once", () => {
  it("an interrupt waits in the store, and its answer continues there", async () => {
    const State = Annotation.Root({ answer: Annotation<string>() });
    const build = (checkpointer: CcdagSaver) =>
      new StateGraph(State)
        .addNode("ask", () => ({ answer: interrupt("May I?") as string }))
        .addEdge(START, "ask")
        .compile({ checkpointer });
    const saver = served.saver();
    await build(saver).invoke({}, thread("waits"));
    const [task] = (await build(saver).getState(thread("waits"))).tasks;
    expect(task!.interrupts.map(({ value }) => value as string)).toEqual(["May I?"]);
    expect(await build(saver).invoke(new Command({ resume: "Yes" }), thread("waits"))).toEqual({ answer: "Yes" });
  });

  it("tasks that run at once keep what they wrote when another one fails", async () => {
    const State = Annotation.Root({
      done: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
    });
    let runs = 0;
    let isBroken = true;
    const graph = new StateGraph(State)
      .addNode("work", ({ name }: { readonly name: string }) => {
        runs++;
        if (name === "b" && isBroken) throw new Error("broken");
        return { done: [name] };
      })
      .addConditionalEdges(START, () => ["a", "b", "c"].map((name) => new Send("work", { name })))
      .compile({ checkpointer: served.saver() });
    await expect(graph.invoke({}, thread("at once"))).rejects.toThrow("broken");
    isBroken = false;
    const { done } = await graph.invoke(null, thread("at once"));
    expect(done).toEqual(["a", "b", "c"]);
    // What `a` and `c` wrote was kept: only `b` ran again.
    expect(runs).toBe(4);
  });

  it("a graph within a graph has a namespace of its own", async () => {
    const inner = new StateGraph(MessagesAnnotation)
      .addNode("waits", () => ({ messages: [new AIMessage(interrupt("Inside?") as string)] }))
      .addEdge(START, "waits")
      .compile({ checkpointer: true });
    const saver = served.saver();
    const outer = new StateGraph(MessagesAnnotation)
      .addNode("inner", inner)
      .addEdge(START, "inner")
      .compile({ checkpointer: saver });
    await outer.invoke({ messages: [new HumanMessage("Hello")] }, thread("within"));
    const { messages } = await outer.invoke(new Command({ resume: "From inside" }), thread("within"));
    expect(textsOf(messages)).toContain("From inside");
    const all = await allOf(saver.list(thread("within")));
    const namespaces = new Set(all.map(({ config }) => config.configurable!["checkpoint_ns"] as string));
    expect(namespaces.size).toBe(2);
    const ofInner = Array.from(namespaces).find((ns) => ns !== "")!;
    const listed = await allOf(saver.list(thread("within", { checkpoint_ns: ofInner })));
    expect(listed.length).toBe(all.filter(({ config }) => config.configurable!["checkpoint_ns"] === ofInner).length);
  });
});
