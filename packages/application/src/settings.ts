import type { ChangePolicy, DisposableDomains, Ratio, RefundPolicy, StockClaims, TeamSeats } from "@backlot/domain";
import type { RateLimit } from "@backlot/ports";
import * as Context from "effect/Context";

/** The owner's settings, apart from secrets. */
export interface StoreSettings {
  readonly supportEmail: string;
  /** The store's own origin, without a trailing slash: PayPal sends buyers back to it. */
  readonly siteUrl: string;
  /** Whether PayPal is withheld even if it could be offered. (LIC-14) */
  readonly payPalHidden: boolean;
  readonly changePolicy: ChangePolicy;
  readonly refundPolicy: RefundPolicy;
  readonly tax: Ratio;
  /** The lifetime of a download link, in seconds. */
  readonly linkSeconds: number;
  /** How many unknown discount codes an account, or a visitor's address, may try. (DSC-02) */
  readonly codeTries: RateLimit;
  /** How many wrong passwords an email address takes before it is locked for a while. (ACC-03) */
  readonly passwordTries: RateLimit;
  /** How many sign-ups, wrong passwords, and password resets one network may send. (ACC-01, ACC-03, ACC-04) */
  readonly networkTries: RateLimit;
  /** How many certificates an account may have rendered. (LIC-13) */
  readonly certificateTries: RateLimit;
  /** How many newsletter captchas a visitor's address may submit. (NWS-01) */
  readonly newsletterTries: RateLimit;
  /** The stock that the home page claims, if the catalog holds that much. (SHL-09) */
  readonly stockClaims: StockClaims;
  /** The number of people who can work under a plan. (ACC-08) */
  readonly teamSeats: TeamSeats;
  /** Disposable email services. (ACC-02) */
  readonly disposableDomains: DisposableDomains;
}

/** The owner's settings. */
export const Settings = Context.Service<StoreSettings>("backlot/Settings");
