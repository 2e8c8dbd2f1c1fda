import type { Scope } from "./channel.schema.ts";

export type { Channel, ConnectedApp, Scope } from "./channel.schema.ts";

/** All scopes, in the order in which pages list them. */
export const SCOPES: readonly Scope[] = ["catalog:read", "quote", "customer:act"];

/** What a customer allows with each scope, as the page that asks them puts it. */
export const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  "catalog:read": "See the catalog",
  quote: "Find out what plans, credits, and plan changes would cost you",
  "customer:act":
    "Act for you: see your name, email, licensee, plan, credits, saved items and cards, orders, receipts, and " +
    "downloads; buy with your credits and cards; change or cancel your plan and its license; and download",
};

/** Why an app got no access, by the reason. */
export const ACCESS_MESSAGES = {
  client_unknown: "This store has no app with this ID.",
  device_code_unknown: "This code is unknown or has expired. Get a new one from the app.",
  authorization_pending: "The customer hasn't answered yet. Ask again after the interval.",
  slow_down: "Wait for the interval before you ask again.",
  access_denied: "The customer refused access.",
  expired_token: "The code has expired. Ask for access again.",
} as const;

/** The lifetime of a token, in days. */
export const TOKEN_DAYS = 90;

/** How long a customer has to enter a code, in minutes, and how often its app may ask for the outcome, in seconds. */
export const DEVICE_CODE = { minutes: 15, interval: 5 };

/** Returns the scopes of a text such as "quote customer:act", or null if it has none or an unknown one. */
export const parseScopes = (text: string): readonly Scope[] | null => {
  const names = text.split(" ").filter((name) => name !== "");
  const scopes = SCOPES.filter((scope) => names.includes(scope));
  return scopes.length > 0 && names.every((name) => scopes.some((scope) => scope === name)) ? scopes : null;
};

/** Returns a typed code as it was given out. People leave out the hyphen, and type in lowercase. */
export const normalizeUserCode = (typed: string): string => typed.replaceAll(/[^a-z\d]/gi, "").toUpperCase();

/** Returns a code as people read it, such as "BCDF-2345". */
export const formatUserCode = (code: string): string => {
  const letters = normalizeUserCode(code);
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
};

/** Returns the message for a token that an operation needs another scope for, or null if no token may call it. */
export const scopeRefusalMessage = (needed: Scope | null): string =>
  needed === null
    ? "Apps can't do this for a customer. It needs a sign-in with the password."
    : `This token needs the scope "${needed}".`;
