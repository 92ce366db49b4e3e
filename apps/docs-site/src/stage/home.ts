import { readFileSync } from "node:fs";
import { join } from "node:path";
import { figure } from "../figure/figure.ts";
import { Project } from "../playground/project.ts";
import { samples } from "../playground/samples.ts";

/**
 * Generate the home page, with drawings of the sample as recorded and as rebuilt, and the page of the sample.
 *
 * @param text the home page, with markers for the drawings.
 * @param top the repository.
 * @param files all paths in the repository.
 * @returns files by their paths among the pages.
 */
export async function homeFiles(
  text: string,
  top: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [sample] = samples;
  const from = `tooling/fixtures/${sample!.folder}/`;
  const paths = files.filter((path) => path.startsWith(from)).map((path) => path.slice(from.length));
  const project = new Project(
    paths.map((path) => ({ path, value: readFileSync(join(top, from, path)) })),
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
            "Before: the records of three transcripts. Each entry is a point, joined to the parent that its record names.",
            recorded,
          ),
        )
        .replace(
          "<!-- sample: rebuilt -->",
          figure("After: the rebuilt conversation. Two sessions, a rewind, an agent, a compaction.", rendered),
        ),
    ],
    ["public/sample.html", texts[0]!],
  ]);
}
