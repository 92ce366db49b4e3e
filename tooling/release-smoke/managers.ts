import { existsSync } from "node:fs";
import { join } from "node:path";
import { put, run } from "./run.ts";

/** Programs that come from the registry. */
export interface Tools {
  readonly yarn1: string;
  readonly yarn4: string;
  readonly bun: string;
}

/** How a package is added to an empty project. */
export interface Manager {
  readonly name: string;
  /** The command that adds a package. */
  readonly add: (tools: Tools, name: string, registry: string) => [command: string, ...args: string[]];
  /** The files that say which registry it asks. */
  readonly files: (registry: string) => Readonly<Record<string, string>>;
}

const npmrc = (registry: string) => ({ ".npmrc": `registry=${registry}\nreplace-registry-host=always\n` });

export const managers: readonly Manager[] = [
  { name: "npm", add: (_, name) => ["npm", "install", "--no-audit", "--no-fund", name], files: npmrc },
  {
    name: "pnpm",
    // The variables of the script that runs this go before its file.
    add: (_, name, registry) => ["pnpm", "add", "--ignore-workspace", `--registry=${registry}`, name],
    files: npmrc,
  },
  {
    name: "Yarn 1",
    add: ({ yarn1 }, name) => [process.execPath, yarn1, "add", name, "--no-lockfile", "--non-interactive"],
    files: npmrc,
  },
  {
    name: "Yarn 4",
    add: ({ yarn4 }, name) => [process.execPath, yarn4, "add", name],
    files: (registry) => ({
      "yarn.lock": "",
      ".yarnrc.yml": `npmRegistryServer: ${registry.replace(/\/$/, "")}\nunsafeHttpWhitelist: ["127.0.0.1"]\nnodeLinker: node-modules\nenableTelemetry: false\nenableImmutableInstalls: false\n`,
    }),
  },
  {
    name: "Bun",
    add: ({ bun }, name) => [bun, "add", name],
    files: (registry) => ({ "bunfig.toml": `[install]\nregistry = "${registry}"\n` }),
  },
];

/** Install the package managers that are not on the machine, once. */
export async function toolsFor(folder: string, registry: string): Promise<Tools> {
  const tools = join(folder, "tools");
  const at = (path: string) => join(tools, "node_modules", path);
  const bun = "@oven/bun-linux-x64";
  if (!existsSync(at("yarn"))) {
    put(tools, "package.json", JSON.stringify({ name: "tools", private: true }));
    put(tools, ".npmrc", `registry=${registry}\n`);
    await run(tools, "npm", "install", "--no-audit", "--no-fund", "yarn@1", "@yarnpkg/cli-dist@4", bun);
  }
  return { yarn1: at("yarn/bin/yarn.js"), yarn4: at("@yarnpkg/cli-dist/bin/yarn.js"), bun: at(`${bun}/bin/bun`) };
}
