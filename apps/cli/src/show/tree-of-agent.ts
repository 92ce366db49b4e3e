import type { Root } from "@ccdag/ccast";
import type { InputSource } from "@ccdag/library";
import { hideOutside } from "@ccdag/processor";
import type { VFile } from "vfile";
import { findPlace } from "./find-place.ts";

/**
 * The agent that an input names, as a tree of its own. The account counts everything else as hidden.
 *
 * @param source a session and the id of something in it.
 * @param whole the session.
 * @param file its files, with the account.
 * @returns `undefined` if the id is that of something else.
 * @throws RequestError if it is the id of nothing.
 */
export function treeOfAgent({ input, entry }: InputSource, whole: Root, file: VFile): Root | undefined {
  const { agent, uuid } = findPlace(whole, entry!, input);
  if (agent === undefined || uuid !== undefined) return undefined;
  const { ledger } = file.data;
  if (ledger !== undefined) file.data.ledger = hideOutside(whole, [agent], ledger);
  return { type: "root", children: [agent] };
}
