import { closeSync, openSync, readSync } from "node:fs";
import type { ClientFile, ClientFiles } from "@ccdag/files/clients";
import { isObject } from "@ccdag/core";
import { text } from "./text-of.ts";

/** What the header of a file says. */
interface Facts {
  readonly id?: string | undefined;
  readonly cwd?: string | undefined;
}

/** How pi keeps its sessions: `agent/sessions/<directory>/<time>_<session>.jsonl`. */
export const piFiles: ClientFiles<Facts> = {
  name: "pi",
  version: 1,
  folder: ".pi",
  isFile: (path) => /^agent\/sessions\/.*\.jsonl$/.test(path),
  facts: readFacts,
  place: (files) =>
    files.flatMap(({ path, facts: { id, cwd } }) => (id === undefined ? [] : { session: id, cwd, of: [path] })),
};

/** The header is the first line. */
function readFacts({ real }: ClientFile): Facts {
  const head = Buffer.alloc(65_536);
  const file = openSync(real, "r");
  try {
    const [line = ""] = head.toString("utf8", 0, readSync(file, head)).split("\n", 1);
    const header: unknown = JSON.parse(line);
    return isObject(header) && header["type"] === "session" ? { id: text(header["id"]), cwd: text(header["cwd"]) } : {};
  } catch {
    return {};
  } finally {
    closeSync(file);
  }
}
