import { join } from "node:path";
import { type EditQuery, type InputSource, type LibraryIo, listEdits, locateAll, patchOfEdits } from "@ccdag/library";
import { formatEdits } from "@ccdag/report";
import { locateSession, openSession } from "./open-session.ts";
import { endOf, pageAt, pagesOf } from "./divide-pages.ts";
import { idBehind, redactWithNames } from "./session-names.ts";
import {
  charsAround,
  defaultBudget,
  type McpAnswer,
  type McpCall,
  type McpInputs,
  type McpTool,
  shared,
} from "./mcp-tool.ts";

/** The tool that lists the files that a session changed, and shows how. */
export const edits: McpTool = {
  name: "edits",
  title: "Files that a session changed",
  description: "List the files that a recorded session changed, subagents included, or show the changes as a patch.",
  inputs: [
    { name: "session", type: "text", description: "id, beginning of an id, title, or `latest`", isRequired: true },
    { name: "file", type: "text", description: "only this file: its path, or the end of it" },
    {
      name: "show",
      type: "text",
      choices: ["list", "patch", "each"],
      description: "list: files (default); patch: a unified diff of each file; each: one of each edit, in their order",
    },
    { name: "leaf", type: "text", description: "only the path from the beginning to the entry with this uuid" },
    shared.budget,
    shared.cursor,
  ],
  run: showEdits,
};

async function showEdits(inputs: McpInputs, call: McpCall): Promise<McpAnswer> {
  const { io, redaction, position, pages: memory } = call;
  const source = await locateSession(await idBehind(String(inputs["session"]), call), io);
  const { state } = await openSession(source, io);
  const key = JSON.stringify(["edits", source.folder, source.session, { ...inputs, session: undefined }]);
  const pages = await memory.get(key, state, () => render(inputs, source, call));
  if (pages.length === 0) return { about: "This session changed no file.", record: "" };
  const index = pageAt(pages, position, "call edits again with `file`");
  if (index >= pages.length) return { about: `Nothing follows: all ${pages.length} pages were given.`, record: "" };
  const isList = (inputs["show"] ?? "list") === "list";
  const about = [
    `Edits, page ${index + 1} of ${pages.length}.`,
    ...(isList || redaction === undefined ? [] : ["Secrets are redacted, so a patch may not apply."]),
  ].join(" ");
  const next = { index: index + 1, mark: endOf(pages[index]!) };
  return { about, record: pages[index]!, next: index + 1 === pages.length ? undefined : next };
}

/** The list or the patches, in pages. */
async function render(inputs: McpInputs, source: InputSource, { io, redaction }: McpCall): Promise<string[]> {
  const { file, show = "list", leaf, budget = defaultBudget } = inputs;
  // An id may be that of a project, too, and a file may hold several sessions.
  const { folder, named, isAlone } = source;
  const input = named === undefined || isAlone === true ? source.session! : join(folder, named);
  const query = {
    each: show === "each",
    file: file === undefined ? undefined : [String(file)],
    leaf: leaf as string | undefined,
  };
  const sources = await locateAll([input], io);
  const shown = show === "list" ? await listOf(sources, query, io) : await patchText(sources, query, io);
  const [text = ""] = await redactWithNames([shown], { io, redaction });
  return pagesOf(text, Number(budget) - charsAround(inputs));
}

async function listOf(sources: readonly InputSource[], query: EditQuery, io: LibraryIo): Promise<string> {
  const { found } = await listEdits(sources, query, io);
  return formatEdits(found, query, { zone: io.zone });
}

async function patchText(sources: readonly InputSource[], query: EditQuery, io: LibraryIo): Promise<string> {
  return (await patchOfEdits(sources, query, io)).patch?.text ?? "";
}
