import * as Config from "effect/Config";
import type { S3Settings } from "@backlot/adapters-files";
import { type ProvidersThat, isEmail } from "@backlot/domain";
import type { OutsideLinks } from "@backlot/ports";
import { checkAddress, checkNoSandbox, checkPayPal } from "./config-guard.ts";
import { BadSetting } from "./bad-setting.ts";
import { attempt, checked, optional, parsed, refuse, required, text, together, webAddress } from "./setting.ts";

/**
 * PayPal's settings: keys, webhook, and plans (monthly, yearly, and monthly with a trial). Null if PAYPAL_CLIENT_ID is
 * not set.
 */
const paypal = Config.flatMap(optional("PAYPAL_CLIENT_ID"), (clientId) =>
  clientId === null
    ? Config.succeed(null)
    : Config.all({
        clientId: Config.succeed(clientId),
        clientSecret: required("PAYPAL_CLIENT_SECRET", "the secret of the same app"),
        webhookId: required("PAYPAL_WEBHOOK_ID", "8PT597110X687430LKGECATA"),
        plans: Config.all({
          month: required("PAYPAL_PLAN_MONTH", "P-5ML4271244454362WXNWU5NQ"),
          year: required("PAYPAL_PLAN_YEAR", "P-5ML4271244454362WXNWU5NQ"),
          trial: required("PAYPAL_PLAN_TRIAL", "P-5ML4271244454362WXNWU5NQ"),
        }),
        /** The sandbox's URL; undefined for PayPal itself. */
        baseUrl: Config.map(optional("PAYPAL_BASE_URL"), (url) => url ?? undefined),
      }),
);

/** The settings of each provider that asks for approvals, or null if its keys are not set. */
export const approvalProviders = (production: boolean) =>
  ({
    paypal: checked(paypal, (keys) => checkPayPal(production, keys)),
  }) satisfies { readonly [P in ProvidersThat<"approval">]: Config.Config<object | null> };

/**
 * The analytics service's settings, or null if they are not set. The service receives searches, page views, and
 * purchases.
 */
export const analytics = (production: boolean) =>
  attempt(together(["ANALYTICS_URL", "ANALYTICS_WRITE_KEY"], "both"), (set) => {
    if (set === null) return null;
    const { ANALYTICS_URL: url, ANALYTICS_WRITE_KEY: writeKey } = set;
    checkAddress(production, "ANALYTICS_URL", url, "the service's address, such as https://api.segment.io");
    return { url: url.replace(/\/+$/, ""), writeKey };
  });

/** The default ActiveCampaign list id: that of an account's first list. */
const FIRST_LIST = "1";

/**
 * The newsletter's settings, or null if they are not set: reCAPTCHA's keys, and the ActiveCampaign account and list
 * that receive sign-ups.
 */
export const newsletter = (production: boolean) =>
  attempt(
    Config.all({
      set: together(
        ["RECAPTCHA_SITE_KEY", "RECAPTCHA_SECRET_KEY", "ACTIVECAMPAIGN_URL", "ACTIVECAMPAIGN_TOKEN"],
        "all four",
      ),
      captchaUrl: optional("RECAPTCHA_BASE_URL"),
      list: text("NEWSLETTER_LIST", FIRST_LIST),
    }),
    ({ set, captchaUrl, list }) => {
      if (set === null) return null;
      const url = set.ACTIVECAMPAIGN_URL;
      const use = "your account's, such as https://studio.api-us1.com";
      // A malformed address matters everywhere, so it is reported before what only production refuses.
      checkAddress(false, "ACTIVECAMPAIGN_URL", url, use);
      checkNoSandbox(production, "RECAPTCHA_BASE_URL", captchaUrl, "the sandbox");
      checkAddress(production, "ACTIVECAMPAIGN_URL", url, use);
      return {
        siteKey: set.RECAPTCHA_SITE_KEY,
        secretKey: set.RECAPTCHA_SECRET_KEY,
        /** The sandbox's URL; undefined for reCAPTCHA itself. */
        captchaUrl: captchaUrl ?? undefined,
        listUrl: new URL(url).origin,
        apiToken: set.ACTIVECAMPAIGN_TOKEN,
        list,
      };
    },
  );

/** The settings of the bucket for sold files, or null to keep the files in the data folder. */
export const s3: Config.Config<S3Settings | null> = Config.flatMap(
  Config.all({
    bucket: optional("S3_BUCKET"),
    endpoint: parsed<string | null>(
      "S3_ENDPOINT",
      null,
      (value) => (URL.canParse(value) ? value : undefined),
      "an address such as https://s3.example.com",
    ),
    region: text("S3_REGION", "us-east-1"),
    id: optional("S3_ACCESS_KEY_ID"),
    secret: optional("S3_SECRET_ACCESS_KEY"),
  }),
  ({ bucket, endpoint, region, id, secret }) => {
    if (bucket === null)
      return endpoint === null
        ? Config.succeed(null)
        : refuse("S3_ENDPOINT is set without S3_BUCKET: name the bucket for sold files.");
    if ((id === null) !== (secret === null))
      return refuse("Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY both, or neither.");
    const keys = id === null || secret === null ? null : { id, secret };
    return Config.succeed({ bucket, region, endpoint, keys });
  },
);

const SOURCE = /^(?:https?|wss?):\/\/(?:\*\.)?[a-z\d.-]+(?::\d{1,5})?$/i;

/**
 * The live chat's settings, or null if they are not set: its script, and the sources that the content security policy
 * allows for it.
 */
export const chat = (production: boolean) =>
  attempt(
    Config.all({ scriptUrl: optional("CHAT_SCRIPT_URL"), sources: text("CHAT_SOURCES", "") }),
    ({ scriptUrl, sources }) => {
      if (scriptUrl === null) {
        if (sources === "") return null;
        throw new BadSetting("CHAT_SOURCES is set without CHAT_SCRIPT_URL: set both, or none.");
      }
      checkAddress(production, "CHAT_SCRIPT_URL", scriptUrl, "the address of your chat's script");
      const named = sources.split(/\s+/).filter((each) => each !== "");
      const wrong = named.find((each) => !SOURCE.test(each) || (production && !/^(?:https|wss):/i.test(each)));
      if (wrong !== undefined)
        throw new BadSetting(
          `CHAT_SOURCES names "${wrong}": use sites such as https://*.chat.example, with blanks between.`,
        );
      return { scriptUrl, origins: [...new Set([new URL(scriptUrl).origin, ...named])] };
    },
  );

/**
 * Churnkey's settings, or null if they are not set. Churnkey asks customers for another card after a failed payment.
 */
export const recovery = (production: boolean) =>
  attempt(
    Config.all({
      set: together(["CHURNKEY_APP_ID", "CHURNKEY_API_KEY"], "both"),
      scriptUrl: optional("CHURNKEY_SCRIPT_URL"),
    }),
    ({ set, scriptUrl }) => {
      if (set === null) return null;
      checkNoSandbox(production, "CHURNKEY_SCRIPT_URL", scriptUrl, "the sandbox's");
      return {
        appId: set.CHURNKEY_APP_ID,
        apiKey: set.CHURNKEY_API_KEY,
        /** The sandbox's script URL; undefined for Churnkey's own. */
        scriptUrl: scriptUrl ?? undefined,
      };
    },
  );

const site = (name: string) => webAddress(name, "an address such as https://example.com, or leave it out");

/** The external addresses that menus link to; null for each one that is not set. */
export const outsideLinks: Config.Config<OutsideLinks> = Config.all({
  discord: site("DISCORD_URL"),
  productRequests: site("PRODUCT_REQUESTS_URL"),
  roadmap: site("ROADMAP_URL"),
  selling: site("SELLING_URL"),
  jobs: site("JOBS_URL"),
  bugReports: site("BUG_REPORTS_URL"),
  salesEmail: parsed<string | null>(
    "SALES_EMAIL",
    null,
    (value) => (isEmail(value) ? value : undefined),
    "an address such as sales@example.com, or leave it out",
  ),
});
