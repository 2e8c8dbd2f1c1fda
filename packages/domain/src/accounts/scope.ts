/** All scopes, in the order in which pages list them. */
export const SCOPES = ["catalog:read", "quote", "customer:act"] as const;

/** A permission that a customer can grant an app: read the catalog, compute prices, or act for them. */
export type Scope = (typeof SCOPES)[number];

/** The consent page's description of each scope. */
export const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  "catalog:read": "See the catalog",
  quote: "See your prices for plans, credits, and plan changes",
  "customer:act":
    "Act for you: see your name, email, licensee, plan, credits, saved cards, orders, receipts, certificates, and " +
    "downloads; change your cart and saved items; buy with your credits and saved cards; change or cancel your plan, " +
    "or change its license; and download files",
};

/** The error messages for denied access, by reason. */
export const ACCESS_MESSAGES = {
  client_unknown: "This store has no app with this ID.",
  user_code_invalid: "That code isn't valid. Check it, or get a new one in the app.",
  device_code_invalid: "The device code is unknown or already used. Start a new request.",
  authorization_pending: "The customer hasn't responded yet. Try again after the interval.",
  slow_down: "Too many requests. Wait for the interval between requests.",
  access_denied: "The customer denied access.",
  expired_token: "The device code has expired. Start a new request.",
} as const;

/** The lifetime of a token, in days. */
export const TOKEN_DAYS = 90;

/** How long a customer has to enter a code, in minutes, and how often its app can poll for the outcome, in seconds. */
export const DEVICE_CODE = { minutes: 15, interval: 5 };

/** Parses scopes from a text such as "quote customer:act". Returns null if there are none or any is unknown. */
export const parseScopes = (text: string): readonly Scope[] | null => {
  const names = text.split(" ").filter((name) => name !== "");
  const scopes = SCOPES.filter((scope) => names.includes(scope));
  return scopes.length > 0 && names.every((name) => scopes.some((scope) => scope === name)) ? scopes : null;
};

/** Returns a typed code in its stored form: uppercase, without hyphens or spaces. */
export const normalizeUserCode = (typed: string): string => typed.replaceAll(/[^a-z\d]/gi, "").toUpperCase();

/** Returns a code as people read it, such as "BCDF-2345". */
export const formatUserCode = (code: string): string => {
  const letters = normalizeUserCode(code);
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
};

/**
 * Returns the error for a token without the scope that an operation needs. `needed` is null if no token may call it.
 */
export const scopeRefusalMessage = (needed: Scope | null): string =>
  needed === null ? "App tokens can't call this operation." : `This token needs the scope "${needed}".`;
