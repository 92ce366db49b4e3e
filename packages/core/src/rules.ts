import { dedupeRules, ownRules } from "./dag/build.ts";
import { identityRules } from "./dag/dedupe/same-uuid.ts";
import { forkRules, kindRules } from "./thread/fork/index.ts";
import { placeRules } from "./thread/place/index.ts";
import type { Extension, ReadOptions } from "./options.ts";

/** Names of the rules of core that can be switched off. */
export const ruleNames: ReadonlySet<string> = new Set([
  ...[identityRules, dedupeRules, ownRules, forkRules, kindRules, placeRules].flat().map(({ name }) => name),
  "earliest-session",
  "session-attach",
  "parent-cycle",
  "bookkeeping",
  "hook-by-tool",
]);

/**
 * Make sure that every rule that is switched off exists: a misspelt name would do nothing, and nobody would notice.
 *
 * @param options extensions.
 * @throws TypeError when `off` names a rule that neither core nor an extension has.
 */
export function assertRules({ extensions = [] }: ReadOptions): void {
  const added = new Set(extensions.flatMap(namesOf));
  for (const name of extensions.flatMap(({ off = [] }) => off))
    if (!ruleNames.has(name) && !added.has(name))
      throw new TypeError(`Expected the name of a rule in \`off\`, not \`${name}\``);
}

function namesOf({
  dedupe = [],
  own = [],
  link = [],
  fork = [],
  kind = [],
  place = [],
  annotate = [],
}: Extension): string[] {
  return [dedupe, own, link, fork, kind, place, annotate].flat().map(({ name }) => name);
}
