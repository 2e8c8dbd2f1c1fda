import type { Ratio } from "@backlot/domain";
import type { Store } from "./store.ts";

/** Addresses outside the site that menus lead to; null where there is none. (SHL-01, SHL-03) */
export interface OutsideLinks {
  readonly discord: string | null;
  readonly productRequests: string | null;
  readonly roadmap: string | null;
  readonly selling: string | null;
  readonly jobs: string | null;
  readonly bugReports: string | null;
  /** Where who buys for a studio writes. */
  readonly salesEmail: string | null;
}

/** What a page is told of the shop around it. */
export interface ShopSettings {
  readonly supportEmail: string;
  /** Addresses outside the site that menus lead to. (SHL-01, SHL-03) */
  readonly outside: OutsideLinks;
  /** The tax on everything that is sold. (ORD-04) */
  readonly tax: Ratio;
  /** Who sells, as receipts state it. */
  readonly seller: { readonly name: string; readonly address: readonly string[]; readonly taxId: string | null };
  readonly siteUrl: string;
  /** Whether PayPal is set up, and no setting hides it. (LIC-14) */
  readonly payPal: boolean;
  /** Whether events of visitors are recorded, once they consent. (ANL-01) */
  readonly analytics: boolean;
  /** The captcha of the newsletter; null for a store without one. (NWS-01) */
  readonly newsletter: {
    readonly siteKey: string;
    /** The captcha's browser script: the service's own, or the sandbox's stand-in. */
    readonly scriptUrl: string;
  } | null;
  /** The live chat; null for a store without one. (SHL-08) */
  readonly chat: { readonly scriptUrl: string } | null;
  /** The service that asks for another card when a payment failed; null for a store without one. (SHL-08) */
  readonly recovery: {
    readonly scriptUrl: string;
    readonly appId: string;
    readonly mode: "live" | "test";
  } | null;
  readonly stripe: {
    readonly publishableKey: string;
    /** The sandbox's stand-in for the provider's browser script; null for the provider's own. */
    readonly standInUrl: string | null;
  };
}

/** A browser's session, as values of Set-Cookie. */
export interface SessionCookies {
  readonly open: (token: string) => string;
  readonly close: () => string;
}

/** What the API hands to the pages with each request: the store as its caller sees it, and what is around it. */
export interface PageContext {
  readonly store: Store;
  readonly session: SessionCookies;
  readonly shop: ShopSettings;
  readonly nonce: string;
}

/** The Cache-Control of a page that every visitor sees alike: kept, and asked about before it is shown again. */
export const SHARED_PAGE = "private, no-cache";

/** The door of the web app's server build, which the API loads by path. */
export interface WebServerBuild {
  readonly makeHandler: (
    build: unknown,
    siteHost: string,
  ) => (request: Request, page: PageContext) => Promise<Response>;
  /**
   * What tells pages apart that visitors share, of a path with its query and of a request's cookies; null where the
   * request brings something of its own, such as a cart.
   */
  readonly sharedKey: (path: string, cookies: string | null) => string | null;
}
