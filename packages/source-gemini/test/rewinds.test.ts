import { findEntry, leaves, pathTo, type Root, uuidsOf, walk } from "@ccdag/ccast";
import renderMarkdown from "@ccdag/render-markdown";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import {
  again,
  answers,
  asks,
  call,
  context,
  header,
  message,
  response,
  returns,
  rewind,
  set,
  updated,
} from "./log.ts";
import { type Json, outline, read } from "./outline.ts";

const start = [header(), set({ messages: [message("ctx", "user", [context])] })];
const one = [asks("p1", "Name a knot."), updated, answers("a1", "Bowline."), updated];
const two = [asks("p2", "Another."), updated, answers("a2", "Sheet bend."), updated];
const three = [asks("p3", "And one more."), updated, answers("a3", "Clove hitch."), updated];

const copyOne = [
  message("x1", "user", [context, { text: "Name a knot." }]),
  message("y1", "gemini", [{ text: "Bowline." }]),
];
const copyTwo = [message("x2", "user", [{ text: "Another." }]), message("y2", "gemini", [{ text: "Sheet bend." }])];

/** The messages on the path to each leaf, by the ids that the client gave them. */
function paths(tree: Root): string[] {
  return leaves(tree).map(({ uuid, active }) => {
    const path: string[] = [];
    walk(pathTo(tree, findEntry(tree, uuid)[0]!), (node) => path.push(...uuidsOf(node)));
    const ids = path.flatMap((id) => (/^[a-z]\w*@s$/.test(id) ? [id.slice(0, -2)] : []));
    return [...new Set(ids), ...(active ? ["*"] : [])].join(" ");
  });
}

describe("issue 43: rewinds of Gemini CLI", () => {
  it.each<[string, Json[], string[]]>([
    [
      "to a prompt: the next one is beside it",
      [...one, ...two, rewind("p2"), ...three],
      ["p1 a1 p2 a2", "p1 a1 p3 a3 *"],
    ],
    ["to the first prompt", [...one, rewind("p1"), ...two], ["p1 a1", "p2 a2 *"]],
    [
      "twice, with a history that is set between them",
      [
        ...one,
        ...two,
        rewind("p2"),
        set({ messages: [asks("p1", "Name a knot."), message("a1", "gemini", [{ text: "Bowline." }])] }),
        ...three,
        rewind("p1"),
        asks("p4", "A song."),
        answers("a4", "La."),
      ],
      ["p1 a1 p2 a2", "p1 a1 p3 a3", "p4 a4 *"],
    ],
    [
      "to a message that the log does not hold: the client begins anew",
      [...one, rewind("?"), ...two],
      ["p1 a1", "p2 a2 *"],
    ],
    [
      "into a branch that was left before",
      [...one, ...two, rewind("p2"), ...three, rewind("p2"), asks("p4", "A song.")],
      ["p1 a1 p2 a2", "p1 a1 p3 a3", "p1 a1 p4 *"],
    ],
    [
      "past an answer that grew later: all states have its place",
      [
        ...one,
        asks("p2", "Tie it."),
        answers("a2", "Tying."),
        message("i1", "info", "Slow."),
        { ...answers("a2", "Tying."), toolCalls: [call("c1", "tie", {})] },
        asks("p3", "Stop."),
        rewind("p3"),
        asks("p4", "Carry on."),
      ],
      ["p1 a1 p2 a2 i1 p3", "p1 a1 p2 a2 i1 p4 *"],
    ],
  ])("%s", (_, lines, expected) => {
    const { tree, rules } = read([...start, ...lines]);
    expect(paths(tree)).toEqual(expected);
    expect(rules).toEqual([]);
  });

  it("after which nothing was said say where the person is", () => {
    const { tree } = read([
      ...start,
      ...one,
      ...two,
      rewind("p2"),
      ...three,
      ...again(...copyOne, ...copyTwo),
      updated,
    ]);
    expect(paths(tree)).toEqual(["p1 a1 p2 a2 *", "p1 a1 p3 a3"]);
    expect(paths(read([...start, ...one, ...two, rewind("p2"), ...three, rewind("p3"), updated]).tree)).toEqual([
      "p1 a1 p2 a2",
      "p1 a1 p3 a3 *",
    ]);
  });

  it("have all branches in the rendered document", () => {
    const { tree } = read([...start, ...one, ...two, rewind("p2"), ...three]);
    const document = String(unified().use(renderMarkdown).stringify(tree));
    for (const words of ["Bowline.", "Sheet bend.", "Clove hitch."]) expect(document.split(words)).toHaveLength(2);
  });

  it("leave a branch where nothing follows, and none where a request failed or was stopped", () => {
    const failed = [asks("p2", "Another."), set({ messages: [asks("p1", ""), message("a1", "gemini", [])] })];
    const stopped = [asks("p3", "More."), message("i1", "info", "Request cancelled."), set({ messages: [] })];
    expect(paths(read([...start, ...one, ...two, rewind("p2")]).tree)).toEqual(["p1 a1 *", "p1 a1 p2 a2"]);
    const { tree } = read([...start, ...one, ...failed, ...stopped, asks("p4", "A song.")]);
    expect(paths(tree)).toEqual(["p1 a1 p2 p3 i1 p4 *"]);
    expect(outline(tree)).toContain("human interrupt: [Request interrupted by user]");
  });
});

describe("issue 43: histories that Gemini CLI wrote again under new ids", () => {
  it.each<[string, Json[], string[]]>([
    [
      "are copies; the person went back to their end",
      [...one, ...two, ...again(...copyOne), ...three],
      ["p1 a1 p2 a2", "p1 a1 p3 a3 *"],
    ],
    [
      "that end where the history ends are no rewind",
      [...one, ...two, ...again(...copyOne, ...copyTwo), ...three],
      ["p1 a1 p2 a2 p3 a3 *"],
    ],
    [
      "after a request was stopped are no rewind",
      [...one, ...two, message("i1", "info", "Request cancelled."), ...again(...copyOne), ...three],
      ["p1 a1 p2 a2 i1 p3 a3 *"],
    ],
    [
      "may lead into a branch that was left",
      [...one, ...two, rewind("p2"), ...three, ...again(...copyOne, ...copyTwo), asks("p4", "A song.")],
      ["p1 a1 p2 a2 p4 *", "p1 a1 p3 a3"],
    ],
    [
      "can be rewound by their new ids",
      [...one, ...two, ...again(...copyOne, ...copyTwo), rewind("x2"), ...three],
      ["p1 a1 p2 a2", "p1 a1 p3 a3 *"],
    ],
    [
      "with the same words again are distinguished by their order",
      [
        ...[1, 2, 3].flatMap((at) => [asks(`p${at}`, "Carry on."), answers(`a${at}`, "Done.")]),
        ...again(
          message("x1", "user", [context, { text: "Carry on." }]),
          message("y1", "gemini", [{ text: "Done." }]),
          message("x2", "user", [{ text: "Carry on." }]),
          message("y2", "gemini", [{ text: "Done." }]),
        ),
        asks("p4", "A song."),
      ],
      ["p1 a1 p2 a2 p3 a3", "p1 a1 p2 a2 p4 *"],
    ],
    [
      "of a point that was saved in another session are a new beginning, and are shown",
      [
        ...one,
        ...again(message("x1", "user", [context, { text: "A song." }]), message("y1", "gemini", [{ text: "La." }])),
        ...three,
      ],
      ["p1 a1", "x1 y1 p3 a3 *"],
    ],
  ])("%s", (_, lines, expected) => {
    const { tree, rules } = read([...start, ...lines]);
    expect(paths(tree)).toEqual(expected);
    expect(rules).toEqual([]);
  });

  it("are found by calls and results, also where outputs were shortened", () => {
    const calling = { ...answers("a1", ""), toolCalls: [call("c1", "tie", { knot: 1 }, "tied")] };
    const { tree } = read([
      ...start,
      asks("p1", "Tie."),
      calling,
      returns("r1", response("c1", "tie", "tied")),
      answers("a2", "Done."),
      ...again(
        message("x1", "user", [context, { text: "Tie." }]),
        message("y1", "gemini", [{ functionCall: { id: "c1", name: "tie", args: { knot: 1 } } }]),
        returns("x2", response("c1", "tie", "…")),
      ),
      asks("p2", "Again."),
    ]);
    expect(paths(tree)).toEqual(["p1 a1 r1 a2", "p1 a1 r1 p2 *"]);
  });

  it("continue with the last answer: a call that was asked again is new, its words are not", () => {
    const calling = { ...answers("a1", "Tying."), toolCalls: [call("c1", "tie", { knot: 1 }, "tied")] };
    const copy = message("y1", "gemini", [
      { text: "Tying." },
      { functionCall: { id: "c1", name: "tie", args: { knot: 1 } } },
    ]);
    const { tree } = read([
      ...start,
      asks("p1", "Tie."),
      calling,
      returns("r1", response("c1", "tie", "tied")),
      answers("a2", "Done."),
      ...again(message("x1", "user", [context, { text: "Tie." }]), copy),
      { ...copy, toolCalls: [call("c2", "tie", { knot: 1 }, "tied twice")] },
      asks("p2", "Thanks."),
    ]);
    expect(outline(tree)).toEqual([
      "human prompt: Tie.",
      "assistant reply: Tying.",
      'call tie {"knot":1}',
      "branch",
      "system meta: ",
      "result: tied",
      "assistant reply: Done.",
      "branch *",
      "gemini/copy: x1",
      "gemini/copy: y1",
      "assistant reply: ",
      'call tie {"knot":1}',
      "result: tied twice",
      "human prompt: Thanks.",
    ]);
  });
});
