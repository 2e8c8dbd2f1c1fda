import type { ChangePolicy, DisposableDomains, Ratio, RefundPolicy, StockClaims, TeamSeats } from "@backlot/domain";
import type {
  Analytics,
  Captcha,
  CardVault,
  CertificatePress,
  Clock,
  Files,
  Identity,
  Ids,
  Links,
  Mail,
  MailingList,
  Markup,
  PaymentRecovery,
  PaymentProvider,
  PromoCodes,
  RateLimit,
  RateLimits,
  Stock,
  Transactions,
} from "@backlot/ports";

/** What the owner sets, apart from secrets. */
export interface StoreSettings {
  readonly supportEmail: string;
  /** The store's own address, without a slash at its end: where PayPal sends buyers back to. */
  readonly siteUrl: string;
  /** Whether PayPal is not offered, even where it could be. (LIC-14) */
  readonly payPalHidden: boolean;
  readonly changePolicy: ChangePolicy;
  readonly refundPolicy: RefundPolicy;
  readonly tax: Ratio;
  /** How long a download link is good, in seconds. */
  readonly linkSeconds: number;
  /** How many unknown discount codes an account, or a visitor's address, may try. (DSC-02) */
  readonly codeTries: RateLimit;
  /** How many wrong passwords an address may be tried with, before it is locked for a while. (ACC-03) */
  readonly passwordTries: RateLimit;
  /** How many sign-ups, wrong passwords and forgotten ones may come from one network. (ACC-01, ACC-03, ACC-04) */
  readonly networkTries: RateLimit;
  /** How many certificates an account may have drawn. (LIC-13) */
  readonly certificateTries: RateLimit;
  /** How many captchas of the newsletter a visitor's address may have judged. (NWS-01) */
  readonly newsletterTries: RateLimit;
  /** What the first page claims of the stock, where there is as much. (SHL-09) */
  readonly stockClaims: StockClaims;
  /** How many people work under a plan. (ACC-08) */
  readonly teamSeats: TeamSeats;
  /** Services of throw-away addresses. (ACC-02) */
  readonly disposableDomains: DisposableDomains;
}

/** Who takes the money, by the name that an order keeps. PayPal is null for a store that has no keys for it. */
export interface PaymentProviders {
  readonly stripe: PaymentProvider;
  readonly paypal: PaymentProvider | null;
}

/** Everything the use cases stand on. */
export interface StorePorts {
  /** Null for a store that records nothing of its visitors. (ANL-01) */
  readonly analytics: Analytics | null;
  readonly certificates: CertificatePress;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly identity: Identity;
  readonly providers: PaymentProviders;
  readonly cards: CardVault;
  readonly promoCodes: PromoCodes;
  readonly files: Files;
  readonly stock: Stock;
  readonly mail: Mail;
  readonly markup: Markup;
  /** Null for a store without the service. (SHL-08) */
  readonly paymentRecovery: PaymentRecovery | null;
  /** Null for a store without a newsletter. (NWS-01) */
  readonly newsletter: { readonly captcha: Captcha; readonly list: MailingList } | null;
  readonly links: Links;
  readonly rateLimits: RateLimits;
  readonly transactions: Transactions;
  readonly settings: StoreSettings;
}

/** What placing, advancing and settling orders stands on. */
export type OrderPorts = Pick<
  StorePorts,
  | "clock"
  | "ids"
  | "providers"
  | "cards"
  | "promoCodes"
  | "mail"
  | "links"
  | "rateLimits"
  | "transactions"
  | "settings"
  | "paymentRecovery"
>;
