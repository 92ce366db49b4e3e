import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { request as requestEncrypted } from "node:https";
import { onTestFinished } from "vitest";
import { run } from "../src/index.ts";

/** The address of the network over which all is asked; loopback if there is none. `network.slow.test.ts` gives one. */
export const networkHost = process.env["CCDAG_TEST_HOST"];

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
  /** Send a request, and call back with the response; the path is sent as it is. */
  readonly send: (options: object, responded: (response: IncomingMessage) => void) => ClientRequest;
  /** Send a request, and wait for the response; the path is sent as it is. */
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
  const network = networkHost === undefined || argv.includes("--host") ? [] : ["--host", networkHost];
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  let running: Promise<number> | undefined;
  await new Promise<void>((printed, failed) => {
    running = run(["serve", ...argv, "--port", "0", ...network], {
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
  const { hostname, port, protocol } = address;
  const send: Server["send"] = (options, responded) =>
    protocol === "https:"
      ? requestEncrypted({ hostname, port, rejectUnauthorized: false, ...options }, responded)
      : request({ hostname, port, ...options }, responded);
  const ask: Server["ask"] = (path, headers = {}, method = "GET") =>
    new Promise((resolve, reject) => {
      const sent = send({ path, headers, method }, (response) => {
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
  return { address, lines, send, ask, enter };
}

/** What a browser that opened the printed address gets for a path. */
export async function browserOf({ ask, enter }: Server): Promise<(path: string) => Promise<Answer>> {
  const cookie = await enter();
  return async (path) => ask(path, cookie);
}
