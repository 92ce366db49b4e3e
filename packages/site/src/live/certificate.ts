import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { writeCache } from "@ccdag/files";
import { whyOf } from "@ccdag/files/errors";
import { RequestError } from "@ccdag/pipeline/tables";
import type { ServerPlace } from "./server-place.ts";

const day = 24 * 60 * 60 * 1000;
/** How long a certificate that is made is valid: browsers reject what is valid for years. */
const lifetime = 365 * day;

/** What a server proves its identity with, both as PEM. */
export type Certificate = NonNullable<ServerPlace["tls"]>;

/**
 * Read a certificate and its key.
 *
 * @param cert the path of the certificate, or of a chain that begins with it.
 * @param key the path of its private key, without a password.
 * @throws RequestError if one cannot be read, or they do not belong together.
 */
export async function readCertificate(cert: string, key: string): Promise<Certificate> {
  const found = { cert: await readText("--cert", cert), key: await readText("--key", key) };
  const certificate = parsed("--cert", cert, "a certificate", () => new X509Certificate(found.cert));
  const secret = parsed("--key", key, "a private key without a password", () => createPrivateKey(found.key));
  if (!certificate.checkPrivateKey(secret))
    throw new RequestError(`Unexpected --key \`${key}\`, expected the key of the certificate \`${cert}\``);
  return found;
}

async function readText(option: string, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new RequestError(`Cannot read ${option} \`${path}\`: ${whyOf(error)}`);
  }
}

function parsed<T>(option: string, path: string, expected: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new RequestError(`Unexpected content of ${option} \`${path}\`, expected ${expected} as PEM`);
  }
}

/**
 * A certificate for some addresses that nobody vouches for: a browser asks once whether to trust it. The one of the last time is
 * used again while it is valid for these addresses.
 *
 * @param names the IP addresses.
 * @param folder the folder in which it is remembered, with its key; absent to forget it.
 */
export async function ownCertificate(names: readonly string[], folder: string | undefined): Promise<Certificate> {
  const file = folder === undefined ? undefined : join(folder, "certificate.pem");
  const known = file === undefined ? undefined : await remembered(file, names);
  if (known !== undefined) return known;
  const { default: selfsigned } = await import("selfsigned");
  const made = await selfsigned.generate([{ name: "commonName", value: `ccdag on ${hostname()}`.slice(0, 64) }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - day),
    notAfterDate: new Date(Date.now() + lifetime),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: names.map((ip) => ({ type: 7, ip })) },
    ],
  });
  if (file !== undefined) await writeCache(file, `${made.private}\n${made.cert}\n`);
  return { cert: made.cert, key: made.private };
}

/** What is remembered, if it serves for a week more; absent if there is none, or it is damaged. */
async function remembered(file: string, names: readonly string[]): Promise<Certificate | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  try {
    const certificate = new X509Certificate(text);
    const isValid = Date.parse(certificate.validTo) > Date.now() + 7 * day;
    const isFor = names.every((name) => certificate.checkIP(name) !== undefined);
    return isValid && isFor && certificate.checkPrivateKey(createPrivateKey(text))
      ? { cert: certificate.toString(), key: text }
      : undefined;
  } catch {
    return undefined;
  }
}
