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
import { CART_COOKIE } from "#features/orders/cart-token.ts";
import { pageContext } from "#app/server/context.ts";
import { ITEM_COOKIE } from "#features/checkout/credits-for-item.server.ts";
import { FailedRequest } from "#app/server/request-id.ts";
import { themeOf } from "#app/browser/theme.ts";

/** How long a page may stream, in milliseconds. */
export const streamTimeout = 5_000;

/** Creates the request handler, which passes the API server's page context to the loaders and actions. */
export const makeHandler: WebServerBuild["makeHandler"] = (build, siteHost) => {
  // Behind a TLS-terminating proxy, the request URL is http, so check a form's origin against the site's host instead.
  const handle = createRequestHandler({ ...(build as ServerBuild), allowedActionOrigins: [siteHost] }, "production");
  return (request: Request, page: PageContext) => {
    const context = new RouterContextProvider();
    context.set(pageContext, page);
    return handle(request, context);
  };
};

/**
 * Returns the cache key of a page shared by all visitors: theme and path. Null if the visitor has a cart or is buying
 * credits for an item.
 */
export const sharedKey: WebServerBuild["sharedKey"] = (path, cookies) =>
  cookies !== null && [CART_COOKIE, ITEM_COOKIE].some((name) => cookies.includes(`${name}=`))
    ? null
    : `${themeOf(cookies)} ${path}`;

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // Log only the stack, because the error itself may contain database parameters.
  if (!request.signal.aborted && !isRouteErrorResponse(error))
    context.get(pageContext).logError("a page failed", error instanceof Error ? error.stack : String(error));
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
  const { nonce, requestId, logError } = loadContext.get(pageContext);
  // Send bots the complete page, but send people the shell first.
  const ready = isbot(request.headers.get("user-agent")) ? "onAllReady" : "onShellReady";
  return new Promise((resolve, reject) => {
    let code = status;
    let begun = false;
    const timer = setTimeout(() => abort(), streamTimeout + 1_000);
    const { pipe, abort } = renderToPipeableStream(
      <FailedRequest value={status < 500 || requestId === null ? "" : `Request ID: ${requestId}`}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </FailedRequest>,
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
          if (begun && !request.signal.aborted) logError("a page could not be rendered", error);
        },
      },
    );
  });
}
