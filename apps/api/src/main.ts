import { type RequestListener, type ServerOptions, createServer } from "node:http";
import { DataDirLocked } from "@backlot/adapters-postgres";
import { type ServerType, serve } from "@hono/node-server";
import { makeApp } from "./app.ts";
import { BadSetting } from "./settings/schema.ts";
import { serveDumps } from "./backup/dump-socket.ts";
import { type StoreConfig, readConfig } from "./settings/derived.ts";
import { giveBackIdleMemory } from "./idle-memory.ts";
import { samples } from "./samples.ts";
import { startFilesAhead } from "./files-ahead.ts";
import { startJobs } from "./jobs.ts";
import { countStatus, serveMetrics } from "./observe/metrics-server.ts";
import { errorText, withoutPrivate } from "./observe/log.ts";
import { observeRequests } from "./observe/observe-requests.ts";
import { type Telemetry, startTelemetry } from "./observe/telemetry.ts";
import { type OpenStore, openStore } from "./open-store.ts";
import { mountWeb } from "./web.ts";

/** The time limit for closing the database after all requests are cut off, in milliseconds. */
const CLOSING_MS = 5_000;

const listen = (
  app: { fetch: Parameters<typeof serve>[0]["fetch"] },
  { host, port, requestSeconds, trustedProxies }: StoreConfig,
  { requests, metrics }: Telemetry,
): Promise<{ server: ServerType; port: number }> =>
  new Promise((resolve, reject) => {
    const serverOptions = {
      // Measured from the first byte of a request to the last. Slower clients get a 408.
      requestTimeout: requestSeconds * 1_000,
      headersTimeout: Math.min(10, requestSeconds) * 1_000,
      connectionsCheckingInterval: 1_000,
      // Longer than proxies and clients keep an idle connection open, so that none of them sends a request on a
      // connection that is closing.
      keepAliveTimeout: 75_000,
    };
    const observer = { trustsSentId: trustedProxies > 0, log: requests, metrics };
    const observed = ((settings: ServerOptions, listener: RequestListener) =>
      createServer(settings, observeRequests(observer, listener))) as typeof createServer;
    const server: ServerType = serve(
      { fetch: app.fetch, hostname: host, port, createServer: observed, serverOptions },
      (info) => resolve({ server, port: info.port }),
    );
    server.once("error", reject);
  });

const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/** How often to read the gauges for OpenTelemetry, in milliseconds. */
const GAUGES_MS = 30_000;

/**
 * Serves the metrics on their port, and keeps the gauges current for OpenTelemetry. Returns a function that stops both.
 */
const startCounting = async (
  { metricsHost, metricsPort, otlpEndpoint }: StoreConfig,
  services: OpenStore["services"],
  { metrics }: Telemetry,
): Promise<() => void> => {
  if (metrics === null) return () => {};
  const server =
    metricsPort === null
      ? null
      : await serveMetrics(services, metrics, { host: metricsHost, port: metricsPort }).catch((error: unknown) => {
          throw isTaken(error) ? new BadSetting(`METRICS_PORT ${metricsPort} is in use. Set a free port.`) : error;
        });
  const timer =
    otlpEndpoint === null
      ? undefined
      : setInterval(() => void countStatus(services, metrics).catch(() => {}), GAUGES_MS).unref();
  return () => {
    clearInterval(timer);
    server?.close();
  };
};

try {
  const config = readConfig(process.env);
  const telemetry = await startTelemetry(config);
  if (process.env.LICENCE_RULE !== undefined)
    telemetry.event("warn", "Rename the setting LICENCE_RULE to LICENSE_RULE. The next version reads only the latter.");
  const store = await openStore(config, telemetry);
  let draining = false;
  const app = await makeApp(config, store.services, { pages: mountWeb, draining: () => draining, telemetry });
  // Start this before the store opens, so that it never runs unmonitored.
  const stopCounting = await startCounting(config, store.services, telemetry);
  const { server, port } = await listen(app, config, telemetry).catch(async (error: unknown) => {
    await store.close();
    throw isTaken(error)
      ? new BadSetting(`Port ${config.port} is in use. Stop the process that uses it, or set PORT to a free port.`)
      : error;
  });
  const stopWorking = startJobs(store.services);
  const hasSamples = samples.catalog.collections.length > 0;
  const stopAhead = hasSamples ? startFilesAhead(store.services, { isOn: config.sampleAhead }) : async () => {};
  giveBackIdleMemory();
  const stopDumps =
    config.databaseUrl === null ? serveDumps(store.database, config.dataDir, telemetry.logError) : () => {};
  const stop = (): void => {
    if (draining) return;
    draining = true;
    const worked = Promise.all([stopWorking(), stopAhead()]);
    const closePort = (): void => {
      server.close(async () => {
        await worked;
        stopCounting();
        stopDumps();
        await store.close();
        await telemetry.close();
        process.exit(0);
      });
      if ("closeIdleConnections" in server) server.closeIdleConnections();
      // A stalled request must not keep the process alive. The next start resumes its work.
      setTimeout(() => {
        if ("closeAllConnections" in server) server.closeAllConnections();
        // A database that hangs would keep its connections open and the process alive.
        setTimeout(() => process.exit(1), CLOSING_MS).unref();
      }, config.drainSeconds * 1_000).unref();
    };
    // Keep the port open until load balancers notice that the store isn't ready and send requests elsewhere.
    setTimeout(closePort, config.drainDelay * 1_000);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  telemetry.event("info", `listening on http://${config.host}:${port}`);
  process.send?.({ listening: port });
} catch (error) {
  // Print the error as plain text instead of logging it, because a person at the terminal reads it.
  const isTold = error instanceof BadSetting || error instanceof DataDirLocked;
  const text = isTold ? error.message : withoutPrivate(errorText(error));
  process.stderr.write(`${text}\n`, () => process.exit(1));
}
