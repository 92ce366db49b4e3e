import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const record = (uuid: string, parentUuid: string | null, type: string, content: unknown) =>
  `${JSON.stringify({ type, uuid: `talk-${uuid}`, parentUuid: parentUuid && `talk-${parentUuid}`, timestamp: "2026-03-14T13:00:00.000Z", message: { role: type, content } })}\n`;

/** A conversation with a record for each of the examples. */
export const talk: string = [
  record("u1", null, "user", "Is db7.pier.internal up?"),
  record("a1", "u1", "assistant", [
    {
      type: "tool_use",
      id: "t1",
      name: "mcp__tickets__create",
      input: { title: "Lamp", text: "Dark.", labels: ["lamp"] },
    },
  ]),
  record("r1", "a1", "user", [{ type: "tool_result", tool_use_id: "t1", content: "PIER-7" }]),
  record("a2", "r1", "assistant", [{ type: "text", text: "It is." }]),
  record("u2", "a2", "user", "<user-memory-input>the lamp is dark</user-memory-input>"),
  record("u3", "a2", "user", "Thank you."),
].join("");

/** The manifests of all packages in a folder of modules, and in theirs. */
export function manifestsBelow(modules: string): Array<{ name: string; license?: unknown }> {
  return readdirSync(modules).flatMap((name) => {
    const path = join(modules, name);
    if (name.startsWith(".")) return [];
    if (name.startsWith("@")) return manifestsBelow(path);
    const manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as {
      name: string;
      license?: unknown;
    };
    const inner = join(path, "node_modules");
    return [manifest, ...(existsSync(inner) ? manifestsBelow(inner) : [])];
  });
}

/** The bytes of all files below a folder. */
export function bytesBelow(folder: string): number {
  const sizes = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => lstatSync(join(folder, name)));
  return sizes.reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}

/** The files in a folder with an ending, with their texts. */
export function contentsOf(folder: string, ending: string): Array<readonly [name: string, text: string]> {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
}

/** A size in words. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
