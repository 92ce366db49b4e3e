import type { GivenFile } from "./protocol.ts";
import { readViewOptions, type ViewOptions } from "./options.ts";
import { type Tab, tabs } from "./tabs.ts";

/** The contents of an address. */
export interface Shared {
  readonly name: string;
  readonly files: ReadonlyArray<{ readonly path: string; readonly text: string }>;
  readonly options: ViewOptions;
  readonly tab: Tab;
}

/** What can be shared in an address. */
interface Shareable extends Omit<Shared, "files"> {
  readonly files: readonly GivenFile[];
}

/** The maximum length of a fragment, in characters: some programs truncate longer addresses. */
const maxFragment = 16_000;

/**
 * Put files and options into the fragment of an address, which browsers never send to a server.
 *
 * @returns the text after `#`; nothing if it would be too long.
 */
export async function toFragment({ name, files, options, tab }: Shareable): Promise<string | undefined> {
  const size = files.reduce((sum, { blob }) => sum + blob.size, 0);
  if (size > 100 * maxFragment) return undefined;
  const texts = await Promise.all(files.map(async ({ path, blob }) => ({ path, text: await blob.text() })));
  const json = JSON.stringify({ name, files: texts, options, tab } satisfies Shared);
  const bytes = await through(new Blob([json]), new CompressionStream("deflate-raw"));
  const fragment = `share=${toBase64(new Uint8Array(bytes))}`;
  return fragment.length > maxFragment ? undefined : fragment;
}

/**
 * Read the fragment of an address.
 *
 * @param fragment the text after `#`.
 * @returns nothing if the fragment shares no files.
 */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
  const packed = /^#?share=([\w-]+)$/.exec(fragment)?.[1];
  if (packed === undefined) return undefined;
  try {
    const bytes = await through(new Blob([fromBase64(packed)]), new DecompressionStream("deflate-raw"));
    const shared = JSON.parse(new TextDecoder().decode(bytes)) as Shared;
    const isWhole =
      typeof shared.name === "string" &&
      Array.isArray(shared.files) &&
      shared.files.every(({ path, text }) => typeof path === "string" && typeof text === "string") &&
      typeof shared.options === "object";
    const tab = tabs.find((one) => one === shared.tab) ?? "page";
    return isWhole ? { ...shared, options: readViewOptions({ ...shared.options }), tab } : undefined;
  } catch {
    return undefined;
  }
}

function through(blob: Blob, stream: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(blob.stream().pipeThrough(stream)).arrayBuffer();
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}
