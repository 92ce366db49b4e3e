import { type Agent, clientFacts, type Root, type Session, type ToolCall } from "@ccdag/ccast";
import type { SpanPlan } from "../plan/span-plan.ts";
import { chatFields } from "./chat.ts";
import { toResponse } from "./to-chat-message.ts";
import type { SpanFields } from "./span-fields.ts";

/** The name and the attributes of a span, by what it stands for. */
export function fieldsOf(span: SpanPlan): SpanFields {
  const { subject, trace } = span;
  switch (subject.kind) {
    case "session":
      return sessionFields(subject.node);
    case "turn":
      return turnFields(trace.session, subject.node.uuid ?? subject.node.id);
    case "agent":
      return agentFields(subject.node);
    case "tool":
      return toolFields(subject.node);
    default:
      return chatFields(subject, span);
  }
}

function sessionFields(node: Session | Root): SpanFields {
  if (node.type === "root") return { name: "session", attributes: {} };
  const { title, cwd, gitBranch, pulls, from } = node;
  return {
    name: title ?? "session",
    attributes: {
      "process.working_directory": cwd,
      "vcs.ref.head.name": gitBranch,
      "ccdag.session.pull_requests": pulls?.map(({ url }) => url),
      "ccdag.session.from": from?.uuid,
    },
  };
}

/** A turn is an invocation of the agent that the client is. */
function turnFields(session: Session | Root, uuid: string | undefined): SpanFields {
  const { name } = clientFacts(session.type === "session" ? session.client : undefined);
  return {
    name: `invoke_agent ${name}`,
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": name,
      "ccdag.entry.uuid": uuid,
    },
  };
}

function agentFields(node: Agent): SpanFields {
  const { agentId, mode, name, agentType, description, from, status, missing, incomplete, team, worktree } = node;
  const called = name ?? agentType;
  const hasFailed = status === "failed" || status === "killed";
  return {
    name: called === undefined ? "invoke_agent" : `invoke_agent ${called}`,
    error: hasFailed ? status : incomplete ? "incomplete" : undefined,
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.id": agentId,
      "gen_ai.agent.name": called,
      "gen_ai.agent.description": description,
      "ccdag.agent.type": agentType,
      "ccdag.agent.mode": mode,
      "ccdag.agent.rule": from.rule,
      "ccdag.agent.status": status,
      "ccdag.agent.missing": missing,
      "ccdag.agent.team": team,
      "ccdag.agent.worktree": worktree,
    },
  };
}

function toolFields({ id, name, input, result }: ToolCall): SpanFields {
  return {
    name: `execute_tool ${name}`,
    error: result?.isError ? "tool_error" : undefined,
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": name,
      "gen_ai.tool.call.id": id,
      "gen_ai.tool.call.arguments": JSON.stringify(input),
      "gen_ai.tool.call.result": result && toResponse(result),
      "ccdag.tool.whole_output": result?.whole,
      "ccdag.entry.uuid": result?.uuid,
    },
  };
}
