import type { DetailOptions } from "@ccdag/processor";
import { isPreset } from "./formats.ts";
import type { ExportRequest } from "./request.ts";

/** The detail that the user asks for; absent values are up to the preset or the format. The command line overrides the config. */
export function requestedDetail({ options = {}, user }: Pick<ExportRequest, "options" | "user">): DetailOptions {
  const own = user?.detail ?? {};
  return {
    detail: options.detail ?? own.detail,
    thinking: options.thinking ?? own.thinking,
    tools: options.tools ?? own.tools,
  };
}

/** The detail of an export. The command line overrides the config, which overrides a preset, which overrides the format. */
export function detailOf(request: ExportRequest): DetailOptions {
  const { renderer, user } = request;
  const requested = requestedDetail(request);
  const isSaid = isPreset(renderer) || user?.hasDetail === true;
  const usual = isSaid ? undefined : renderer.audience === "people" ? "tools" : "full";
  return { ...requested, detail: requested.detail ?? usual };
}
