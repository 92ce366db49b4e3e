import { X509Certificate } from "node:crypto";
import type { ServerPlace } from "@ccdag/site/live";
import type { CommandIo } from "./io.ts";
import { hasColors } from "./has-colors.ts";

/**
 * What somebody must know who serves pages in a network: the address as a QR code for a phone, and whether others can read along.
 *
 * @param address the address, with its token.
 */
export async function networkNotice(
  address: string,
  { tls }: ServerPlace,
  io: Pick<CommandIo, "isTerminal" | "env">,
): Promise<string> {
  const { renderUnicodeCompact } = await import("uqr");
  const code = renderUnicodeCompact(address, { border: 2 });
  // A camera wants dark on light, whatever the colours of the terminal are.
  const shown = hasColors(undefined, io.isTerminal, io) ? code.replaceAll(/^.*$/gm, "\u001b[40;97m$&\u001b[0m") : code;
  return `${shown}\n${tls ? certificateNotice(tls.cert) : plainNotice}\n`;
}

const plainNotice =
  "Warning: nothing is encrypted, so who can listen in this network can read these pages, and can use the address above.";

function certificateNotice(cert: string): string {
  const { fingerprint256 } = new X509Certificate(cert);
  return `Where the browser does not know the certificate, compare its SHA-256 fingerprint before you trust it:\n${fingerprint256}`;
}
