import type { Report } from "./report.ts";
import type { Rulebook } from "./rulebook.ts";
import type { CompactionPolicy } from "./session/session-rule.ts";

/** Options that every stage of the reading half takes. */
export interface ReadOptions {
  /** Takes messages (default: they are dropped). */
  report?: Report | undefined;
  /** The rules, from `resolveRules` (default: `defaultRules`, those of core). */
  rules?: Rulebook | undefined;
  /**
   * Sidecar files (`*.meta.json` and large tool outputs) by path, JSON parsed (default: none). Link rules use them as
   * evidence.
   */
  sidecars?: ReadonlyMap<string, unknown> | undefined;
  /**
   * The transcript that the user named (default: none). With `isWhole` it owns its records, and copies of them in other
   * files are references; else it owns them only if all of its records are copies.
   */
  named?: { readonly path: string; readonly isWhole: boolean } | undefined;
  /**
   * What a compaction means for its session: the thread continues (`"continue"`, the default), or the boundary begins
   * another thread, which is another root (`"root"`).
   */
  compaction?: CompactionPolicy | undefined;
}
