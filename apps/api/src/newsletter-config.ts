import { BadSetting } from "./bad-setting.ts";
import { isWebAddress } from "./web-address.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** reCAPTCHA's keys, and the ActiveCampaign list that receives newsletter sign-ups. */
export interface NewsletterConfig {
  readonly siteKey: string;
  readonly secretKey: string;
  /** The sandbox's URL; undefined for reCAPTCHA itself. */
  readonly captchaUrl: string | undefined;
  readonly listUrl: string;
  readonly apiToken: string;
  readonly list: string;
}

const NEWSLETTER = [
  "RECAPTCHA_SITE_KEY",
  "RECAPTCHA_SECRET_KEY",
  "ACTIVECAMPAIGN_URL",
  "ACTIVECAMPAIGN_TOKEN",
] as const;

/** The default list: an account's first one. */
const FIRST_LIST = "1";

/**
 * Reads the newsletter's settings: all or none. In production, throws BadSetting for a sandbox captcha, which everyone
 * passes, and for a list URL that is not https.
 */
export const newsletterIn = (env: Environment, production: boolean): NewsletterConfig | null => {
  const set = NEWSLETTER.filter((name) => Boolean(env[name]));
  if (set.length === 0) return null;
  const missing = NEWSLETTER.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new BadSetting(`${set.join(" and ")} is set without ${missing.join(" and ")}: set all four, or none.`);
  const listUrl = env.ACTIVECAMPAIGN_URL ?? "";
  if (!isWebAddress(listUrl))
    throw new BadSetting(`ACTIVECAMPAIGN_URL is "${listUrl}": use your account's, such as https://studio.api-us1.com.`);
  if (env.RECAPTCHA_BASE_URL && !isWebAddress(env.RECAPTCHA_BASE_URL))
    throw new BadSetting(`RECAPTCHA_BASE_URL is "${env.RECAPTCHA_BASE_URL}": leave it out, or name the sandbox.`);
  if (production && env.RECAPTCHA_BASE_URL)
    throw new BadSetting("NODE_ENV is production, but RECAPTCHA_BASE_URL names a sandbox: leave it out.");
  if (production && new URL(listUrl).protocol !== "https:")
    throw new BadSetting(`ACTIVECAMPAIGN_URL is "${listUrl}", but NODE_ENV is production: use an https address.`);
  return {
    siteKey: env.RECAPTCHA_SITE_KEY ?? "",
    secretKey: env.RECAPTCHA_SECRET_KEY ?? "",
    captchaUrl: env.RECAPTCHA_BASE_URL || undefined,
    listUrl: new URL(listUrl).origin,
    apiToken: env.ACTIVECAMPAIGN_TOKEN ?? "",
    list: env.NEWSLETTER_LIST || FIRST_LIST,
  };
};
