import { type ClientFile, type ClientFiles, firstRecord } from "@ccdag/files/clients";
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
    files.flatMap(({ path, facts: { id, cwd } }) => (id === undefined ? [] : [{ session: id, cwd, of: [path] }])),
};

/** The header is the first line. */
function readFacts({ real }: ClientFile): Facts {
  const header = firstRecord(real);
  return header?.["type"] === "session" ? { id: text(header["id"]), cwd: text(header["cwd"]) } : {};
}
