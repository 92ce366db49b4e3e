import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Release } from "./registry.ts";
import { run } from "./run.ts";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** A packed package of the project. */
export interface Packed extends Release {
  /** Its folder in the project. */
  readonly folder: string;
  /** Paths in the tarball. */
  readonly files: readonly string[];
  readonly changelog: string | undefined;
}

/**
 * Copy the project, set the versions that its changesets ask for, and build it.
 *
 * @returns the folder of the copy.
 */
export async function copyWithVersions(folder: string): Promise<string> {
  const project = join(folder, "project");
  for (const path of listFiles()) {
    if (!existsSync(join(top, path))) continue;
    mkdirSync(dirname(join(project, path)), { recursive: true });
    cpSync(join(top, path), join(project, path));
  }
  await run(project, "git", "init", "-q");
  await run(project, "git", "add", "-A");
  await run(project, "git", "-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-qm", "All");
  await run(project, "pnpm", "install", "--frozen-lockfile", "--prefer-offline");
  await run(project, "pnpm", "changeset", "version");
  await run(project, "pnpm", "exec", "tsc", "-b");
  return project;
}

/** The same, and pack all packages. */
export async function release(folder: string): Promise<Packed[]> {
  const project = await copyWithVersions(folder);
  const folders = [
    "apps/cli",
    "apps/server",
    ...readdirSync(join(project, "packages")).map((name) => `packages/${name}`),
  ];
  const packed: Packed[] = [];
  for (const one of folders) {
    // The command line is packed as its bundle.
    const staged = one === "apps/cli" ? join(folder, "ccdag") : undefined;
    if (staged !== undefined) await run(project, process.execPath, "tooling/bundle/stage.mjs", staged);
    packed.push(await pack(staged ?? join(project, one), folder, one));
  }
  return packed;
}

/** Pack a built package. */
export async function pack(from: string, to: string, folder: string): Promise<Packed> {
  const tool = folder.startsWith("examples/") ? "npm" : "pnpm";
  const printed = await run(from, tool, "pack", "--json", "--pack-destination", to);
  const output = JSON.parse(printed.slice(printed.search(/[[{]/))) as { filename: string } | [{ filename: string }];
  const { filename } = Array.isArray(output) ? output[0] : output;
  const path = filename.startsWith("/") ? filename : join(to, filename.replace(/^@/, "").replace("/", "-"));
  const files = (await run(to, "tar", "-tzf", path)).trim().split("\n");
  const manifest = JSON.parse(await run(to, "tar", "-xzOf", path, "package/package.json")) as Packed["manifest"];
  const changelog = join(from, "CHANGELOG.md");
  return {
    folder,
    manifest,
    tarball: readFileSync(path),
    files: files.map((file) => file.replace(/^package\//, "")).sort(),
    changelog: existsSync(changelog) ? readFileSync(changelog, "utf8") : undefined,
  };
}

/** The files of the project, as paths below its folder. */
export function listFiles(): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  return execFileSync("git", args, { cwd: top, encoding: "utf8" }).split("\n").filter(Boolean);
}
