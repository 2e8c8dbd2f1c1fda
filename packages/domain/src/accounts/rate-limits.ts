/** A rate limit: the number of attempts allowed per time window. */
export interface RateLimit {
  /** The setting that changes the number. */
  readonly setting: string;
  readonly attempts: number;
  readonly seconds: number;
  /** What counts as an attempt, by whom, and within what time. */
  readonly counts: string;
}

/**
 * The rate limits of a store that doesn't configure its own. Each row makes a setting and a limit of the use cases. Its
 * key is stored with the counts: another key begins new ones.
 */
export const RATE_LIMITS = {
  codes: {
    setting: "CODE_TRIES",
    attempts: 10,
    seconds: 60,
    counts: "Unknown codes, and codes of apps, per minute, by account, or by IP address for visitors.",
  },
  passwords: {
    setting: "PASSWORD_TRIES",
    attempts: 10,
    seconds: 15 * 60,
    counts: "Wrong passwords per email address in 15 minutes. After that, the address is locked until they are over.",
  },
  networks: {
    setting: "NETWORK_TRIES",
    attempts: 100,
    seconds: 10 * 60,
    counts:
      "Sign-ups, wrong passwords, password resets, and apps' codes per IP address in 10 minutes. Increase it if a " +
      "studio shares one. Here and below, an IPv6 /64 network counts as one address.",
  },
  mails: {
    setting: "MAIL_TRIES",
    attempts: 10,
    seconds: 24 * 60 * 60,
    counts: "Confirmations, resets, and invitations per day to an unconfirmed address.",
  },
  networkMails: {
    setting: "NETWORK_MAIL_TRIES",
    attempts: 60,
    seconds: 60 * 60,
    counts: "Such emails, and those with order links, per IP address in an hour. Increase it with NETWORK_TRIES.",
  },
  newsletter: {
    setting: "NEWSLETTER_TRIES",
    attempts: 20,
    seconds: 10 * 60,
    counts: "Newsletter captchas, and sign-ups, per IP address in 10 minutes.",
  },
  certificates: {
    setting: "CERTIFICATE_TRIES",
    attempts: 20,
    seconds: 60 * 60,
    counts: "Certificates that an account has issued per hour.",
  },
  payments: {
    setting: "PAYMENT_TRIES",
    attempts: 60,
    seconds: 10 * 60,
    counts: "Payments started or confirmed in 10 minutes, by account, or by IP address for guests.",
  },
  networkPayments: {
    setting: "NETWORK_PAYMENT_TRIES",
    attempts: 300,
    seconds: 10 * 60,
    counts: "Payments started or confirmed in 10 minutes, by IP address, accounts and guests together.",
  },
  documents: {
    setting: "DOCUMENT_TRIES",
    attempts: 120,
    seconds: 10 * 60,
    counts: "PDFs of receipts and certificates in 10 minutes, by account, or by IP address for guests.",
  },
  downloads: {
    setting: "DOWNLOAD_TRIES",
    attempts: 1_000,
    seconds: 60 * 60,
    counts: "Download links per hour, by account, or by IP address for guests.",
  },
  inquiries: {
    setting: "INQUIRY_TRIES",
    attempts: 300,
    seconds: 10 * 60,
    counts:
      "Quotes, previews, and requests for saved cards in 10 minutes, by account, and visitors' quotes with a code by " +
      "IP address.",
  },
  carts: {
    setting: "CART_TRIES",
    attempts: 600,
    seconds: 10 * 60,
    counts: "Changes of visitors' carts in 10 minutes, by IP address.",
  },
  searches: {
    setting: "SEARCH_TRIES",
    attempts: 60,
    seconds: 10 * 60,
    counts: "Counted searches without results, per IP address in 10 minutes.",
  },
  invitations: {
    setting: "INVITATION_TRIES",
    attempts: 50,
    seconds: 24 * 60 * 60,
    counts: "Invitations to a team per day, by account.",
  },
} as const satisfies Readonly<Record<string, RateLimit>>;

/** The name of a rate limit. */
export type RateLimitName = keyof typeof RATE_LIMITS;

/** What a request costs the store, besides its own work. */
export type Cost = "payment" | "inquiry" | "cart" | "document" | "download" | "invitation";

/** How often callers may cause a cost. */
export interface CostLimit {
  /** The limit per account, or per IP address for visitors. */
  readonly limit: RateLimitName;
  /** Whose calls count; by default, everyone's. */
  readonly of?: "accounts" | "visitors";
  /** The limit per IP address, for all of its callers together. */
  readonly network?: RateLimitName;
}

/** The limits on each cost. */
export const COST_LIMITS: Readonly<Record<Cost, CostLimit>> = {
  payment: { limit: "payments", network: "networkPayments" },
  // A visitor's quote asks for no card or balance, and an account has one cart.
  inquiry: { limit: "inquiries", of: "accounts" },
  cart: { limit: "carts", of: "visitors" },
  document: { limit: "documents" },
  download: { limit: "downloads" },
  invitation: { limit: "invitations" },
};

/** What callers read who have reached a limit on what costs. */
export const COST_REFUSALS: Readonly<Record<Cost, string>> = {
  payment: "Too many payments. Try again in ten minutes.",
  inquiry: "Too many requests. Try again in ten minutes.",
  cart: "Too many changes. Try again in ten minutes.",
  document: "Too many documents. Try again in ten minutes.",
  download: "Too many downloads. Try again in an hour.",
  invitation: "Too many invitations. Try again tomorrow.",
};

/** The lifetime of a session, in seconds: 30 days. */
export const SESSION_SECONDS = 30 * 86_400;

/** The default number of people per team, including the administrator. */
export const USUAL_TEAM_SEATS = { startup: 5, enterprise: 25 } as const;
