import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { type RequestScope, withinRequest } from "./request-scope.ts";

/** The header with the id of a request, on requests and responses. */
const REQUEST_ID = "x-request-id";

const SENT = /^[A-Za-z0-9][\w.-]{7,63}$/;

// The number makes ids unique within a process. The prefix makes them unique across processes.
const beginning = randomBytes(6).toString("hex");
let number = 0;
const newId = (): string => {
  number += 1;
  return `${beginning}-${number.toString(36)}`;
};

/** How to observe each request. */
interface RequestObserver {
  /** Whether to accept a request id from a proxy. */
  readonly trustsSentId: boolean;
  /** The log of requests, or null for none. */
  readonly log: Pick<Log, "request"> | null;
  readonly metrics: Pick<Metrics, "request"> | null;
}

// 503 is also the response to a caller who has reached a rate limit.
const levelOf = (status: number) => (status >= 500 && status !== 503 ? ("error" as const) : ("info" as const));

/**
 * Wraps a server's listener. Gives each request an id, which its response includes, and logs and counts it after the
 * response. The log has only the path's pattern and no IP address, because a path or an address could identify a
 * person.
 */
export const observeRequests = (
  { trustsSentId, log, metrics }: RequestObserver,
  listener: RequestListener,
): RequestListener => {
  const isWatched = log !== null || metrics !== null;
  return (request: IncomingMessage, response: ServerResponse) => {
    const sent = trustsSentId ? request.headers[REQUEST_ID] : undefined;
    const scope: RequestScope = { id: typeof sent === "string" && SENT.test(sent) ? sent : newId(), route: null };
    response.setHeader(REQUEST_ID, scope.id);
    if (isWatched) {
      const begun = performance.now();
      response.once("close", () => {
        const seconds = (performance.now() - begun) / 1_000;
        const route = scope.route ?? "unknown";
        const method = request.method ?? "";
        // If the client disconnected first, no status was sent. Record 499, as nginx does.
        const status = response.writableFinished ? response.statusCode : 499;
        metrics?.request(route, method, status, seconds);
        log?.request(levelOf(status), "request", {
          request_id: scope.id,
          method,
          route,
          status,
          duration_ms: Math.round(seconds * 10_000) / 10,
        });
      });
    }
    withinRequest(scope, () => void listener(request, response));
  };
};
