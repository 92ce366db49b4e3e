import { allRows, type LibraryIo } from "@ccdag/library";
import type { McpCall } from "./mcp-tool.ts";
import { redactAll } from "./redact-all.ts";

/** Ids of the client, which hold no secret. */
const random = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** The environment and the redaction of a call. */
type Context = Pick<McpCall, "io" | "redaction">;

/**
 * Redact texts that name sessions: the id of a session, which may be the name of any file, has the same name in every answer,
 * so that {@link idBehind} finds it.
 *
 * @param texts the texts.
 * @param context the environment and the redaction of the call.
 */
export async function redactWithNames(
  texts: readonly string[],
  { io, redaction }: Context,
): Promise<readonly string[]> {
  const first = redaction === undefined ? [] : (await unusualIds(io)).texts;
  return (await redactAll([...first, ...texts], redaction)).slice(first.length);
}

/**
 * The id of the session that an answer named.
 *
 * @param input what a client passes: an id, a redacted one, or the beginning of one.
 * @param context the environment and the redaction of the call.
 * @returns the id; the input itself where it is no redacted id.
 */
export async function idBehind(input: string, { io, redaction }: Context): Promise<string> {
  if (redaction === undefined || !input.includes("REDACTED")) return input;
  const { ids, texts } = await unusualIds(io);
  const shown = await redactAll(texts, redaction);
  const whole = ids.find((_, index) => shown[index] === input);
  const [found, other] = ids.filter((_, index) => shown[index]!.startsWith(input));
  return whole ?? (other === undefined ? found : undefined) ?? input;
}

/**
 * The ids that redaction may change, oldest first, so that a new session does not change the names of the others; and the
 * texts to redact first: the ids, and folders that say which words in them are names of users.
 */
async function unusualIds(io: LibraryIo): Promise<{ readonly ids: readonly string[]; readonly texts: string[] }> {
  const { rows } = await allRows(io);
  const unusual = rows.filter(({ id }) => !random.test(id));
  unusual.sort((a, b) => (a.from ?? 0) - (b.from ?? 0) || (a.path < b.path ? -1 : 1));
  const ids = unusual.map(({ id }) => id);
  const folders = ids.length === 0 ? [] : rows.flatMap(({ cwd, path }) => [cwd ?? "", path]);
  return { ids, texts: [...ids, ...new Set(folders)] };
}
