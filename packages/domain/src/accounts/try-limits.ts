/** A rate limit: the number of attempts allowed per time window. */
export interface TryLimit {
  readonly attempts: number;
  readonly seconds: number;
}

/** The rate limits of a store that doesn't configure its own. */
export const TRY_LIMITS = {
  /** Attempts at unknown discount codes, per account, or per IP address for visitors. */
  codes: { attempts: 10, seconds: 60 },
  /** Logins with a wrong password, per email address. */
  passwords: { attempts: 10, seconds: 15 * 60 },
  /** Sign-ups, logins with a wrong password, and password resets, per network. */
  networks: { attempts: 100, seconds: 10 * 60 },
  /** Confirmations, password resets, and invitations, per email address that nobody has confirmed. */
  mails: { attempts: 10, seconds: 24 * 60 * 60 },
  /** The emails of sign-ups, confirmations, password resets, invitations, and order links, per network. */
  networkMails: { attempts: 60, seconds: 60 * 60 },
  /** Newsletter captchas and newsletter sign-ups, counted separately, per IP address. */
  newsletter: { attempts: 20, seconds: 10 * 60 },
  /** Certificates issued, per account. Rendering one is expensive. */
  certificates: { attempts: 20, seconds: 60 * 60 },
  /** Payments that are started or confirmed, per account, or per IP address for guests. */
  payments: { attempts: 60, seconds: 10 * 60 },
  /** Payments that are started or confirmed, per network. */
  networkPayments: { attempts: 300, seconds: 10 * 60 },
  /** PDFs of receipts and certificates, per account, or per IP address for guests. */
  documents: { attempts: 120, seconds: 10 * 60 },
  /** Download links, per account, or per IP address for guests. */
  downloads: { attempts: 1_000, seconds: 60 * 60 },
  /** Quotes, previews, and requests for saved cards, per account. Each asks the payment provider. */
  inquiries: { attempts: 300, seconds: 10 * 60 },
  /** Changes of visitors' carts, per IP address. The first one of a visitor stores a cart. */
  carts: { attempts: 600, seconds: 10 * 60 },
  /** Invitations to a team, per account. */
  invitations: { attempts: 50, seconds: 24 * 60 * 60 },
} as const satisfies Readonly<Record<string, TryLimit>>;

/** What a request costs the store, besides its own work. */
export type Cost = "payment" | "inquiry" | "cart" | "document" | "download" | "invitation";

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
