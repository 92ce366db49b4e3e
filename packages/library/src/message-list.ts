import { VFile } from "vfile";

/** The messages about files that are read in parts: the files themselves are not kept. */
export class MessageList {
  readonly #companions: VFile[] = [];
  readonly #project = new VFile();

  /** Keep the messages about a project, or about a part of one. */
  add({ path, messages, data, history }: VFile): void {
    // A list of nothing has no path.
    if (history.length > 0) this.#project.path = path;
    for (const message of messages) this.#project.messages.push(message);
    if (data.redaction !== undefined) this.#project.data.redaction = data.redaction;
    for (const one of data.companions ?? [])
      if (one.messages.length > 0) {
        const kept = new VFile({ path: one.path, cwd: one.cwd });
        kept.messages = one.messages;
        this.#companions.push(kept);
      }
  }

  /** A file with all messages, as reading the project at once gives it. */
  toFile(): VFile {
    this.#project.data.companions = this.#companions.sort((a, b) => (a.path < b.path ? -1 : 1));
    return this.#project;
  }
}

/** Whether something about files could not be read: one of the messages is fatal. */
export function hasUnread(file: VFile): boolean {
  const files = [file, ...(file.data.companions ?? [])];
  return files.some(({ messages }) => messages.some(({ fatal }) => fatal));
}
