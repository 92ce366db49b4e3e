import { account, audit, type Root } from "@ccdag/ccast";
import { createExplainer, parseEntries } from "@ccdag/core";
import { type MemoryFile, toProject } from "@ccdag/files/memory";
import { ccdag, default as ccdagParse } from "@ccdag/processor";
import { census, checkOrder, findDamage, findDrift, outline, verdict, wording } from "@ccdag/report";
import { VFile } from "vfile";
import { drawRecorded } from "../figure/recorded.ts";
import { drawRebuilt } from "../figure/rebuilt.ts";
import type { ViewOptions } from "./options.ts";
import type { Diagnostic, Drawings, Opened, Progress, Sums, RenderedView, Why } from "./protocol.ts";
import { renderView, selectView } from "./render-view.ts";

/** A project that was read: the source of every view of the playground. */
export class Project {
  readonly #file: VFile;
  readonly #tree: Root;

  /**
   * Read files that are in memory.
   *
   * @param files the files; those that are not transcripts are ignored.
   * @param name the name of the project.
   * @param report receives the progress.
   */
  constructor(files: readonly MemoryFile[], name: string, report: (progress: Progress) => void = () => {}) {
    this.#file = toProject(files, name);
    const total = sizeOf(this.#file.data.companions!);
    let done = 0;
    const stages = {
      *parseEntries(...input: Parameters<typeof parseEntries>) {
        let lines = 0;
        for (const line of parseEntries(...input)) {
          if (++lines % 2000 === 0) report({ stage: "parsing", done, total });
          yield line;
        }
        done += sizeOf([input[0]]);
        report({ stage: done < total ? "parsing" : "rebuilding", done, total });
      },
    };
    this.#tree = ccdag().use(ccdagParse, { stages }).parse(this.#file);
  }

  /** A summary of what was found. */
  get opened(): Opened {
    const lines = plural(this.#file.data.ledger!.lines, "line");
    const companions = this.#file.data.companions!;
    const { findings } = this.#check();
    const { length: malformed } = this.#file.data.ledger!.malformed;
    const broken = malformed === 0 ? "" : `, ${malformed} malformed`;
    // Two files may hold sessions with the same id, which are rendered together.
    const sessions = new Map<string, { id: string; title: string; messages: number }>();
    for (const { id = "", title = "", messages = 0 } of outline(this.#tree).filter(({ type }) => type === "session")) {
      const known = sessions.get(id);
      sessions.set(id, { id, title: known?.title ?? title, messages: messages + (known?.messages ?? 0) });
    }
    return {
      name: this.#file.path,
      files: companions.length,
      bytes: sizeOf(companions),
      verdict: findings.length > 0 ? plural(findings.length, "finding") : `Nothing is lost of ${lines}${broken}`,
      isComplete: findings.length === 0,
      sessions: [...sessions.values()],
      isEmpty: this.#tree.children.length === 0,
      diagnostics: this.diagnostics().length,
    };
  }

  /** Render the project. Transforms change only a copy of it. */
  render(options: ViewOptions): Promise<RenderedView> {
    const file = this.#view();
    return renderView(file, this.#tree, options);
  }

  /** The diagnostics, errors first. */
  diagnostics(): Diagnostic[] {
    const levels = ["error", "warning", "remark"] as const;
    const found = [this.#file, ...this.#file.data.companions!].flatMap(({ path, messages }, index) =>
      messages.map(({ fatal, ruleId, reason, line }) => ({
        path: index === 0 ? "" : path,
        line,
        level: fatal ? levels[0] : fatal === false ? levels[1] : levels[2],
        rule: ruleId ?? "",
        reason,
      })),
    );
    return found.sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
  }

  /** The account of all lines, with the findings of the audit and of the second reader. */
  account(): Sums {
    const { findings, sums } = this.#check();
    const { lines, placed, hidden, folded, bookkeeping, malformed } = sums;
    return {
      verdict: verdict(findings, findDamage(this.#file).summary, sums),
      findings: findings.map(({ id, reason }) => ({ id, reason })),
      counts: [
        ["lines", lines, "lines of the files that are not blank"],
        ["placed", placed, "entries in the tree, once each"],
        ["hidden", hidden, "entries that an option omits"],
        ["folded", folded.length, "lines that are a copy of an entry in the tree, or belong to one"],
        ["without uuid", bookkeeping.length, "bookkeeping records, which are not part of the conversation"],
        ["malformed", malformed.length, "lines that are not a JSON object"],
      ],
      folded: tally(folded.map(({ rule }) => rule)),
      bookkeeping: tally(bookkeeping.map(({ type }) => type)),
      malformed: malformed.map(({ path, line }) => `${path}:${line}`),
      drift: findDrift(this.#file.data.transcript!),
    };
  }

  /**
   * Draw all records of the files, and the selected part of the rebuilt conversation.
   *
   * @param options the session, branch or path; options of rendering have no effect.
   */
  async draw(options: ViewOptions): Promise<Drawings> {
    const { dag } = this.#file.data.transcript!;
    const tree = await selectView(this.#view(), this.#tree, options);
    return { recorded: drawRecorded(dag), rendered: drawRebuilt(tree), rows: outline(tree) };
  }

  /**
   * Explain the position of an entry.
   *
   * @param id its uuid, the start of its uuid, or `<path>:<line>`.
   */
  why(id: string): Why[] {
    const { sessions } = this.#file.data.transcript!;
    return createExplainer(sessions)(id).map((found) => ({
      path: found.path,
      line: found.line,
      kind: found.kind,
      statements: found.statements.map((one) => ({ words: wording(one, found), rule: one.rule })),
      raw: this.#lineAt(found.path, found.line),
    }));
  }

  #check() {
    const { ledger } = this.#file.data;
    const view = this.#view();
    const findings = [...census(view, ledger!), ...audit(this.#tree, ledger!), ...checkOrder(this.#tree, view)];
    return { findings, sums: account(this.#tree, ledger!) };
  }

  /** A copy of the project that transforms may change. */
  #view(): VFile {
    return new VFile({ path: this.#file.path, data: { ...this.#file.data } });
  }

  #lineAt(path: string, line: number): string {
    const value = this.#file.data.companions!.find((one) => one.path === path)?.value ?? "";
    const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
    let begin = 0;
    for (let count = 1; count < line; count++) {
      const end = bytes.indexOf(10, begin);
      if (end === -1) return "";
      begin = end + 1;
    }
    const end = bytes.indexOf(10, begin);
    return new TextDecoder().decode(bytes.subarray(begin, end === -1 ? undefined : end));
  }
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function sizeOf(files: ReadonlyArray<{ value: unknown }>): number {
  return files.reduce((sum, { value }) => sum + ((value as string | Uint8Array | undefined)?.length ?? 0), 0);
}

function tally(names: readonly string[]): Array<readonly [string, number]> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
