// Writes the public names of each package, with types, to `api/`, so that a review shows every change. `--check`
// writes nothing, and fails where a report is stale. With folders of packages, or started in
// one, it looks at these alone.
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Extractor, ExtractorConfig } from "@microsoft/api-extractor";

const top = fileURLToPath(new URL("../../", import.meta.url));
const reports = fileURLToPath(new URL("api/", import.meta.url));
const drafts = join(top, "out/api");
const isCheck = process.argv.includes("--check");
const silent = { default: { logLevel: "none" } };

const isPackage = (path) => /^(?:packages|apps)\//.test(path);
const wanted = [...process.argv.slice(2), relative(top, process.cwd())].filter(isPackage);

/** @returns {Array<{name: string, folder: string, types: string}>} each entry of each package */
function entries() {
  const folders = [...readdirSync(join(top, "packages")).map((name) => `packages/${name}`), "apps/cli"].sort();
  return folders.flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(join(top, folder, "package.json"), "utf8"));
    return Object.entries(exports).flatMap(([path, target]) => {
      const report = [name.replace("@ccdag/", ""), path.slice(2).replaceAll("/", ".")].filter(Boolean).join(".");
      return target.types ? [{ name: report, folder, types: join(top, folder, target.types) }] : [];
    });
  });
}

mkdirSync(reports, { recursive: true });
mkdirSync(drafts, { recursive: true });
const changed = [];
const all = entries();
for (const { name, folder, types } of all.filter((entry) => wanted.length === 0 || wanted.includes(entry.folder))) {
  const projectFolder = join(top, folder);
  const config = ExtractorConfig.prepare({
    packageJsonFullPath: join(projectFolder, "package.json"),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder,
      mainEntryPointFilePath: types,
      newlineKind: "lf",
      compiler: { tsconfigFilePath: join(projectFolder, "tsconfig.json"), skipLibCheck: true },
      apiReport: { enabled: true, reportFolder: reports, reportTempFolder: drafts, reportFileName: `${name}.api.md` },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: silent,
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
  });
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: !isCheck,
    messageCallback: (message) => void (message.handled = true),
  });
  if (apiReportChanged) changed.push(name);
}
const names = new Set(all.map(({ name }) => `${name}.api.md`));
// Reports of entries that there are no more.
for (const file of readdirSync(reports).filter((one) => !names.has(one))) {
  changed.push(file);
  if (!isCheck) rmSync(join(reports, file));
}
if (changed.length > 0) console.error(`${isCheck ? "Stale" : "Written"}: ${changed.join(", ")}`);
if (isCheck && changed.length > 0) process.exitCode = 1;
