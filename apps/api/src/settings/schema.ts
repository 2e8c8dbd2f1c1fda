import {
  APPROVAL_PROVIDERS,
  DEFAULT_CHANGE_POLICY,
  LICENSE_RULES,
  PROVIDER_NAMES,
  type ProvidersThat,
  RATE_LIMITS,
  USUAL_CLAIMS,
  USUAL_TEAM_SEATS,
  isEmail,
  isWebAddress,
  taxPercentNamed,
} from "@backlot/domain";

/** An invalid setting. The message names the setting and a valid value. */
export class BadSetting extends Error {}

/** How a setting is shown in `.env.example` and in the docs. */
interface Shown {
  /** An example value. Defaults to the setting's default. */
  readonly example?: string;
  /** The title of the section that starts with this setting. */
  readonly section?: string;
  /**
   * Example values of a setting that a store needs to start, outside production (null if not needed there) and in
   * production.
   */
  readonly needed?: { readonly trial: string | null; readonly live: string };
  /** Whether to leave it out of the docs, because only tests set it or it is the former name of another setting. */
  readonly isHidden?: true;
}

/** A setting: its meaning, its default, and how to read its value. */
export interface Setting<A> extends Shown {
  readonly means: string;
  /** The default as text, or null if the setting has no default. */
  readonly usual: string | null;
  /** Parses the value, which is null if it is missing or empty. Throws BadSetting if the value is invalid. */
  readonly read: (name: string, value: string | null) => A;
}

/** Creates a setting with a default. If `parse` returns undefined, the error suggests `use`. */
const parsed = <A>(
  usual: A,
  parse: (value: string) => A | undefined,
  use: string,
  means: string,
  shown: Shown = {},
): Setting<A> => ({
  ...shown,
  means,
  usual: usual === null ? null : String(usual),
  read: (name, value) => {
    const settingValue = value === null ? usual : parse(value);
    if (settingValue === undefined) throw new BadSetting(`${name} is "${value}". Use ${use}.`);
    return settingValue;
  },
});

/** Creates a text setting with a default. */
const text = (usual: string, means: string, shown: Shown = {}): Setting<string> => ({
  ...shown,
  means,
  usual,
  read: (_, value) => value ?? usual,
});

/** Creates a text setting that is null if it is missing or empty. */
const optional = (means: string, shown: Shown & { readonly example: string }): Setting<string | null> => ({
  ...shown,
  means,
  usual: null,
  read: (_, value) => value,
});

/** Creates a text setting that every store needs to start. */
const needed = (means: string, trial: string, live: string, shown: Shown = {}): Setting<string> => ({
  ...shown,
  means,
  usual: null,
  needed: { trial, live },
  read: (name, value) => {
    if (value === null) throw new BadSetting(`${name} is not set. Use a value such as ${live}.`);
    return value;
  },
});

/** Creates a setting for a whole number from 0 to 999,999. */
const count = (usual: number, means: string, shown: Shown = {}): Setting<number> =>
  parsed(
    usual,
    (value) => (/^\d{1,6}$/.test(value) ? Number(value) : undefined),
    `a number, such as ${usual}`,
    means,
    shown,
  );

/** Creates a setting for a number of seconds from 1 to 9,999. */
const seconds = (usual: number, means: string, shown: Shown = {}): Setting<number> =>
  parsed(
    usual,
    (value) => (/^[1-9]\d{0,3}$/.test(value) ? Number(value) : undefined),
    `a number of seconds, such as ${usual}`,
    means,
    shown,
  );

const portNumber = (value: string): number | undefined =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined;

/** Creates a port setting with a default. 0 means any free port. */
const port = (usual: number, means: string, shown: Shown = {}): Setting<number> =>
  parsed(usual, portNumber, `a number from 1 to 65535, such as ${usual}`, means, shown);

/** Creates a port setting that is null if it is missing. */
const optionalPort = (means: string, example: string): Setting<number | null> =>
  parsed<number | null>(null, portNumber, `a number from 1 to 65535, such as ${example}`, means, { example });

const onOrOff = (usual: boolean, means: string, shown: Shown = {}): Setting<boolean> => ({
  ...parsed(usual, (value) => (value === "on" ? true : value === "off" ? false : undefined), "on or off", means, shown),
  usual: usual ? "on" : "off",
});

/** Creates a setting that must be one of the given words. */
const oneOf = <const Word extends string>(
  words: readonly Word[],
  usual: Word,
  means: string,
  shown: Shown = {},
): Setting<Word> => parsed(usual, (value) => words.find((word) => word === value), words.join(" or "), means, shown);

/** Creates a URL setting that is null if it is missing. */
const webAddress = (means: string, example: string, shown: Shown = {}): Setting<string | null> =>
  parsed<string | null>(
    null,
    (value) => (isWebAddress(value) ? value : undefined),
    "a URL such as https://example.com, or unset it",
    means,
    { ...shown, example },
  );

/** Creates a list setting with trimmed texts. The list is empty if the setting is missing. */
const list = (
  separator: string,
  means: string,
  shown: Shown & { readonly example: string },
): Setting<readonly string[]> => ({
  ...shown,
  means,
  usual: null,
  read: (_, value) => (value ?? "").split(separator).flatMap((each) => each.trim() || []),
});

type LimitSetting = (typeof RATE_LIMITS)[keyof typeof RATE_LIMITS]["setting"];

/** The rate limit settings, generated from the table of limits. */
const limits = Object.fromEntries(
  Object.values(RATE_LIMITS).map(({ setting, attempts, counts }, at) => [
    setting,
    count(attempts, counts, at === 0 ? { section: "Rate limits" } : {}),
  ]),
) as { readonly [Name in LimitSetting]: Setting<number> };

type HiddenSetting = `${Uppercase<ProvidersThat<"approval">>}_HIDDEN`;

/** The settings that hide providers from buyers, such as PAYPAL_HIDDEN. Cards are never hidden. */
const hidden = Object.fromEntries(
  APPROVAL_PROVIDERS.map((provider) => [
    `${provider.toUpperCase()}_HIDDEN`,
    onOrOff(false, `on: hide ${PROVIDER_NAMES[provider]} on payment pages. Its existing subscriptions continue.`),
  ]),
) as { readonly [Name in HiddenSetting]: Setting<boolean> };

const mailServer: Setting<string> = {
  ...needed(
    "The URL of the mail server. With the sandbox, `npm start` uses the sandbox's inbox.",
    "smtp://127.0.0.1:1025",
    "smtps://user:password@mail.example:465",
    { section: "Email" },
  ),
  read: (_, value) => {
    if (value !== null && /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value)) return value;
    // The URL can contain a password, so don't echo it.
    throw new BadSetting(
      "SMTP_URL isn't a mail server's URL. Use a URL such as smtps://user:password@mail.example:465.",
    );
  },
};

/** The rule for license changes, or null if it is missing. */
const licenseRule = parsed(
  null,
  (value) => LICENSE_RULES.find((rule) => rule === value),
  LICENSE_RULES.join(" or "),
  "",
);

/** Returns the origins in a comma-separated list, or undefined if one isn't an origin. `*` means all. */
const originsIn = (value: string): readonly string[] | undefined => {
  const origins = value.split(",").flatMap((each) => each.trim() || []);
  const isOrigin = (each: string): boolean => each === "*" || (URL.canParse(each) && new URL(each).origin === each);
  return origins.every(isOrigin) ? origins : undefined;
};

/**
 * All settings, by the names of their environment variables, in the order of `.env.example`. `refused.ts` checks which
 * settings belong together, and which values production rejects.
 */
export const SETTINGS = {
  NODE_ENV: optional(
    "production for a store with live keys, or for a test store on a server. The store then rejects the payment " +
      "sandbox and URLs without TLS.",
    {
      section: "The process",
      example: "production",
    },
  ),
  HOST: text("127.0.0.1", "The address that the store listens on."),
  PORT: port(3_000, "The port that the store listens on."),
  PUBLIC_URL: {
    ...optional("The store's public URL. Outside production, the default is http://127.0.0.1 with PORT.", {
      example: "https://shop.example",
    }),
    needed: { trial: null, live: "https://shop.example" },
  },
  TRUSTED_PROXIES: {
    ...count(
      0,
      "The number of proxies in front of the store that add to X-Forwarded-For. Rate limits use the client address " +
        "that the outermost proxy saw.",
    ),
    // Without it, all visitors behind a proxy would share an address.
    needed: { trial: null, live: "1, the number of proxies in front of the store" },
    example: "1",
  },
  CORS_ORIGINS: {
    ...parsed<readonly string[]>(
      [],
      originsIn,
      "origins such as https://studio.example, separated by commas, or *",
      "Other sites whose pages may call the API, separated by commas, or * for all. Those pages can't use the " +
        "store's cookies. They send tokens in headers instead.",
    ),
    example: "https://studio.example",
  },
  REQUEST_SECONDS: seconds(30, "The time limit for receiving a whole request, in seconds."),
  DRAIN_SECONDS: seconds(15, "The time limit for finishing open requests after a stop signal, in seconds."),
  DRAIN_DELAY: parsed(
    0,
    (value) => (/^\d{1,3}$/.test(value) ? Number(value) : undefined),
    "a number of seconds, such as 10",
    "The number of seconds to keep the port open after a stop signal, while the health check reports that the store " +
      "is not ready. Behind a load balancer, set it to more than twice the health check interval.",
  ),

  DATA_DIR: text(
    ".data",
    "The folder for images and previews and, if they are not stored elsewhere, the database, the files for sale, and " +
      "the generated secrets. All processes share it.",
    { section: "Data" },
  ),
  DATABASE_URL: optional("A PostgreSQL database (15 or later) to use instead of the embedded one.", {
    example: "postgres://backlot:password@db.example:5432/backlot",
  }),
  DATABASE_READ_URL: optional("A read replica of that database, for catalog listings and searches.", {
    example: "postgres://backlot:password@replica.example:5432/backlot",
  }),
  DATABASE_POOL: parsed(
    10,
    (value) => (/^[1-9]\d{0,2}$/.test(value) ? Number(value) : undefined),
    "a number from 1 to 999, such as 10",
    "The number of connections that each process opens to the database.",
  ),
  S3_BUCKET: optional("An S3 bucket for the files for sale, instead of DATA_DIR.", { example: "backlot-files" }),
  S3_REGION: text("us-east-1", "The bucket's region."),
  S3_ENDPOINT: parsed<string | null>(
    null,
    (value) => (URL.canParse(value) ? value : undefined),
    "a URL such as https://s3.example.com",
    "The endpoint of S3-compatible storage outside AWS.",
    { example: "https://storage.example" },
  ),
  S3_ACCESS_KEY_ID: optional("The access key ID, for machines without their own credentials.", { example: "…" }),
  S3_SECRET_ACCESS_KEY: optional("The secret access key.", { example: "…" }),
  FILES_LIMIT_GB: count(
    50,
    "The limit, in gigabytes, for rendered sample files in DATA_DIR. The oldest files that no customer owns are " +
      "deleted first, and rendered again on demand. A bucket has no limit.",
  ),
  SAMPLE: onOrOff(
    true,
    "off: an empty store starts without the sample catalog and articles, as it always does with " +
      "NODE_ENV=production.",
  ),
  SAMPLE_SCALE: parsed(
    1,
    (value) => (/^(?:1|0?\.\d{1,4})$/.test(value) && Number(value) > 0 ? Number(value) : undefined),
    "a fraction of the full size, such as 0.125, or 1 if you're not sure",
    "The scale of the sample catalog's rendered files, greater than 0 and at most 1. For tests.",
  ),
  SAMPLE_AHEAD: onOrOff(
    true,
    "off: sample files are rendered only when they are downloaded. Otherwise, the store also renders them in the " +
      "background, at low priority, so that downloads start immediately.",
  ),
  BACKUP_KEY: optional("A passphrase that encrypts backups. Keep a copy elsewhere.", { example: "…" }),

  SESSION_SECRET: optional(
    "The secret that signs sessions, 32 characters or more. Set it, LINK_SECRET, and SUPPORT_KEY, or none of the " +
      "three. If none is set, the store generates them in DATA_DIR.",
    { section: "Secrets", example: "…" },
  ),
  LINK_SECRET: optional("The secret that signs download links, 32 characters or more.", { example: "…" }),
  SUPPORT_KEY: optional("The key that support staff share, 32 characters or more.", { example: "…" }),
  SUPPORT_KEYS: optional(
    "Personal keys for support staff, separated by commas, such as ada=…,ben:read=…. The shared key also works. The " +
      "role is read, support, or admin (the default). Each key has 32 characters or more.",
    {
      example: "ada=…,ben:support=…,eve:read=…",
    },
  ),
  SESSION_OLD_SECRETS: list(
    ",",
    "Previous values of SESSION_SECRET, separated by commas. Sessions signed with them stay valid.",
    { example: "…" },
  ),
  LINK_OLD_SECRETS: list(
    ",",
    "Previous values of LINK_SECRET, separated by commas. Links signed with them stay valid.",
    { example: "…" },
  ),
  CERTIFICATE_KEY: optional(
    "The key that signs license certificates. To create one, run openssl genpkey -algorithm ed25519 -outform DER | " +
      "base64 -w0. If it is not set, the store generates one in DATA_DIR.",
    { example: "…" },
  ),
  CERTIFICATE_OLD_KEYS: list(
    ",",
    "The public keys of previous certificate keys (openssl pkey -pubout -outform DER | base64 -w0), separated by " +
      "commas.",
    { example: "…" },
  ),

  STRIPE_SECRET_KEY: needed(
    "Stripe's secret key. If it is set, even to an empty value, `npm start` doesn't run the sandbox.",
    "sk_test_…",
    "sk_live_…",
    { section: "Payments" },
  ),
  STRIPE_PUBLISHABLE_KEY: needed("Stripe's publishable key.", "pk_test_…", "pk_live_…"),
  STRIPE_WEBHOOK_SECRET: needed("The signing secret of the Stripe webhook endpoint.", "whsec_…", "whsec_…"),
  STRIPE_BASE_URL: optional("The URL of a payment sandbox. Not for production.", { example: "http://127.0.0.1:3999" }),
  SANDBOX_PORT: optional("The port of the sandbox that `npm start` runs. The default is 3999.", { example: "3999" }),
  PAYPAL_CLIENT_ID: optional(
    "PayPal's client ID. Without it, the store accepts only cards. With it, also set the secret, the webhook, " +
      "the three plans, and, outside production, PAYPAL_BASE_URL.",
    { example: "…" },
  ),
  PAYPAL_CLIENT_SECRET: optional("The PayPal app's secret.", { example: "…" }),
  PAYPAL_WEBHOOK_ID: optional("The ID of the PayPal webhook.", { example: "8PT597110X687430LKGECATA" }),
  PAYPAL_PLAN_MONTH: optional("The ID of the monthly PayPal plan. See docs/production.md.", { example: "P-…" }),
  PAYPAL_PLAN_YEAR: optional("The ID of the yearly PayPal plan.", { example: "P-…" }),
  PAYPAL_PLAN_TRIAL: optional("The ID of the monthly PayPal plan with a trial.", { example: "P-…" }),
  PAYPAL_BASE_URL: optional("The URL of a PayPal sandbox. In production, set it only for a test store, to PayPal's.", {
    example: "https://api-m.sandbox.paypal.com",
  }),
  ...hidden,
  TAX_PERCENT: parsed(
    0,
    (value) => taxPercentNamed(value) ?? undefined,
    "a percentage such as 8.25, or 0 or an empty value for no tax",
    "The tax on all sales, in percent, such as 8.25. Prices don't include tax.",
  ),
  SELLER_NAME: optional("The seller's name on receipts. The default is the store's name.", {
    example: "Example Films LLC",
  }),
  SELLER_ADDRESS: list(";", "The seller's address. Semicolons separate its lines.", {
    example: "1 Mill Street; Springfield; USA",
  }),
  SELLER_TAX_ID: optional("The seller's tax ID.", { example: "US 12-3456789" }),
  LICENSE_RULE: {
    ...licenseRule,
    usual: DEFAULT_CHANGE_POLICY.licenseRule,
    means:
      "The license changes that count as upgrades: as-specified (to a lower license ID) or raise-is-upgrade (to a " +
      "higher license ID). See docs/decisions/001.",
  },
  LICENCE_RULE: { ...licenseRule, means: "The earlier spelling of LICENSE_RULE.", isHidden: true },
  REFUNDS_KEEP_ITEMS: onOrOff(
    false,
    "on: buyers keep their items after a refund, and support sees the unrecovered amounts. See docs/decisions/030.",
  ),

  SMTP_URL: mailServer,
  MAIL_FROM: optional("The sender of emails. The default is the store's name with the address in SUPPORT_EMAIL.", {
    example: "Example Shop <shop@shop.example>",
  }),
  MAIL_RECEIPTS: onOrOff(true, "off: the store doesn't email receipts. Use this if Stripe emails them."),
  SUPPORT_EMAIL: text("support@backlot.example", "The email address of customer support."),

  CLAIM_ELEMENTS: count(
    USUAL_CLAIMS.elements,
    "The number of elements that the home page claims. If the store has fewer, it shows the actual number, rounded " +
      "down, or no number if there are fewer than 300.",
    { section: "Pages" },
  ),
  CLAIM_CLIPS: count(
    USUAL_CLAIMS.clips,
    "The number of clips that the home page claims. The same rules as for CLAIM_ELEMENTS apply.",
  ),
  TEAM_SEATS_STARTUP: count(
    USUAL_TEAM_SEATS.startup,
    "The maximum number of people in a team with a Startup license, including the administrator.",
  ),
  TEAM_SEATS_ENTERPRISE: count(
    USUAL_TEAM_SEATS.enterprise,
    "The maximum number of people in a team with an Enterprise license, including the administrator.",
  ),
  SALES_EMAIL: parsed<string | null>(
    null,
    (value) => (isEmail(value) ? value : undefined),
    "an email address such as sales@example.com, or unset it",
    'The email address for "Contact sales" in the footer. This link and the ones below, except bug reports, are ' +
      "hidden if they are not set.",
    { example: "sales@shop.example" },
  ),
  DISCORD_URL: webAddress("The URL of the Discord community.", "https://discord.gg/…"),
  PRODUCT_REQUESTS_URL: webAddress("The URL where customers request products.", "https://requests.shop.example"),
  ROADMAP_URL: webAddress("The roadmap's URL.", "https://roadmap.shop.example"),
  SELLING_URL: webAddress("The URL where artists offer their work for sale.", "https://sell.shop.example"),
  JOBS_URL: webAddress("The URL of the open positions.", "https://jobs.shop.example"),
  BUG_REPORTS_URL: webAddress(
    "The URL where customers report bugs. Without it, the link opens an email to SUPPORT_EMAIL.",
    "https://bugs.shop.example",
  ),

  RECAPTCHA_SITE_KEY: optional(
    "reCAPTCHA's site key (v2, checkbox). For the newsletter, set this and the next three settings. Otherwise, set " +
      "none of them.",
    { section: "Other services", example: "6L…" },
  ),
  RECAPTCHA_SECRET_KEY: optional("reCAPTCHA's secret key.", { example: "6L…" }),
  ACTIVECAMPAIGN_URL: optional("The URL of the ActiveCampaign account.", { example: "https://studio.api-us1.com" }),
  ACTIVECAMPAIGN_TOKEN: optional("ActiveCampaign's API token.", { example: "…" }),
  NEWSLETTER_LIST: text("1", "The number of the ActiveCampaign list."),
  RECAPTCHA_BASE_URL: { ...optional("The URL of a sandbox.", { example: "…" }), isHidden: true },
  ANALYTICS_URL: optional(
    "An analytics service with Segment's HTTP API, for visitors who consent. Set this and the key, or neither.",
    { example: "https://api.segment.io" },
  ),
  ANALYTICS_WRITE_KEY: optional("The analytics service's write key.", { example: "…" }),
  CHAT_SCRIPT_URL: optional("The URL of the live chat script.", { example: "https://chat.example/widget.js" }),
  CHAT_SOURCES: text("", "Other origins that the chat loads from, separated by spaces.", {
    example: "https://*.chat.example wss://*.chat.example",
  }),
  CHURNKEY_APP_ID: optional(
    "Churnkey's app ID. Churnkey asks for another card after a failed payment. Set this and the key, or neither.",
    { example: "…" },
  ),
  CHURNKEY_API_KEY: optional("Churnkey's API key.", { example: "…" }),
  CHURNKEY_SCRIPT_URL: { ...optional("The URL of a sandbox's script.", { example: "…" }), isHidden: true },

  LOG_FORMAT: oneOf(["text", "json"], "text", "The log format: text or json.", { section: "Monitoring" }),
  ACCESS_LOG: {
    ...parsed<boolean | null>(
      null,
      (value) => (value === "on" ? true : value === "off" ? false : undefined),
      "on or off",
      "Whether to log every request: on or off. The default is on in production, and off elsewhere.",
      { example: "on" },
    ),
  },
  METRICS_PORT: optionalPort("The port where Prometheus reads /metrics. Proxies should not forward it.", "9464"),
  METRICS_HOST: text("127.0.0.1", "The address where /metrics is served."),
  OTEL_EXPORTER_OTLP_ENDPOINT: parsed<string | null>(
    null,
    (value) => (isWebAddress(value) ? value : undefined),
    "a URL such as http://127.0.0.1:4318",
    "An OpenTelemetry collector for logs, metrics, and traces. OTEL_EXPORTER_OTLP_HEADERS and other OpenTelemetry " +
      "variables also work.",
    { example: "http://127.0.0.1:4318" },
  ),
  ...limits,
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

export type SettingValues = {
  readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["read"]>;
};

/** Reads all settings. An empty value counts as missing. Throws BadSetting with a one-line message. */
export const readSettings = (env: Readonly<Record<string, string | undefined>>): SettingValues =>
  Object.fromEntries(
    Object.entries<Setting<unknown>>(SETTINGS).map(([name, { read }]) => [name, read(name, env[name] || null)]),
  ) as SettingValues;
