import type { ChangePolicy, DisposableDomains, Ratio, RefundPolicy, StockClaims, TeamSeats } from "@backlot/domain";
import type { RateLimit } from "@backlot/ports";
import * as Context from "effect/Context";

/** The owner's settings, apart from secrets. */
export interface StoreSettings {
  readonly supportEmail: string;
  /** The store's own origin, without a trailing slash: PayPal sends buyers back to it. */
  readonly siteUrl: string;
  /** Whether PayPal is withheld even if it could be offered. */
  readonly payPalHidden: boolean;
  readonly changePolicy: ChangePolicy;
  readonly refundPolicy: RefundPolicy;
  readonly tax: Ratio;
  /** The lifetime of a download link, in seconds. */
  readonly linkSeconds: number;
  /** How many unknown discount codes an account, or a visitor's address, may try. */
  readonly codeTries: RateLimit;
  /** How many wrong passwords an email address allows before it is locked for a while. */
  readonly passwordTries: RateLimit;
  /** How many sign-ups, wrong passwords, and password resets one network may send. */
  readonly networkTries: RateLimit;
  /** How many certificates an account may have rendered. */
  readonly certificateTries: RateLimit;
  /** How many newsletter captchas a visitor's address may submit. */
  readonly newsletterTries: RateLimit;
  /** The catalog size that the home page claims, if the catalog is that large. */
  readonly stockClaims: StockClaims;
  /** The number of people who can work under a plan. */
  readonly teamSeats: TeamSeats;
  /** Disposable email services. */
  readonly disposableDomains: DisposableDomains;
}

/** The owner's settings. */
export const Settings = Context.Service<StoreSettings>("backlot/Settings");
