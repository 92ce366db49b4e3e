import { createServer, type Server } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The output folder of the whole site. */
export const site: string = fileURLToPath(new URL("../../out/site/", import.meta.url));

/** The output folder of the site that has the pages which tests open in a browser. */
const tested: string = fileURLToPath(new URL("../../out/tested/site/", import.meta.url));

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

/** Serve a site as a static file server does: `/a/` is `a/index.html`. Served files are recorded. */
export async function serveSite(
  folder: string = tested,
): Promise<{ address: string; server: Server; served: Map<string, Buffer> }> {
  const served = new Map<string, Buffer>();
  const server = createServer(
    (request, response) =>
      void answer(folder, request.url ?? "/").then(
        ({ path, bytes }) => {
          served.set(path, bytes);
          response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream");
          response.end(bytes);
        },
        () => {
          response.statusCode = 404;
          response.end();
        },
      ),
  );
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { address: `http://127.0.0.1:${typeof address === "object" ? address!.port : ""}`, server, served };
}

async function answer(site: string, url: string): Promise<{ path: string; bytes: Buffer }> {
  const { pathname } = new URL(url, "http://site");
  const bare = join(site, decodeURIComponent(pathname));
  const path = pathname.endsWith("/") ? join(bare, "index.html") : bare;
  if (!path.startsWith(site)) throw new Error("not found");
  return { path, bytes: await readFile(path) };
}
