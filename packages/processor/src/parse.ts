import type { Ledger, Root } from "@ccdag/ccast";
import { type Extension, pageOf } from "@ccdag/core";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { type Stages, type Transcript, transcript, type TranscriptFile } from "./transcript.ts";

declare module "vfile" {
  interface DataMap {
    /** The other files of a project: transcripts, agent files, sidecars. */
    companions: VFile[];
    /** What reading found, for the account. Transforms add what they hide. */
    ledger: Ledger;
    /** Every stage of reading. */
    transcript: Transcript;
  }
}

declare module "unified" {
  interface Data {
    /** Extensions of the reading wing; rules of the last one are asked first. */
    ccdagExtensions?: Extension[] | undefined;
  }
}

/** Options of {@link ccdagParse}. */
export interface ParseOptions {
  /** Replaces stages of the reading wing (default: none). */
  stages?: Partial<Stages> | undefined;
  /** What a compaction means for its line: it goes on (`"continue"`, the default), or begins anew (`"root"`). */
  compaction?: "continue" | "root" | undefined;
}

/**
 * unified plugin: read a transcript, with the companions in `data.companions`, as one project. Messages land on the
 * file that owns the line; `data.ledger` and `data.transcript` hold what reading found.
 */
const ccdagParse: Plugin<[(ParseOptions | null | undefined)?], string, Root> = function (options) {
  const data = this.data();
  this.parser = (_, file) => {
    const all = [file, ...(file.data.companions ?? [])];
    const owners = new Map(all.map((one) => [one.path, one]));
    const found = transcript(all.flatMap(toSource), {
      stages: options?.stages,
      compaction: options?.compaction,
      extensions: [...(data.ccdagExtensions ?? [])].reverse(),
      sidecars: readSidecars(all),
      report: (message) => (owners.get(message.file ?? "") ?? file).messages.push(message),
    });
    file.data.transcript = found;
    file.data.ledger = found.ledger;
    return found.tree;
  };
};

export default ccdagParse;

/** A file that only stands for a folder has no value. */
function toSource({ path, value }: VFile): TranscriptFile[] {
  return value === undefined || value === "" || isSidecar(path) ? [] : [{ path: path ?? "stdin.jsonl", value }];
}

/** Evidence beside the transcripts: the notes on agents, what workflows write of their runs, and large outputs. */
function isSidecar(path: string | undefined): path is string {
  return path !== undefined && (/\.json$|(?:^|\/)journal\.jsonl$/.test(path) || isOutput(path));
}

function isOutput(path: string): boolean {
  return /(?:^|\/)tool-results\/[^/]+$/.test(path);
}

function readSidecars(files: readonly VFile[]): Map<string, unknown> {
  const sidecars = new Map<string, unknown>();
  for (const file of files) {
    if (!isSidecar(file.path) || file.value === undefined) continue;
    if (isOutput(file.path)) {
      sidecars.set(file.path, String(file));
      continue;
    }
    try {
      sidecars.set(file.path, file.path.endsWith(".jsonl") ? parseLines(String(file)) : JSON.parse(String(file)));
    } catch {
      const message = file.message("Unexpected sidecar that is no JSON, left aside", {
        ruleId: "invalid-json",
        source: "ccdag",
      });
      message.fatal = undefined;
      message.url = pageOf("invalid-json");
    }
  }
  return sidecars;
}

/** A journal is being written while it is read: a line that is not whole yet is left aside. */
function parseLines(text: string): unknown[] {
  return text.split("\n").flatMap((line): unknown[] => {
    try {
      return line.trim() === "" ? [] : [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}
