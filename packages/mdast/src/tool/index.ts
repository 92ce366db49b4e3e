import type { Tool } from "../types.ts";
import { applyPatch } from "./apply-patch.ts";
import { other } from "./other.ts";
import { bash } from "./bash.ts";
import { edit } from "./edit.ts";
import { plan, question } from "./plan.ts";
import { read } from "./read.ts";
import { search } from "./search.ts";
import { agentCall, taskBoard, workflow } from "./task.ts";
import { sendMessage, team } from "./team.ts";
import { todo } from "./todo.ts";
import { web } from "./web.ts";
import { write } from "./write.ts";

/** The default tools by their recorded name; `*` is for all others. */
export const defaultTools: Readonly<Record<string, Tool>> = {
  Bash: bash,
  Read: read,
  Edit: edit,
  MultiEdit: edit,
  NotebookEdit: edit,
  Write: write,
  Grep: search,
  Glob: search,
  LS: search,
  TodoWrite: todo,
  Task: agentCall,
  Agent: agentCall,
  TaskCreate: taskBoard,
  TaskUpdate: taskBoard,
  TaskGet: taskBoard,
  TaskList: taskBoard,
  TaskOutput: taskBoard,
  TaskStop: taskBoard,
  Workflow: workflow,
  SendMessage: sendMessage,
  TeamCreate: team,
  TeamDelete: team,
  ExitPlanMode: plan,
  AskUserQuestion: question,
  WebFetch: web,
  WebSearch: web,
  apply_patch: applyPatch,
  "*": other,
};
