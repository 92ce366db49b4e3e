import type { Branch, Content, Message, Root, Session } from "./types.ts";
import { promptTokens, type UsageReport } from "./usage.ts";

/**
 * What stood in the context window at the longest of its prompts, in characters: a transcript has tokens only for a prompt as a
 * whole. What it does not hold, such as the prompt of the client itself and the descriptions of tools, is not counted, nor are
 * images.
 */
export interface ContextContent {
  /** What people and the client wrote. */
  readonly prompts: number;
  /** What the model wrote: its words, its thoughts, and the inputs of its calls. */
  readonly answers: number;
  /** The summary of a compaction. */
  readonly summaries: number;
  /** Results, by the recorded name of their tool. */
  readonly results: Readonly<Record<string, number>>;
}

/** A part of what stood in a context window. */
export interface ContextShare {
  readonly kind: "prompts" | "answers" | "summaries" | "results";
  /** The recorded name of the tool, for results. */
  readonly tool?: string | undefined;
  /** From 0 to 1. */
  readonly share: number;
}

/**
 * Measure what filled the context window of each session: all on the way from the last compaction to the API call with the
 * longest prompt, in sessions that it continues, too. Agents have windows of their own.
 *
 * @param tree the finished tree.
 * @param calls the usage of each API call, as `measureUsage` returns it.
 * @returns those of sessions with a call.
 */
export function contextContents(tree: Root, calls: UsageReport["calls"]): Map<Session, ContextContent> {
  const { longest, named } = lookAhead(tree, calls);
  const contents = new Map<Session, ContextContent>();
  /** The named messages that were met, and what stood in the window after each. */
  const met = new Map<string, { message: Message; sums: Sums }>();
  const open: Array<{ thread: Thread; session?: Session | undefined; sums: Sums }> = [{ thread: tree, sums: noSums() }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { thread, session } = next;
    let { sums } = next;
    for (const node of thread.children)
      if (node.type === "message") {
        if (session !== undefined && longest.get(session)?.message === node)
          contents.set(session, { ...sums, results: Object.fromEntries(sums.results) });
        add(node, sums);
        for (const uuid of node.uuids) if (named.has(uuid)) met.set(uuid, { message: node, sums: copyOf(sums) });
      } else if (node.type === "compaction") {
        sums = { ...noSums(), summaries: lengthOf(node.children) };
        // What it kept word for word stays.
        const kept = node.preserved?.flatMap(({ uuid }) => met.get(uuid)?.message ?? []);
        for (const message of new Set(kept)) add(message, sums);
      } else if (node.type === "branch")
        open.push({ thread: node, session, sums: node.from === null ? noSums() : copyOf(sums) });
      else if (node.type === "session") {
        const before = node.from && met.get(node.from.uuid)?.sums;
        open.push({ thread: node, session: node, sums: before ? copyOf(before) : noSums() });
      }
  }
  return contents;
}

/**
 * The parts of what stood in a context window, the largest first; parts without a character are omitted.
 *
 * @param content what {@link contextContents} returned.
 */
export function contextShares({ results, ...own }: ContextContent): ContextShare[] {
  const parts = [
    ...(["prompts", "answers", "summaries"] as const).map((kind) => ({ kind, chars: own[kind] })),
    ...Object.entries(results).map(([tool, chars]) => ({ kind: "results" as const, tool, chars })),
  ];
  const all = parts.reduce((sum, { chars }) => sum + chars, 0);
  return parts
    .filter(({ chars }) => chars > 0)
    .sort((a, b) => b.chars - a.chars)
    .map(({ chars, ...part }) => ({ ...part, share: chars / all }));
}

/** The same without those that would be shown as 0 %. */
export function shownShares(content: ContextContent): ContextShare[] {
  return contextShares(content).filter(({ share }) => share >= 0.005);
}

/** The shares as one line of English: `Read 61 %, answers 20 %`. */
export function contextText(content: ContextContent): string {
  return shownShares(content)
    .map(({ kind, tool = kind, share }) => `${tool} ${Math.round(100 * share)} %`)
    .join(", ");
}

type Thread = Root | Session | Branch;
type Sums = { -readonly [Key in keyof Omit<ContextContent, "results">]: number } & { results: Map<string, number> };

const noSums = (): Sums => ({ prompts: 0, answers: 0, summaries: 0, results: new Map() });
const copyOf = (sums: Sums): Sums => ({ ...sums, results: new Map(sums.results) });

/** The API call with the longest prompt in each session, and the messages that sessions leave from and compactions keep. */
function lookAhead(tree: Root, calls: UsageReport["calls"]) {
  const longest = new Map<Session, { message: Message; prompt: number }>();
  const named = new Set<string>();
  const open: Array<{ thread: Thread; session?: Session | undefined }> = [{ thread: tree }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { thread, session } = next;
    for (const node of thread.children)
      if (node.type === "message") {
        const [own] = calls.get(node) ?? [];
        const prompt = own === undefined ? 0 : promptTokens(own.usage);
        if (session !== undefined && prompt > (longest.get(session)?.prompt ?? 0))
          longest.set(session, { message: node, prompt });
      } else if (node.type === "compaction") for (const { uuid } of node.preserved ?? []) named.add(uuid);
      else if (node.type === "branch") open.push({ thread: node, session });
      else if (node.type === "session") {
        if (node.from !== undefined) named.add(node.from.uuid);
        open.push({ thread: node, session: node });
      }
  }
  return { longest, named };
}

function add({ role, children }: Message, sums: Sums): void {
  try {
    sums[role === "assistant" ? "answers" : "prompts"] += lengthOf(children);
    for (const child of children)
      if (child.type === "toolCall" && child.result !== undefined)
        sums.results.set(child.name, (sums.results.get(child.name) ?? 0) + lengthOf(child.result.children));
  } catch {
    // What a plugin made unreadable is reported where it is rendered.
  }
}

/** The characters of contents; results of calls are not included. */
function lengthOf(contents: readonly Content[]): number {
  let chars = 0;
  const open = [...contents];
  for (let one = open.pop(); one; one = open.pop())
    if (one.type === "text" || one.type === "thinking") chars += one.value.length;
    else if (one.type === "toolCall") chars += JSON.stringify(one.input ?? "").length;
    else if (one.type === "toolResult") for (const child of one.children) open.push(child);
  return chars;
}
