// The limit for a page: bare Hono, where React renders the same tree with its data already loaded. The data is fetched
// once, over HTTP, from the store under test: as a visitor, or with TOKEN as a customer.
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { readConfig } from "@backlot/api/settings/derived";
import { shopSettings } from "@backlot/api/shop-settings";
import { makeShopCache } from "@backlot/application";
import { makeStoreClient } from "@backlot/adapters-http";
import { type PageContext, type WebServerBuild, logToConsole } from "@backlot/ports";
import { serve } from "@hono/node-server";
import * as Effect from "effect/Effect";
import { Hono } from "hono";
import { createElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";

type HandleRequest = (request: Request, status: number, headers: Headers, entry: EntryContext) => Promise<Response>;

interface Build {
  readonly entry: { readonly module: WebServerBuild & { readonly default: HandleRequest } };
}

const { STORE_URL = "", WEB_BUILD = "", TOKEN } = process.env;
const PAGES = (process.env.PAGES ?? "").split(" ");
const build = (await import(pathToFileURL(WEB_BUILD).href)) as Build;
const store = await Effect.runPromise(
  makeStoreClient({ baseUrl: STORE_URL, ...(TOKEN === undefined ? {} : { token: TOKEN }) }),
);
// Same environment as the store under test. NODE_ENV only tells React how to run here, so hide it from the config.
const config = readConfig({ ...process.env, NODE_ENV: "" });
const nonce = "c2FtZSBmb3IgYWxs";
const page: PageContext = {
  store,
  session: { open: () => "", close: () => "" },
  shop: shopSettings(config, makeShopCache(config)),
  nonce,
  requestId: null,
  logError: logToConsole,
};

/** Returns the context that React Router passes to a page's renderer, and the data that it streams afterward. */
const captured = async (path: string): Promise<{ readonly entry: EntryContext; readonly data: Uint8Array[] }> => {
  let entry: EntryContext | null = null;
  const capture: HandleRequest = async (_request, status, headers, context) => {
    if (status !== 200) throw new Error(`${path} is answered with ${status}`);
    entry = context;
    return new Response(null, { status, headers });
  };
  const listening = { ...build, entry: { ...build.entry, module: { ...build.entry.module, default: capture } } };
  const render = build.entry.module.makeHandler(listening, new URL(STORE_URL).host);
  const answer = await render(new Request(`${STORE_URL}${path}`), page);
  if (entry === null) throw new Error(`${path} renders no page: ${answer.status} ${await answer.text()}`);
  const { serverHandoffStream } = entry as EntryContext;
  const data: Uint8Array[] = [];
  for await (const chunk of serverHandoffStream ?? []) data.push(chunk);
  return { entry, data };
};

const app = new Hono();
for (const path of PAGES) {
  const { entry, data } = await captured(path);
  const url = `${STORE_URL}${path}`;
  app.get(path, async (c) => {
    const serverHandoffStream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of data) controller.enqueue(chunk);
        controller.close();
      },
    });
    const body = new PassThrough();
    const { pipe } = renderToPipeableStream(
      createElement(ServerRouter, { context: { ...entry, serverHandoffStream }, url, nonce }),
      { nonce, onAllReady: () => void pipe(body) },
    );
    return c.html(await text(body));
  });
}

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}`),
);
