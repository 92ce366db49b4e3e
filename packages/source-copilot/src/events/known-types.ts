import { headerType } from "./event.ts";

/**
 * The types of events that clients up to 1.0.102 write, and that the SDK of the client documents, by what they are about. Most of
 * them are notices.
 */
const known: Readonly<Record<string, string>> = {
  assistant: "idle intent message reasoning server_tool_progress turn_end turn_start usage",
  command: "completed queued",
  elicitation: "completed requested",
  exit_plan_mode: "completed requested",
  external_tool: "completed requested",
  hook: "end start",
  model:
    "message messages_snapshot model_call_failure model_call_started model_call_success response turn_ended turn_started",
  pending_messages: "modified",
  permission: "completed requested",
  session:
    "background_tasks_changed compaction_complete compaction_start context_changed cut_turn error handoff idle import_legacy info mode_changed model_change plan_changed remote_steerable_changed resume shutdown snapshot_rewind start task_complete title_changed tools_updated truncation usage_checkpoint usage_info usage_record warning workspace_file_changed",
  skill: "invoked",
  subagent: "completed configured deselected failed selected started",
  system: "message notification",
  tool: "execution_complete execution_partial_result execution_progress execution_start user_requested",
  user: "message",
  user_input: "completed requested",
};

const names: ReadonlySet<string> = new Set([
  "abort",
  headerType,
  ...Object.entries(known).flatMap(([about, types]) => types.split(" ").map((type) => `${about}.${type}`)),
]);

/** Whether an event is of a type that this version knows. */
export function isKnownType(type: string): boolean {
  return names.has(type);
}
