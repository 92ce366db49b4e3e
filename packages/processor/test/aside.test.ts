import { audit, walk } from "@ccdag/ccast";
import { expect, it } from "vitest";
import { VFile } from "vfile";
import { ccdag } from "../src/index.ts";

type Json = Readonly<Record<string, unknown>>;

const entry = (uuid: string, parentUuid: string | null, second: number, more: Json): Json => ({
  uuid,
  parentUuid,
  sessionId: "s",
  timestamp: new Date(Date.UTC(2026, 7, 3, 9, 0, second)).toISOString(),
  ...more,
});
const user = (content: string) => ({ type: "user", message: { role: "user", content } });
const said = (id: string, text: string) => ({
  type: "assistant",
  message: { id, role: "assistant", content: [{ type: "text", text }] },
});
const aside = { agentId: "aside_question-1", isSidechain: true };

// `/btw`: the client gives an agent the whole conversation, under new ids, and asks it.
it("a question aside repeats the conversation: only question and answer are new, and stand where they were asked", () => {
  const files = {
    "s.jsonl": [
      entry("u1", null, 0, user("Plan it")),
      entry("a1", "u1", 1, said("m1", "Stones first.")),
      entry("u2", "a1", 2, user("Which?")),
      entry("a2", "u2", 3, said("m2", "Slate.")),
      entry("u3", "a2", 9, user("Thanks")),
    ],
    "s/subagents/agent-aside_question-1.jsonl": [
      entry("v1", null, 0, { ...user("Plan it"), ...aside }),
      entry("b1", "v1", 1, { ...said("m1", "Stones first."), ...aside }),
      entry("v2", "b1", 2, { ...user("Which?"), ...aside }),
      entry("b2", "v2", 3, { ...said("m2", "Slate."), ...aside }),
      entry("v3", "b2", 5, { ...user("Is it slippery?"), ...aside }),
      entry("b3", "v3", 6, { ...said("m3", "A little."), ...aside }),
    ],
  };
  const companions = Object.entries(files).map(
    ([path, records]) => new VFile({ path, value: records.map((record) => `${JSON.stringify(record)}\n`).join("") }),
  );
  const file = new VFile({ path: "p", data: { companions } });
  const tree = ccdag().parse(file);
  const order: string[] = [];
  walk(tree, (node) => void (node.type === "message" && order.push(node.uuid!)));
  expect(order).toEqual(["u1", "a1", "u2", "a2", "v3", "b3", "u3"]);
  expect(audit(tree, file.data.ledger!)).toEqual([]);
});
