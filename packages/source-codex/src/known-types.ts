import type { RolloutLine } from "./line.ts";

/** The types of lines, items and events that clients from 0.63 to 0.171 write into rollouts. Many are notices. */
const known: Readonly<Record<string, string>> = {
  line: "compacted event_msg ghost_snapshot inter_agent_communication_metadata response_item session_index session_meta token_usage_record turn_context world_state",
  response_item:
    "additional_tools agent_message compaction compaction_summary compaction_trigger context_compaction custom_tool_call custom_tool_call_output function_call function_call_output ghost_snapshot image_generation_call local_shell_call local_shell_call_output message other reasoning tool_search_call tool_search_output web_search_call",
  event_msg:
    "agent_message agent_message_delta agent_reasoning agent_reasoning_delta agent_reasoning_raw_content agent_reasoning_section_break apply_patch_approval_request background_event collab_agent_interaction_begin collab_agent_interaction_end collab_agent_spawn_begin collab_agent_spawn_end collab_close_begin collab_close_end collab_resume_begin collab_resume_end collab_waiting_begin collab_waiting_end context_compacted deprecation_notice dynamic_tool_call_request dynamic_tool_call_response elicitation_request entered_review_mode error exec_approval_request exec_command_begin exec_command_end exited_review_mode guardian_assessment hook_completed hook_started image_generation_begin image_generation_end item_completed item_started mcp_startup_complete mcp_startup_update mcp_tool_call_begin mcp_tool_call_end model_reroute patch_apply_begin patch_apply_end patch_apply_updated plan_delta plan_update raw_response_item request_permissions request_user_input session_configured shutdown_complete skills_update_available stream_error task_complete task_started terminal_interaction thread_goal_updated thread_name_updated thread_rolled_back thread_settings_applied token_count turn_aborted turn_complete turn_diff turn_started undo_completed undo_started user_message view_image_tool_call warning web_search_begin web_search_end",
};

const names = Object.fromEntries(Object.entries(known).map(([of, types]) => [of, new Set(types.split(" "))]));

/**
 * What this version does not know of a line: its type, or that of its item or event.
 *
 * @returns names such as `event_msg/foo`.
 */
export function unknownIn({ type, kind }: RolloutLine): string[] {
  if (!names["line"]!.has(type)) return [`line ${type}`];
  const kinds = names[type];
  return kinds === undefined || kind === "" || kinds.has(kind) ? [] : [`${type}/${kind}`];
}
