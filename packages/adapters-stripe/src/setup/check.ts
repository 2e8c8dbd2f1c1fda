import {
  type ProviderCall,
  type ProviderSetup,
  type SetupFinding,
  isPublicUrl,
  setupByHand,
  setupOk,
  setupUnreachable,
  setupWrong,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import Stripe from "stripe";
import { STRIPE_API_VERSION, type StripeOptions, makeClient, requestOrUnavailable } from "../client.ts";
import { missingPermissions } from "./permissions.ts";
import { WEBHOOK_EVENTS } from "./webhook-events.ts";

/** The settings to check. */
export interface StripeSetupOptions extends Omit<StripeOptions, "webhookSecret"> {
  /** The publishable key; "" if it isn't set. */
  readonly publishableKey: string;
  /** The URL that should receive Stripe's events. */
  readonly webhookUrl: string;
  /** Whether the signing secret of that endpoint is set. */
  readonly hasWebhookSecret: boolean;
  /** The tax rate of the store in percent, such as "8.25"; "" for none. */
  readonly taxPercent: string;
  /** Returns this machine's time in milliseconds. */
  readonly now: () => number;
}

const MINUTE_MS = 60_000;

/** Returns the mode of a key: "test" or "live"; null if it isn't one of the given kinds of keys. */
const modeOf = (key: string, kinds: string): string | null =>
  new RegExp(`^(?:${kinds})_(test|live)_`).exec(key)?.[1] ?? null;

/** Checks that both keys are valid and for the same mode. */
const checkKeys = ({ secretKey, publishableKey }: StripeSetupOptions): SetupFinding => {
  const [secret, publishable] = [modeOf(secretKey, "sk|rk"), modeOf(publishableKey, "pk")];
  if (secret === null)
    return setupWrong(
      "Keys",
      "STRIPE_SECRET_KEY isn't a secret key.",
      "Copy it from Developers, API keys: sk_… or rk_…",
    );
  if (publishable === null)
    return setupWrong(
      "Keys",
      "STRIPE_PUBLISHABLE_KEY isn't a publishable key.",
      "Copy it from Developers, API keys: pk_…",
    );
  return secret === publishable
    ? setupOk("Keys", `Both are ${secret} keys.`)
    : setupWrong(
        "Keys",
        `The secret key is a ${secret} key, but the publishable key is a ${publishable} key.`,
        "Use two keys from the same mode.",
      );
};

const checkPermissions = (stripe: Stripe): ProviderCall<SetupFinding> =>
  Effect.map(missingPermissions(stripe), (missing) =>
    missing.length === 0
      ? setupOk("Permissions", "The secret key has every permission that the store needs.")
      : setupWrong(
          "Permissions",
          `The secret key is missing ${missing.join(", ")}.`,
          "Under Developers, API keys, edit the restricted key and add these permissions.",
        ),
  );

const checkAccount = ({ charges_enabled, default_currency, settings }: Stripe.Account): readonly SetupFinding[] => {
  const descriptor = settings?.payments.statement_descriptor ?? null;
  return [
    charges_enabled
      ? setupOk("Account", "The account can accept charges.")
      : setupWrong(
          "Account",
          "The account can't accept charges yet.",
          "Complete the account under Settings, Business.",
        ),
    default_currency === "usd"
      ? setupOk("Currency", "The account's currency is USD, like the store's prices.")
      : setupByHand(
          "Currency",
          `The account's currency is ${(default_currency ?? "unknown").toUpperCase()}, but the store charges in USD.`,
          "Add a bank account in USD. Otherwise, Stripe converts each payout.",
        ),
    descriptor === null
      ? setupWrong(
          "Statement descriptor",
          "The account has no statement descriptor, so bank statements won't name the store.",
          "Set it under Settings, Business, Public details.",
        )
      : setupOk("Statement descriptor", `Bank statements say “${descriptor}”.`),
  ];
};

/** Returns the findings about the account, or a single finding if the key can't read it. */
const readAccount = (stripe: Stripe): ProviderCall<readonly SetupFinding[]> =>
  requestOrUnavailable(async () => {
    try {
      return checkAccount(await stripe.accounts.retrieveCurrent());
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
      return [
        setupByHand(
          "Account",
          "The restricted key doesn't have permission to read the account.",
          "In the dashboard, check that charges are enabled, the currency is USD, and the statement descriptor is set.",
        ),
      ];
    }
  });

const checkWebhook = (stripe: Stripe, options: StripeSetupOptions): ProviderCall<SetupFinding> =>
  requestOrUnavailable(async () => {
    const what = "Webhook endpoint";
    const { webhookUrl: url } = options;
    if (!isPublicUrl(url))
      return setupUnreachable(
        what,
        url,
        modeOf(options.secretKey, "sk|rk") === "test",
        options.hasWebhookSecret
          ? "Meanwhile, stripe listen forwards the events."
          : "On your own machine, run stripe listen, and set STRIPE_WEBHOOK_SECRET to the secret that it prints.",
      );
    const endpoints = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
    const endpoint = endpoints.find((each) => each.url === url);
    const enabled_events = [...WEBHOOK_EVENTS];
    if (endpoint === undefined)
      return setupWrong(
        what,
        `No webhook endpoint sends events to ${url}.`,
        "Add it under Developers, Webhooks, or run backlot providers check --create FILE.",
        requestOrUnavailable(async () => {
          const api_version = STRIPE_API_VERSION;
          const { secret = "" } = await stripe.webhookEndpoints.create({ url, enabled_events, api_version });
          return {
            says: `Created a webhook endpoint for ${url}.`,
            settings: { STRIPE_WEBHOOK_SECRET: secret },
          };
        }),
      );
    if (endpoint.status !== "enabled")
      return setupWrong(what, `The endpoint ${url} is disabled.`, "Enable it under Developers, Webhooks.");
    if (endpoint.api_version !== STRIPE_API_VERSION)
      return setupWrong(
        what,
        endpoint.api_version === null
          ? "The endpoint uses the account's default API version."
          : `The endpoint uses API version ${endpoint.api_version}.`,
        `Delete it, and create one with version ${STRIPE_API_VERSION}. Stripe can't change an endpoint's version.`,
      );
    const missing = enabled_events.filter(
      (type) => !endpoint.enabled_events.some((each) => each === "*" || each === type),
    );
    if (missing.length > 0)
      return setupWrong(
        what,
        `The endpoint doesn't send ${missing.join(", ")}.`,
        "Add these events under Developers, Webhooks, or run backlot providers check --create FILE.",
        requestOrUnavailable(async () => {
          const given = endpoint.enabled_events as Stripe.WebhookEndpointUpdateParams.EnabledEvent[];
          await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: [...given, ...missing] });
          return { says: `Added ${missing.join(", ")} to the webhook endpoint.`, settings: {} };
        }),
      );
    return options.hasWebhookSecret
      ? setupOk(what, `Stripe sends every event that the store needs to ${url}. Its secret can't be compared.`)
      : setupWrong(what, "STRIPE_WEBHOOK_SECRET isn't set.", "Set it to the endpoint's signing secret, whsec_…");
  });

/** Compares this machine's clock with Stripe's. Stripe's signatures are valid for five minutes. */
const checkClock = (stripe: Stripe, now: () => number): ProviderCall<SetupFinding> =>
  requestOrUnavailable(async () => {
    const { lastResponse } = await stripe.webhookEndpoints.list({ limit: 1 });
    const difference = Math.abs(Date.parse(lastResponse.headers["date"] ?? "") - now());
    if (Number.isNaN(difference))
      return setupByHand("Clock", "Stripe's response had no date.", "Check that this machine's clock is synchronized.");
    const seconds = Math.round(difference / 1_000);
    return difference <= MINUTE_MS
      ? setupOk("Clock", "This machine's clock agrees with Stripe's.")
      : setupWrong(
          "Clock",
          `This machine's clock is ${seconds} seconds off.`,
          "Synchronize it, for example with chrony.",
        );
  });

/** Runs a check. If the key lacks the permission for the check, returns a finding that a person has to check. */
const ifAllowed = (what: string, permission: string, check: ProviderCall<SetupFinding>): ProviderCall<SetupFinding> =>
  Effect.catchTag(check, "PaymentProviderUnavailable", (error) =>
    error.cause instanceof Stripe.errors.StripePermissionError
      ? Effect.succeed(
          setupByHand(
            what,
            "The restricted key doesn't have permission to check this.",
            `Add the permission “${permission}”, or check it in the dashboard.`,
          ),
        )
      : Effect.fail(error),
  );

/** Returns the finding about the store's tax. The store adds tax itself, so Stripe Tax must not add it again. */
const checkTax = (percent: string): SetupFinding =>
  percent === "" || percent === "0"
    ? setupByHand("Tax", "The store adds no tax.", "If you must charge tax, set TAX_PERCENT.")
    : setupOk("Tax", `The store adds ${percent}% to each sale, and creates the tax rate on the first sale.`);

/** Creates the checks for a Stripe account. They change nothing. */
export const makeStripeSetup = (options: StripeSetupOptions): ProviderSetup => {
  const stripe = makeClient({ ...options, webhookSecret: "" });
  const keys = checkKeys(options);
  return {
    name: "Stripe",
    check:
      keys.state === "ok"
        ? Effect.gen(function* () {
            const permission = "Webhook Endpoints: Read";
            const clock = yield* ifAllowed("Clock", permission, checkClock(stripe, options.now));
            const permissions = yield* checkPermissions(stripe);
            const account = yield* readAccount(stripe);
            const webhook = yield* ifAllowed("Webhook endpoint", permission, checkWebhook(stripe, options));
            return [
              keys,
              setupOk("API version", `Stripe accepts ${STRIPE_API_VERSION}.`),
              permissions,
              ...account,
              checkTax(options.taxPercent),
              webhook,
              clock,
              setupByHand(
                "Failed renewals",
                "Stripe's API doesn't show the retry settings.",
                "Under Billing, Revenue recovery, retry for up to 7 days and cancel the subscription if they fail.",
              ),
            ];
          })
        : Effect.succeed([keys]),
  };
};
