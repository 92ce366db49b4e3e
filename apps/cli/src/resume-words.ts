import { clientFacts } from "@ccdag/ccast";
import { isPlainId, type SessionRow } from "@ccdag/library";

/**
 * The program that continues a session, and its arguments.
 *
 * @param row the session.
 * @returns plain words, which every shell reads as they are; `undefined` if its client cannot resume it, or its id is more than
 *   a word.
 */
export function resumeWords({ id, client }: Pick<SessionRow, "id" | "client">): [string, ...string[]] | undefined {
  const { resume } = clientFacts(client);
  if (resume === undefined || !isPlainId(id)) return undefined;
  const [program, ...flags] = resume.split(" ");
  return [program!, ...flags, id];
}
