// What every new package has, and where it is registered.
import { addDependency, addReference, after } from "./edits.mjs";

/**
 * The manifest of a new package. What all of them have stands here alone, such as the scripts.
 *
 * @param {{folder: string, description: string, keywords: string[], dependencies: object, devDependencies: object}} about
 */
function manifestOf({ folder, description, keywords, dependencies, devDependencies }) {
  return {
    name: nameOf(folder),
    version: "0.0.0",
    description,
    keywords,
    homepage: `https://github.com/ccdag/ccdag/tree/main/${folder}#readme`,
    bugs: "https://github.com/ccdag/ccdag/issues",
    license: "MIT",
    repository: { type: "git", url: "git+https://github.com/ccdag/ccdag.git", directory: folder },
    files: ["dist", "!dist/**/*.tsbuildinfo", "src", "!src/**/*.test.ts"],
    type: "module",
    sideEffects: false,
    exports: {
      ".": { "@ccdag/source": "./src/index.ts", types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./package.json": "./package.json",
    },
    publishConfig: { access: "public" },
    scripts: {
      build: "tsc -b",
      types: "tsc -p tsconfig.tests.json",
      test: "node ../../tooling/tests/package.mjs",
      pack: "pnpm pack --out out/package.tgz",
      "check:package": "publint run out/package.tgz --strict && attw out/package.tgz --profile esm-only",
      api: "node ../../tooling/repo-checks/api.mjs --check",
    },
    dependencies,
    devDependencies: {
      "@arethetypeswrong/cli": "catalog:",
      ...devDependencies,
      "@ccdag/tsconfig": "workspace:*",
      publint: "catalog:",
    },
    engines: { node: ">=20.19" },
  };
}

function compilerOptionsOf(imports) {
  return {
    extends: "@ccdag/tsconfig/base.json",
    compilerOptions: { rootDir: "src", outDir: "dist", tsBuildInfoFile: "dist/.tsbuildinfo" },
    include: ["src"],
    exclude: ["src/**/*.test.ts"],
    references: imports.map((name) => ({ path: `../${name}` })),
  };
}

function toText(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function nameOf(folder) {
  return folder.replace("packages/", "@ccdag/");
}

/**
 * The files of a package that its code has no part in.
 *
 * @param {object} about what {@link manifestOf} takes.
 * @param {string[]} imports the packages of this project that its sources import.
 */
export function packageFiles(about, imports) {
  return [
    { path: `${about.folder}/package.json`, text: toText(manifestOf(about)) },
    { path: `${about.folder}/tsconfig.json`, text: toText(compilerOptionsOf(imports)) },
    {
      path: `${about.folder}/tsconfig.tests.json`,
      text: toText({ extends: "../../tooling/tsconfig/tests.json", include: ["src", "test"] }),
    },
  ];
}

/**
 * The registration of a package.
 *
 * @param {{folder: string, imports: string[], like: string}} about its folder; which packages it imports; which package stands
 * before it in all lists, and imports the same.
 */
export function packageEdits({ folder, imports, like }) {
  const name = folder.replace("packages/", "");
  return [
    addReference("tsconfig.json", folder),
    after(
      "tooling/repo-checks/repository.test.ts",
      `  "${like}": ${listOf(imports)}`,
      `  "${name}": ${listOf(imports)}`,
    ),
    // Its README has programs that import it.
    addDependency("tooling/readme/package.json", "devDependencies", nameOf(folder), "workspace:*"),
  ];
}

/** A list of packages, as it stands in code. */
function listOf(packages) {
  return `[${packages.map((one) => `"${one}"`).join(", ")}],\n`;
}
