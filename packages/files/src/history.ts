import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { isObject } from "@ccdag/core";
import { VFile } from "vfile";
import { reasonOf } from "./errors.ts";
import { projectName } from "./find.ts";

/** A session of the prompt history: what a person typed in it is all that is known of it here. */
export interface HistorySession {
  /** Its id; for prompts that were recorded without one, `prompts` and the name of the project. */
  readonly id: string;
  /** The directory that the client ran in. */
  readonly cwd: string | undefined;
  /** Whether the prompts have no session id: they are all those of a project. */
  readonly isWholeProject: boolean;
  /** The first prompt that is no command, after a remark that only prompts are left. */
  readonly title: string;
  readonly prompts: readonly HistoryPrompt[];
}

/** A line of the prompt history. */
export interface HistoryPrompt {
  /** Its line in the file, from 1. */
  readonly line: number;
  /** Milliseconds since 1970; absent if none was recorded. */
  readonly time: number | undefined;
  /** The record as it is in the file. */
  readonly record: Readonly<Record<string, unknown>>;
}

/**
 * Read the prompt history of the client, `history.jsonl` beside its projects: one line for each prompt, which stays when
 * the transcript of its session is deleted.
 *
 * @param path the file.
 * @returns the sessions in the order of their first prompts, and a file with messages about lines that are no prompts; no
 *   sessions if the file does not exist.
 */
export async function readHistory(path: string): Promise<{ sessions: readonly HistorySession[]; file: VFile }> {
  const file = new VFile({ path });
  const sessions = new Map<string, { cwd: string | undefined; isWholeProject: boolean; prompts: HistoryPrompt[] }>();
  let line = 0;
  try {
    for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      line++;
      if (text.trim() === "") continue;
      const record = parse(text);
      if (record === undefined) {
        file.message("Unexpected line in the prompt history, expected a prompt", { line, column: 1 }, "ccdag:history");
        continue;
      }
      const { sessionId, project, timestamp } = record;
      const cwd = typeof project === "string" ? project : undefined;
      const isWholeProject = typeof sessionId !== "string" || sessionId === "";
      const id = isWholeProject ? `prompts${projectName(cwd ?? "")}` : sessionId;
      const session = sessions.get(id) ?? { cwd, isWholeProject, prompts: [] };
      const time =
        typeof timestamp === "number" && Number.isFinite(new Date(timestamp).getTime()) ? timestamp : undefined;
      session.prompts.push({ line, time, record });
      sessions.set(id, session);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      file.message(`Cannot read the prompt history: ${reasonOf(error)}`);
  }
  return {
    sessions: [...sessions].map(([id, session]) => ({ id, ...session, title: titleOf(session.prompts) })),
    file,
  };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return isObject(found) && typeof found["display"] === "string" ? found : undefined;
  } catch {
    return undefined;
  }
}

function titleOf(prompts: readonly HistoryPrompt[]): string {
  const words = prompts.map(({ record }) => String(record["display"]).replace(/\s+/g, " ").trim());
  return `(only prompts) ${words.find((text) => text !== "" && !text.startsWith("/")) ?? ""}`;
}
