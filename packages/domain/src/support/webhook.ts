export type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from "./webhook.schema.ts";

/**
 * The maximum number of attempts to deliver an event. The waits get longer, so the last attempt is about a day and a
 * half after the first.
 */
export const MOST_DELIVERY_ATTEMPTS = 16;

/** The waits between attempts, in milliseconds: the first one, which then doubles each time, and the longest. */
export const DELIVERY_WAITS = { first: 30_000, longest: 6 * 3_600_000 };

/** The hosts of private networks, which a store on a server must not call on behalf of others. */
const PRIVATE = [
  /^(?:localhost|.+\.(?:localhost|local|internal)|\[.*\])$/,
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./,
];

/** Returns why a URL can't be used for a webhook, or null if it can. On a server, it must be public and use TLS. */
export const webhookUrlProblem = (url: string, { isOnServer }: { readonly isOnServer: boolean }): string | null => {
  if (!URL.canParse(url)) return "Use a URL such as https://studio.example/hooks.";
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== "" || password !== "") return "Use a URL without a username or password.";
  if (protocol !== "https:" && (isOnServer || protocol !== "http:")) return "Use a URL that begins with https://.";
  const isPrivate = !hostname.includes(".") || PRIVATE.some((pattern) => pattern.test(hostname));
  return isOnServer && isPrivate ? "Use a public URL." : null;
};
