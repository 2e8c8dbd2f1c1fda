import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  APPROVAL_PROVIDERS,
  DEFAULT_CHANGE_POLICY,
  type Provider,
  RATE_LIMITS,
  type RateLimitName,
} from "@backlot/domain";
import { newCertificateKey } from "@backlot/adapters-pdf";
import type { RateLimit } from "@backlot/ports";
import {
  checkCertificateKeys,
  checkSecrets,
  checkStripeKeys,
  modeOf,
  publicUrl,
  secretsIn,
  staffKeysIn,
} from "./config-guard.ts";
import { analytics, approvalProviders, chat, newsletter, contactIn, recovery, s3 } from "./services-config.ts";
import { checkNeeded, checkSpelling } from "./settings/check-names.ts";
import { type SettingValues, readSettings } from "./settings/table.ts";

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

/** Returns the rate limits with the store's numbers of attempts. */
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
