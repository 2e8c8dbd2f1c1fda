import type { S3Settings } from "@backlot/adapters-files";
import type { ProvidersThat } from "@backlot/domain";
import type { ShopDefaults } from "@backlot/application";
import { checkAddress, checkNoSandbox, checkPayPal } from "./config-guard.ts";
import { BadSetting } from "./bad-setting.ts";
import type { SettingValues } from "./settings/table.ts";

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
export const approvalProviders = (
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
export const analytics = (values: SettingValues, production: boolean) => {
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
export const newsletter = (values: SettingValues, production: boolean) => {
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
export const s3 = (values: SettingValues): S3Settings | null => {
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
export const chat = (values: SettingValues, production: boolean) => {
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
export const recovery = (values: SettingValues, production: boolean) => {
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
export const contactIn = (values: SettingValues): ShopDefaults["contact"] => ({
  support_email: values.SUPPORT_EMAIL,
  sales_email: values.SALES_EMAIL,
  discord: values.DISCORD_URL,
  product_requests: values.PRODUCT_REQUESTS_URL,
  roadmap: values.ROADMAP_URL,
  selling: values.SELLING_URL,
  jobs: values.JOBS_URL,
  bug_reports: values.BUG_REPORTS_URL,
});
