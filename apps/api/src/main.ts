import { resumeOrders, runDueJobs } from "@backlot/application";
import { DataDirLocked } from "@backlot/adapters-postgres";
import { type ServerType, serve } from "@hono/node-server";
import * as Effect from "effect/Effect";
import { makeApp } from "./app.ts";
import { BadSetting, readConfig } from "./config.ts";
import { type OpenStore, openStore } from "./open-store.ts";

/** How often this process asks whether a job is due, in milliseconds. */
const LOOK_FOR_JOBS_EVERY = 10_000;

const listen = (
  app: { fetch: Parameters<typeof serve>[0]["fetch"] },
  host: string,
  port: number,
): Promise<{ server: ServerType; port: number }> =>
  new Promise((resolve, reject) => {
    const server: ServerType = serve({ fetch: app.fetch, hostname: host, port }, (info) =>
      resolve({ server, port: info.port }),
    );
    server.once("error", reject);
  });

const startJobs = (store: OpenStore): (() => void) => {
  let busy = false;
  const doing = async (work: Effect.Effect<unknown>): Promise<void> => {
    if (busy) return;
    busy = true;
    await Effect.runPromise(work).catch((error: unknown) => console.error("jobs:", error));
    busy = false;
  };
  // What this store was in the middle of when it last stopped comes first, whatever its age.
  void doing(resumeOrders(store.services.ports)("all"));
  const timer = setInterval(() => void doing(runDueJobs(store.services.ports)()), LOOK_FOR_JOBS_EVERY);
  return () => clearInterval(timer);
};

try {
  const config = readConfig(process.env);
  const store = await openStore(config);
  let draining = false;
  const app = await makeApp(config, store.services, { web: true, draining: () => draining });
  const { server, port } = await listen(app, config.host, config.port).catch(async (error: unknown) => {
    await store.close();
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new BadSetting(`Port ${config.port} is taken: stop what uses it, or set PORT to a free one.`);
    }
    throw error;
  });
  const stopWorking = startJobs(store);
  const stop = (): void => {
    if (draining) return;
    draining = true;
    stopWorking();
    server.close(() => {
      void store.close().then(() => process.exit(0));
    });
    if ("closeIdleConnections" in server) server.closeIdleConnections();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  console.log(`listening on http://${config.host}:${port}`);
  process.send?.({ listening: port });
} catch (error) {
  console.error(error instanceof BadSetting || error instanceof DataDirLocked ? error.message : error);
  process.exit(1);
}
