import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { jsonl } from "../world.ts";

/** A year of sessions of two machines: a live folder and an archive, which overlap. */
export interface Golden {
  readonly live: string;
  readonly archive: string;
  /** The ids of all sessions, each once. */
  readonly ids: readonly string[];
}

const projects = 40;
const day = 24 * 60 * 60 * 1000;
const begin = Date.UTC(2026, 0, 1, 9);

/** The id of a session by its number. */
export function idOf(number: number): string {
  const digits = number.toString(16).padStart(4, "0");
  return `${digits}face-0000-4000-8000-00000000${digits}`;
}

/** The directory of a project by its number. */
function cwdOf(project: number): string {
  const group = ["api", "web", "tools", "notes"][project % 4]!;
  return `/home/ada/${group}/part-${Math.floor(project / 4)}`;
}

/**
 * Write sessions into two roots: of each ten, four are live only, three in the archive only, one in both, one in the archive
 * without its last turn, and one continued on both machines.
 *
 * @param folder where to write; `home/.claude/projects` and `archive` are made in it.
 * @param count how many sessions.
 */
export function writeGolden(folder: string, count: number): Golden {
  const [live, archive] = [join(folder, "home", ".claude", "projects"), join(folder, "archive")];
  const ids: string[] = [];
  for (let number = 0; number < count; number++) {
    const id = idOf(number);
    ids.push(id);
    const project = number % projects;
    const path = join(cwdOf(project).replace(/[^a-zA-Z0-9]/g, "-"), `${id}.jsonl`);
    const text = sessionOf(number, project, 3);
    const kind = Math.floor(number / projects) % 10;
    const put = (root: string, content: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    };
    if (kind < 4 || kind > 6) put(live, kind === 9 ? text + turn(number, project, 3, "on the laptop") : text);
    if (kind >= 4 && kind <= 7) put(archive, text);
    if (kind === 8) put(archive, sessionOf(number, project, 2));
    if (kind === 9) put(archive, text + turn(number, project, 4, "on the desktop"));
  }
  return { live, archive, ids };
}

const words = ["harbour", "lantern", "meadow", "orchard", "pebble", "quarry", "raven"];

function sessionOf(number: number, project: number, turns: number): string {
  const title = `${words[number % words.length]} number ${number}`;
  const head = jsonl({ type: "custom-title", customTitle: title, sessionId: idOf(number) });
  return head + Array.from({ length: turns }, (_, at) => turn(number, project, at, `about ${title}`)).join("");
}

function turn(number: number, project: number, at: number, what: string): string {
  const id = idOf(number);
  const stem = `${number.toString(16).padStart(8, "0")}-${at}`;
  const time = (ms: number) => new Date(begin + (number % 300) * day + at * 60_000 + ms).toISOString();
  const common = { sessionId: id, cwd: cwdOf(project), version: "2.1.76", isSidechain: false };
  const parentUuid = at === 0 ? null : `${number.toString(16).padStart(8, "0")}-${Math.min(at, 3) - 1}-a`;
  const usage = {
    input_tokens: 10,
    output_tokens: 100,
    cache_read_input_tokens: 1000,
    cache_creation_input_tokens: 50,
  };
  const model = number % 3 === 0 ? "claude-opus-4-5" : "claude-sonnet-4-5";
  return jsonl(
    {
      type: "user",
      uuid: `${stem}-u`,
      parentUuid,
      timestamp: time(0),
      ...common,
      message: { role: "user", content: `Question ${at} ${what}` },
    },
    {
      type: "assistant",
      uuid: `${stem}-a`,
      parentUuid: `${stem}-u`,
      timestamp: time(5000),
      ...common,
      message: {
        id: `msg_${stem}`,
        role: "assistant",
        model,
        usage,
        content: [{ type: "text", text: `Answer ${at} "${what}"\nin two lines` }],
      },
    },
  );
}
