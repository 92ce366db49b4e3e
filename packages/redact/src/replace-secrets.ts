import type { Hit } from "./find-all.ts";

/** Gives each secret a name, and the same secret always the same name. */
export class SecretNames {
  readonly #known = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /**
   * The name of a secret. Line breaks and escapes in it are ignored, and a user name counts as the same in the form that the
   * client uses for folders of projects.
   */
  of(secret: string, kind: string): string {
    const plain = secret.replace(/(?<!\\)\\{1,20}[nrt]|\s+/g, "");
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

/** A text without its secrets, and what was redacted. */
export interface Replacement {
  readonly value: string;
  readonly redactions: ReadonlyArray<{ readonly rule: string; readonly name: string }>;
}

/** Replace secrets by their names. The number of lines stays the same. */
export function replaceSecrets(text: string, hits: readonly Hit[], names: SecretNames): Replacement {
  const redactions: Array<{ rule: string; name: string }> = [];
  let value = "";
  let end = 0;
  for (const { from, to, rule, kind } of hits) {
    const secret = text.slice(from, to);
    const name = names.of(secret, kind);
    redactions.push({ rule, name });
    value += text.slice(end, from) + name + "\n".repeat(secret.split("\n").length - 1);
    end = to;
  }
  return { value: value + text.slice(end), redactions };
}
