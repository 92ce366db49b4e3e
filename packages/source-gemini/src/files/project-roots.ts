import { createHash } from "node:crypto";
import type { PlacedFacts } from "@ccdag/files/clients";
import type { GeminiFacts } from "./gemini-facts.ts";
import { projectOf } from "./kind-of-path.ts";

/** Where the root of a project was found. */
export interface ProjectRoot {
  readonly cwd: string;
  /** The file that says so. */
  readonly path: string;
}

/** Finds the roots of projects: by the name of their folder, or by the hash that older clients used. */
export class ProjectRoots {
  readonly #byName = new Map<string, ProjectRoot>();
  readonly #byHash = new Map<string, ProjectRoot>();

  constructor(files: ReadonlyArray<PlacedFacts<GeminiFacts>>) {
    for (const { path, facts } of files)
      if (facts.is === "root") this.#add(projectOf(path), { cwd: facts.root, path });
      else if (facts.is === "roots")
        for (const [name, cwd] of Object.entries(facts.roots)) this.#add(name, { cwd, path });
  }

  /** The root of a project; `undefined` if no file says it. */
  of(project: string, hash: string): ProjectRoot | undefined {
    return this.#byName.get(project) ?? this.#byHash.get(hash) ?? this.#byHash.get(project);
  }

  #add(name: string, root: ProjectRoot): void {
    if (root.cwd === "") return;
    this.#byName.set(name, root);
    this.#byHash.set(createHash("sha256").update(root.cwd).digest("hex"), root);
  }
}
