import type {
  CommonPasswords,
  ChangePolicy,
  Collection,
  DisposableDomains,
  HomePage,
  Provider,
  Ratio,
  RefundPolicy,
  Seller,
  StockClaims,
  TeamSeats,
} from "@backlot/domain";
import type { RateLimit } from "@backlot/ports";
import * as Context from "effect/Context";

/** The store owner's settings, without secrets. */
export interface StoreSettings {
  readonly supportEmail: string;
  /** The store's own origin, without a trailing slash: providers send buyers back to it. */
  readonly siteUrl: string;
  /** The payers to hide even if their keys are set. */
  readonly hiddenPayers: readonly Provider[];
  readonly changePolicy: ChangePolicy;
  readonly refundPolicy: RefundPolicy;
  readonly tax: Ratio;
  /** The seller that new receipts name. */
  readonly seller: Seller;
  /** Whether the store emails the receipt of every payment, for owners whose card provider doesn't. */
  readonly mailsReceipts: boolean;
  /** The lifetime of a download link, in seconds. */
  readonly linkSeconds: number;
  /** How many unknown discount codes an account, or a visitor's network address, may try. */
  readonly codeTries: RateLimit;
  /** How many wrong passwords may be tried for an email address before it is locked for a while. */
  readonly passwordTries: RateLimit;
  /** How many sign-ups, wrong passwords, and password resets one network address may attempt. */
  readonly networkTries: RateLimit;
  /** How many emails an address gets before anyone has confirmed it. */
  readonly mailTries: RateLimit;
  /** How many emails to other people's addresses one network may request. */
  readonly networkMailTries: RateLimit;
  /** How many certificates an account may have rendered. */
  readonly certificateTries: RateLimit;
  /** How many newsletter captchas, and how many contacts, a visitor's network address may submit. */
  readonly newsletterTries: RateLimit;
  /** How many payments an account, or a guest's network address, may start or confirm. */
  readonly paymentTries: RateLimit;
  /** How many payments may be started or confirmed from one network address. */
  readonly networkPaymentTries: RateLimit;
  /** How many quotes, previews, and requests for saved cards an account may make. */
  readonly inquiryTries: RateLimit;
  /** How many changes of visitors' carts a network address may make. */
  readonly cartTries: RateLimit;
  /** How many PDFs an account, or a guest's network address, may open. */
  readonly documentTries: RateLimit;
  /** How many download links an account, or a guest's network address, may request. */
  readonly downloadTries: RateLimit;
  /** How many invitations an account may send. */
  readonly invitationTries: RateLimit;
  /** The sample catalog, and the home page that goes with it. */
  readonly sample: { readonly collections: readonly Collection[]; readonly homePage: HomePage };
  /** The catalog size that the home page claims, if the catalog is that large. */
  readonly stockClaims: StockClaims;
  /** The number of people who can work in a team under a plan. */
  readonly teamSeats: TeamSeats;
  /** The domains of disposable email services, whose addresses can't sign up or buy. */
  readonly disposableDomains: DisposableDomains;
  /** The passwords that are refused because so many people use them, in lowercase. */
  readonly commonPasswords: CommonPasswords;
}

export const Settings = Context.Service<StoreSettings>("backlot/Settings");
