import type { Root } from "@ccdag/ccast";
import {
  agent,
  answer,
  compaction,
  message,
  notice,
  session,
  text,
  thinking,
  toolCall,
  tree,
  unknownBlock,
} from "../build.ts";
import { hostile } from "../hostile.ts";
import type { Given } from "../options.ts";
import { read } from "../read/read.ts";
import { pathAt, type Reading } from "../read/reading.ts";

/** Elements that nobody's Markdown becomes: where there are more of them, words have become part of the page. */
const foreign =
  /^(?:script|style|iframe|object|embed|form|base|meta|link|svg|math|template|textarea|select|frame|frameset|title|xmp|plaintext|noscript|details|summary|b|i|u|comment|.*-.*)$/;

/** Whatever stands in a message stays in it: what follows is where it would be, and nothing runs. */
export function containment({ tell, options }: Given): string[] {
  const { format } = options;
  const usual = read(tell(withText("word")), format);
  return hostile.flatMap(([name, value]) => {
    if (value.length > 10_000) return [];
    const reading = read(tell(withText(value)), format);
    return [
      ...moved(usual, reading),
      ...intruders(usual, reading),
      ...reading.dangers.filter((one) => !usual.dangers.includes(one)).map((one) => `there is ${one}`),
      ...(format === "json" && !reading.text.includes(value) ? ["it is not there as it was said"] : []),
    ].map((reason) => `with ${name} in a message, ${reason}`);
  });
}

/** Places for a text of a stranger, each with words of ours behind it. */
const places = [
  "a title",
  "a prompt",
  "an answer",
  "thinking",
  "a tool and what it printed",
  "a tool that nobody knows",
  "a name of a tool",
  "a record",
  "a summary",
  "an agent",
  "a block that nobody knows",
] as const;

function behind(at: number): string {
  return `behind${String(at).padStart(4, "0")}`;
}

function withText(value: string): Root {
  return tree(
    session(
      { sessionId: "s1", title: value },
      message("m0", text(behind(0))),
      message("u1", value),
      answer("m1", text(behind(1))),
      answer("a2", value),
      message("m2", text(behind(2))),
      answer("a3", thinking(value), text(behind(3))),
      answer("a4", toolCall({ name: "Bash", id: "t4" }, { command: value }, value), text(behind(4))),
      answer("a5", toolCall({ name: "mcp__other", id: "t5" }, { any: value, list: [value] }, value), text(behind(5))),
      answer("a6", toolCall({ name: value, id: "t6" }, {}, "done"), text(behind(6))),
      notice({ entryType: "system", subtype: "informational", uuid: "n7", value }),
      message("m7", text(behind(7))),
      compaction("c8", value),
      message("m8", text(behind(8))),
      agent({ agentId: "x9", description: value, agentType: value }, answer("a9", text(behind(9)))),
      message("u10", unknownBlock("future", { value })),
      message("m10", text(behind(10))),
    ),
  );
}

/** The first words of ours that are gone, or stand in something else than usual. */
function moved(usual: Reading, reading: Reading): string[] {
  for (const [at, place] of places.entries()) {
    const word = behind(at);
    const now = reading.text.indexOf(word);
    if (now === -1) return [`what follows ${place} is gone`];
    const expected = pathAt(usual, usual.text.indexOf(word));
    const path = pathAt(reading, now);
    if (path !== expected) return [`what follows ${place} stands in \`${path.trim()}\`, not in \`${expected.trim()}\``];
  }
  return [];
}

function intruders(usual: Reading, reading: Reading): string[] {
  return [...reading.elements].flatMap(([name, times]) =>
    foreign.test(name) && times > (usual.elements.get(name) ?? 0) ? [`it becomes an element <${name}>`] : [],
  );
}
