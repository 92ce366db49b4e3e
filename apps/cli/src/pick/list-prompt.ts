import { emitKeypressEvents, type Interface } from "node:readline";
import { createPrompt, useEffect, useKeypress, useMemo, useState } from "@inquirer/core";
import type { Terminal } from "../io.ts";
import { cellsOf, truncate } from "@ccdag/report";
import { type PickItem, filterEntries, type PickList } from "./pick-list.ts";
import { moveCursor } from "./move-cursor.ts";
import { layoutList, pageRows, type Size } from "./layout.ts";
import { paint } from "./paint.ts";
import { clearScreen } from "./screen.ts";

/** Where a person was in a list, to continue there. */
export interface ListState {
  readonly typed: string;
  readonly cursor: number;
}

/** What a person chose in a list; without an entry, to go back. */
export interface Picked<T> {
  readonly entry?: PickItem<T> | undefined;
  readonly state: ListState;
}

interface ListConfig {
  readonly list: PickList<unknown>;
  readonly state: ListState;
  readonly terminal: Terminal;
}

/** After this time, in milliseconds, Escape is a key and not the beginning of another one. */
const escapeMs = 60;

const prompt = createPrompt<Picked<unknown>, ListConfig>(({ list, state, terminal }, done) => {
  const [typed, setTyped] = useState(state.typed);
  const [cursor, setCursor] = useState(state.cursor);
  const [size, setSize] = useState<Size>(sizeOf(terminal));
  const found = useMemo(() => filterEntries(list.entries, typed), [list, typed]);
  useEffect((rl) => {
    rl.write(state.typed);
    const resize = () => {
      terminal.output.write(clearScreen);
      setSize(sizeOf(terminal));
    };
    terminal.output.on("resize", resize);
    return () => void terminal.output.off("resize", resize);
  }, []);
  useKeypress((key, rl) => {
    const to = moveCursor(key, cursor, found.length, pageRows(size));
    const entry = found[cursor];
    if (key.name === "return" || key.name === "enter") {
      if (entry) return done({ entry, state: { typed, cursor } });
      // Readline has cleared its line.
      rl.write(typed);
    } else if (key.name === "escape") {
      if (typed === "") return done({ state: { typed, cursor } });
      rl.clearLine(0);
      setTyped("");
      setCursor(0);
    } else if (to !== undefined) {
      setCursor(to);
    } else if (key.name === "tab") {
      rl.clearLine(0);
      rl.write(typed);
    } else if (rl.line !== typed) {
      setTyped(rl.line);
      setCursor(0);
    }
    return undefined;
  });
  const heading = truncate(list.heading, Math.max(8, size.columns - cellsOf(typed) - 6));
  const asked = `${paint([[{ text: `${heading} ›`, look: "bold" }]])} ${typed}`;
  return [asked, paint(layoutList({ list, found, cursor: Math.min(cursor, Math.max(0, found.length - 1)), size }))];
});

function sizeOf({ output }: Terminal): Size {
  return { columns: output.columns || 80, rows: output.rows || 24 };
}

/**
 * Let a person choose from a list.
 *
 * @param list what to choose from.
 * @param state where to begin.
 * @param terminal the keys and the screen.
 */
export async function pickFrom<T>(list: PickList<T>, state: ListState, terminal: Terminal): Promise<Picked<T>> {
  // Only the first call for an input counts: that of Node, inside of the library, would wait for half a second.
  emitKeypressEvents(terminal.input, { escapeCodeTimeout: escapeMs } as unknown as Interface);
  const picked = await prompt({ list, state, terminal }, { ...terminal, clearPromptOnDone: true });
  return picked as Picked<T>;
}
