import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("../", import.meta.url));

/** The top of the repository. */
export const top: string = resolve(here, "../..");

/** Where the code of some documents is tried. */
export interface Sandbox {
  /** A folder for the programs of the documents. */
  readonly out: string;
  /** A home directory with the transcripts that the documents name. */
  readonly home: string;
  /** The folder of transcripts of a project in it. */
  readonly project: string;
}

/** The sandbox for the documents of a name. What was there before is removed. */
export function makeSandbox(name: string): Sandbox {
  const out = join(here, "out", name);
  const home = join(out, "home");
  const project = join(home, ".claude/projects/-home-me-app");
  rmSync(out, { recursive: true, force: true });
  cpSync(join(top, "tooling/fixtures/sample/-home-ada-weather"), project, { recursive: true });
  return { out, home, project };
}

/**
 * The folder in which a command of a document is run, with the transcripts that it names.
 *
 * @param samples where the samples of the repository are.
 */
export function folderFor(words: readonly string[], home: string, samples: string): string {
  const app = join(home, "app");
  mkdirSync(app, { recursive: true });
  layOut(home, app);
  return words.some((word) => word.startsWith("tooling/")) ? samples : app;
}

/** The arguments of a command of a document, in a home. Nothing is opened. */
export function wordsIn(words: readonly string[], home: string): string[] {
  return words.map((word) => word.replace(/^~/, home)).filter((word) => word !== "--open");
}

/** Write the transcripts that the commands name, with the ids of the documents. */
function layOut(home: string, cwd: string): void {
  const record = (uuid: string, parentUuid: string | null, text: string) =>
    `${JSON.stringify({ type: "user", uuid, parentUuid, timestamp: "2026-03-14T13:00:00.000Z", message: { role: "user", content: text } })}\n`;
  const talk = record("7fd1a7a9-53f1-4e15-8226-84da02b81c43", null, "Shall we?");
  const folder = join(home, ".claude/projects", cwd.replace(/[^A-Za-z0-9]/g, "-"));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "39a32479-0c57-4b2e-9f36-5d6b1c1f2a10.jsonl"), talk);
  writeFileSync(join(cwd, "session.jsonl"), talk);
  const pi = join(home, ".pi/agent/sessions/--home-me-app--");
  mkdirSync(pi, { recursive: true });
  const head = { type: "session", version: 3, id: "s", timestamp: "2026-03-14T13:00:00.000Z", cwd: "/home/me/app" };
  const said = {
    type: "message",
    id: "a1b2c3d4",
    parentId: null,
    timestamp: head.timestamp,
    message: { role: "user", content: "Hello?" },
  };
  writeFileSync(join(pi, "s.jsonl"), `${JSON.stringify(head)}\n${JSON.stringify(said)}\n`);
}
