import type { Hit } from "./find-all.ts";

/** Gives what is taken out a name: the same secret always the same. */
export class Names {
  readonly #known = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** The name of a secret. How a line was broken or escaped makes no other one of it, nor how the client writes a user's name in that of a folder. */
  of(secret: string, kind: string): string {
    const plain = secret.replace(/\\+[nrt]|\s+/g, "");
    const bare = kind === "user" ? `user ${secret.replace(/[^A-Za-z0-9]/g, "-")}` : plain;
    const known = this.#known.get(bare);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `REDACTED-${kind}-${count}`;
    this.#known.set(bare, name);
    return name;
  }
}

/** A text without its secrets, and what was taken out of it. */
export interface Replacement {
  readonly value: string;
  readonly taken: ReadonlyArray<{ readonly rule: string; readonly name: string }>;
}

/** Put names where secrets were. Lines stay: what was broken over several keeps as many. */
export function replace(text: string, hits: readonly Hit[], names: Names): Replacement {
  const taken: Array<{ rule: string; name: string }> = [];
  let value = "";
  let end = 0;
  for (const { from, to, rule, kind } of hits) {
    const secret = text.slice(from, to);
    const name = names.of(secret, kind);
    taken.push({ rule, name });
    value += text.slice(end, from) + name + "\n".repeat(secret.split("\n").length - 1);
    end = to;
  }
  return { value: value + text.slice(end), taken };
}
