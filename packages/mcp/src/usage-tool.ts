import { formatGroups } from "@ccdag/report";
import { groupUsage, readKeys, readPeriod, readPrices, usageRows } from "@ccdag/library";
import { unreadNotice } from "./unread-notice.ts";
import { locateInRoots } from "./open-session.ts";
import { idBehind, redactWithNames } from "./session-names.ts";
import { type McpAnswer, type McpCall, type McpInputs, type McpTool, shared } from "./mcp-tool.ts";

/** The tool that adds up tokens and cost. */
export const usage: McpTool = {
  name: "usage",
  title: "Tokens and cost",
  description: "Add up tokens and cost of recorded sessions, subagents included; each API call counts once.",
  inputs: [
    {
      name: "by",
      type: "text",
      description:
        "day, week, month, project, client, model, session or agent-type; several with commas (default: month)",
    },
    shared.since,
    shared.until,
    { name: "project", type: "text", description: "only this project or session" },
    { name: "limit", type: [1, 500], description: "how many rows, those with the most cost (default: 50)" },
  ],
  run: add,
};

async function add(inputs: McpInputs, { io, redaction }: McpCall): Promise<McpAnswer> {
  const { by = "month", since, until, project, limit = 50 } = inputs;
  const keys = readKeys([String(by)]);
  const period = readPeriod({ since: since as string, until: until as string }, io);
  const prices = await readPrices({ cost: true }, io);
  const only = project === undefined ? [] : [await idBehind(String(project), { io, redaction })];
  for (const input of only) await locateInRoots(input, io);
  const { rows, file } = await usageRows(only, io, { keys, ...period });
  // A table shows the beginnings of ids, which would not be recognised.
  const ids = await redactWithNames(
    rows.map(({ id }) => id),
    { io, redaction },
  );
  const named = rows.map((row, index) => ({ ...row, id: ids[index]! }));
  const groups = groupUsage(named, keys, period, { prices, zone: io.zone, aliases: io.aliases });
  const kept = new Set(
    [...groups].sort((a, b) => b.usage.cost - a.usage.cost || b.usage.output - a.usage.output).slice(0, Number(limit)),
  );
  const shown = groups.filter((group) => kept.has(group));
  const table = await formatGroups(shown, keys, { version: prices?.version }, {});
  const [record = ""] = await redactWithNames([[table, unreadNotice([file])].filter(Boolean).join("\n")], {
    io,
    redaction,
  });
  const omitted = groups.length - shown.length;
  const about =
    omitted > 0
      ? `The ${shown.length} of ${groups.length} rows with the most cost; \`all\` adds up these rows.`
      : "Input tokens are READ, of which CACHED came from the cache; output tokens are WRITTEN.";
  return { about, record };
}
