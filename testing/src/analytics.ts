import { FINGERPRINT_COOKIE, givenConsent } from "@backlot/domain";

/** Returns the environment variables that point a store's analytics at the sandbox. */
export const analyticsEnvironment = (sandboxUrl: string): Readonly<Record<string, string>> => ({
  ANALYTICS_URL: `${sandboxUrl}/analytics`,
  ANALYTICS_WRITE_KEY: "write-key",
});

/** An event as the analytics service has it. */
export interface KeptEvent {
  readonly event: string;
  readonly messageId: string;
  readonly timestamp: string;
  readonly anonymousId: string;
  readonly userId?: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Returns the events that the sandbox received from a browser, oldest first. */
export const analyticsAt = async (sandboxUrl: string, fingerprint: string): Promise<readonly KeptEvent[]> =>
  (await (await fetch(`${sandboxUrl}/analytics/events?browser=${fingerprint}`)).json()) as readonly KeptEvent[];

/** Returns the headers of a browser whose owner consented to analytics. */
export const consenting = (fingerprint: string): { readonly cookie: string } => ({
  cookie: `${FINGERPRINT_COOKIE}=${givenConsent(fingerprint)}`,
});
