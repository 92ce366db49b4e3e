import type { Ledger, Root } from "@ccdag/ccast";
import { type Extension, isOutput, isSidecar, pageOf, type Source } from "@ccdag/core";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { setLedger } from "./transform/ledger.ts";
import { type Stages, type Transcript, transcript, type TranscriptFile } from "./transcript.ts";

declare module "vfile" {
  interface DataMap {
    /** The other files of a project: transcripts, agent files, sidecars. */
    companions: VFile[];
    /**
     * The transcript that was named. If it is read as a whole, it owns its records, and copies of them are references;
     * else only if all of its records are copies.
     */
    named: { readonly path: string; readonly isWhole: boolean };
    /** The source that may read the file, if it is no transcript of Claude Code. */
    format: Source | undefined;
    /** Transcripts of which all sessions were requested, beside those that are requested by their ids. */
    selected: readonly string[];
    /** What reading found, for the account. Transforms add what they hide. */
    ledger: Ledger;
    /** The result of every stage of reading. */
    transcript: Transcript;
  }
}

declare module "unified" {
  interface Data {
    /** Extensions of the reading half. The rules of the last one run first. */
    ccdagExtensions?: Extension[] | undefined;
  }
}

/** Options of {@link ccdagParse}. */
export interface ParseOptions {
  /** Stages of the reading half to replace (default: none). */
  stages?: Partial<Stages> | undefined;
  /** Whether a thread continues after a compaction (`"continue"`, the default) or a new one begins (`"root"`). */
  compaction?: "continue" | "root" | undefined;
}

/**
 * unified plugin: read a transcript and the companions in `data.companions` as one project. Messages are added to the
 * file that they are about. After parsing, `data.ledger` holds what reading found, and `data.transcript` the result of
 * every stage. A sidecar that is not JSON is reported as `invalid-json` and ignored.
 */
const ccdagParse: Plugin<[(ParseOptions | null | undefined)?], string, Root> = function (options) {
  const data = this.data();
  this.parser = (_, file) => {
    const all = [file, ...(file.data.companions ?? [])];
    const owners = new Map(all.map((one) => [one.path, one]));
    const found = transcript(all.flatMap(toSource), {
      stages: options?.stages,
      compaction: options?.compaction,
      named: file.data.named,
      extensions: [...(data.ccdagExtensions ?? [])].reverse(),
      sidecars: readSidecars(all),
      report: (message) => (owners.get(message.file ?? "") ?? file).messages.push(message),
    });
    file.data.transcript = found;
    setLedger(file, () => found.ledger);
    return found.tree;
  };
};

export default ccdagParse;

/** The file of a folder has no value: it is no source. */
function toSource({ path, value, data: { format: source } }: VFile): TranscriptFile[] {
  return value === undefined || value === "" || (path !== undefined && isSidecar(path))
    ? []
    : [{ path: path ?? "stdin.jsonl", value, source }];
}

function readSidecars(files: readonly VFile[]): Map<string, unknown> {
  const sidecars = new Map<string, unknown>();
  for (const file of files) {
    if (file.path === undefined || !isSidecar(file.path) || file.value === undefined) continue;
    if (isOutput(file.path)) {
      sidecars.set(file.path, String(file));
      continue;
    }
    try {
      sidecars.set(file.path, file.path.endsWith(".jsonl") ? parseLines(String(file)) : JSON.parse(String(file)));
    } catch {
      const message = file.message("Unexpected sidecar that is not JSON; it is ignored", {
        ruleId: "invalid-json",
        source: "ccdag",
      });
      message.fatal = undefined;
      message.url = pageOf("invalid-json");
    }
  }
  return sidecars;
}

/** A journal may be written while it is read: an incomplete line is ignored. */
function parseLines(text: string): unknown[] {
  return text.split("\n").flatMap((line): unknown[] => {
    try {
      return line.trim() === "" ? [] : [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}
