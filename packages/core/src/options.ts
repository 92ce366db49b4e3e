import type { Report } from "./report.ts";
import type { Rulebook } from "./rulebook.ts";
import type { CompactionPolicy } from "./session/rule.ts";

/** Options that every stage of the reading half takes. */
export interface ReadOptions {
  /** Takes messages (default: they are dropped). */
  report?: Report | undefined;
  /** The rules, from `resolveRules` (default: those of core). */
  rules?: Rulebook | undefined;
  /** Sidecar files by path, parsed: evidence for link rules (default: none). */
  sidecars?: ReadonlyMap<string, unknown> | undefined;
  /**
   * What a compaction means for its session: the thread continues (`"continue"`, the default), or the boundary begins
   * another thread, which is a root of its own (`"root"`, seed 000).
   */
  compaction?: CompactionPolicy | undefined;
}
