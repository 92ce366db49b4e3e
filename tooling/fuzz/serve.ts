import { type Io, run } from "ccdag";
import { faultsOf } from "./outputs.ts";

/** How many pages of a project are fetched. */
const maxPages = 40;

/**
 * Serve an archive, fetch every page that can be reached by links, and stop.
 *
 * @param argv the arguments of `serve`.
 * @param io the environment; what is printed on stderr goes there, too.
 * @returns the exit code, and the faults of the pages.
 */
export async function serveAll(argv: readonly string[], io: Io): Promise<{ code: number; faults: string[] }> {
  const stopped = deferred<void>();
  const printed = deferred<string>();
  const running = run([...argv, "--port", "0", "--no-watch", "-q"], {
    ...io,
    stderr(text) {
      io.stderr(text);
      const found = /http:\S+/.exec(text);
      if (found) printed.resolve(found[0]);
    },
    stop: stopped.promise,
  });
  const first = await Promise.race([printed.promise, running]);
  if (typeof first === "number") return { code: first, faults: [] };
  try {
    const faults = await fetchAll(new URL(first));
    stopped.resolve();
    return { code: await running, faults };
  } finally {
    stopped.resolve();
  }
}

/** A promise that is settled from outside. */
function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

async function fetchAll(address: URL): Promise<string[]> {
  const entry = await fetch(address, { redirect: "manual" });
  const [cookie = ""] = (entry.headers.get("set-cookie") ?? "").split(";");
  const faults: string[] = [];
  const seen = new Set([new URL("/", address).href]);
  for (const url of seen) {
    if (seen.size > maxPages) break;
    const response = await fetch(url, { headers: { cookie } });
    const text = await response.text();
    const isPage = response.headers.get("content-type")?.startsWith("text/html");
    if (response.status !== 200) faults.push(`${response.status} for ${url}: ${text}`);
    else if (isPage) {
      faults.push(...faultsOf(text, "html").map((fault) => `${url}: ${fault}`));
      for (const [, href = ""] of text.matchAll(/ (?:href|src)="([^"#]+)/g)) {
        const target = new URL(href.replaceAll("&#x26;", "&").replaceAll("&amp;", "&"), response.url);
        target.hash = "";
        if (target.origin === address.origin) seen.add(target.href);
      }
    }
  }
  return faults;
}
