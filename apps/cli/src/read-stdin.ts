import type { Io } from "./io.ts";

/** After this time a command says what it is waiting for. */
const noticeMs = 2000;

/** A program may leave its pipe open and write nothing: without `-` only what comes at once is an input. */
const firstMs = 1000;

/**
 * Read what is piped into the command.
 *
 * @param io the environment of the run.
 * @param isNamed whether the input is `-`; else only what comes at once is read.
 * @returns absent if nothing is piped into it.
 */
export async function readStdin(io: Io, isNamed: boolean): Promise<Uint8Array | undefined> {
  if (isNamed) return readAll(io);
  return io.isStdinPiped === true ? readIfAny(io.stdin) : undefined;
}

async function readIfAny(stream: Io["stdin"]): Promise<Uint8Array | undefined> {
  const chunks = stream[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, firstMs, undefined)));
  const first = await Promise.race([chunks.next(), late]);
  clearTimeout(timer);
  if (first === undefined) {
    // An open pipe would keep the process alive.
    (stream as { destroy?: () => void }).destroy?.();
    return undefined;
  }
  const read: Buffer[] = [];
  for (let next = first; next.done !== true; next = await chunks.next()) read.push(Buffer.from(next.value));
  return Buffer.concat(read);
}

async function readAll({ stdin, stderr }: Io): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  const timer = setTimeout(
    () => stderr("Waiting for a transcript on stdin; name an input to read that instead\n"),
    noticeMs,
  );
  try {
    for await (const chunk of stdin) {
      clearTimeout(timer);
      chunks.push(Buffer.from(chunk));
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}
