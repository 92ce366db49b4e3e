import { all } from "../dom.ts";

/** A session of an index. */
export interface ShownSession {
  readonly item: HTMLElement;
  readonly link: HTMLAnchorElement;
  /** The number of its project, of its client, and those of its models. */
  readonly project: string;
  readonly client: string;
  readonly models: readonly string[];
  /** When it began and ended, in milliseconds since 1970; `undefined` without times. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly messages: number;
  readonly tokens: number;
  readonly cost: number;
  /** The session that it continues. */
  readonly above: ShownSession | undefined;
  /** Its words in lower case. */
  readonly words: string;
}

const minuteMs = 60_000;

/** Read the sessions of the index: the newest first. */
export function readRows(list: HTMLElement): ShownSession[] {
  const items = all(list, "li");
  const rows: Array<ShownSession & { above: ShownSession | undefined }> = items.map((item) => {
    const { p = "", c = "", m = "", t, n = "" } = item.dataset;
    const [messages, tokens, cost] = n.split(" ").map(Number);
    const to = t === undefined ? undefined : Number(t) * minuteMs;
    const began = Date.parse(item.querySelector("time")?.dateTime ?? "");
    return {
      item,
      link: item.querySelector("a")!,
      project: p,
      client: c,
      models: m.split(" "),
      from: Number.isNaN(began) ? to : began,
      to,
      messages: messages!,
      tokens: tokens!,
      cost: cost!,
      above: undefined,
      words: item.textContent.toLowerCase(),
    };
  });
  for (const row of rows) row.above = rows[Number(row.item.dataset["up"] ?? -1)];
  return rows;
}
