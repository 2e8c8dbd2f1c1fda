import { FINGERPRINT_COOKIE, givenConsent } from "@backlot/domain";

/** What a store's environment says of analytics. */
export const analyticsEnvironment = (sandboxUrl: string): Readonly<Record<string, string>> => ({
  ANALYTICS_URL: `${sandboxUrl}/analytics`,
  ANALYTICS_WRITE_KEY: "write-key",
});

/** An event as its service has it. */
export interface KeptEvent {
  readonly event: string;
  readonly messageId: string;
  readonly timestamp: string;
  readonly anonymousId: string;
  readonly userId?: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The events that the sandbox has of a browser, in the order in which they came. */
export const analyticsAt = async (sandboxUrl: string, fingerprint: string): Promise<readonly KeptEvent[]> =>
  (await (await fetch(`${sandboxUrl}/analytics/events?browser=${fingerprint}`)).json()) as readonly KeptEvent[];

/** Headers of a browser whose holder consented. */
export const consenting = (fingerprint: string): { readonly cookie: string } => ({
  cookie: `${FINGERPRINT_COOKIE}=${givenConsent(fingerprint)}`,
});
