import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  DEFAULT_CHANGE_POLICY,
  LICENSE_RULES,
  TRY_LIMITS,
  USUAL_CLAIMS,
  USUAL_TEAM_SEATS,
  taxPercentNamed,
} from "@backlot/domain";
import { newCertificateKey } from "@backlot/adapters-pdf";
import * as Config from "effect/Config";
import * as ConfigProvider from "effect/ConfigProvider";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { BadSetting } from "./bad-setting.ts";
import { checkNeeded } from "./needed-settings.ts";
import { checkSpelling } from "./setting-names.ts";
import {
  checkCertificateKeys,
  checkSecrets,
  checkStripeKeys,
  publicUrl,
  secretsIn,
  staffKeysIn,
} from "./config-guard.ts";
import { isWebAddress } from "./web-address.ts";
import { analytics, chat, newsletter, approvalProviders, outsideLinks, recovery, s3 } from "./services-config.ts";
import { APPROVAL_PROVIDERS } from "@backlot/domain";
import { attempt, checked, count, list, onOrOff, optional, parsed, refuse, seconds, text } from "./setting.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const portNumber = (value: string): number | undefined =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined;

const port = parsed("PORT", 3_000, portNumber, "a number from 1 to 65535, such as 3000");

/** Throws BadSetting if a collector's URL is invalid. Accepts null. */
const checkCollector = (url: string | null): void => {
  if (url === null || isWebAddress(url)) return;
  throw new BadSetting(`OTEL_EXPORTER_OTLP_ENDPOINT is "${url}": use an address such as http://127.0.0.1:4318.`);
};

const sampleScale = parsed(
  "SAMPLE_SCALE",
  1,
  (value) => (/^(?:1|0?\.\d{1,4})$/.test(value) && Number(value) > 0 ? Number(value) : undefined),
  "a share of the full size, such as 0.125; 1 if you don't know",
);

const ruleNamed = (value: string) => LICENSE_RULES.find((rule) => rule === value);
// Earlier versions used the British spelling.
const licenseRule = Config.flatMap(
  parsed("LICENCE_RULE", DEFAULT_CHANGE_POLICY.licenseRule, ruleNamed, LICENSE_RULES.join(" or ")),
  (earlier) => parsed("LICENSE_RULE", earlier, ruleNamed, LICENSE_RULES.join(" or ")),
);

const mailServer = Config.flatMap(Config.String("SMTP_URL"), (url) =>
  /^smtps?:\/\/[^/]/.test(url) && URL.canParse(url)
    ? Config.succeed(url)
    : // The URL can contain a password, so don't echo it.
      refuse("SMTP_URL is no mail server: use an address such as smtps://user:password@mail.example:465."),
);

const stripe = Config.all({
  secretKey: Config.String("STRIPE_SECRET_KEY"),
  publishableKey: Config.String("STRIPE_PUBLISHABLE_KEY"),
  webhookSecret: Config.String("STRIPE_WEBHOOK_SECRET"),
  /** The sandbox's URL; undefined for Stripe itself. */
  baseUrl: Config.map(optional("STRIPE_BASE_URL"), (url) => url ?? undefined),
});

/** The store's own URL, from PUBLIC_URL or the port. */
const address = (production: boolean) =>
  attempt(Config.all({ port, url: optional("PUBLIC_URL") }), ({ port, url }) => publicUrl(production, url, port));

const oldSecrets = (name: string) => checked(list(name, ","), (secrets) => checkSecrets(name, secrets));

/** The providers whose setting, such as PAYPAL_HIDDEN, hides them from buyers. Cards are never hidden. */
const hiddenPayers = () =>
  Config.map(
    Config.all(
      APPROVAL_PROVIDERS.map((provider) =>
        Config.map(onOrOff(`${provider.toUpperCase()}_HIDDEN`), (isHidden) => (isHidden ? [provider] : [])),
      ),
    ),
    (hidden) => hidden.flat(),
  );

/** The settings that come only from the environment. Secrets can also come from the data folder. */
const settings = (production: boolean) =>
  Config.all({
    production: Config.succeed(production),
    stripe: checked(stripe, (keys) => checkStripeKeys(production, keys)),
    ...approvalProviders(production),
    /** The providers to hide from buyers even if they are configured. */
    hiddenPayers: hiddenPayers(),
    host: text("HOST", "127.0.0.1"),
    port,
    publicUrl: address(production),
    /** The time limit for receiving a whole request, in seconds. */
    requestSeconds: seconds("REQUEST_SECONDS", 30),
    /** The time limit for running requests after a stop signal, in seconds. */
    drainSeconds: seconds("DRAIN_SECONDS", 15),
    /** How long the port stays open after a stop signal, in seconds, while the store says that it is not ready. */
    drainDelay: parsed(
      "DRAIN_DELAY",
      0,
      (value) => (/^\d{1,3}$/.test(value) ? Number(value) : undefined),
      "a number of seconds, such as 10",
    ),
    /** The number of trusted proxies in front of the store, each of which appends to X-Forwarded-For. */
    trustedProxies: count("TRUSTED_PROXIES", 0),
    /** The number of unknown discount codes that an account or an IP address may try per minute. */
    codeTries: count("CODE_TRIES", TRY_LIMITS.codes.attempts),
    /** The number of wrong passwords allowed per email address in 15 minutes. */
    passwordTries: count("PASSWORD_TRIES", TRY_LIMITS.passwords.attempts),
    /** The number of sign-ups, wrong passwords and password resets allowed per network in 10 minutes. */
    networkTries: count("NETWORK_TRIES", TRY_LIMITS.networks.attempts),
    /** The number of emails that an address gets in a day before anyone has confirmed it. */
    mailTries: count("MAIL_TRIES", TRY_LIMITS.mails.attempts),
    /** The number of emails to other people's addresses that a network may request per hour. */
    networkMailTries: count("NETWORK_MAIL_TRIES", TRY_LIMITS.networkMails.attempts),
    /** The number of payments that an account or a guest's IP address may start or confirm in 10 minutes. */
    paymentTries: count("PAYMENT_TRIES", TRY_LIMITS.payments.attempts),
    /** The number of payments that a network may start or confirm in 10 minutes. */
    networkPaymentTries: count("NETWORK_PAYMENT_TRIES", TRY_LIMITS.networkPayments.attempts),
    /** The number of quotes, previews, and requests for saved cards that an account may make in 10 minutes. */
    inquiryTries: count("INQUIRY_TRIES", TRY_LIMITS.inquiries.attempts),
    /** The number of changes of visitors' carts that an IP address may make in 10 minutes. */
    cartTries: count("CART_TRIES", TRY_LIMITS.carts.attempts),
    /** The number of PDFs that an account or a guest's IP address may open in 10 minutes. */
    documentTries: count("DOCUMENT_TRIES", TRY_LIMITS.documents.attempts),
    /** The number of download links that an account or a guest's IP address may request per hour. */
    downloadTries: count("DOWNLOAD_TRIES", TRY_LIMITS.downloads.attempts),
    /** The number of invitations that an account may send per day. */
    invitationTries: count("INVITATION_TRIES", TRY_LIMITS.invitations.attempts),
    /** The number of team seats that a plan includes, by its license. */
    teamSeats: Config.all({
      startup: count("TEAM_SEATS_STARTUP", USUAL_TEAM_SEATS.startup),
      enterprise: count("TEAM_SEATS_ENTERPRISE", USUAL_TEAM_SEATS.enterprise),
    }),
    /** The catalog sizes that the home page advertises, once the catalog is that large. */
    stockClaims: Config.all({
      elements: count("CLAIM_ELEMENTS", USUAL_CLAIMS.elements),
      clips: count("CLAIM_CLIPS", USUAL_CLAIMS.clips),
    }),
    dataDir: Config.map(text("DATA_DIR", ".data"), (folder) => resolve(folder)),
    /** The resolution of the sample files as a fraction of the one they are sold at, from 0 to 1. For tests. */
    sampleScale,
    /** The disk space for rendered files, in bytes. Beyond it, files that no customer owns are deleted. */
    filesLimitBytes: Config.map(count("FILES_LIMIT_GB", 50), (gigabytes) => gigabytes * 1_000_000_000),
    s3,
    logFormat: parsed(
      "LOG_FORMAT",
      "text" as "text" | "json",
      (value) => (value === "text" || value === "json" ? value : undefined),
      "text or json",
    ),
    /** Whether to log every request. */
    accessLog: onOrOff("ACCESS_LOG", production),
    /** Where Prometheus reads the metrics; null for nowhere. */
    metricsPort: Config.map(parsed("METRICS_PORT", 0, portNumber, "a number from 1 to 65535, such as 9464"), (found) =>
      found === 0 ? null : found,
    ),
    metricsHost: text("METRICS_HOST", "127.0.0.1"),
    /** The OpenTelemetry collector's URL; null for none. */
    otlpEndpoint: checked(optional("OTEL_EXPORTER_OTLP_ENDPOINT"), checkCollector),
    databaseUrl: optional("DATABASE_URL"),
    /** The URL of a replica to read the catalog from; null for none. */
    databaseReadUrl: optional("DATABASE_READ_URL"),
    /** The number of connections to the database. */
    databasePool: parsed(
      "DATABASE_POOL",
      10,
      (value) => (/^[1-9]\d{0,2}$/.test(value) ? Number(value) : undefined),
      "a number from 1 to 999, such as 10",
    ),
    supportEmail: text("SUPPORT_EMAIL", "support@backlot.example"),
    outside: outsideLinks,
    /** The sales tax, in percent; 0 for none. */
    taxPercent: parsed(
      "TAX_PERCENT",
      0,
      (value) => taxPercentNamed(value) ?? undefined,
      "a percentage such as 8.25; 0 or nothing for no tax",
    ),
    /** The seller as printed on receipts. */
    seller: Config.all({
      name: text("SELLER_NAME", "Backlot"),
      address: list("SELLER_ADDRESS", ";"),
      taxId: optional("SELLER_TAX_ID"),
    }),
    /** Whether the store emails receipts. Set it to off if Stripe does. */
    mailsReceipts: onOrOff("MAIL_RECEIPTS", true),
    mail: Config.all({ url: mailServer, from: optional("MAIL_FROM") }),
    licenseRule,
    /** Whether customers keep items bought with credits that are later refunded. */
    refundsKeepItems: onOrOff("REFUNDS_KEEP_ITEMS"),
    analytics: analytics(production),
    newsletter: newsletter(production),
    chat: chat(production),
    recovery: recovery(production),
    /** Secrets that SESSION_SECRET and LINK_SECRET had earlier. Their sessions and links stay valid. */
    oldSessionSecrets: oldSecrets("SESSION_OLD_SECRETS"),
    oldLinkSecrets: oldSecrets("LINK_OLD_SECRETS"),
    /** The public keys of retired certificate keys, whose certificates remain valid: DER in base64. */
    oldCertificateKeys: list("CERTIFICATE_OLD_KEYS", ","),
  });

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

/**
 * Reads a setting from the environment, in which an empty value counts as missing. Throws BadSetting if the value is
 * invalid.
 */
const read = <A>(config: Config.Config<A>, env: Environment): A => {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const found = Effect.runSync(Effect.result(config.parse(ConfigProvider.fromUnknown(set))));
  if (Result.isSuccess(found)) return found.success;
  throw new BadSetting(found.failure.cause.message);
};

/** Reads the external addresses that menus link to. Throws BadSetting if one is invalid. */
export const readOutsideLinks = (env: Environment) => read(outsideLinks, env);

/** Reads the settings from the environment. Throws BadSetting with a one-line message. */
export const readConfig = (env: Environment) => {
  checkSpelling(env);
  checkNeeded(env);
  const found = read(settings(env.NODE_ENV === "production"), env);
  const { dataDir, mail, oldCertificateKeys, supportEmail } = found;
  const secrets = secretsIn(env) ?? ownSecrets(dataDir);
  const certificateKey = env.CERTIFICATE_KEY || ownCertificateKey(secrets, dataDir);
  checkCertificateKeys(certificateKey, oldCertificateKeys);
  return {
    ...found,
    mail: { ...mail, from: mail.from ?? `Backlot <${supportEmail}>` },
    sessionSecret: secrets.session,
    linkSecret: secrets.links,
    /** The API key that support staff share. */
    supportKey: secrets.support,
    /** Personal API keys of staff members, which attribute each action to a person. */
    staffKeys: staffKeysIn(env, secrets.support),
    /** The private key that signs certificates: DER in base64. */
    certificateKey,
  };
};

/** The store's validated settings. */
export type StoreConfig = ReturnType<typeof readConfig>;
