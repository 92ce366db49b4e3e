import type { Content, FlowContent, Root } from "@ccdag/ccast";
import {
  agent,
  answer,
  branch,
  compaction,
  document,
  image,
  message,
  notice,
  session,
  text,
  thinking,
  toolCall,
  toolResult,
  tree,
  unknownBlock,
} from "../build.ts";
import { hostile } from "../hostile.ts";
import type { ConformanceOptions, KitOptions } from "../kit-options.ts";
import { read } from "../read/read.ts";
import { pathAt, type Reading } from "../read/reading.ts";

/** Elements that Markdown does not produce: where there are more of them than usual, untrusted text has become HTML. */
const foreign =
  /^(?:script|style|iframe|object|embed|form|base|meta|link|svg|math|template|textarea|select|frame|frameset|title|xmp|plaintext|noscript|details|summary|b|i|u|comment|.*-.*)$/;

/** Untrusted text stays confined: what follows it is in the usual elements, and nothing runs. */
export function containment({ render, options }: ConformanceOptions): string[] {
  const { format } = options;
  const usual = read(render(withText("word", options)), format);
  /** The faults, with the names of the texts that cause them. */
  const found = new Map<string, string[]>();
  for (const [name, value] of hostile) {
    // Another check covers long texts; here they would be rendered in every field.
    if (value.length > 2000) continue;
    const reading = read(render(withText(value, options)), format);
    const reasons = [
      ...moved(usual, reading, options),
      ...intruders(usual, reading, () => read(render(withText(harmless(value), options)), format)),
      ...reading.dangers.filter((one) => !usual.dangers.includes(one)).map((one) => `there is ${one}`),
      ...(format === "json" && !reading.text.includes(value) ? ["its text is changed"] : []),
    ];
    for (const reason of reasons) found.set(reason, [...(found.get(reason) ?? []), name]);
  }
  return [...found].map(([reason, [first, ...others]]) => {
    const more = others.length === 0 ? "" : `, or ${others.length} others,`;
    return `with ${first}${more} in a message, ${reason}`;
  });
}

/** A field that can hold untrusted text. */
interface Slot {
  readonly name: string;
  /** Types of nodes that it needs. */
  readonly needs: ReadonlyArray<(Content | FlowContent)["type"]>;
  readonly with: (value: string) => FlowContent[];
}

const slots: readonly Slot[] = [
  { name: "a prompt", needs: [], with: (value) => [message("u1", value)] },
  { name: "an answer", needs: [], with: (value) => [answer({ uuid: "a2", model: value }, value)] },
  { name: "thinking", needs: ["thinking"], with: (value) => [answer("a3", thinking(value))] },
  {
    name: "a tool and its output",
    needs: ["toolCall"],
    with: (value) => [
      answer("a4", toolCall({ name: "Bash", id: "t4" }, { command: value, description: value }, value)),
    ],
  },
  {
    name: "the input of an unknown tool",
    needs: ["toolCall"],
    with: (value) => [
      answer("a5", toolCall({ name: "mcp__other", id: "t5" }, { any: value, list: [value], [value]: 1 }, value)),
    ],
  },
  {
    name: "a path, an address and a question of a tool",
    needs: ["toolCall"],
    with: (value) => [
      answer(
        "a6",
        toolCall({ name: "Read", id: "t61" }, { file_path: value }, value),
        toolCall({ name: "WebFetch", id: "t62" }, { url: value, prompt: value }, value),
        toolCall({ name: "Grep", id: "t63" }, { pattern: value, path: value }, value),
      ),
    ],
  },
  {
    name: "the name of a tool",
    needs: ["toolCall"],
    with: (value) => [answer("a7", toolCall({ name: value, id: "t7" }, {}, "done"))],
  },
  {
    name: "a result without a call",
    needs: ["toolResult"],
    with: (value) => [message("u8", toolResult({ uuid: "r8", toolUseId: value }, value))],
  },
  {
    name: "a record",
    needs: ["notice"],
    with: (value) => [
      notice({ entryType: "system", subtype: "informational", uuid: "n9", value }),
      notice({ entryType: value, subtype: value, uuid: "n10" }),
    ],
  },
  { name: "a summary", needs: ["compaction"], with: (value) => [compaction({ uuid: "c11", trigger: value }, value)] },
  {
    name: "an agent",
    needs: ["agent"],
    with: (value) => [
      agent(
        {
          agentId: "x12",
          name: value,
          description: value,
          agentType: value,
          status: value,
          team: value,
          worktree: value,
        },
        answer({ uuid: "a12", senders: [value] }, "Here."),
      ),
    ],
  },
  { name: "a branch", needs: ["branch"], with: (value) => [branch("b13", message("b13", value))] },
  {
    name: "an image",
    needs: ["image"],
    with: (value) => [message("u14", image({ mediaType: value }), image({ data: undefined, url: value }))],
  },
  {
    name: "a document",
    needs: ["document"],
    with: (value) => [
      message(
        "u15",
        document({ title: value, mediaType: value }),
        document({ data: undefined, url: value, title: value }),
      ),
    ],
  },
  {
    name: "an unknown block",
    needs: ["unknown"],
    with: (value) => [message("u16", unknownBlock(value, { value, [value]: 1 }))],
  },
  {
    name: "the head of a session",
    needs: ["session"],
    with: (value) => [
      session(
        {
          sessionId: "s17",
          title: value,
          cwd: value,
          gitBranch: value,
          version: value,
          pulls: [{ url: value, number: 1, repository: value }],
        },
        message("u17", "Here."),
      ),
    ],
  },
];

/** A word that follows the slot with this index. */
function wordAfter(at: number): string {
  return `behind${String(at).padStart(4, "0")}`;
}

/** Slots in nodes that the renderer does not omit on purpose. */
function slotsOf({ without = [] }: KitOptions): Slot[] {
  return slots.filter(({ needs }) => !needs.some((type) => without.includes(type)));
}

function withText(value: string, options: KitOptions): Root {
  const children = slotsOf(options).flatMap((slot, at) => [
    ...slot.with(value),
    message(`m${at}`, text(`Words of ours, ${wordAfter(at)}.`)),
  ]);
  return tree(session({ sessionId: "s1", title: value }, message("m", "The beginning."), ...children));
}

/** The first word after a slot that is missing, or in other elements than usual. */
function moved(usual: Reading, reading: Reading, options: KitOptions): string[] {
  for (const [at, { name }] of slotsOf(options).entries()) {
    const word = wordAfter(at);
    const now = reading.text.indexOf(word);
    if (now === -1) return [`what follows ${name} is missing`];
    const expected = pathAt(usual, usual.text.indexOf(word));
    const path = pathAt(reading, now);
    if (path !== expected) return [`what follows ${name} is in \`${path.trim()}\`, not in \`${expected.trim()}\``];
  }
  return [];
}

/**
 * Foreign elements that a text has become. A renderer may show a text of many lines, or JSON, with elements of its own: those it
 * makes of the same text without tags, too.
 */
function intruders(usual: Reading, reading: Reading, renderHarmless: () => Reading): string[] {
  const moreThan = (other: Reading) =>
    [...reading.elements].filter(([name, times]) => foreign.test(name) && times > (other.elements.get(name) ?? 0));
  if (moreThan(usual).length === 0) return [];
  return moreThan(renderHarmless()).map(([name]) => `it becomes an element <${name}>`);
}

/** A text with the same lines and the same JSON, in which nothing can be a tag. */
function harmless(value: string): string {
  return value.replace(/[<&]|\\u003c/g, "(").replace(/>|\\u003e/g, ")");
}
