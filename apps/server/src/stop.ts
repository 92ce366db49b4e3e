import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Make a function that stops a server: requests that run are answered, and connections that wait for a request are ended.
 *
 * @param server a server that does not listen yet.
 * @param graceSeconds how long a request may take from then on: one whose client neither sends nor goes would never end.
 */
export function stopperOf(server: Server, graceSeconds: number): () => Promise<void> {
  const silent = new Set<Socket>();
  const running = new Set<ServerResponse>();
  let isStopping = false;
  server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    silent.delete(socket);
    running.add(response);
    response.once("close", () => running.delete(response));
    response.shouldKeepAlive &&= !isStopping;
  });
  return async () => {
    isStopping = true;
    // A client that is promised more answers would send its next request into a closed connection.
    for (const response of running) response.shouldKeepAlive = false;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    // Node does not count a connection without any request as idle.
    for (const socket of silent) socket.destroy();
    const timer = setTimeout(() => server.closeAllConnections(), graceSeconds * 1000);
    await closed;
    clearTimeout(timer);
  };
}
