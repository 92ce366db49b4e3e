import { createHash } from "node:crypto";
import { pageScriptHash } from "@ccdag/render-html/hashes";

const inline = /<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g;

/**
 * Add a content security policy to a page. It allows requests to this site only, and no scripts except those of the build.
 * A page that the browser creates in a frame inherits the policy, so the policy names the script of such pages; no other
 * script can run in a frame.
 *
 * @param html the page.
 */
export function withPolicy(html: string): string {
  const hashes = [...html.matchAll(inline)].map(
    ([, script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`,
  );
  const policy = [
    "default-src 'none'",
    `script-src 'self' '${pageScriptHash}' ${[...new Set(hashes)].join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return html.replace(/<meta charset="[^"]*">/, (charset) => `${charset}\n    ${meta}`);
}
