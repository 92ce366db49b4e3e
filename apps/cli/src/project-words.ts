import { existsSync } from "node:fs";
import { join } from "node:path";
import { rootsOf } from "@ccdag/library";
import type { Io } from "./io.ts";

/**
 * Replace names of project folders such as `-home-me-app`, which look like options, by the paths of the folders.
 *
 * @param argv the arguments as typed.
 * @param io the variables and the current folder of the run.
 */
export function withProjectPaths(argv: readonly string[], io: Pick<Io, "env" | "cwd">): string[] {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  const named = argv.flatMap((one, at) =>
    one === "--root" ? (argv[at + 1] ?? []) : one.startsWith("--root=") ? one.slice("--root=".length) : [],
  );
  return argv.map((word, at) => {
    if (at > end || !/^-[a-z\d]+-[\w-]*$/i.test(word)) return word;
    const roots = rootsOf(named.length > 0 ? named : io.env["CCDAG_ROOT"], io);
    const root = roots.find((one) => existsSync(join(one, word)));
    return root === undefined ? word : join(root, word);
  });
}
