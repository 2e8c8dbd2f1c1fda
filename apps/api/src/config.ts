import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  DEFAULT_CHANGE_POLICY,
  LICENSE_RULES,
  type LicenseRule,
  type StockClaims,
  TRY_LIMITS,
  USUAL_CLAIMS,
  USUAL_TEAM_SEATS,
  taxPercentNamed,
} from "@backlot/domain";
import { newCertificateKey } from "@backlot/adapters-pdf";
import type { S3Settings } from "@backlot/adapters-files";
import type { OutsideLinks } from "@backlot/ports";
import { BadSetting } from "./bad-setting.ts";
import {
  checkCertificateKeys,
  checkPayPal,
  checkProxies,
  checkStripeKeys,
  publicUrl,
  secretsIn,
  type StaffKey,
  staffKeysIn,
} from "./config-guard.ts";
import { type AnalyticsConfig, analyticsIn } from "./analytics-config.ts";
import { type NewsletterConfig, newsletterIn } from "./newsletter-config.ts";
import { outsideLinksIn } from "./outside-links.ts";
import { s3In } from "./s3-config.ts";
import { type ChatConfig, type RecoveryConfig, chatIn, recoveryIn } from "./widgets-config.ts";

/** The settings of the store, read from the environment. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: URL;
  /** The time limit for a request to arrive, and for running requests to finish after a stop signal, in seconds. */
  readonly requestSeconds: number;
  readonly drainSeconds: number;
  /** The number of trusted proxies in front of the store, each of which appends to X-Forwarded-For. */
  readonly trustedProxies: number;
  /** The number of unknown discount codes that an account or an IP address may try per minute. */
  readonly codeTries: number;
  /** The number of wrong passwords allowed per email address in 15 minutes. */
  readonly passwordTries: number;
  /** The number of sign-ups, wrong passwords and password resets allowed per network in 10 minutes. */
  readonly networkTries: number;
  /** The number of seats of a plan, by its license. */
  readonly teamSeats: { readonly startup: number; readonly enterprise: number };
  /** The catalog sizes that the home page advertises, if the catalog is that large. */
  readonly stockClaims: StockClaims;
  readonly dataDir: string;
  /** The scale of the sample files relative to the size they are sold at, from 0 to 1. For tests. */
  readonly sampleScale: number;
  /**
   * The disk space for rendered files, in bytes. Beyond it, files that no customer owns are deleted and rendered again
   * on request.
   */
  readonly filesLimitBytes: number;
  /** The bucket for sold files; null to keep them in the data folder. */
  readonly s3: S3Settings | null;
  readonly databaseUrl: string | null;
  readonly production: boolean;
  readonly sessionSecret: string;
  readonly linkSecret: string;
  /** The API key that support staff share. */
  readonly supportKey: string;
  /** Personal API keys of staff members, which attribute each action to a person. */
  readonly staffKeys: readonly StaffKey[];
  /** The key that signs certificates, and the public keys of earlier ones: DER in base64. */
  readonly certificateKey: string;
  readonly oldCertificateKeys: readonly string[];
  readonly supportEmail: string;
  readonly outside: OutsideLinks;
  /** The sales tax, in percent; 0 for none. */
  readonly taxPercent: number;
  /** The seller's name, address lines and tax number (or null), as printed on receipts. */
  readonly seller: { readonly name: string; readonly address: readonly string[]; readonly taxId: string | null };
  readonly mail: { readonly url: string; readonly from: string };
  readonly licenseRule: LicenseRule;
  /** Whether customers keep items bought with credits that are later refunded. */
  readonly refundsKeepItems: boolean;
  readonly stripe: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecret: string;
    /** The sandbox's URL; undefined for Stripe itself. */
    readonly baseUrl: string | undefined;
  };
  /** Null if the store accepts only cards. */
  readonly paypal: PayPalConfig | null;
  /** Whether to hide PayPal even if it is configured. */
  readonly payPalHidden: boolean;
  /** Where visitor events are sent; null to record none. */
  readonly analytics: AnalyticsConfig | null;
  /** The newsletter; null for none. */
  readonly newsletter: NewsletterConfig | null;
  /** The live chat; null for none. */
  readonly chat: ChatConfig | null;
  /** The failed-payment recovery service; null for none. */
  readonly recovery: RecoveryConfig | null;
}

/** PayPal's keys, its webhook, and its plans: monthly, yearly, and monthly with a trial. */
export interface PayPalConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
  readonly plans: { readonly month: string; readonly year: string; readonly trial: string };
  /** The sandbox's URL; undefined for PayPal itself. */
  readonly baseUrl: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const port = (value: string | undefined): number => {
  const number = Number(value ?? 3_000);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new BadSetting(`PORT is "${value}": use a number from 1 to 65535, such as 3000.`);
  }
  return number;
};

const required = (env: Environment, name: string, example: string): string => {
  const value = env[name];
  if (value === undefined || value === "") throw new BadSetting(`${name} is not set: use a value such as ${example}.`);
  return value;
};

const seconds = (env: Environment, name: string, usual: number): number => {
  const value = env[name] || String(usual);
  if (/^[1-9]\d{0,3}$/.test(value)) return Number(value);
  throw new BadSetting(`${name} is "${value}": use a number of seconds, such as ${usual}.`);
};

const count = (env: Environment, name: string, usual: number): number => {
  const value = env[name] || String(usual);
  if (/^\d{1,6}$/.test(value)) return Number(value);
  throw new BadSetting(`${name} is "${value}": use a number, such as ${usual}.`);
};

const share = (env: Environment, name: string): number => {
  const value = env[name] || "1";
  if (/^(?:1|0?\.\d{1,4})$/.test(value) && Number(value) > 0) return Number(value);
  throw new BadSetting(`${name} is "${value}": use a share of the full size, such as 0.125; 1 if you don't know.`);
};

const taxPercent = (value: string | undefined): number => {
  const percent = taxPercentNamed(value || "0");
  if (percent !== null) return percent;
  throw new BadSetting(`TAX_PERCENT is "${value}": use a percentage such as 8.25; 0 or nothing for no tax.`);
};

const licenseRule = (value: string | undefined): LicenseRule => {
  const rule = value === undefined ? DEFAULT_CHANGE_POLICY.licenseRule : LICENSE_RULES.find((each) => each === value);
  if (rule !== undefined) return rule;
  throw new BadSetting(`LICENSE_RULE is "${value}": use ${LICENSE_RULES.join(" or ")}.`);
};

const onOrOff = (env: Environment, name: string): boolean => {
  const value = env[name] ?? "off";
  if (value === "on" || value === "off") return value === "on";
  throw new BadSetting(`${name} is "${value}": use on or off.`);
};

const mailServer = (env: Environment): string => {
  const url = required(env, "SMTP_URL", "smtps://user:password@mail.example:465");
  if (/^smtps?:\/\/[^/]/.test(url) && URL.canParse(url)) return url;
  // The URL can contain a password, so don't echo it.
  throw new BadSetting("SMTP_URL is no mail server: use an address such as smtps://user:password@mail.example:465.");
};

const paypal = (env: Environment): PayPalConfig | null => {
  if (!env.PAYPAL_CLIENT_ID) return null;
  return {
    clientId: env.PAYPAL_CLIENT_ID,
    clientSecret: required(env, "PAYPAL_CLIENT_SECRET", "the secret of the same app"),
    webhookId: required(env, "PAYPAL_WEBHOOK_ID", "8PT597110X687430LKGECATA"),
    plans: {
      month: required(env, "PAYPAL_PLAN_MONTH", "P-5ML4271244454362WXNWU5NQ"),
      year: required(env, "PAYPAL_PLAN_YEAR", "P-5ML4271244454362WXNWU5NQ"),
      trial: required(env, "PAYPAL_PLAN_TRIAL", "P-5ML4271244454362WXNWU5NQ"),
    },
    baseUrl: env.PAYPAL_BASE_URL === "" ? undefined : env.PAYPAL_BASE_URL,
  };
};

interface OwnSecrets {
  readonly session: string;
  readonly links: string;
  readonly support: string;
  readonly certificates: string;
}

const newSecret = (): string => randomBytes(48).toString("base64url");

/** Returns the store's own secrets. Generates them on the first start, in a file that only its owner can read. */
const ownSecrets = (dataDir: string): OwnSecrets => {
  const file = join(dataDir, "secrets.json");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const made: OwnSecrets = {
    session: newSecret(),
    links: newSecret(),
    support: newSecret(),
    certificates: newCertificateKey(),
  };
  try {
    writeFileSync(file, JSON.stringify(made), { mode: 0o600, flag: "wx" });
    return made;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    const kept = JSON.parse(readFileSync(file, "utf8")) as Partial<OwnSecrets>;
    const completed = { ...made, ...kept };
    // The data folder of an older version lacks the support key or the certificate key.
    if (kept.support !== undefined && kept.certificates !== undefined) return completed;
    writeFileSync(file, JSON.stringify(completed), { mode: 0o600 });
    return completed;
  }
};

/** Returns the generated certificate key, for a store whose environment sets none. */
const ownCertificateKey = (secrets: Partial<OwnSecrets>, dataDir: string): string =>
  secrets.certificates ?? ownSecrets(dataDir).certificates;

/** Reads the settings from the environment. Throws BadSetting with a one-line message. */
export const readConfig = (env: Environment): Config => {
  const production = env.NODE_ENV === "production";
  const listen = port(env.PORT);
  const dataDir = resolve(env.DATA_DIR || ".data");
  const stripe = {
    secretKey: required(env, "STRIPE_SECRET_KEY", "sk_test_…"),
    publishableKey: required(env, "STRIPE_PUBLISHABLE_KEY", "pk_test_…"),
    webhookSecret: required(env, "STRIPE_WEBHOOK_SECRET", "whsec_…"),
    baseUrl: env.STRIPE_BASE_URL === "" ? undefined : env.STRIPE_BASE_URL,
  };
  checkStripeKeys(production, stripe);
  const payPal = paypal(env);
  checkPayPal(production, payPal);
  checkProxies(production, env.TRUSTED_PROXIES);
  const address = publicUrl(production, env.PUBLIC_URL, listen);
  const secrets = secretsIn(env) ?? ownSecrets(dataDir);
  const certificateKey = env.CERTIFICATE_KEY || ownCertificateKey(secrets, dataDir);
  const oldCertificateKeys = (env.CERTIFICATE_OLD_KEYS ?? "").split(",").flatMap((each) => each.trim() || []);
  checkCertificateKeys(certificateKey, oldCertificateKeys);
  return {
    host: env.HOST ?? "127.0.0.1",
    port: listen,
    publicUrl: address,
    requestSeconds: seconds(env, "REQUEST_SECONDS", 30),
    drainSeconds: seconds(env, "DRAIN_SECONDS", 15),
    trustedProxies: count(env, "TRUSTED_PROXIES", 0),
    codeTries: count(env, "CODE_TRIES", TRY_LIMITS.codes.attempts),
    passwordTries: count(env, "PASSWORD_TRIES", TRY_LIMITS.passwords.attempts),
    networkTries: count(env, "NETWORK_TRIES", TRY_LIMITS.networks.attempts),
    teamSeats: {
      startup: count(env, "TEAM_SEATS_STARTUP", USUAL_TEAM_SEATS.startup),
      enterprise: count(env, "TEAM_SEATS_ENTERPRISE", USUAL_TEAM_SEATS.enterprise),
    },
    stockClaims: {
      elements: count(env, "CLAIM_ELEMENTS", USUAL_CLAIMS.elements),
      clips: count(env, "CLAIM_CLIPS", USUAL_CLAIMS.clips),
    },
    dataDir,
    sampleScale: share(env, "SAMPLE_SCALE"),
    filesLimitBytes: count(env, "FILES_LIMIT_GB", 50) * 1_000_000_000,
    s3: s3In(env),
    databaseUrl: env.DATABASE_URL ? env.DATABASE_URL : null,
    production,
    sessionSecret: secrets.session,
    linkSecret: secrets.links,
    supportKey: secrets.support,
    staffKeys: staffKeysIn(env, secrets.support),
    certificateKey,
    oldCertificateKeys,
    supportEmail: env.SUPPORT_EMAIL ?? "support@backlot.example",
    outside: outsideLinksIn(env),
    taxPercent: taxPercent(env.TAX_PERCENT),
    seller: {
      name: env.SELLER_NAME || "Backlot",
      address: (env.SELLER_ADDRESS ?? "").split(";").flatMap((line) => (line.trim() === "" ? [] : [line.trim()])),
      taxId: env.SELLER_TAX_ID || null,
    },
    mail: {
      url: mailServer(env),
      from: env.MAIL_FROM ?? `Backlot <${env.SUPPORT_EMAIL ?? "support@backlot.example"}>`,
    },
    licenseRule: licenseRule(env.LICENSE_RULE ?? env.LICENCE_RULE),
    refundsKeepItems: onOrOff(env, "REFUNDS_KEEP_ITEMS"),
    stripe,
    paypal: payPal,
    payPalHidden: onOrOff(env, "PAYPAL_HIDDEN"),
    analytics: analyticsIn(env, production),
    newsletter: newsletterIn(env, production),
    chat: chatIn(env, production),
    recovery: recoveryIn(env, production),
  };
};
