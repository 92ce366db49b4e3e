// One file of types for each entry: those of our own packages are in it, but for the tree; those of others stay imports.
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Extractor, ExtractorConfig } from "@microsoft/api-extractor";
import { top } from "../setup/install.mjs";

const projectFolder = join(top, "apps/cli");
/** Packages are read from what the compiler wrote, not from their sources. */
const overrideTsconfig = {
  extends: join(projectFolder, "tsconfig.json"),
  compilerOptions: { customConditions: [] },
};
const silent = { default: { logLevel: "none" } };
/** Packages whose types are copied. Those of the tree are not: a program may add to them. */
const own = readdirSync(join(top, "packages"))
  .map((name) => `@ccdag/${name}`)
  .filter((name) => name !== "@ccdag/ccast");

/** Write the types of an entry, from the declarations that the compiler wrote. */
export function writeTypes(from, to) {
  mkdirSync(join(top, "out/bundle"), { recursive: true });
  const config = ExtractorConfig.prepare({
    packageJsonFullPath: join(projectFolder, "package.json"),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder,
      mainEntryPointFilePath: from,
      bundledPackages: own,
      newlineKind: "lf",
      compiler: { overrideTsconfig, skipLibCheck: true },
      apiReport: { enabled: false },
      docModel: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: to },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: silent,
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
  });
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => void (message.handled = true),
  });
  if (!succeeded) throw new Error(`Cannot bundle the types of ${from}`);
}
