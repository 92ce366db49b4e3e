import { VFile } from "vfile";

/** The messages about a file, as data: what is sent between threads loses the fields of an error. */
export interface FileMessages {
  readonly path: string;
  readonly cwd: string;
  readonly messages: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

const fields = [
  "reason",
  "name",
  "message",
  "file",
  "fatal",
  "line",
  "column",
  "place",
  "ruleId",
  "source",
  "note",
  "url",
];

/** The messages about a part of a project: first those about the project. */
export function messagesToData(project: VFile): FileMessages[] {
  return [project, ...(project.data.companions ?? [])]
    .filter(({ messages }, index) => index === 0 || messages.length > 0)
    .map(({ path, cwd, messages }) => ({
      path,
      cwd,
      messages: messages.map(
        (message) =>
          // The absence of `fatal` makes a message an info; as JSON it would be lost.
          Object.fromEntries([
            ...fields.map((field) => [field, message[field as keyof typeof message]]),
            [message.fatal ?? null],
          ]) as Record<string, unknown>,
      ),
    }));
}

/** The opposite of {@link messagesToData}: a project whose files have no content. */
export function messagesFromData([project, ...companions]: readonly FileMessages[]): VFile {
  const file = toFile(project!);
  file.data.companions = companions.map(toFile);
  return file;
}

function toFile({ path, cwd, messages }: FileMessages): VFile {
  const file = new VFile({ path, cwd });
  for (const data of messages)
    Object.assign(file.message(String(data["reason"])), data, { fatal: data["fatal"] ?? undefined });
  return file;
}
