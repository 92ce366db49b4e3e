import { createHash } from "node:crypto";
import type { PlacedFacts } from "@ccdag/files/clients";
import type { Facts } from "./facts.ts";
import { projectOf } from "./paths.ts";

/** Where the root of a project was found. */
export interface Root {
  readonly cwd: string;
  /** The file that says so. */
  readonly path: string;
}

/** Finds the roots of projects: by the name of their folder, or by the hash that older clients used. */
export class Roots {
  readonly #byName = new Map<string, Root>();
  readonly #byHash = new Map<string, Root>();

  constructor(files: ReadonlyArray<PlacedFacts<Facts>>) {
    for (const { path, facts } of files)
      if (facts.is === "root") this.#add(projectOf(path), { cwd: facts.root, path });
      else if (facts.is === "roots")
        for (const [name, cwd] of Object.entries(facts.roots)) this.#add(name, { cwd, path });
  }

  /** The root of a project; `undefined` if no file tells it. */
  of(project: string, hash: string): Root | undefined {
    return this.#byName.get(project) ?? this.#byHash.get(hash) ?? this.#byHash.get(project);
  }

  #add(name: string, root: Root): void {
    if (root.cwd === "") return;
    this.#byName.set(name, root);
    this.#byHash.set(createHash("sha256").update(root.cwd).digest("hex"), root);
  }
}
