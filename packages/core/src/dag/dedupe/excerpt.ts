import type { Entry } from "../../entry/entry.ts";
import { isObject } from "../../entry/parse-records.ts";
import { groupBy } from "../../group-by.ts";
import type { DedupeRule } from "./dedupe-rule.ts";
import { textKey } from "./text-key.ts";

/**
 * What a client's index has of a record is folded where a file has the record itself.
 *
 * ```shape
 * U1 ─ A1 ─ U2=cut ─ A2
 * --- s1~2
 * U1 ─ A1 ┬ E2=cut@3
 *         └ U3 ─ A3
 * ```
 *
 * ```threads copies=excerpt
 * U1 A1 | U2 A2 | U3 A3*
 * ```
 *
 * Some clients cut what was rewound from a session's file, and keep words and tokens of it in an index. An archive may have
 * the file from before. The two are one if they are of one session, have the same text and the same tokens, and are near in
 * time: an index says when a request ended, the file when its prompt was typed.
 */
export const excerpt: DedupeRule = {
  name: "excerpt",
  *find({ entries }) {
    const excerpts = entries.filter(
      (entry) => isExcerpt(entry) && (entry.kind === "assistant" || (entry.kind === "user" && textKey(entry) !== "")),
    );
    if (excerpts.length === 0) return;
    const sessions = new Set(excerpts.map(({ raw }) => raw["sessionId"]));
    const others = entries.filter((entry) => !isExcerpt(entry) && sessions.has(entry.raw["sessionId"]));
    const byContent = groupBy(others, (entry) => keyOf(entry, textKey(entry)));
    const byTokens = groupBy(others, (entry) => keyOf(entry, ""));
    const taken = new Set<Entry>();
    for (const entry of excerpts) {
      const words = textKey(entry);
      const found = (words === "" ? byTokens : byContent).get(keyOf(entry, words)) ?? [];
      const of = found.find((one) => !taken.has(one) && isNear(one, entry));
      if (of === undefined) continue;
      taken.add(of);
      yield { entry, of, because: "same session, text and tokens at the same time" };
    }
  },
};

function isExcerpt({ raw }: Entry): boolean {
  return raw["isExcerpt"] === true;
}

function keyOf({ raw, kind }: Entry, words: string): string {
  const { message } = raw;
  return JSON.stringify([
    raw["sessionId"],
    kind,
    words,
    kind === "assistant" && isObject(message) ? message["usage"] : null,
  ]);
}

/** A prompt is typed before its request ends; what a request took is written as it ends. */
function isNear({ kind, timestamp }: Entry, { timestamp: end }: Entry): boolean {
  const passed = end - timestamp;
  return kind === "user" ? passed >= -1000 && passed < 600_000 : Math.abs(passed) < 5000;
}
