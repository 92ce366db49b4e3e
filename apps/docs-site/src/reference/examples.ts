import { blocksOf, programsOf } from "../../../../tooling/readme/blocks.mjs";
import { pageOf } from "../stage/places.ts";

type Block = ReturnType<typeof blocksOf>[number];

/** An entry point of a package, what it is for, and a program that uses it. */
export interface Example {
  /** As it is imported. */
  readonly entry: string;
  /** The first paragraph of the README of its package, in Markdown. */
  readonly purpose: string;
  /** That README, relative to the repository. */
  readonly readme: string;
  /** What stands above the program, such as what an entry of several is for; empty for nothing. */
  readonly lead: string;
  /** The document that holds the program, relative to the repository: its tests compile and run it. */
  readonly path: string;
  readonly language: string;
  readonly code: string;
}

/** The programs of documents that use an entry point: those of its own README first, then other READMEs, then guides. */
export class Examples {
  readonly #blocks: readonly Block[] = blocksOf((path) => pageOf(path) !== undefined);
  readonly #programs = programsOf(this.#blocks);
  readonly #textOf: (path: string) => string;

  /** @param textOf reads a file of the repository. */
  constructor(textOf: (path: string) => string) {
    this.#textOf = textOf;
  }

  /**
   * The example of an entry point.
   *
   * @param entry as it is imported, such as `@ccdag/files/calls`.
   * @returns the example; nothing if no document has a program with it.
   */
  of(entry: string): Example | undefined {
    const [, name = "", below] = /^(?:@ccdag\/)?([\w-]+)(\/.+)?$/.exec(entry) ?? [];
    const readme = name === "ccdag" ? "apps/cli/README.md" : `packages/${name}/README.md`;
    const ranks = [(path: string) => path === readme, (path: string) => path.endsWith("/README.md"), () => true];
    const using = this.#programs.filter(({ code }) => code.includes(` "${entry}"`));
    // A program whose name is its command.
    const commands = this.#blocks.filter(({ path, section }) => path === readme && section === "Use");
    const found =
      ranks.flatMap((has) => using.filter(({ path }) => has(path)))[0] ??
      (below === undefined ? commands[0] : undefined);
    if (found === undefined) return undefined;
    const { at, path, language, code } = found;
    const purpose = purposeOf(this.#textOf(readme));
    return { entry, purpose, readme, lead: leadOf(this.#textOf(path), at), path, language, code };
  }
}

/** The first paragraph below the title. */
function purposeOf(readme: string): string {
  return /^# .*\n+([^]*?)\n\n/.exec(readme)?.[1] ?? "";
}

/** The paragraph directly above a block. */
function leadOf(text: string, at: string): string {
  const above = text.split("\n").slice(0, Number(at.slice(at.lastIndexOf(":") + 1)) - 1);
  const last = above.join("\n").trimEnd().split("\n\n").at(-1)!;
  return /^[A-Za-z`@[]/.test(last) && !last.includes("```") ? last : "";
}
