import { message } from "@backlot/domain";
import type { Context } from "hono";
import type { Responses } from "./responses.ts";

/** The Retry-After header of a response during an outage, in seconds. */
export const RETRY_AFTER = "2";

const page = (text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Unavailable</title><p>${text}</p></html>`;

/** Returns a 503 response for a database outage: a page for browsers, JSON for programs. */
export const unavailable = (c: Context, answers: Pick<Responses, "json">): Response | Promise<Response> => {
  const text = message("unavailable");
  const headers = { "retry-after": RETRY_AFTER };
  return c.req.header("accept")?.includes("text/html") === true && !c.req.path.startsWith("/api/")
    ? c.html(page(text), 503, headers)
    : answers.json(c, 503, { error: { code: "unavailable", message: text } }, headers);
};
