import { createPrompt, useEffect, useKeypress, useState } from "@inquirer/core";
import { truncate } from "@ccdag/report";
import type { Terminal } from "../io.ts";
import { moveCursor } from "./move-cursor.ts";
import type { Span } from "./layout.ts";
import { paint } from "./paint.ts";
import { hideCursor } from "./screen.ts";

/** A menu of a few things to do. */
export interface Menu {
  readonly heading: string;
  /** What is said below the heading. */
  readonly note: string;
  readonly items: readonly string[];
}

interface MenuConfig {
  readonly menu: Menu;
  readonly from: number;
  readonly terminal: Terminal;
}

const prompt = createPrompt<number | undefined, MenuConfig>(({ menu, from, terminal }, done) => {
  const [cursor, setCursor] = useState(from);
  const [columns, setColumns] = useState(terminal.output.columns || 80);
  useEffect(() => {
    const resize = () => setColumns(terminal.output.columns || 80);
    terminal.output.on("resize", resize);
    return () => void terminal.output.off("resize", resize);
  }, []);
  useKeypress((key, rl) => {
    // Nothing is typed here; what was would move the cursor of the terminal.
    rl.clearLine(0);
    const to = moveCursor(key, cursor, menu.items.length, menu.items.length);
    const number = Number(key.name);
    if (key.name === "return" || key.name === "enter") done(cursor);
    else if (key.name === "escape") done(undefined);
    else if (number >= 1 && number <= menu.items.length) done(number - 1);
    else if (to !== undefined) setCursor(to);
  });
  return layoutMenu(menu, cursor, columns) + hideCursor;
});

function layoutMenu({ heading, note, items }: Menu, cursor: number, columns: number): string {
  const fit = (text: string) => truncate(text, columns - 1);
  const lines: Span[][] = [
    [{ text: fit(heading), look: "bold" }],
    [{ text: fit(note), look: "dim" }],
    ...items.map((item, at): Span[] => [
      { text: fit(`${at === cursor ? ">" : " "} ${at + 1} ${item} `), look: at === cursor ? "inverse" : undefined },
    ]),
    [{ text: fit("↑ ↓ and Enter, or its number alone  ·  Esc goes back"), look: "dim" }],
  ];
  return paint(lines);
}

/**
 * Let a person choose what to do.
 *
 * @param menu what there is to do.
 * @param from the index to begin at.
 * @param terminal the keys and the screen.
 * @returns the index of what was chosen; absent to go back.
 */
export function pickAction(menu: Menu, from: number, terminal: Terminal): Promise<number | undefined> {
  return prompt({ menu, from, terminal }, { ...terminal, clearPromptOnDone: true });
}
