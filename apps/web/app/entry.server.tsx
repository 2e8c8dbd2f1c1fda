import { PassThrough } from "node:stream";
import type { PageContext, WebServerBuild } from "@backlot/ports";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
  createRequestHandler,
  isRouteErrorResponse,
} from "react-router";
import { CART_COOKIE } from "./cart-token.ts";
import { pageContext } from "./context.ts";
import { ITEM_COOKIE } from "./credits-for-item.server.ts";
import { themeOf } from "./theme.ts";

/** How long a page may stream, in milliseconds. */
export const streamTimeout = 5_000;

/** The host's way in: it hands over the store with each request. */
export const makeHandler: WebServerBuild["makeHandler"] = (build, siteHost) => {
  // Behind a proxy that ends TLS the request's own address is http; the site's name is what a form's origin must have.
  const handle = createRequestHandler({ ...(build as ServerBuild), allowedActionOrigins: [siteHost] }, "production");
  return (request: Request, page: PageContext) => {
    const context = new RouterContextProvider();
    context.set(pageContext, page);
    return handle(request, context);
  };
};

/** The pages that visitors share differ by address and theme; who has a cart or buys for an item sees their own. */
export const sharedKey: WebServerBuild["sharedKey"] = (path, cookies) =>
  cookies !== null && [CART_COOKIE, ITEM_COOKIE].some((name) => cookies.includes(`${name}=`))
    ? null
    : `${themeOf(cookies)} ${path}`;

export const handleError: HandleErrorFunction = (error, { request }) => {
  // Where it came from, and nothing of what was asked of the database.
  if (!request.signal.aborted && !isRouteErrorResponse(error))
    console.error(error instanceof Error ? error.stack : String(error));
};

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { nonce } = loadContext.get(pageContext);
  // Robots take the page whole; people see its frame at once.
  const ready = isbot(request.headers.get("user-agent")) ? "onAllReady" : "onShellReady";
  return new Promise((resolve, reject) => {
    let code = status;
    let begun = false;
    const timer = setTimeout(() => abort(), streamTimeout + 1_000);
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        [ready]() {
          begun = true;
          const body = new PassThrough({
            final(done) {
              clearTimeout(timer);
              done();
            },
          });
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status: code, headers }));
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error) {
          code = 500;
          if (begun && !request.signal.aborted) console.error(error);
        },
      },
    );
  });
}
