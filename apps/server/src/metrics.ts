import type { Histogram, Registry } from "prom-client";

/** A request that was answered. */
interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** Figures of a server for Prometheus. Routes are counted, not paths: no id is in them. */
export class Metrics {
  #counting: Promise<{ readonly registry: Registry; readonly requests: Histogram }> | undefined;
  #hasProcess = false;

  /** Count a request that was answered, which took this many seconds. */
  async count({ method, route, status }: Answered, seconds: number): Promise<void> {
    const { requests } = await this.#started();
    requests.observe({ method, route, status }, seconds);
  }

  /** The figures as text, and its media type. */
  async read(): Promise<{ readonly text: string; readonly type: string }> {
    const { registry } = await this.#started();
    if (!this.#hasProcess) {
      const { default: client } = await import("prom-client");
      client.collectDefaultMetrics({ register: registry });
      this.#hasProcess = true;
    }
    return { text: await registry.metrics(), type: registry.contentType };
  }

  #started() {
    return (this.#counting ??= start());
  }
}

async function start() {
  const { default: client } = await import("prom-client");
  const registry = new client.Registry();
  const requests = new client.Histogram({
    name: "ccdag_http_request_duration_seconds",
    help: "How long answers to requests took, in seconds",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  return { registry, requests };
}
