import { distance } from "fastest-levenshtein";
import { BadSetting } from "./bad-setting.ts";

/** The names of all settings that the environment can set. */
export const SETTING_NAMES: readonly string[] = [
  "ACTIVECAMPAIGN_TOKEN",
  "ACTIVECAMPAIGN_URL",
  "ANALYTICS_URL",
  "ANALYTICS_WRITE_KEY",
  "BUG_REPORTS_URL",
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
  "DATABASE_URL",
  "DATA_DIR",
  "DISCORD_URL",
  "DRAIN_DELAY",
  "DRAIN_SECONDS",
  "FILES_LIMIT_GB",
  "HOST",
  "JOBS_URL",
  "LICENCE_RULE",
  "LICENSE_RULE",
  "LINK_SECRET",
  "MAIL_FROM",
  "MAIL_RECEIPTS",
  "MAIL_TRIES",
  "NETWORK_MAIL_TRIES",
  "NETWORK_TRIES",
  "NEWSLETTER_LIST",
  "PASSWORD_TRIES",
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

/** Two letters that are swapped, or two that are wrong. */
const MISSPELLED_BY = 2;
/** Shorter names resemble too many others. */
const SHORTEST = 6;

/**
 * Throws BadSetting for a variable whose name is that of a setting but for a letter or two: its value would be ignored.
 * Leaves other variables alone.
 */
export const checkSpelling = (env: Readonly<Record<string, string | undefined>>): void => {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || name.length < SHORTEST || SETTING_NAMES.includes(name)) continue;
    const meant = SETTING_NAMES.find((known) => known.length >= SHORTEST && distance(name, known) <= MISSPELLED_BY);
    if (meant !== undefined) throw new BadSetting(`${name} is no setting. Did you mean ${meant}?`);
  }
};
