import type { Content, FlowContent, Root } from "@ccdag/ccast";
import { answer, message, notice, session, toolCall, tree, unknownBlock } from "../build.ts";
import { createText } from "./text.ts";

/** Nodes of unknown types: their text is not lost, and neither is the text around them. */
export function unknowns(): Root {
  const { word, passage } = createText();
  const block = unknownBlock("hologram", { type: "hologram", shows: word("hologram"), parts: [{ of: word("part") }] });
  return tree(
    session(
      "s1",
      message("u1", passage("before"), block, passage("after")),
      { type: "comet", uuid: "x9", value: `A comet, ${word("comet")}` } as unknown as FlowContent,
      message("u2", passage("behind"), { type: "echo", value: `An echo, ${word("echo")}` } as unknown as Content),
      notice({ entryType: "aura", uuid: "n1", value: `{"type":"aura","hue":"${word("aura")}"}` }),
      answer("a1", passage("answer")),
    ),
  );
}

/** Long texts, which are rendered to their end, and repeated texts, which are rendered each time. */
export function repeated(): Root {
  const { word, passage } = createText();
  const again = passage("again");
  const filler = "One line follows another, and the last one must not be lost.\n";
  const call = () =>
    toolCall(
      { name: "Bash", id: "t1" },
      { command: `date ${"+%s".repeat(2)}` },
      `${word("printed")}\n${word("printedend")}`,
    );
  return tree(
    session(
      { sessionId: "s1", title: "What is long" },
      message("u1", again),
      message("u2", again),
      answer("a1", call()),
      answer("a2", { ...call(), id: "t2" }),
      message("u3", `A long text, ${word("long")}.\n\n${filler.repeat(1600)}\nIts end is ${word("longend")}.`),
      answer(
        "a3",
        toolCall(
          { name: "Read", id: "t3" },
          { file_path: "a.txt" },
          `${word("file")}\n${filler.repeat(2000)}${word("fileend")}`,
        ),
      ),
    ),
  );
}
