import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { publishOrder } from "../setup/pack.mjs";
import { listFiles } from "./release.ts";
import { put, run } from "./run.ts";

const top = fileURLToPath(new URL("../../", import.meta.url));
const project = mkdtempSync(join(tmpdir(), "ccdag-versions-"));
afterAll(() => rmSync(project, { recursive: true }));

/** A manifest as npm knows it. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const paths = listFiles();

function manifestsIn(folder: string): Manifest[] {
  return paths
    .filter((path) => /^(?:apps|packages)\/[^/]+\/package\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(folder, path), "utf8")) as Manifest)
    .filter((one) => one.private !== true);
}

/** Set the versions that the changesets ask for; returns those of the packages. */
async function release(): Promise<Record<string, string>> {
  await run(project, process.execPath, join(top, "node_modules/@changesets/cli/bin.js"), "version");
  return Object.fromEntries(manifestsIn(project).map(({ name, version }) => [name, version]));
}

describe("the versions of releases (K001)", () => {
  it("are 0.1.0 for all packages, and no package jumps to the next major one with another", async () => {
    for (const path of paths.filter((one) =>
      /^\.changeset\/|(?:^|\/)package\.json$|^pnpm-workspace\.yaml$/.test(one),
    )) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      cpSync(join(top, path), join(project, path));
    }
    symlinkSync(join(top, "node_modules"), join(project, "node_modules"));
    put(project, ".gitignore", "node_modules\n");
    for (const args of [
      ["init", "-q"],
      ["add", "-A"],
      ["-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-qm", "All"],
    ])
      await run(project, "git", ...args);
    const first = await release();
    expect(first).toEqual(Object.fromEntries(Object.keys(first).map((name) => [name, "0.1.0"])));
    put(project, ".changeset/next.md", `---\n"@ccdag/server": minor\n"@ccdag/ccast": minor\n---\n\nNew.\n`);
    const second = await release();
    expect(second).toMatchObject({ "@ccdag/server": "0.2.0", "@ccdag/ccast": "0.2.0", ccdag: "0.1.1" });
    expect(Object.entries(second).filter(([, version]) => !/^0\.(?:1\.[01]|2\.0)$/.test(version))).toEqual([]);
  });

  it("are published each after those that it depends on, so that all can be installed at any time", () => {
    const manifests = manifestsIn(top);
    const order = publishOrder(manifests);
    expect(order.map(({ name }) => name).sort()).toEqual(manifests.map(({ name }) => name).sort());
    const place = new Map(order.map(({ name }, at) => [name, at]));
    for (const { name, dependencies, peerDependencies } of order)
      for (const other of Object.keys({ ...dependencies, ...peerDependencies }))
        if (place.has(other)) expect([name, place.get(other)! < place.get(name)!]).toEqual([name, true]);
    expect(() =>
      publishOrder([
        { name: "a", dependencies: { b: "" } },
        { name: "b", dependencies: { a: "" } },
      ]),
    ).toThrow("These packages depend on each other: a, b");
  });
});
