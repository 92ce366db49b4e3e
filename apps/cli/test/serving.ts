import { type IncomingHttpHeaders, request } from "node:http";
import { onTestFinished } from "vitest";
import { run } from "../src/index.ts";

/** A response. */
interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A running server. */
export interface Server {
  readonly address: URL;
  /** The lines on stderr until now. */
  readonly lines: string[];
  /** Send a request; the path is sent as it is. */
  readonly ask: (path: string, headers?: Readonly<Record<string, string>>, method?: string) => Promise<Answer>;
  /** The cookie of a browser that opened the printed address. */
  readonly enter: () => Promise<{ cookie: string }>;
}

/** Serve a folder until the test ends. */
export function serve(folder: string, ...argv: string[]): Promise<Server> {
  return serveIn(folder, {}, folder, ...argv);
}

/** Serve until the test ends, in a folder, with these variables and arguments. */
export async function serveIn(cwd: string, env: Readonly<Record<string, string>>, ...argv: string[]): Promise<Server> {
  const lines: string[] = [];
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  let running: Promise<number> | undefined;
  await new Promise<void>((printed, failed) => {
    running = run(["serve", ...argv, "--port", "0"], {
      stdin: (async function* () {})(),
      stdout: () => Promise.resolve(),
      stderr: (text) => {
        lines.push(...text.split("\n").filter(Boolean));
        printed();
      },
      cwd,
      env,
      isTerminal: false,
      stop: stopped,
    });
    running.then(() => failed(new Error("ended")), failed);
  });
  onTestFinished(async () => {
    stop();
    await running;
  });
  const address = new URL(lines[0]!);
  const ask: Server["ask"] = (path, headers = {}, method = "GET") =>
    new Promise((resolve, reject) => {
      const sent = request({ hostname: "127.0.0.1", port: address.port, path, headers, method }, (response) => {
        let text = "";
        const { statusCode: status = 0 } = response;
        const answer = () => resolve({ status, headers: response.headers, text });
        response.on("data", (chunk) => {
          text += String(chunk);
          // An event stream never ends.
          if (response.headers["content-type"]?.startsWith("text/event-stream")) answer();
        });
        response.on("end", answer).on("error", () => {});
      });
      sent.on("error", reject).end();
    });
  const enter = async () => {
    const { headers } = await ask(`/${address.search}`);
    return { cookie: headers["set-cookie"]![0]!.split(";")[0]! };
  };
  return { address, lines, ask, enter };
}
