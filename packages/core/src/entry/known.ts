/** Types of records that this version knows, each with its subtypes if it has any. */
const knownTypes: Readonly<Record<string, readonly string[]>> = {
  user: [],
  assistant: [],
  system: [
    "agents_killed",
    "api_error",
    "away_summary",
    "bridge_status",
    "compact_boundary",
    "informational",
    "local_command",
    "microcompact_boundary",
    "stop_hook_summary",
    "turn_duration",
  ],
  progress: [
    "agent_progress",
    "bash_progress",
    "hook_progress",
    "mcp_progress",
    "query_update",
    "search_results_received",
    "waiting_for_task",
  ],
  attachment: [
    "agent_listing_delta",
    "auto_mode",
    "auto_mode_exit",
    "command_permissions",
    "compact_file_reference",
    "date",
    "date_change",
    "deferred_tools_delta",
    "deferred_tools_record",
    "directory",
    "edited_text_file",
    "environment",
    "file",
    "hook_additional_context",
    "hook_blocking_error",
    "hook_cancelled",
    "hook_non_blocking_error",
    "hook_success",
    "hook_system_message",
    "instructions",
    "invoked_skills",
    "mcp_instructions_delta",
    "model",
    "plan_mode",
    "plan_mode_exit",
    "plan_mode_reentry",
    "prompt_snapshot",
    "queued_command",
    "remote_session_change",
    "session_context",
    "skill_listing",
    "task_reminder",
    "todo_reminder",
    "total_tokens_reminder",
  ],
  "agent-name": [],
  "ai-title": [],
  "api-request": [],
  "api-request-blob": [],
  "api-request-shape": [],
  "atis-latch": [],
  "cost-state": [],
  "custom-title": [],
  "file-history-delta": [],
  "file-history-snapshot": [],
  "fork-context-ref": [],
  "last-prompt": [],
  mode: [],
  "permission-mode": [],
  "pr-link": [],
  "queue-operation": ["dequeue", "enqueue", "popAll", "remove"],
  summary: [],
  "tools-used": [],
};

/**
 * Whether this version knows a type of record and, if one is given, its subtype.
 *
 * @param type the type of an entry, or of a record without a uuid.
 * @param subtype its subtype.
 */
export function isKnownType(type: string, subtype?: string): boolean {
  const subtypes = Object.hasOwn(knownTypes, type) ? knownTypes[type]! : undefined;
  if (subtypes === undefined) return false;
  return subtype === undefined || subtypes.length === 0 || subtypes.includes(subtype);
}
