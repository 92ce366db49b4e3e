// Writes a site, as `ccdag site` does: a program of its own, so that a test can kill it, or run it as another user.
//   node write-site.mjs <folder of the site> <input>… [--search] [--prune]
import module from "node:module";
import { parseArgs } from "node:util";

module.enableCompileCache?.();
const { Writer } = await import("@ccdag/keep/write");
const { findSources, sitePartsOf, writeSite } = await import("@ccdag/site");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { search: { type: "boolean", default: false }, prune: { type: "boolean", default: false } },
});
const [out, ...inputs] = positionals;
const writer = new Writer(["/nowhere"]);
const io = { cwd: process.cwd(), env: {}, roots: [], followLinks: false, cache: undefined, config: undefined, writer };
try {
  const sources = await findSources(
    inputs.map((input) => ({ input, folder: input })),
    io,
  );
  const { projects, pages } = await writeSite(sources, out, {
    ...values,
    index: "../index.html",
    sharedFiles: true,
    signature: "1",
    policy: "",
    writer,
    divide: (source) => sitePartsOf(source, io, false),
    confirm: async () => true,
    progress: () => {},
    report: async () => {},
  });
  console.log(`projects: ${projects}, pages: ${pages}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
