import { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import jsQR from "jsqr";
import { describe, expect, it } from "vitest";
import { ownCertificate } from "@ccdag/site/live";
import { serve } from "./serving.ts";
import { ccdag, scratch, talk } from "./world.ts";

const world = () => scratch({ "talk/s.jsonl": talk("s") });
const [address = ""] = Object.values(networkInterfaces())
  .flatMap((some) => some ?? [])
  .filter(({ internal, family }) => !internal && family === "IPv4")
  .map((one) => one.address);
if (address === "")
  console.warn("This machine is in no network: `serve --host` is tested with an address of it alone.");

/** The QR code on some lines, as a picture that a camera would see. */
function scanned(lines: readonly string[]): string | undefined {
  const rows = lines.filter((line) => /^[ █▀▄]+$/.test(line));
  const dots = rows.flatMap((row) => [
    [...row].map((one) => "█▀".includes(one)),
    [...row].map((one) => "█▄".includes(one)),
  ]);
  const scale = 4;
  const size = { width: dots[0]!.length * scale, height: dots.length * scale };
  const pixels = new Uint8ClampedArray(size.width * size.height * 4).fill(255);
  for (let at = 0; at < size.width * size.height; at++) {
    const isLight = dots[Math.floor(at / size.width / scale)]![Math.floor((at % size.width) / scale)];
    if (!isLight) pixels.fill(0, at * 4, at * 4 + 3);
  }
  return jsQR.default(pixels, size.width, size.height)?.data;
}

describe("serve --host", () => {
  it.skipIf(address === "")(
    "prints an address, a QR code of it, and the fingerprint of what answers there",
    async () => {
      const { address: printed, lines, ask, enter } = await serve(world(), "--host", address);
      expect([printed.protocol, printed.hostname]).toEqual(["https:", address]);
      expect(scanned(lines)).toBe(printed.href);
      const socket = connect({ host: address, port: Number(printed.port), rejectUnauthorized: false });
      await new Promise((resolve) => socket.once("secureConnect", resolve));
      expect(lines.at(-2)).toBe(socket.getPeerX509Certificate()!.fingerprint256);
      socket.destroy();
      expect((await ask("/")).status).toBe(403);
      expect((await ask("/talk/session-s.html", await enter())).text).toContain("Answer s");
    },
  );

  it.skipIf(address === "")("prints every address of this machine if none is named", async () => {
    const { lines, address: first, send } = await serve(world(), "--host");
    const printed = lines.filter((line) => line.startsWith("https://"));
    expect(printed.map((line) => new URL(line).hostname)).toEqual(expect.arrayContaining([address, "127.0.0.1"]));
    expect(first.hostname).toBe(address);
    const status = (hostname: string, host: string) =>
      new Promise((resolve) =>
        send({ hostname, path: `/${first.search}`, headers: { host } }, (one) =>
          resolve(one.resume().statusCode),
        ).end(),
      );
    expect(await status("127.0.0.1", `127.0.0.1:${first.port}`)).toBe(303);
    // A page whose own name leads here is refused at every address.
    expect(await status("127.0.0.1", `pages.example:${first.port}`)).toBe(403);
    expect(await status(address, `pages.example:${first.port}`)).toBe(403);
  });

  it.skipIf(address === "")("encrypts nothing with --insecure, and warns", async () => {
    const { address: printed, lines } = await serve(world(), "--host", address, "--insecure");
    expect(printed.protocol).toBe("http:");
    expect(lines.at(-2)).toMatch(/^Warning: nothing is encrypted/);
  });

  it("uses a certificate that is given", async () => {
    const made = await ownCertificate(["127.0.0.1"], undefined);
    const folder = scratch({ "talk/s.jsonl": talk("s"), "cert.pem": made.cert, "key.pem": made.key });
    const server = await serve(folder, "--host", "127.0.0.1", "--cert", "cert.pem", "--key", "key.pem");
    expect(server.address.protocol).toBe("https:");
    expect((await server.ask("/talk/session-s.html", await server.enter())).status).toBe(200);
  });

  it("remembers its certificate for this user alone, and makes another one when the address changes", async () => {
    const folder = scratch({});
    const file = join(folder, "serve/certificate.pem");
    const first = await ownCertificate(["192.0.2.1", "fd00::2"], join(folder, "serve"));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const certificate = new X509Certificate(readFileSync(file));
    expect(certificate.checkIP("fd00::2")).toBeDefined();
    expect(Date.parse(certificate.validTo) - Date.now()).toBeLessThan(398 * 24 * 60 * 60 * 1000);
    expect((await ownCertificate(["192.0.2.1"], join(folder, "serve"))).cert.trim()).toBe(first.cert.trim());
    expect((await ownCertificate(["192.0.2.9"], join(folder, "serve"))).cert).not.toBe(first.cert);
  });

  it.each([
    [["--host", "198.51.100.77"], "Unexpected --host `198.51.100.77`, expected an address of this machine: "],
    [["--host", "example.org"], "Unexpected --host `example.org`, expected an address of this machine: "],
    [["--insecure"], "Unexpected --insecure, expected --host, and no --cert"],
    [["--host", "127.0.0.1", "--cert", "c.pem"], "Unexpected --cert without --host and --key, expected all"],
    [["--host", "127.0.0.1", "--cert", "none", "--key", "none"], "Cannot read --cert `"],
    [["--host", "127.0.0.1", "--cert", "s.jsonl", "--key", "s.jsonl"], "Unexpected content of --cert `"],
  ])("says what is wrong with %s", async (argv, message) => {
    const { code, stderr } = await ccdag(["serve", ".", ...argv], { cwd: scratch({ "s.jsonl": talk("s") }) });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("is not set by a config or a variable, which somebody else may have written", async () => {
    const folder = scratch({ "talk/s.jsonl": talk("s"), "ccdag.config.json": '{"settings": {"host": "0.0.0.0"}}' });
    const { code, stderr } = await ccdag(["serve", "talk", "--config", "ccdag.config.json"], { cwd: folder });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^ccdag: Unexpected setting `host` in /)]);
    const opened = await ccdag(["serve", ".", "--port", "0", "--no-config"], {
      cwd: join(folder, "talk"),
      env: { CCDAG_HOST: "0.0.0.0" },
      stop: Promise.resolve(),
    });
    expect(opened.stderr).toContain("http://127.0.0.1:");
  });
});
