import type { Message, Session } from "@ccdag/ccast";
import { titleOf } from "@ccdag/mdast";
import type { NameDocument } from "@ccdag/pipeline";
import { formatDay, type Zone } from "@ccdag/mdast/time";

/**
 * The name of a document without its folder and its ending: `2026-03-14-straight-columns-642fe51e` for a session; others have
 * no title of their own.
 *
 * @param stem `session-<id>`, `branch-<uuid>` or `agent-<id>`.
 * @param thread what the document begins with.
 * @param zone whose days the name begins with.
 */
export function baseName(stem: string, thread: Parameters<NameDocument>[1], zone: Zone): string {
  if (thread.type !== "session") return stem.replace(/[^\w-]/g, "-").slice(0, 120);
  const time = firstTime(thread);
  const parts = [
    time === undefined ? "" : formatDay(time, zone),
    wordsOf(titleOf(thread, 80)),
    (thread.sessionId.slice(0, 8).match(/[A-Za-z\d]+/g) ?? []).join("-"),
  ];
  return parts.filter((part) => part !== "").join("-");
}

/** The last folder of a path, of any system. */
export function lastFolder(path: string): string {
  return path.replace(/^.*[/\\](?=[^/\\])/s, "");
}

function firstTime({ children }: Session): number | undefined {
  return children.find(isTimed)?.timestamp;
}

function isTimed(node: Session["children"][number]): node is Message {
  return node.type === "message" && !Number.isNaN(new Date(node.timestamp ?? Number.NaN).getTime());
}

/** How long a title may be in a name, in bytes of UTF-8: file systems allow 255 for all of it. */
const titleBytes = 90;

/** The letters and digits of a text, of any script, in lower case with hyphens between words; a long text is shortened. */
export function wordsOf(text: string): string {
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  let name = "";
  for (const word of words) {
    const longer = name === "" ? word : `${name}-${word}`;
    if (Buffer.byteLength(longer) > titleBytes) return name || shortened(word);
    name = longer;
  }
  return name;
}

/** A word without white space can be a whole sentence. */
function shortened(word: string): string {
  let name = "";
  for (const character of word) {
    if (Buffer.byteLength(name + character) > titleBytes) break;
    name += character;
  }
  return name;
}
