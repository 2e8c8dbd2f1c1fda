import type { Provider, Ratio } from "@backlot/domain";
import type { LogError } from "../driven/log-error.ts";
import type { Store } from "./store.ts";

/** Store settings that pages use. */
export interface ShopSettings {
  /** Whether the providers' keys are test keys, so that no real money moves. */
  readonly isTestStore: boolean;
  readonly supportEmail: string;
  /** The tax rate on everything the store sells. */
  readonly tax: Ratio;
  readonly siteUrl: string;
  /** The payers that the store offers: configured, and not hidden by a setting. */
  readonly payers: readonly Provider[];
  /** Whether the store records analytics events of visitors who consent. */
  readonly analytics: boolean;
  /** The newsletter's captcha, or null if the store has no newsletter. */
  readonly newsletter: {
    readonly siteKey: string;
    /** The URL of the captcha's browser script: the service's, or the sandbox's stand-in. */
    readonly scriptUrl: string;
  } | null;
  /** The live chat, or null if the store has none. */
  readonly chat: { readonly scriptUrl: string } | null;
  /** The service that recovers failed payments, or null if the store doesn't use one. */
  readonly recovery: {
    readonly scriptUrl: string;
    readonly appId: string;
    readonly mode: "live" | "test";
  } | null;
  readonly stripe: {
    readonly publishableKey: string;
    /** The URL of the sandbox's stand-in for Stripe.js, or null to load Stripe's. */
    readonly standInUrl: string | null;
  };
}

/** The `Set-Cookie` values that open and close a browser's session. */
export interface SessionCookies {
  readonly open: (token: string) => string;
  readonly close: () => string;
}

/** The data that the API passes to the web app to render one page. */
export interface PageContext {
  readonly store: Store;
  readonly session: SessionCookies;
  readonly shop: ShopSettings;
  readonly nonce: string;
  /** The id of the request, which error pages show, or null if it has none. */
  readonly requestId: string | null;
  readonly logError: LogError;
}

/** The Cache-Control of a page that is the same for every visitor. Browsers revalidate it before each use. */
export const SHARED_PAGE = "private, no-cache";

/** The exports of the web app's server build, which the API loads by path. */
export interface WebServerBuild {
  readonly makeHandler: (
    build: unknown,
    siteHost: string,
  ) => (request: Request, page: PageContext) => Promise<Response>;
  /**
   * Returns the cache key of a page that visitors share, computed from the cookies and the path with its query. Null if
   * the request has its own state, such as a cart.
   */
  readonly sharedKey: (path: string, cookies: string | null) => string | null;
}
