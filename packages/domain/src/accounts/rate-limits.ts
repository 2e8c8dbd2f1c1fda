/** A rate limit: the number of attempts allowed per time window. */
export interface RateLimit {
  /** The setting that changes the number. */
  readonly setting: string;
  readonly attempts: number;
  readonly seconds: number;
  /** A description of the counted attempts, their scope, and the time window. */
  readonly counts: string;
}

/**
 * The default rate limits. Each entry defines a setting and a limit that use cases enforce. Counts are stored under its
 * key, so a new key resets them.
 */
export const RATE_LIMITS = {
  codes: {
    setting: "CODE_TRIES",
    attempts: 10,
    seconds: 60,
    counts: "Unknown discount codes and app codes per minute for each account, or for each IP address for visitors.",
  },
  passwords: {
    setting: "PASSWORD_TRIES",
    attempts: 10,
    seconds: 15 * 60,
    counts:
      "Wrong passwords per email address in 15 minutes. At the limit, the address is locked for the rest of that time.",
  },
  networks: {
    setting: "NETWORK_TRIES",
    attempts: 100,
    seconds: 10 * 60,
    counts:
      "Sign-ups, wrong passwords, password resets, and device codes for apps per IP address in 10 minutes. Increase " +
      "it if a studio shares an address. Here and below, an IPv6 /64 network counts as one address.",
  },
  mails: {
    setting: "MAIL_TRIES",
    attempts: 10,
    seconds: 24 * 60 * 60,
    counts: "Confirmation, reset, and invitation emails per day to an unconfirmed address.",
  },
  networkMails: {
    setting: "NETWORK_MAIL_TRIES",
    attempts: 60,
    seconds: 60 * 60,
    counts: "The same emails, and order link emails, per IP address per hour. Increase it together with NETWORK_TRIES.",
  },
  newsletter: {
    setting: "NEWSLETTER_TRIES",
    attempts: 20,
    seconds: 10 * 60,
    counts: "Newsletter captchas and newsletter sign-ups, counted separately, per IP address in 10 minutes.",
  },
  certificates: {
    setting: "CERTIFICATE_TRIES",
    attempts: 20,
    seconds: 60 * 60,
    counts: "Certificates issued per account per hour.",
  },
  payments: {
    setting: "PAYMENT_TRIES",
    attempts: 60,
    seconds: 10 * 60,
    counts: "Payments started or confirmed in 10 minutes for each account, or for each IP address for guests.",
  },
  networkPayments: {
    setting: "NETWORK_PAYMENT_TRIES",
    attempts: 300,
    seconds: 10 * 60,
    counts: "Payments started or confirmed per IP address in 10 minutes, for accounts and guests combined.",
  },
  documents: {
    setting: "DOCUMENT_TRIES",
    attempts: 120,
    seconds: 10 * 60,
    counts: "PDFs of receipts and certificates in 10 minutes for each account, or for each IP address for guests.",
  },
  downloads: {
    setting: "DOWNLOAD_TRIES",
    attempts: 1_000,
    seconds: 60 * 60,
    counts: "Download links per hour for each account, or for each IP address for guests.",
  },
  inquiries: {
    setting: "INQUIRY_TRIES",
    attempts: 300,
    seconds: 10 * 60,
    counts:
      "Quotes, previews, and requests for saved cards in 10 minutes per account, and visitors' quotes with a " +
      "discount code in 10 minutes per IP address.",
  },
  carts: {
    setting: "CART_TRIES",
    attempts: 600,
    seconds: 10 * 60,
    counts: "Changes to visitors' carts per IP address in 10 minutes.",
  },
  searches: {
    setting: "SEARCH_TRIES",
    attempts: 60,
    seconds: 10 * 60,
    counts: "Searches without results that are recorded per IP address in 10 minutes.",
  },
  invitations: {
    setting: "INVITATION_TRIES",
    attempts: 50,
    seconds: 24 * 60 * 60,
    counts: "Team invitations per account per day.",
  },
} as const satisfies Readonly<Record<string, RateLimit>>;

/** The name of a rate limit. */
export type RateLimitName = keyof typeof RATE_LIMITS;

/** A kind of costly request that is rate-limited. */
export type Cost = "payment" | "inquiry" | "cart" | "document" | "download" | "invitation";

/** The rate limits on a kind of costly request. */
export interface CostLimit {
  /** The limit per account, or per IP address for visitors. */
  readonly limit: RateLimitName;
  /** Whose calls count; by default, everyone's. */
  readonly of?: "accounts" | "visitors";
  /** The limit per IP address, shared by all callers behind it. */
  readonly network?: RateLimitName;
}

/** The rate limits by kind of costly request. */
export const COST_LIMITS: Readonly<Record<Cost, CostLimit>> = {
  payment: { limit: "payments", network: "networkPayments" },
  // A visitor's quote looks up no card or balance, and an account has only one cart.
  inquiry: { limit: "inquiries", of: "accounts" },
  cart: { limit: "carts", of: "visitors" },
  document: { limit: "documents" },
  download: { limit: "downloads" },
  invitation: { limit: "invitations" },
};

/** The error messages for callers who reach a limit, by kind of costly request. */
export const COST_REFUSALS: Readonly<Record<Cost, string>> = {
  payment: "Too many payments. Try again in ten minutes.",
  inquiry: "Too many requests. Try again in ten minutes.",
  cart: "Too many cart changes. Try again in ten minutes.",
  document: "You've opened too many PDFs. Try again in ten minutes.",
  download: "Too many downloads. Try again in an hour.",
  invitation: "You've sent too many invitations. Try again tomorrow.",
};

/** The lifetime of a session, in seconds: 30 days. */
export const SESSION_SECONDS = 30 * 86_400;

/** The default number of people per team, including the administrator. */
export const USUAL_TEAM_SEATS = { startup: 5, enterprise: 25 } as const;
