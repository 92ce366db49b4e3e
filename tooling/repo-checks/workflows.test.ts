import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { archiveOf, installers, targets } from "../bundle/installers.mjs";
import { files, read } from "./files.mjs";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string | { readonly name: string };
  readonly needs?: string | readonly string[];
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

describe("the installers of the single binary (issue 46)", () => {
  const manifest = { ...JSON.parse(read("apps/cli/package.json")), version: "1.2.3" } as { version: string };
  const archives = targets.map(archiveOf);
  const made: Readonly<Record<string, string>> = installers(
    manifest,
    Object.fromEntries(archives.map((name, at) => [name, String(at).repeat(64)])),
  );

  it("are for the systems that the workflow makes it on", () => {
    const [, { jobs: all }] = workflows.find(([path]) => path.endsWith("release.yml"))!;
    const { strategy } = all["binary"] as unknown as { strategy: { matrix: { include: Array<{ target: string }> } } };
    expect(strategy.matrix.include.map(({ target }) => target)).toEqual(targets.map(({ name }) => name));
  });

  it("name the archive of each system once, where the release has it, with its hash", () => {
    const all = Object.values(made).join("\n");
    for (const [at, name] of archives.entries()) {
      expect(all.split(`/releases/download/ccdag%401.2.3/${name}"`)).toHaveLength(2);
      expect(all.split(String(at).repeat(64))).toHaveLength(2);
    }
    expect(() => installers(manifest, {})).toThrow("Unexpected release without ccdag-darwin-arm64.tar.gz");
  });

  it("are what Ruby and YAML read", ({ skip }) => {
    for (const [path, text] of Object.entries(made))
      if (path.endsWith(".yaml"))
        expect(parse(text)).toMatchObject({ PackageIdentifier: "ccdag.ccdag", PackageVersion: "1.2.3" });
    const checked = spawnSync("ruby", ["-c"], { input: made["homebrew/ccdag.rb"]!, encoding: "utf8" });
    if (checked.error) skip("there is no Ruby on this machine: the formula is not read");
    expect(checked.stdout).toBe("Syntax OK\n");
  });
});

describe("the image (issue 46)", () => {
  it("and its services start commands that there are", () => {
    const { services } = parse(read("compose.yaml"), { merge: true }) as {
      services: Record<string, { image: string; command?: string[] }>;
    };
    const own = Object.values(services).filter(({ image }) => image === "ccdag");
    expect(own.map(({ command }) => command!.join(" ")).sort()).toEqual(["store serve --host 0.0.0.0", "worker"]);
    const table = read("apps/cli/README.md");
    for (const { command } of own) expect(table).toContain(command![0]);
    const steps = read("Dockerfile").match(/^[A-Z]+/gm);
    expect(steps?.slice(-4)).toEqual(["USER", "WORKDIR", "ENTRYPOINT", "CMD"]);
  });
});
