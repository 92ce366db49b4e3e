import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { version as treeVersion } from "@ccdag/ccast";
import { kinds, type PluginKind } from "./kinds.ts";

/** A plugin to write. */
export interface NewPlugin {
  readonly kind: PluginKind;
  /** Its name without a prefix, such as `asciidoc`: small letters, digits and dashes, a letter first. */
  readonly name: string;
  /** The folder that is made for it, absolute; it must not exist, or be empty. */
  readonly folder: string;
}

/** What cannot be written, for the person who asked: the message says what was expected. */
export class CreateError extends Error {}

const templates = fileURLToPath(new URL("../templates", import.meta.url));

/**
 * Write the files of a plugin that works: it has a test, and a README that says how it is used.
 *
 * @param plugin what to write, and where.
 * @returns the paths of the files in the folder.
 * @throws CreateError if the name cannot be that of a package, or the folder holds something.
 */
export function createPlugin({ kind, name, folder }: NewPlugin): string[] {
  if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(name) || name.length > 60)
    throw new CreateError(
      `Unexpected name \`${name}\`, expected small letters, digits and dashes, such as \`my-${kind}\``,
    );
  if (entriesOf(folder).length > 0)
    throw new CreateError(`Unexpected folder \`${folder}\`, which is not empty; expected a new one`);
  const words = wordsOf(kind, name);
  const written = ["all", kind].flatMap((group) =>
    readdirSync(join(templates, group)).map((template) => {
      const text = readFileSync(join(templates, group, template), "utf8");
      const path = pathOf(template);
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(
        join(folder, path),
        text.replace(/\{\{(\w+)\}\}/g, (_, word: string) => words[word]!),
        { flag: "wx" },
      );
      return path;
    }),
  );
  return written.sort();
}

/** What stands in templates for what is different in each plugin. */
function wordsOf(kind: PluginKind, name: string): Readonly<Record<string, string>> {
  const { packageOf, description, keyword, dependencies, use } = kinds[kind];
  const Name = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const names = dependencies.map((one) => `\n    "${one}": "latest",`);
  return {
    name,
    Name,
    id: Name[0]!.toLowerCase() + Name.slice(1),
    package: packageOf(name),
    description: description(name),
    keyword,
    dependencies: names.join(""),
    range: rangeOf(treeVersion),
    use: use(packageOf(name)),
  };
}

/** The versions of the tree that a new plugin reads. A checkout has no version. */
function rangeOf(version: string): string {
  return version === "0.0.0" ? ">=0" : `^${version}`;
}

/** Where templates go that have another name than the file: with its name, tools would take them for files of this package. */
const paths: Readonly<Record<string, string>> = {
  gitignore: ".gitignore",
  "source.ts": "src/index.ts",
  "test.ts": "test/index.test.ts",
};

function pathOf(template: string): string {
  const name = template.replace(/\.txt$/, "");
  return paths[name] ?? name;
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new CreateError(`Unexpected folder \`${folder}\`: ${(error as Error).message}`);
  }
}
