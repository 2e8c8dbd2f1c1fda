// Runs the store from source, for `npm run dev`. Vite loads the routes, use cases, rules and pages and reloads them
// when they change. The database and the port stay open across reloads.
import { createServer as createHttpServer } from "node:http";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { Clock, logToConsole } from "@backlot/ports";
import { Hono } from "hono";
import { createServer as createViteServer } from "vite";
import type { Services } from "../src/composition.ts";
import { BadSetting } from "../src/settings/schema.ts";
import { readConfig } from "../src/settings/derived.ts";
import { openStore } from "../src/open-store.ts";
import type { WebBuild } from "../src/web.ts";
import type * as Reloaded from "./reloaded.ts";

const RELOADED = fileURLToPath(new URL("./reloaded.ts", import.meta.url));
const WEB = fileURLToPath(new URL("../../web/", import.meta.url));
const BUILD = "virtual:react-router/server-build";

const config = readConfig(process.env);
const store = await openStore(config).catch((error: unknown) => {
  console.error(error instanceof BadSetting ? error.message : error);
  process.exit(1);
});
const server = createHttpServer();
const vite = await createViteServer({
  root: WEB,
  appType: "custom",
  server: { middlewareMode: true, hmr: { server } },
});

/** Creates the store's routes from the current sources. */
const appOf = async (sources: typeof Reloaded, services: Services): Promise<Hono> =>
  sources.makeApp(config, services, {
    pages: async (_, { session, shop, storeFor }) => {
      const pages = new Hono();
      pages.route("/", sources.mediaFiles(config.dataDir));
      pages.all("*", async (c) => {
        const build = (await vite.ssrLoadModule(BUILD)) as unknown as WebBuild;
        return sources.pageRenderer(build, config, { session, shop, logError: logToConsole })(
          c.req.raw,
          await storeFor(c),
        );
      });
      return pages;
    },
  });

interface Running {
  readonly sources: typeof Reloaded;
  readonly app: Hono;
  readonly stopJobs: () => Promise<void>;
}

let running: Running | null = null;

const current = async (): Promise<Hono> => {
  const sources = (await vite.ssrLoadModule(RELOADED)) as typeof Reloaded;
  if (running === null || running.sources !== sources) {
    const services = sources.compose(config, store.database, (rebind) => rebind(Clock, store.clock));
    const app = await appOf(sources, services);
    await running?.stopJobs();
    running = { sources, app, stopJobs: sources.startJobs(services) };
  }
  return running.app;
};

const front = new Hono();
front.all("*", async (c) => {
  const answer = await (await current()).fetch(c.req.raw);
  // The store's policy would block Vite's client, which injects inline styles and scripts.
  answer.headers.delete("content-security-policy");
  return answer;
});
front.onError((error, c) => {
  if (error instanceof Error) vite.ssrFixStacktrace(error);
  console.error(error);
  return c.text(error.stack ?? error.message, 500);
});

const listener = getRequestListener(front.fetch);
server.on("request", (request, response) =>
  vite.middlewares(request, response, () => void listener(request, response)),
);
await current();
server.listen(config.port, config.host, () => console.log(`listening on http://${config.host}:${config.port}`));

const stop = (): void => {
  running?.stopJobs();
  server.closeAllConnections();
  void vite
    .close()
    .then(() => store.close())
    .then(() => process.exit(0));
};
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
