import { readFileSync } from "node:fs";
import { join } from "node:path";
import { figure } from "../figure/figure.ts";
import { Project } from "../playground/project.ts";
import { samples } from "../playground/samples.ts";

/**
 * The home page, with the sample as recorded and as told in the places for them, and the sample as a page of its own.
 *
 * @param text the home page.
 * @param top the repository.
 * @param files all paths in it.
 * @returns files by their place among the pages.
 */
export async function homeFiles(
  text: string,
  top: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [sample] = samples;
  const from = `tooling/fixtures/${sample!.folder}/`;
  const own = files.filter((path) => path.startsWith(from)).map((path) => path.slice(from.length));
  const project = new Project(
    own.map((path) => ({ path, value: readFileSync(join(top, from, path)) })),
    sample!.folder,
  );
  const { recorded, rendered } = await project.draw({ to: "html" });
  const { texts } = await project.render({ to: "html" });
  return new Map([
    [
      "index.md",
      text
        .replace(
          "<!-- sample: recorded -->",
          figure(
            "Before: what three transcripts hold. Each entry is a point, hanging on the one that it names.",
            recorded,
          ),
        )
        .replace(
          "<!-- sample: told -->",
          figure("After: what happened. Two sessions, a rewind, an agent, a compaction.", rendered),
        ),
    ],
    ["public/sample.html", texts[0]!],
  ]);
}
