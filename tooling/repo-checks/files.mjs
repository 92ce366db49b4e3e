import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "../setup/install.mjs";

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: top,
  encoding: "utf8",
});

/** The paths of all files of the project. */
export const files = listed.split("\n").filter((path) => path !== "" && existsSync(join(top, path)));

/** The text of a file of the project. */
export function read(path) {
  return readFileSync(join(top, path), "utf8");
}

/** Whether a path is a source of a package or an app. */
export function isSource(path) {
  return /^(?:packages|apps)\/[^/]+\/src\/.*\.ts$/.test(path) && !path.endsWith(".test.ts");
}

/** The longest code file that is not divided: a reviewer reads one as a whole. */
export const maxLines = 300;

/** Code that is written by a program, which may be longer. */
export const generated = ["packages/render-html/src/generated.ts", "apps/cli/src/command-table.ts"];
