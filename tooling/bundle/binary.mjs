// Makes one file that runs without Node: Node itself with the bundle of the command line in it.
//   node binary.mjs <folder>
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { inject } from "postject";
import { top } from "../setup/install.mjs";
import { folderOf, withFiles } from "./libraries.mjs";
import { stageProgram } from "./stage.mjs";

const isWindows = process.platform === "win32";

/**
 * Make the binary for this platform, of the Node that runs this.
 *
 * @param folder where it is put; it is emptied.
 * @returns its path
 */
export async function makeBinary(folder) {
  rmSync(folder, { recursive: true, force: true });
  const parts = join(folder, "parts");
  const files = join(parts, "files");
  await stageProgram(files);
  copyLibraries(files);
  writeFileSync(join(files, "start.cjs"), 'import("./bin.js");\n');
  const packed = pack(files);
  const { version } = JSON.parse(readFileSync(join(files, "package.json"), "utf8"));
  writeFileSync(join(parts, "packed"), packed);
  writeFileSync(join(parts, "name"), `${version}-${createHash("sha256").update(packed).digest("hex").slice(0, 16)}`);
  await build({
    entryPoints: [join(top, "tooling/bundle/binary-main.mjs")],
    outfile: join(parts, "main.cjs"),
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20.19",
  });
  const binary = join(folder, isWindows ? "ccdag.exe" : "ccdag");
  await putInto(binary, parts);
  for (const name of ["LICENSE", "THIRD-PARTY-LICENSES"]) cpSync(join(files, name), join(folder, name));
  rmSync(parts, { recursive: true });
  return binary;
}

/** The libraries that the bundle loads from beside it. */
function copyLibraries(files) {
  const require = createRequire(join(top, "packages/sqlite/package.json"));
  for (const name of withFiles)
    cpSync(folderOf(require.resolve(name)), join(files, "node_modules", name), { recursive: true, dereference: true });
}

/** All files of a folder in one: a table of paths with their content in base64. */
function pack(folder) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
    .sort();
  const table = paths.map((path) => [path.replaceAll("\\", "/"), readFileSync(join(folder, path), "base64")]);
  return gzipSync(JSON.stringify(Object.fromEntries(table)), { level: 9 });
}

/** Node's own program with ours in it. */
async function putInto(binary, parts) {
  const config = {
    main: join(parts, "main.cjs"),
    output: join(parts, "blob"),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    assets: { files: join(parts, "packed"), name: join(parts, "name") },
  };
  writeFileSync(join(parts, "config.json"), JSON.stringify(config));
  execFileSync(process.execPath, ["--experimental-sea-config", join(parts, "config.json")], { stdio: "pipe" });
  copyFileSync(process.execPath, binary);
  chmodSync(binary, 0o755);
  const isMac = process.platform === "darwin";
  // A signature is of the file as it was.
  if (isMac) execFileSync("codesign", ["--remove-signature", binary]);
  await inject(binary, "NODE_SEA_BLOB", readFileSync(join(parts, "blob")), {
    sentinelFuse: "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2",
    ...(isMac ? { machoSegmentName: "NODE_SEA" } : {}),
  });
  if (isMac) execFileSync("codesign", ["--sign", "-", binary]);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(await makeBinary(resolve(process.argv[2] ?? join(top, "out/binary"))));
