import { DataDirLocked } from "@backlot/adapters-postgres";
import { type ServerType, serve } from "@hono/node-server";
import { makeApp } from "./app.ts";
import { BadSetting, readConfig } from "./config.ts";
import { startJobs } from "./jobs.ts";
import { openStore } from "./open-store.ts";
import { mountWeb } from "./web.ts";

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

try {
  const config = readConfig(process.env);
  const store = await openStore(config);
  let draining = false;
  const app = await makeApp(config, store.services, { pages: mountWeb, draining: () => draining });
  const { server, port } = await listen(app, config.host, config.port).catch(async (error: unknown) => {
    await store.close();
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new BadSetting(`Port ${config.port} is taken: stop what uses it, or set PORT to a free one.`);
    }
    throw error;
  });
  const stopWorking = startJobs(store.services);
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
