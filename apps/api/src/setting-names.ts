import { distance } from "fastest-levenshtein";
import { BadSetting } from "./bad-setting.ts";

/** The names of all settings that the environment can set. */
export const SETTING_NAMES: readonly string[] = [
  "ACCESS_LOG",
  "ACTIVECAMPAIGN_TOKEN",
  "ACTIVECAMPAIGN_URL",
  "ANALYTICS_URL",
  "ANALYTICS_WRITE_KEY",
  "BACKUP_KEY",
  "BUG_REPORTS_URL",
  "CART_TRIES",
  "CERTIFICATE_KEY",
  "CERTIFICATE_OLD_KEYS",
  "CHAT_SCRIPT_URL",
  "CHAT_SOURCES",
  "CHURNKEY_API_KEY",
  "CHURNKEY_APP_ID",
  "CHURNKEY_SCRIPT_URL",
  "CLAIM_CLIPS",
  "CLAIM_ELEMENTS",
  "CODE_TRIES",
  "DATABASE_POOL",
  "DATABASE_READ_URL",
  "DATABASE_URL",
  "DATA_DIR",
  "DISCORD_URL",
  "DOCUMENT_TRIES",
  "DOWNLOAD_TRIES",
  "DRAIN_DELAY",
  "DRAIN_SECONDS",
  "FILES_LIMIT_GB",
  "HOST",
  "INQUIRY_TRIES",
  "INVITATION_TRIES",
  "JOBS_URL",
  "LICENCE_RULE",
  "LICENSE_RULE",
  "LINK_OLD_SECRETS",
  "LINK_SECRET",
  "LOG_FORMAT",
  "MAIL_FROM",
  "MAIL_RECEIPTS",
  "MAIL_TRIES",
  "METRICS_HOST",
  "METRICS_PORT",
  "NETWORK_MAIL_TRIES",
  "NETWORK_PAYMENT_TRIES",
  "NETWORK_TRIES",
  "NEWSLETTER_LIST",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "PASSWORD_TRIES",
  "PAYMENT_TRIES",
  "PAYPAL_BASE_URL",
  "PAYPAL_CLIENT_ID",
  "PAYPAL_CLIENT_SECRET",
  "PAYPAL_HIDDEN",
  "PAYPAL_PLAN_MONTH",
  "PAYPAL_PLAN_TRIAL",
  "PAYPAL_PLAN_YEAR",
  "PAYPAL_WEBHOOK_ID",
  "PORT",
  "PRODUCT_REQUESTS_URL",
  "PUBLIC_URL",
  "RECAPTCHA_BASE_URL",
  "RECAPTCHA_SECRET_KEY",
  "RECAPTCHA_SITE_KEY",
  "REFUNDS_KEEP_ITEMS",
  "REQUEST_SECONDS",
  "ROADMAP_URL",
  "S3_ACCESS_KEY_ID",
  "S3_BUCKET",
  "S3_ENDPOINT",
  "S3_REGION",
  "S3_SECRET_ACCESS_KEY",
  "SALES_EMAIL",
  "SAMPLE_SCALE",
  "SELLER_ADDRESS",
  "SELLER_NAME",
  "SELLER_TAX_ID",
  "SELLING_URL",
  "SESSION_OLD_SECRETS",
  "SESSION_SECRET",
  "SMTP_URL",
  "STRIPE_BASE_URL",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "SUPPORT_EMAIL",
  "SUPPORT_KEY",
  "SUPPORT_KEYS",
  "TAX_PERCENT",
  "TEAM_SEATS_ENTERPRISE",
  "TEAM_SEATS_STARTUP",
  "TRUSTED_PROXIES",
];

/** Shorter names resemble too many others. */
const SHORTEST = 10;

/** Returns whether two names differ by one letter, or by two neighbors that are swapped. */
const isMisspelled = (name: string, known: string): boolean => {
  if (distance(name, known) === 1) return true;
  const at = [...known].findIndex((letter, place) => letter !== name[place]);
  const swapped = known.slice(0, at) + (known[at + 1] ?? "") + (known[at] ?? "") + known.slice(at + 2);
  return name === swapped;
};

/**
 * Throws BadSetting for a variable whose name is that of a setting but for a letter: its value would be ignored. Leaves
 * other variables alone, and those that resemble a setting that is set as well.
 */
export const checkSpelling = (env: Readonly<Record<string, string | undefined>>): void => {
  const isSet = (name: string): boolean => env[name] !== undefined && env[name] !== "";
  const long = SETTING_NAMES.filter((name) => name.length >= SHORTEST && !isSet(name));
  for (const name of Object.keys(env).filter((each) => isSet(each) && !SETTING_NAMES.includes(each))) {
    const meant = long.find((known) => isMisspelled(name, known));
    if (meant !== undefined) throw new BadSetting(`${name} isn't a setting. Did you mean ${meant}?`);
  }
};
