import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";

const oldTime = "2026-01-01T00:00:00.000Z";

/** A package as it would be published. */
export interface Release {
  readonly manifest: Readonly<Record<string, unknown>> & { readonly name: string; readonly version: string };
  readonly tarball: Uint8Array;
}

/** What `npm publish` sends. */
interface Sent {
  readonly versions: Readonly<Record<string, Release["manifest"]>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

function toRelease({ versions, _attachments }: Sent): Release {
  const [manifest] = Object.values(versions);
  const [file] = Object.values(_attachments);
  if (manifest === undefined || file === undefined) throw new TypeError("Unexpected request without a package");
  return { manifest, tarball: Buffer.from(file.data, "base64") };
}

/** A registry on this machine. */
export interface Registry {
  readonly url: string;
  publish(release: Release): void;
  /** What was published, in this order. */
  list(): Release[];
  close(): void;
}

/** Serve the packages of the project, also those that `npm publish` sends; requests for others go to another registry. */
export async function startRegistry(upstream: string): Promise<Registry> {
  const releases = new Map<string, Release>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = "/", headers, method } = request;
    const name = decodeURIComponent(path.slice(1));
    const release = releases.get(name.replace(/^tarballs\/|\.tgz$/g, ""));
    if (method === "PUT") {
      const sent = toRelease((await json(request)) as Sent);
      const isThere = releases.get(name)?.manifest.version === sent.manifest.version;
      if (!isThere) releases.set(name, sent);
      response.writeHead(isThere ? 403 : 201, { "content-type": "application/json" }).end("{}");
    } else if (release && name.startsWith("tarballs/")) response.end(release.tarball);
    else if (release) response.setHeader("content-type", "application/json").end(JSON.stringify(packument(release)));
    else {
      const accept = headers.accept ?? "*/*";
      const found = await fetch(`${upstream.replace(/\/$/, "")}${path}`, { headers: { accept } });
      response.writeHead(found.status, { "content-type": found.headers.get("content-type") ?? "" });
      if (found.body) Readable.fromWeb(found.body as ReadableStream).pipe(response);
      else response.end();
    }
  }

  function packument({ manifest, tarball }: Release): object {
    const { name, version } = manifest;
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    const shasum = createHash("sha1").update(tarball).digest("hex");
    const dist = { tarball: `${url}tarballs/${name}.tgz`, integrity, shasum };
    const versions = { [version]: { ...manifest, dist } };
    // Package managers may want versions that are a day old.
    const time = { created: oldTime, modified: oldTime, [version]: oldTime };
    return { name, "dist-tags": { latest: version }, versions, time };
  }

  return {
    url,
    list: () => [...releases.values()],
    publish: (release) => void releases.set(release.manifest.name, release),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
