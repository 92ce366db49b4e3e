import type { Source } from "./entry/source.ts";
import type { RuleFamilies } from "./rulebook.ts";

/** The rules of an extension, by family (default: none). */
type RuleLists = { readonly [Family in keyof RuleFamilies]?: ReadonlyArray<RuleFamilies[Family]> | undefined };

/** Extends the reading half with sources, and with rules of any family. Its rules run before those of core. */
export interface Extension extends RuleLists {
  /** Other programs whose files can be read (default: none). */
  readonly sources?: readonly Source[] | undefined;
  /** Names of rules to switch off (default: none). `resolveRules` throws a `TypeError` for a name that no rule has. */
  readonly off?: readonly string[] | undefined;
}
