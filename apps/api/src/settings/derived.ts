import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { S3Settings } from "@backlot/adapters-files";
import { newCertificateKey } from "@backlot/adapters-pdf";
import type { ShopDefaults } from "@backlot/application";
import {
  APPROVAL_PROVIDERS,
  DEFAULT_CHANGE_POLICY,
  type Provider,
  type ProvidersThat,
  RATE_LIMITS,
  type RateLimitName,
} from "@backlot/domain";
import type { RateLimit } from "@backlot/ports";
import {
  checkAddress,
  checkCertificateKeys,
  checkNeeded,
  checkNoSandbox,
  checkPayPal,
  checkSecrets,
  checkSpelling,
  checkStripeKeys,
  modeOf,
  publicUrl,
  secretsIn,
  staffKeysIn,
} from "./refused.ts";
import { BadSetting, type SettingValues, readSettings } from "./schema.ts";

/** The names of settings that are text or null. */
type TextSetting = {
  readonly [Name in keyof SettingValues]: SettingValues[Name] extends string | null ? Name : never;
}[keyof SettingValues];

/** Returns a setting that other settings need. Throws BadSetting if it is missing. The message shows the `example`. */
const required = (values: SettingValues, name: TextSetting, example: string): string => {
  const value = values[name];
  if (value === null) throw new BadSetting(`${name} is not set. Use a value such as ${example}.`);
  return value;
};

/**
 * Returns settings that must be set together; null if none is set. Throws BadSetting if only some are. `all` is a word
 * for their number in the error message, such as "both".
 */
const together = <const Name extends TextSetting>(
  values: SettingValues,
  names: readonly Name[],
  all: string,
): { readonly [N in Name]: string } | null => {
  const set = names.filter((name) => values[name] !== null);
  if (set.length === 0) return null;
  const missing = names.filter((name) => values[name] === null);
  if (missing.length > 0)
    throw new BadSetting(`${set.join(" and ")} is set without ${missing.join(" and ")}. Set ${all}, or none.`);
  const entries: readonly (readonly [string, string])[] = names.map((name) => [name, values[name] ?? ""]);
  return Object.fromEntries(entries) as { readonly [N in Name]: string };
};

/**
 * PayPal's settings: keys, webhook, and plans (monthly, yearly, and monthly with a trial). Null if PAYPAL_CLIENT_ID is
 * not set.
 */
const paypal = (values: SettingValues) =>
  values.PAYPAL_CLIENT_ID === null
    ? null
    : {
        clientId: values.PAYPAL_CLIENT_ID,
        clientSecret: required(values, "PAYPAL_CLIENT_SECRET", "the secret of the same app"),
        webhookId: required(values, "PAYPAL_WEBHOOK_ID", "8PT597110X687430LKGECATA"),
        plans: {
          month: required(values, "PAYPAL_PLAN_MONTH", "P-5ML4271244454362WXNWU5NQ"),
          year: required(values, "PAYPAL_PLAN_YEAR", "P-5ML4271244454362WXNWU5NQ"),
          trial: required(values, "PAYPAL_PLAN_TRIAL", "P-5ML4271244454362WXNWU5NQ"),
        },
        /** The sandbox's URL; undefined for PayPal itself. */
        baseUrl: values.PAYPAL_BASE_URL ?? undefined,
      };

/** Returns the settings of each provider that requires approvals, or null if its keys are not set. */
const approvalProviders = (
  values: SettingValues,
  mode: { readonly production: boolean; readonly isTestStore: boolean },
) => {
  const providers = { paypal: paypal(values) } satisfies Readonly<Record<ProvidersThat<"approval">, object | null>>;
  checkPayPal(mode, providers.paypal);
  return providers;
};

/**
 * Returns the analytics service's settings, or null if they are not set. The service receives searches, page views, and
 * purchases.
 */
const analytics = (values: SettingValues, production: boolean) => {
  const set = together(values, ["ANALYTICS_URL", "ANALYTICS_WRITE_KEY"], "both");
  if (set === null) return null;
  const { ANALYTICS_URL: url, ANALYTICS_WRITE_KEY: writeKey } = set;
  checkAddress(production, "ANALYTICS_URL", url, "the service's URL, such as https://api.segment.io");
  return { url: url.replace(/\/+$/, ""), writeKey };
};

/**
 * Returns the newsletter's settings, or null if they are not set: reCAPTCHA's keys, and the ActiveCampaign account and
 * list that receive sign-ups.
 */
const newsletter = (values: SettingValues, production: boolean) => {
  const set = together(
    values,
    ["RECAPTCHA_SITE_KEY", "RECAPTCHA_SECRET_KEY", "ACTIVECAMPAIGN_URL", "ACTIVECAMPAIGN_TOKEN"],
    "all four",
  );
  if (set === null) return null;
  const captchaUrl = values.RECAPTCHA_BASE_URL;
  const url = set.ACTIVECAMPAIGN_URL;
  const use = "your account's URL, such as https://studio.api-us1.com";
  // A malformed URL is invalid everywhere, so report it before anything that only production rejects.
  checkAddress(false, "ACTIVECAMPAIGN_URL", url, use);
  checkNoSandbox(production, "RECAPTCHA_BASE_URL", captchaUrl, "the sandbox's");
  checkAddress(production, "ACTIVECAMPAIGN_URL", url, use);
  return {
    siteKey: set.RECAPTCHA_SITE_KEY,
    secretKey: set.RECAPTCHA_SECRET_KEY,
    /** The sandbox's URL; undefined for reCAPTCHA itself. */
    captchaUrl: captchaUrl ?? undefined,
    listUrl: new URL(url).origin,
    apiToken: set.ACTIVECAMPAIGN_TOKEN,
    list: values.NEWSLETTER_LIST,
  };
};

/** Returns the settings of the bucket for sold files, or null to keep the files in the data folder. */
const s3 = (values: SettingValues): S3Settings | null => {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = values;
  if (bucket === null) {
    if (endpoint === null) return null;
    throw new BadSetting("S3_ENDPOINT is set without S3_BUCKET. Set S3_BUCKET to the bucket for sold files.");
  }
  if ((id === null) !== (secret === null))
    throw new BadSetting("Set both S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or neither.");
  return { bucket, region: values.S3_REGION, endpoint, keys: id === null || secret === null ? null : { id, secret } };
};

const SOURCE = /^(?:https?|wss?):\/\/(?:\*\.)?[a-z\d.-]+(?::\d{1,5})?$/i;

/**
 * Returns the live chat's settings, or null if they are not set: its script, and the sources that the content security
 * policy allows for it.
 */
const chat = (values: SettingValues, production: boolean) => {
  const { CHAT_SCRIPT_URL: scriptUrl, CHAT_SOURCES: sources } = values;
  if (scriptUrl === null) {
    if (sources === "") return null;
    throw new BadSetting("CHAT_SOURCES is set without CHAT_SCRIPT_URL. Set both, or neither.");
  }
  checkAddress(production, "CHAT_SCRIPT_URL", scriptUrl, "the URL of your chat's script");
  const named = sources.split(/\s+/).filter((each) => each !== "");
  const wrong = named.find((each) => !SOURCE.test(each) || (production && !/^(?:https|wss):/i.test(each)));
  if (wrong !== undefined)
    throw new BadSetting(
      `CHAT_SOURCES contains "${wrong}". Use sites such as https://*.chat.example, separated by spaces.`,
    );
  return { scriptUrl, origins: [...new Set([new URL(scriptUrl).origin, ...named])] };
};

/**
 * Returns Churnkey's settings, or null if they are not set. Churnkey asks customers for another card after a failed
 * payment.
 */
const recovery = (values: SettingValues, production: boolean) => {
  const set = together(values, ["CHURNKEY_APP_ID", "CHURNKEY_API_KEY"], "both");
  if (set === null) return null;
  const scriptUrl = values.CHURNKEY_SCRIPT_URL;
  checkNoSandbox(production, "CHURNKEY_SCRIPT_URL", scriptUrl, "the sandbox's");
  return {
    appId: set.CHURNKEY_APP_ID,
    apiKey: set.CHURNKEY_API_KEY,
    /** The sandbox's script URL; undefined for Churnkey's own. */
    scriptUrl: scriptUrl ?? undefined,
  };
};

/** Returns the contacts and menu links set in the environment, with null for each one that isn't set. */
const contactIn = (values: SettingValues): ShopDefaults["contact"] => ({
  support_email: values.SUPPORT_EMAIL,
  sales_email: values.SALES_EMAIL,
  discord: values.DISCORD_URL,
  product_requests: values.PRODUCT_REQUESTS_URL,
  roadmap: values.ROADMAP_URL,
  selling: values.SELLING_URL,
  jobs: values.JOBS_URL,
  bug_reports: values.BUG_REPORTS_URL,
});

type Environment = Readonly<Record<string, string | undefined>>;

interface OwnSecrets {
  readonly session: string;
  readonly links: string;
  readonly support: string;
  readonly certificates: string;
}

const newSecret = (): string => randomBytes(48).toString("base64url");

/** Returns the store's own secrets. On the first start, generates them in a file that only its owner can read. */
const ownSecrets = (dataDir: string): OwnSecrets => {
  const file = join(dataDir, "secrets.json");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secrets: OwnSecrets = {
    session: newSecret(),
    links: newSecret(),
    support: newSecret(),
    certificates: newCertificateKey(),
  };
  try {
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600, flag: "wx" });
    return secrets;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    const kept = JSON.parse(readFileSync(file, "utf8")) as Partial<OwnSecrets>;
    const completed = { ...secrets, ...kept };
    // An older version's data folder lacks the support key or the certificate key.
    if (kept.support !== undefined && kept.certificates !== undefined) return completed;
    writeFileSync(file, JSON.stringify(completed), { mode: 0o600 });
    return completed;
  }
};

/** Returns the generated certificate key, for a store whose environment sets none. */
const ownCertificateKey = (secrets: Partial<OwnSecrets>, dataDir: string): string =>
  secrets.certificates ?? ownSecrets(dataDir).certificates;

const stripeIn = (values: SettingValues, production: boolean) => {
  const keys = {
    secretKey: values.STRIPE_SECRET_KEY,
    publishableKey: values.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET,
    /** The sandbox's URL; undefined for Stripe itself. */
    baseUrl: values.STRIPE_BASE_URL ?? undefined,
  };
  checkStripeKeys(production, keys);
  return keys;
};

/** Returns the rate limits, with the maximum numbers of attempts from the settings. */
const limitsIn = (values: SettingValues) =>
  Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([name, { setting, seconds }]) => [
      name,
      { name, seconds, attempts: values[setting] } satisfies RateLimit,
    ]),
  ) as Readonly<Record<RateLimitName, RateLimit>>;

/** Returns the providers that a setting such as PAYPAL_HIDDEN hides from buyers. */
const hiddenPayersIn = (values: SettingValues): readonly Provider[] =>
  APPROVAL_PROVIDERS.filter((provider) => values[`${provider.toUpperCase() as Uppercase<typeof provider>}_HIDDEN`]);

const oldSecretsIn = (values: SettingValues, name: "SESSION_OLD_SECRETS" | "LINK_OLD_SECRETS") => {
  checkSecrets(name, values[name]);
  return values[name];
};

/** Reads the settings from the environment. Throws BadSetting with a one-line message. */
export const readConfig = (env: Environment) => {
  checkSpelling(env);
  checkNeeded(env);
  const values = readSettings(env);
  const production = values.NODE_ENV === "production";
  const stripe = stripeIn(values, production);
  const isTestStore = stripe.baseUrl === undefined && modeOf(stripe.secretKey) === "test";
  const dataDir = resolve(values.DATA_DIR);
  const config = {
    production,
    /** Whether the store takes payments with the real providers' test keys, which move no money. */
    isTestStore,
    stripe,
    ...approvalProviders(values, { production, isTestStore }),
    /** The providers to hide from buyers even if they are configured. */
    hiddenPayers: hiddenPayersIn(values),
    host: values.HOST,
    port: values.PORT,
    publicUrl: publicUrl(production, values.PUBLIC_URL, values.PORT),
    requestSeconds: values.REQUEST_SECONDS,
    drainSeconds: values.DRAIN_SECONDS,
    drainDelay: values.DRAIN_DELAY,
    trustedProxies: values.TRUSTED_PROXIES,
    /** The origins of other sites whose pages may call the API, or "*" for all. */
    corsOrigins: values.CORS_ORIGINS,
    limits: limitsIn(values),
    /** The number of team seats that a plan includes, by its license. */
    teamSeats: { startup: values.TEAM_SEATS_STARTUP, enterprise: values.TEAM_SEATS_ENTERPRISE },
    /** The catalog sizes that the home page advertises, once the catalog is that large. */
    stockClaims: { elements: values.CLAIM_ELEMENTS, clips: values.CLAIM_CLIPS },
    dataDir,
    /** Whether an empty store opens with the sample catalog and articles. */
    opensWithSample: values.SAMPLE && !production,
    /** The resolution of sample files as a fraction of the resolution they are sold at, from 0 to 1. */
    sampleScale: values.SAMPLE_SCALE,
    /** Whether to render the sample's files ahead of demand. */
    sampleAhead: values.SAMPLE_AHEAD,
    /** The disk space for rendered files, in bytes. Beyond it, files that no customer owns are deleted. */
    filesLimitBytes: values.FILES_LIMIT_GB * 1_000_000_000,
    s3: s3(values),
    logFormat: values.LOG_FORMAT,
    /** Whether to log every request. */
    accessLog: values.ACCESS_LOG ?? production,
    /** The port on which Prometheus reads the metrics; null for none. */
    metricsPort: values.METRICS_PORT || null,
    metricsHost: values.METRICS_HOST,
    /** The OpenTelemetry collector's URL; null for none. */
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databasePool: values.DATABASE_POOL,
    /** The contacts and the seller that apply until the owner sets others with `backlot shop set`. */
    contact: contactIn(values),
    seller: { name: values.SELLER_NAME, address: values.SELLER_ADDRESS, tax_id: values.SELLER_TAX_ID },
    taxPercent: values.TAX_PERCENT,
    mailsReceipts: values.MAIL_RECEIPTS,
    mail: { url: values.SMTP_URL, from: values.MAIL_FROM, address: values.SUPPORT_EMAIL },
    licenseRule: values.LICENSE_RULE ?? values.LICENCE_RULE ?? DEFAULT_CHANGE_POLICY.licenseRule,
    refundsKeepItems: values.REFUNDS_KEEP_ITEMS,
    analytics: analytics(values, production),
    newsletter: newsletter(values, production),
    chat: chat(values, production),
    recovery: recovery(values, production),
    oldSessionSecrets: oldSecretsIn(values, "SESSION_OLD_SECRETS"),
    oldLinkSecrets: oldSecretsIn(values, "LINK_OLD_SECRETS"),
    oldCertificateKeys: values.CERTIFICATE_OLD_KEYS,
  };
  // Read the secrets last, because that may write a file.
  const secrets = secretsIn(values) ?? ownSecrets(dataDir);
  const certificateKey = values.CERTIFICATE_KEY ?? ownCertificateKey(secrets, dataDir);
  checkCertificateKeys(certificateKey, config.oldCertificateKeys);
  return {
    ...config,
    sessionSecret: secrets.session,
    linkSecret: secrets.links,
    /** The API key that support staff share. */
    supportKey: secrets.support,
    /** Personal API keys of staff members, which attribute each action to a person. */
    staffKeys: staffKeysIn(values, secrets.support),
    /** The private key that signs certificates: DER in base64. */
    certificateKey,
  };
};

/** The store's validated settings. */
export type StoreConfig = ReturnType<typeof readConfig>;
