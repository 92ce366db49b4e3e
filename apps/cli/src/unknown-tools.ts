import { visibleLine } from "@ccdag/pipeline/tables";
import type { Io } from "./io.ts";

/** How many names are listed. */
const maxNames = 20;

/** Finds the names of `--tools` that no transcript has a call of: they are mistyped, or not what the user thinks they are. */
export class UnknownTools {
  readonly #wanted: readonly string[];
  readonly #called = new Set<string>();

  /** @param wanted the names, as typed (default: none). */
  constructor(wanted: readonly string[] = []) {
    this.#wanted = wanted;
  }

  /** Add the names of tools that were called. */
  add(names: Iterable<string> = []): void {
    for (const name of names) this.#called.add(name);
  }

  /** Name them on stderr, with what there is instead. */
  report(io: Io): void {
    const unknown = this.#wanted.filter((name) => !this.#called.has(name));
    if (unknown.length === 0) return;
    const called = [...this.#called].sort();
    const more = called.length > maxNames ? " and others" : "";
    const known =
      called.length === 0 ? "no tool was called" : `there are ${called.slice(0, maxNames).join(", ")}${more}`;
    const names = unknown.map((name) => `\`${name}\``).join(", ");
    io.stderr(`${visibleLine(`--tools: no call of ${names}; ${known}`)}\n`);
  }
}
