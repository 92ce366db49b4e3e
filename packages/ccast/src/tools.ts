import type { ToolCall, ToolResult } from "./content.ts";

interface AgentTool {
  input: { description: string; prompt: string; subagent_type: string; name: string; team_name: string };
  result: {
    status: string;
    agentId: string;
    content: readonly unknown[];
    totalTokens: number;
    totalToolUseCount: number;
    totalDurationMs: number;
  };
}

interface Question {
  readonly question: string;
  readonly header?: string | undefined;
  readonly options?: ReadonlyArray<{ readonly label: string; readonly description?: string | undefined }> | undefined;
}

/**
 * The fields of the inputs and results of the client's tools, as the clients 1.0 to 2.1.330 record them. Register a tool of
 * your own by declaration merging.
 */
export interface KnownTools {
  Bash: {
    input: { command: string; description: string; timeout: number; run_in_background: boolean };
    result: { stdout: string; stderr: string; interrupted: boolean; isImage: boolean };
  };
  Read: {
    input: { file_path: string; offset: number; limit: number };
    result: { type: string; file: Readonly<Record<string, unknown>> };
  };
  Write: {
    input: { file_path: string; content: string };
    result: { type: string; filePath: string; content: string; structuredPatch: readonly unknown[] };
  };
  Edit: {
    input: { file_path: string; old_string: string; new_string: string; replace_all: boolean };
    result: { filePath: string; oldString: string; newString: string; structuredPatch: readonly unknown[] };
  };
  Grep: {
    input: { pattern: string; path: string; glob: string; type: string; output_mode: string };
    result: { mode: string; numFiles: number; filenames: readonly string[]; content: string; numLines: number };
  };
  Glob: {
    input: { pattern: string; path: string };
    result: { filenames: readonly string[]; durationMs: number; numFiles: number; truncated: boolean };
  };
  TodoWrite: {
    input: { todos: ReadonlyArray<{ readonly content: string; readonly status: string }> };
    result: { oldTodos: readonly unknown[]; newTodos: readonly unknown[] };
  };
  Task: AgentTool;
  Agent: AgentTool;
  AskUserQuestion: {
    input: { questions: readonly Question[] };
    result: { questions: readonly Question[]; answers: Readonly<Record<string, unknown>> };
  };
  ExitPlanMode: { input: { plan: string }; result: { plan: string; filePath: string } };
  WebFetch: {
    input: { url: string; prompt: string };
    result: { url: string; code: number; codeText: string; bytes: number; result: string };
  };
  WebSearch: {
    input: { query: string };
    result: { query: string; results: readonly unknown[]; durationSeconds: number };
  };
}

type Recorded<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined };

/** The input of a known tool. Each field may be absent, and there may be others. */
export type InputOf<Name extends keyof KnownTools> = Recorded<KnownTools[Name]["input"]>;

/** The recorded result of a known tool: `structured` of its result. */
export type ResultOf<Name extends keyof KnownTools> = Recorded<KnownTools[Name]["result"]>;

/** A call of a known tool. */
export type CallOf<Name extends keyof KnownTools> = Omit<ToolCall, "name" | "input" | "result"> & {
  readonly name: Name;
  readonly input: InputOf<Name>;
  /** Of a call that failed, `structured` may be a text. */
  readonly result?:
    | (Omit<ToolResult, "structured"> & { readonly structured?: ResultOf<Name> | string | undefined })
    | undefined;
};

/**
 * Whether a node is a call of a tool: its `input`, and `structured` of its result, are then typed.
 *
 * @param node any node, of any tree.
 * @param name the name of the tool, such as `Bash`.
 * @returns `false` also for an input or a result that has no fields. The types of fields are those that clients record; in a
 *   damaged transcript a field may hold something else, as everywhere in a tree.
 */
export function isCallOf<Name extends keyof KnownTools>(
  node: { readonly type: string },
  name: Name,
): node is CallOf<Name> {
  if (node.type !== "toolCall" || !("name" in node) || node.name !== name) return false;
  const { input, result } = node as ToolCall;
  const structured = result?.structured;
  return hasFields(input) && (structured === undefined || typeof structured === "string" || hasFields(structured));
}

function hasFields(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
