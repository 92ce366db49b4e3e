import { anchorName, type Section, type SessionOverview } from "@ccdag/mdast";
import type { Edit } from "@ccdag/edits";
import type { Element } from "hast";
import type { Nodes, Root } from "mdast";
import type { WorkWords } from "../turn/work-words.ts";
import type { ChangeIndex } from "./change-index.ts";
import { renderChanges } from "./render-changes.ts";
import { callIdsIn, type ChangedFile, changedFile, filesOfCalls } from "./turn-changes.ts";

/** A file in the list of a turn. */
interface Listing {
  /** The name of its anchor. */
  readonly name: string;
  readonly turn: Section;
}

/** How long the diffs of a session may be: they are above its first turn, on one page. */
const maxSessionDiffs = 300_000;

/** The changes of files in a document: the lists of turns and sessions, and the links between them and the calls. */
export class ChangeViews {
  readonly #index: ChangeIndex;
  readonly #words: WorkWords;
  readonly #files = new Map<Section, readonly ChangedFile[]>();
  /** Where the change of each edit is listed, by the id of its call. */
  readonly #places = new Map<string, Listing>();
  readonly #calls: ReadonlySet<string>;

  constructor(document: Root, index: ChangeIndex, words: WorkWords) {
    this.#index = index;
    this.#words = words;
    this.#calls = index.calls.size === 0 ? new Set() : callIdsIn(document);
    for (const turn of index.calls.size === 0 ? [] : turnsIn(document)) {
      const files = filesOfCalls(callIdsIn(turn), index);
      this.#files.set(turn, files);
      for (const [at, { edits }] of files.entries())
        for (const { toolUseId } of edits)
          if (!this.#places.has(toolUseId))
            this.#places.set(toolUseId, { name: `${listOf(turn)}-file-${at + 1}`, turn });
    }
  }

  /** The files that a turn changed. */
  filesOf(turn: Section): readonly ChangedFile[] {
    return this.#files.get(turn) ?? [];
  }

  /** The list of the files that a turn changed; `undefined` for none. */
  ofTurn(turn: Section, cwd: string | undefined): Element | undefined {
    const files = this.filesOf(turn);
    const context = { ...this.#context(listOf(turn), cwd), turn: turn.turn!.number };
    return files.length === 0 ? undefined : renderChanges(files, context);
  }

  /** The list of the files that a session changed. */
  ofSession({ sessionId, cwd }: SessionOverview): Element | undefined {
    const files = (this.#index.sessions.get(sessionId) ?? []).map(({ path, edits }) => changedFile(path, edits));
    if (files.length === 0) return undefined;
    const turnOf = ({ toolUseId }: Edit) => {
      const number = this.#places.get(toolUseId)?.turn.turn!.number;
      return number === undefined ? undefined : `${this.#words.turn} ${number}`;
    };
    const context = this.#context(anchorName(`changes-${sessionId}`), cwd);
    return renderChanges(files, { ...context, turnOf, room: { characters: maxSessionDiffs } });
  }

  /** The name of the anchor of a call; `undefined` for one that changed no file. */
  anchorOf(call: string): string | undefined {
    return this.#index.calls.has(call) ? callName(call) : undefined;
  }

  /** The name of the place where the change of a call is listed. */
  placeOf(call: string): string | undefined {
    return this.#places.get(call)?.name;
  }

  #context(name: string, cwd: string | undefined) {
    const callOf = ({ toolUseId }: { readonly toolUseId: string }) =>
      this.#calls.has(toolUseId) ? this.anchorOf(toolUseId) : undefined;
    return { words: this.#words, cwd, name, callOf };
  }
}

/** The name of the anchor of a call. Only calls that a link leads to have one. */
export function callName(call: string): string {
  return anchorName(`call-${call}`);
}

/** The name of the list of a turn. */
function listOf({ landmark }: Section): string {
  return (landmark.name ?? "").replace(/^turn-/, "changes-");
}

function turnsIn(document: Root): Section[] {
  const turns: Section[] = [];
  const stack: Nodes[] = [document];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === "section" && node.turn) turns.push(node);
    else if (node.type === "section" || node.type === "root") for (const child of node.children) stack.push(child);
  }
  return turns;
}
