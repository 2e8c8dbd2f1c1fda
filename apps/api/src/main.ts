import { recoverOrders } from "@backlot/application";
import { FolderInUse } from "@backlot/adapters-postgres";
import { type ServerType, serve } from "@hono/node-server";
import * as Effect from "effect/Effect";
import { makeApp } from "./app.ts";
import { BadSetting, readConfig } from "./config.ts";
import { type OpenStore, openStore } from "./open-store.ts";

/** How often orders without an end are looked at again, and how old they must be, in milliseconds. */
const RECOVER_EVERY = 60_000;

const listen = (app: { fetch: Parameters<typeof serve>[0]["fetch"] }, host: string, port: number): Promise<{ server: ServerType; port: number }> =>
  new Promise((resolve, reject) => {
    const server: ServerType = serve({ fetch: app.fetch, hostname: host, port }, (info) => resolve({ server, port: info.port }));
    server.once("error", reject);
  });

const keepRecovering = (store: OpenStore): (() => void) => {
  const look = (olderThanMs: number): Promise<unknown> =>
    Effect.runPromise(recoverOrders(store.wired.ports)({ olderThanMs })).catch((error: unknown) => console.error("recovery:", error));
  void look(0);
  const timer = setInterval(() => void look(RECOVER_EVERY), RECOVER_EVERY);
  return () => clearInterval(timer);
};

try {
  const config = readConfig(process.env);
  const store = await openStore(config);
  let draining = false;
  const app = await makeApp(config, store.wired, { web: true, draining: () => draining });
  const { server, port } = await listen(app, config.host, config.port).catch(async (error: unknown) => {
    await store.close();
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new BadSetting(`Port ${config.port} is taken: stop what uses it, or set PORT to a free one.`);
    }
    throw error;
  });
  const stopRecovering = keepRecovering(store);
  const stop = (): void => {
    if (draining) return;
    draining = true;
    stopRecovering();
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
  console.error(error instanceof BadSetting || error instanceof FolderInUse ? error.message : error);
  process.exit(1);
}
