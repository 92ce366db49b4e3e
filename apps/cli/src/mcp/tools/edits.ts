import { join } from "node:path";
import { runEdits } from "../../command/edits.ts";
import type { InputSource } from "../../input/source.ts";
import { locateSession, openSession } from "../open-session.ts";
import { endOf, pageAt, pagesOf } from "../pages.ts";
import { redactAll } from "../redact-texts.ts";
import {
  charsAround,
  defaultBudget,
  type McpAnswer,
  type McpCall,
  type McpInputs,
  type McpTool,
  shared,
} from "../tool.ts";

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
  const source = await locateSession(String(inputs["session"]), io);
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

/** What the command prints, in pages. */
async function render(inputs: McpInputs, source: InputSource, { io, redaction }: McpCall): Promise<string[]> {
  const { file, show = "list", leaf, budget = defaultBudget } = inputs;
  // An id may be that of a project, too, and a file may hold several sessions.
  const { folder, named, isAlone } = source;
  const input = named === undefined || isAlone === true ? source.session! : join(folder, named);
  let printed = "";
  const options = {
    patch: show !== "list",
    each: show === "each",
    file: file === undefined ? undefined : [String(file)],
    leaf: leaf as string | undefined,
  };
  const print = async (text: string) => void (printed += text);
  await runEdits([input], options, { ...io, stdout: print, styled: print, stderr: () => {} });
  const [text = ""] = await redactAll([printed], redaction);
  return pagesOf(text, Number(budget) - charsAround(inputs));
}
