import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { files, read } from "./files.mjs";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string | { readonly name: string };
  readonly needs?: string;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const paths = files.filter(
  (path) => path.startsWith(".github/") && /\.ya?ml$/.test(path) && !/ISSUE_TEMPLATE/.test(path),
);
const workflows = paths.map((path) => [path, parse(read(path)) as Workflow] as const);
const jobs = workflows.flatMap(([path, { jobs: all, permissions }]) =>
  Object.entries(all).map(([name, job]) => ({
    name: `${path.replace(/^.*\/|\.yml$/g, "")}: ${name}`,
    rights: job.permissions ?? permissions ?? { all: "write" },
    ...job,
  })),
);

/** What a job may do, besides reading the repository. */
const allowed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "release: version": { contents: "write", "pull-requests": "write" },
  "release: publish": { "id-token": "write" },
  "release: tag": { contents: "write" },
  // Pages does not accept a deployment without it.
  "docs: deploy": { pages: "write", "id-token": "write" },
};

describe("workflows", () => {
  it("pin each action by the hash of a commit, with its version", () => {
    expect(paths.length).toBeGreaterThan(2);
    const lines = paths.flatMap((path) =>
      read(path)
        .split("\n")
        .filter((line) => /\buses:/.test(line)),
    );
    expect(lines.length).toBeGreaterThan(10);
    expect(
      lines.filter((line) => !/^ +(?:- )?uses: [\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
    ).toEqual([]);
    // One action has one hash.
    const hashes = new Set(lines.map((line) => line.replace(/^ +(?:- )?uses: /, "")));
    expect([...new Set([...hashes].map((one) => one.split("@")[0]))]).toHaveLength(hashes.size);
  });

  it("give each job the rights that it needs, and no others", () => {
    for (const { name, rights } of jobs) expect([name, rights]).toEqual([name, allowed[name] ?? { contents: "read" }]);
    expect(Object.keys(allowed).filter((name) => jobs.every((job) => job.name !== name))).toEqual([]);
  });

  it("publish with the identity of a job in an environment, without a token that lasts", () => {
    for (const path of paths)
      expect([path, /NPM_TOKEN|NODE_AUTH_TOKEN|secrets\./.exec(read(path))?.[0]]).toEqual([path, undefined]);
    const publishing = jobs.filter(({ steps }) => steps.some(({ run }) => /\bpublish\b/.test(run ?? "")));
    expect(publishing.map(({ name, environment }) => [name, environment])).toEqual([["release: publish", "npm"]]);
  });

  it("check out and install nothing in a job that may publish or deploy", () => {
    const trusted = jobs.filter(({ rights }) => "id-token" in rights);
    expect(trusted.map(({ name }) => name).sort()).toEqual(["docs: deploy", "release: publish"]);
    for (const { name, steps, needs, environment } of trusted) {
      expect([name, needs, environment !== undefined]).toEqual([name, "build", true]);
      const found = steps.filter(
        ({ uses = "", run = "" }) =>
          uses.startsWith("actions/checkout@") || /\b(?:pnpm|npx|npm (?:i|ci|install|exec))\b/.test(run),
      );
      expect([name, found]).toEqual([name, []]);
    }
  });

  it("leave no credentials in a checkout, and never run a pull request with the rights of the repository", () => {
    const checkouts = jobs.flatMap(({ steps }) => steps.filter(({ uses }) => uses?.startsWith("actions/checkout@")));
    expect(checkouts.length).toBeGreaterThan(2);
    for (const one of checkouts) expect(one.with).toMatchObject({ "persist-credentials": false });
    for (const [path, { on }] of workflows)
      expect([
        path,
        Object.keys(on).filter((one) => /pull_request_target|workflow_run|issue_comment/.test(one)),
      ]).toEqual([path, []]);
    // What people write is no part of a script.
    for (const { name, steps } of jobs)
      expect([name, steps.filter(({ run }) => /\$\{\{/.test(run ?? ""))]).toEqual([name, []]);
  });
});
