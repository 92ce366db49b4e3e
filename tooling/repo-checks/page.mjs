// Writes the script and the style of a page to one module, with their hashes.
//   --check  only reports whether it is stale
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Modules that export texts, and the sources of the texts. */
const modules = {
  "packages/render-html/src/generated.ts": {
    pageScript: "packages/render-html/src/client/page.ts",
    indexScript: "packages/render-html/src/client/index-page.ts",
    liveScript: "packages/render-html/src/client/live.ts",
    pageStyle: "packages/render-html/src/client/style.css",
  },
};

/** The modules that are stale. */
export function stale() {
  return Object.keys(modules).filter((path) => write(path) !== readFileSync(top + path, "utf8"));
}

function write(path) {
  const texts = Object.entries(modules[path]).map(([name, source]) => {
    const text = bundle(source);
    const hash = `sha256-${createHash("sha256").update(text).digest("base64")}`;
    return `/** Made of \`${source.replace(/^.*?src\//, "")}\`. */\nexport const ${name} = ${JSON.stringify(text)};\nexport const ${name}Hash = "${hash}";\n`;
  });
  return `// Written by \`pnpm page\`. Not to be edited.\n\n${texts.join("\n")}`;
}

function bundle(source) {
  const { outputFiles } = buildSync({
    absWorkingDir: top,
    entryPoints: [source],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "ascii",
    legalComments: "none",
    write: false,
  });
  const text = outputFiles[0].text.trim();
  // Nothing in it may close its element.
  if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error(`${source} holds the end of its element`);
  return text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const old = process.argv.includes("--check") ? stale() : [];
  if (!process.argv.includes("--check"))
    for (const path of Object.keys(modules)) writeFileSync(top + path, write(path));
  for (const path of old) console.log(`stale: ${path}`);
  process.exitCode = old.length > 0 ? 1 : 0;
}
