import type { MemoryFile } from "@ccdag/files/memory";
import type { GivenFile, Progress, Questions, Request, Response } from "./protocol.ts";
import { Project } from "./project.ts";

// The worker reads and renders, so the page stays responsive.
let project: Project | undefined;

addEventListener("message", ({ data }: MessageEvent<Request>) => void answer(data));

async function answer(request: Request): Promise<void> {
  const { id } = request;
  try {
    send({ id, output: await outputOf(request, (progress) => send({ id, progress })) });
  } catch (error) {
    send({ id, failed: error instanceof Error ? error.message : String(error) });
  }
}

function send(response: Response): void {
  postMessage(response);
}

async function outputOf(
  request: Request,
  report: (progress: Progress) => void,
): Promise<Questions[keyof Questions]["output"]> {
  if (request.ask === "open") {
    project = undefined;
    const { name, files } = request.input;
    project = new Project(await readAll(files, report), name, report);
    return project.opened;
  }
  if (project === undefined) throw new Error("No project is open");
  switch (request.ask) {
    case "render":
      return project.render(request.input);
    case "why":
      return project.why(request.input);
    case "diagnostics":
      return project.diagnostics();
    case "account":
      return project.account();
    default:
      return project.draw(request.input);
  }
}

/** Read files piece by piece, and report the progress. */
async function readAll(files: readonly GivenFile[], report: (progress: Progress) => void): Promise<MemoryFile[]> {
  const total = files.reduce((sum, { blob }) => sum + blob.size, 0);
  let done = 0;
  const read: MemoryFile[] = [];
  for (const { path, blob } of files) {
    const value = new Uint8Array(blob.size);
    let at = 0;
    const reader = blob.stream().getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      value.set(part.value, at);
      at += part.value.length;
      done += part.value.length;
      report({ stage: "reading", done, total });
    }
    read.push({ path, value });
  }
  return read;
}
