import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { top } from "../setup/install.mjs";

/** The folder of the plugin. */
export const plugin: string = join(top, "plugins/ccdag");

/** Which tools each command and each skill may use without a question. */
export function ruleLists(): Array<readonly [path: string, rules: readonly string[]]> {
  const paths = readdirSync(plugin, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
  return paths.sort().map((path) => {
    const [, head = ""] = /^---\n(.*?)\n---\n/s.exec(readFileSync(join(plugin, path), "utf8")) ?? [];
    const { "allowed-tools": rules } = parse(head) as { "allowed-tools": string };
    return [path, rules.split(", ")] as const;
  });
}
