import type { ToolCall } from "./content.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The name of a tool of Claude Code, and the same input in its fields. */
type Known = readonly [name: string, input: Fields];

/**
 * The tools of other agents that do what one of Claude Code does, by the names that they are recorded under. A name may be used
 * by several agents, with other fields.
 */
const tools: Readonly<Record<string, (input: Fields) => Known | undefined>> = {
  // Codex CLI
  exec_command: ({ cmd }) => ["Bash", { command: cmd }],
  shell_command: ({ command }) => ["Bash", { command }],
  shell: ({ command }) => ["Bash", { command: commandOf(command) }],
  local_shell: ({ command }) => ["Bash", { command: commandOf(command) }],
  view_image: ({ path }) => ["Read", { file_path: path }],
  update_plan: ({ plan }) => ["TodoWrite", { todos: todosOf(plan, "step") }],
  // Gemini CLI
  run_shell_command: ({ command, description }) => ["Bash", { command, description }],
  read_file: ({ file_path: file, absolute_path: path = file, offset, limit }) => [
    "Read",
    { file_path: path, offset, limit },
  ],
  write_file: ({ file_path: path, content }) => ["Write", { file_path: path, content }],
  replace: ({ file_path: path, old_string, new_string }) => ["Edit", { file_path: path, old_string, new_string }],
  search_file_content: ({ pattern, path, include }) => ["Grep", { pattern, path, glob: include }],
  grep_search: ({ pattern, path, include }) => ["Grep", { pattern, path, glob: include }],
  list_directory: ({ path, dir_path: folder = path }) => ["LS", { path: folder }],
  write_todos: ({ todos }) => ["TodoWrite", { todos: todosOf(todos, "description") }],
  web_fetch: ({ url, prompt }) => ["WebFetch", { url, prompt }],
  google_web_search: ({ query }) => ["WebSearch", { query }],
  // opencode, Copilot CLI, pi
  bash: ({ command, description }) => ["Bash", { command, description }],
  read: ({ filePath, path = filePath, offset, limit }) => ["Read", { file_path: path, offset, limit }],
  view: ({ path }) => ["Read", { file_path: path }],
  write: ({ filePath, path = filePath, content }) => ["Write", { file_path: path, content }],
  create: ({ path, file_text: content }) => ["Write", { file_path: path, content }],
  edit: editOf,
  grep: ({ pattern, path, include }) => ["Grep", { pattern, path, glob: include }],
  glob: ({ pattern, path }) => ["Glob", { pattern, path }],
  list: ({ path }) => ["LS", { path }],
  ls: ({ path }) => ["LS", { path }],
  todowrite: ({ todos }) => ["TodoWrite", { todos }],
  webfetch: ({ url }) => ["WebFetch", { url }],
};

/** The fields without which such a call says nothing. */
const needed: Readonly<Record<string, readonly string[]>> = {
  Bash: ["command"],
  Read: ["file_path"],
  Write: ["file_path", "content"],
  Edit: ["file_path", "old_string", "new_string"],
  Grep: ["pattern"],
  Glob: ["pattern"],
  WebSearch: ["query"],
};

/**
 * A call of another agent as one of the tool of Claude Code that does the same, with the fields of that tool: what reads calls of
 * known tools reads it, too.
 *
 * @param call any call.
 * @returns the call itself if its tool is not known to be such a one. The result is the same node.
 */
export function asKnownCall(call: ToolCall): ToolCall {
  const { name, input } = call;
  const isFields = typeof input === "object" && input !== null && !Array.isArray(input);
  const known = isFields && Object.hasOwn(tools, name) ? tools[name]!(input as Fields) : undefined;
  // A tool of another agent may have this name, and other fields.
  if (known === undefined || needed[known[0]]?.some((field) => known[1][field] === undefined)) return call;
  const fields = Object.entries(known[1]).filter(([, value]) => value !== undefined);
  return { ...call, name: known[0], input: Object.fromEntries(fields) };
}

/** Of pi, a change may have several parts, all looked for in the text before it: no tool of Claude Code does that. */
function editOf(input: Fields): Known | undefined {
  const { filePath, path = filePath, oldString, old_str: from = oldString, newString, new_str: to = newString } = input;
  if (typeof from !== "string" || typeof to !== "string") return undefined;
  return ["Edit", { file_path: path, old_string: from, new_string: to, replace_all: input["replaceAll"] }];
}

/** A command of a shell may be a list: the shell, its option, and the command. */
function commandOf(command: unknown): unknown {
  if (!Array.isArray(command)) return command;
  const [shell, option, ...rest] = command as unknown[];
  const isShell = typeof shell === "string" && /(?:^|\/)(?:ba|z)?sh$/.test(shell) && /^-l?c$/.test(String(option));
  return (isShell ? rest : (command as unknown[])).join(" ");
}

function todosOf(list: unknown, words: string): unknown {
  if (!Array.isArray(list)) return undefined;
  return (list as unknown[]).map((one) => {
    const isFields = typeof one === "object" && one !== null;
    return isFields ? { content: (one as Fields)[words], status: (one as Fields)["status"] } : one;
  });
}
