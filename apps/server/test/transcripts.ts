import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder of projects that is written file by file. */
export class Projects {
  readonly folder: string = join(mkdtempSync(join(tmpdir(), "ccdag-import-")), "projects");

  constructor() {
    mkdirSync(this.folder);
  }

  /** Write a file, below a project called `-home-me-app`. */
  write(name: string, content: string | Uint8Array | readonly object[]): void {
    const path = join(this.folder, "-home-me-app", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Array.isArray(content) ? toLines(content) : (content as string | Uint8Array));
  }

  remove(): void {
    rmSync(dirname(this.folder), { recursive: true, force: true });
  }
}

/** Records as the lines of a transcript. */
function toLines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** Makes the records of a transcript of a session. Each has a name, which stands for its uuid. */
export class Transcript {
  readonly session: string = randomUUID();
  readonly #uuids = new Map<string, string>();
  #time = Date.UTC(2026, 1, 3, 14);

  /** The uuid of a record. */
  uuid(name: string): string {
    const uuid = this.#uuids.get(name) ?? randomUUID();
    this.#uuids.set(name, uuid);
    return uuid;
  }

  /** A prompt of a person. */
  user(name: string, parent: string | null, text: string = name): object {
    return { ...this.#record(name, parent), type: "user", message: { role: "user", content: text } };
  }

  /** An answer, or a block of one: the records of an answer have its name. */
  assistant(
    name: string,
    parent: string,
    blocks: readonly object[] = [{ type: "text", text: name }],
    answer: string = name,
  ): object {
    const message = { id: `msg_${answer}`, role: "assistant", model: "claude", content: blocks };
    return { ...this.#record(name, parent), type: "assistant", message };
  }

  /** The result of a tool. */
  result(name: string, parent: string, id: string, text: string): object {
    const content = [{ type: "tool_result", tool_use_id: id, content: text }];
    return { ...this.#record(name, parent), type: "user", message: { role: "user", content } };
  }

  /** A record that is no message. */
  notice(name: string, parent: string): object {
    return { ...this.#record(name, parent), type: "system", subtype: "informational", content: name };
  }

  #record(name: string, parent: string | null): object {
    this.#time += 1000;
    return {
      uuid: this.uuid(name),
      parentUuid: parent === null ? null : this.uuid(parent),
      sessionId: this.session,
      timestamp: new Date(this.#time).toISOString(),
      cwd: "/home/me/app",
    };
  }
}
