import { type Server, createServer } from "node:http";
import { readStatus } from "@backlot/application";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics";
import type { Services } from "../composition.ts";
import type { Metrics } from "./metrics.ts";

/** The time limit for reading from the database. Prometheus waits ten seconds for all metrics. */
const LIMIT = "1 second";

/** Reads the state of the background work from the database, and updates the metrics. */
export const countStatus = async ({ context }: Pick<Services, "context">, metrics: Metrics): Promise<void> => {
  metrics.status(await Effect.runPromiseWith(context)(Effect.timeout(readStatus, LIMIT)));
};

/**
 * Serves the metrics in Prometheus' format at /metrics, on a separate port, which proxies don't forward. While the
 * database can't be reached, serves only the process's metrics.
 */
export const serveMetrics = async (
  services: Pick<Services, "context">,
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Server> => {
  const server = createServer(async (request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    await countStatus(services, metrics).catch(() => {
      // Health checks report database failures.
    });
    const text = PrometheusMetrics.formatUnsafe(Context.empty());
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return server;
};
