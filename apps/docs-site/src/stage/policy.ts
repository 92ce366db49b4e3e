import { createHash } from "node:crypto";
import { pageScriptHash } from "@ccdag/render-html/hashes";

const inline = /<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g;

/**
 * Give a page its policy: nothing may be asked of, or sent to, any other place than this site, and no script may stand in
 * a page but those that the build has put there. A page in a frame that is made in the browser has this policy, too, so
 * the script of such pages is named as well: whatever else gets into a frame cannot run.
 *
 * @param html the page.
 */
export function withPolicy(html: string): string {
  const own = [...html.matchAll(inline)].map(
    ([, script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`,
  );
  const policy = [
    "default-src 'none'",
    `script-src 'self' '${pageScriptHash}' ${[...new Set(own)].join(" ")}`,
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
