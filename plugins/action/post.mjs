// Posts exported sessions as comments on a pull request, and updates those that it has posted.
//   node post.mjs <folder>   takes the files talk*.md of the folder, if there is one, and the notes of git of the commits of the request
//
// It reads the variables that GitHub sets, and CCDAG_TOKEN and CCDAG_NOTES. A comment is known by its first line, and is changed only
// if it is of the account that this run writes as. No transcript is read here.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, CCDAG_TOKEN: token, CCDAG_NOTES: notes = "" } = process.env;
const { pull_request: request } = JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, "utf8"));
/** The account of the token of a workflow. */
const account = process.env.CCDAG_ACCOUNT || "github-actions[bot]";
/** GitHub takes no longer comment. */
const limit = 65_536;
/** The first line of an exported part; what identifies it is before the number of parts. */
const mark = /^(<!-- ccdag [\w=. -]*part=\d+ )of=\d+ -->$/;

/**
 * Divide a text into exported parts, each with its mark. The first one is its first line, and another one is outside of fences: the
 * output of a tool may look like a mark. What has no mark is not ours to post.
 */
function partsOf(text) {
  const parts = [];
  let fence = "";
  for (const line of text.split("\n")) {
    const [, name] = (fence === "" && mark.exec(line)) || [];
    if (name !== undefined) parts.push({ name, lines: [] });
    else if (parts.length === 0) return [];
    parts.at(-1).lines.push(line);
    const [, signs = ""] = /^[\s>]*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === "") fence = signs;
    else if (signs.startsWith(fence) && /^[\s>]*[`~]+\s*$/.test(line)) fence = "";
  }
  return parts.map(({ name, lines }) => ({ name, body: lines.join("\n").trim() }));
}

/** What is the same in the marks of all parts of a session. */
const sessionOf = (name) => name.replace(/part=\d+ $/, "");

function git(...args) {
  return execFileSync("git", args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
}

/** The notes of the commits of the request, the first commit first. */
function textsOfNotes() {
  if (notes === "" || !/^[\w.-]+$/.test(notes)) return [];
  const ref = `refs/notes/${notes}`;
  try {
    git("fetch", "--quiet", "origin", `+${ref}:${ref}`);
  } catch {
    console.log(`No notes were found at ${ref}.`);
    return [];
  }
  return commitsOf(request).flatMap((commit) => {
    try {
      return [git("notes", `--ref=${notes}`, "show", commit)];
    } catch {
      return [];
    }
  });
}

function commitsOf({ base, head }) {
  try {
    return git("rev-list", "--reverse", `${base.sha}..${head.sha}`).split("\n").filter(Boolean);
  } catch {
    throw new Error("The checkout lacks commits of the pull request: give actions/checkout `fetch-depth: 0`");
  }
}

async function ask(method, path, body) {
  const response = await fetch(`${api}/repos/${repository}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/vnd.github+json",
      "content-type": "application/json",
    },
    body: body && JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`GitHub answered ${response.status} to ${method} ${path}: ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}

/** The comments that were posted by earlier runs, by their marks. */
async function posted() {
  const found = new Map();
  for (let page = 1; ; page++) {
    const comments = await ask("GET", `/issues/${request.number}/comments?per_page=100&page=${page}`);
    for (const { id, body, user } of comments)
      for (const { name } of partsOf(body ?? "").slice(0, 1))
        if (user?.login === account) found.set(name, { id, body });
    if (comments.length < 100) return found;
  }
}

if (request !== undefined) await main(process.argv[2]);
else console.log("This is no pull request.");

async function main(folder) {
  const files =
    folder !== undefined && existsSync(folder) ? readdirSync(folder).filter((name) => /^talk.*\.md$/.test(name)) : [];
  const texts = [...files.map((name) => readFileSync(join(folder, name), "utf8")), ...textsOfNotes()];
  // Of a session that several commits hold, the newest export counts.
  const sessions = new Map();
  for (const text of texts) {
    const own = partsOf(text);
    for (const { name } of own) sessions.set(sessionOf(name), []);
    for (const part of own) sessions.get(sessionOf(part.name)).push(part);
  }
  const parts = [...sessions.values()].flat();
  const known = await posted();
  let failed = 0;
  for (const { name, body } of parts) {
    const old = known.get(name);
    known.delete(name);
    if (old?.body.trim() === body) continue;
    try {
      if (body.length > limit) throw new Error(`A part has ${body.length} characters, expected at most ${limit}`);
      if (old === undefined) await ask("POST", `/issues/${request.number}/comments`, { body });
      else await ask("PATCH", `/issues/comments/${old.id}`, { body });
      console.log(`${old === undefined ? "Posted" : "Updated"}: ${name}of a session -->`);
    } catch (error) {
      failed++;
      console.log(`::error::${error.message.replaceAll("\n", " ")}`);
    }
  }
  // A session may have fewer parts than before. One that no commit holds any more, as after a rebase, stays.
  for (const [name, { id }] of known) if (sessions.has(sessionOf(name))) await ask("DELETE", `/issues/comments/${id}`);
  if (parts.length === 0) console.log("There is no session to post.");
  process.exitCode = failed === 0 ? 0 : 1;
}
