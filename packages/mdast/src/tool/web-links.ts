import { type ToolCall, toText } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import type { State } from "../types.ts";
import { inputOf, text } from "./input.ts";

/** A link to the file of a call on the web; empty if its address is unknown. */
export function fileLink(call: ToolCall, state: State): BlockContent[] {
  const input = inputOf(call);
  const path = text(input["file_path"]) || text(input["notebook_path"]);
  const url = state.facts && path !== "" ? state.remote?.file(path) : undefined;
  if (url === undefined) return [];
  const name = path.replace(/^.*[/\\]/, "");
  return [state.paragraph({ type: "link", url, children: [{ type: "text", value: name }] })];
}

/** The line that git prints for a new commit: `[main 1a2b3c4] Say hello`. */
const made = /^\[[^\]\r\n]{1,200} ([0-9a-f]{7,40})\] /gm;

/** Links to the commits that a call made, on the web. */
export function commitLinks(call: ToolCall, state: State): BlockContent[] {
  const { remote, labels } = state;
  if (remote === undefined || !state.facts || call.result === undefined) return [];
  if (!/\bgit\b/.test(text(inputOf(call)["command"]))) return [];
  const hashes = new Set([...toText(call.result).slice(0, 100_000).matchAll(made)].map(([, hash]) => hash!));
  return [...hashes].map((hash) =>
    state.paragraph(`${labels.commit} `, {
      type: "link",
      url: remote.commit(hash),
      children: [{ type: "inlineCode", value: hash.slice(0, 10) }],
    }),
  );
}
