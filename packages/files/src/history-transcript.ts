import { isObject } from "@ccdag/core";
import { VFile } from "vfile";
import type { HistorySession } from "./history.ts";

/**
 * Make a transcript of the prompts of a session whose own is gone. Each record has the line that it has in the history. A
 * title, which no file holds, says that there were answers.
 *
 * @param path the file of the history, for messages and positions.
 * @param session its prompts.
 * @returns a project with this one transcript, as {@link readTranscript} gives one.
 */
export function historyTranscript(path: string, { id, cwd, title, prompts }: HistorySession): VFile {
  const common = { sessionId: id, ...(cwd === undefined ? {} : { cwd }) };
  let parentUuid: string | null = null;
  const lines: string[] = [];
  for (const { line, time, record } of prompts) {
    while (lines.length < line - 1) lines.push("");
    const uuid = `${id}-history-${line}`;
    const { display: _, timestamp: __, ...rest } = record;
    const timestamp = time === undefined ? {} : { timestamp: new Date(time).toISOString() };
    const message = { role: "user", content: contentOf(record) };
    lines.push(JSON.stringify({ type: "user", uuid, parentUuid, ...common, ...timestamp, message, history: rest }));
    parentUuid = uuid;
  }
  lines.push(JSON.stringify({ type: "custom-title", customTitle: title, sessionId: id }));
  const name = `${id}.jsonl`;
  const value = Buffer.from(`${lines.join("\n")}\n`);
  return new VFile({ path: name, data: { companions: [new VFile({ path: name, value, data: { source: path } })] } });
}

/** The prompt, and the texts that were pasted into it. */
function contentOf({ display, pastedContents }: Readonly<Record<string, unknown>>): unknown {
  const pasted = Object.values(isObject(pastedContents) ? pastedContents : {}).flatMap((one) =>
    isObject(one) && typeof one["content"] === "string" ? [{ type: "text", text: one["content"] }] : [],
  );
  return pasted.length === 0 ? display : [{ type: "text", text: display }, ...pasted];
}
