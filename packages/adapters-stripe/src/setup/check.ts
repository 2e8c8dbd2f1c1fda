import {
  type ProviderCall,
  type ProviderSetup,
  type SetupFinding,
  setupByHand,
  setupOk,
  setupWrong,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import Stripe from "stripe";
import { STRIPE_API_VERSION, type StripeOptions, makeClient, requestOrUnavailable } from "../client.ts";
import { missingRights } from "./rights.ts";
import { WEBHOOK_EVENTS } from "./webhook-events.ts";

/** What the account is checked for. */
export interface StripeSetupOptions extends Omit<StripeOptions, "webhookSecret"> {
  /** The publishable key; "" if it isn't set. */
  readonly publishableKey: string;
  /** The URL that should get Stripe's events. */
  readonly webhookUrl: string;
  /** Whether the signing secret of that endpoint is set. */
  readonly hasWebhookSecret: boolean;
  /** The tax rate of the store in percent, such as "8.25"; "" for none. */
  readonly taxPercent: string;
  /** Returns this machine's time in milliseconds. */
  readonly now: () => number;
}

const MINUTE_MS = 60_000;

/** Returns the mode of a key: "test" or "live"; null if it is no key of the kinds given. */
const modeOf = (key: string, kinds: string): string | null =>
  new RegExp(`^(?:${kinds})_(test|live)_`).exec(key)?.[1] ?? null;

/** Returns whether both keys are keys, and of one mode. */
const checkKeys = ({ secretKey, publishableKey }: StripeSetupOptions): SetupFinding => {
  const [secret, publishable] = [modeOf(secretKey, "sk|rk"), modeOf(publishableKey, "pk")];
  if (secret === null)
    return setupWrong(
      "Keys",
      "STRIPE_SECRET_KEY isn't a secret key.",
      "Copy it from Developers, API keys: sk_… or rk_….",
    );
  if (publishable === null)
    return setupWrong(
      "Keys",
      "STRIPE_PUBLISHABLE_KEY isn't a publishable key.",
      "Copy it from Developers, API keys: pk_….",
    );
  return secret === publishable
    ? setupOk("Keys", `Both are ${secret} keys.`)
    : setupWrong("Keys", `One is a ${secret} key, the other a ${publishable} key.`, "Use two keys of one mode.");
};

const checkRights = (stripe: Stripe): ProviderCall<SetupFinding> =>
  Effect.map(missingRights(stripe), (missing) =>
    missing.length === 0
      ? setupOk("Rights", "The secret key may do everything that the store does.")
      : setupWrong(
          "Rights",
          `The secret key lacks ${missing.join(", ")}.`,
          "Under Developers, API keys, edit the restricted key and add these rights.",
        ),
  );

const checkAccount = ({ charges_enabled, default_currency, settings }: Stripe.Account): readonly SetupFinding[] => {
  const descriptor = settings?.payments.statement_descriptor ?? null;
  return [
    charges_enabled
      ? setupOk("Account", "It can charge cards.")
      : setupWrong("Account", "It can't charge cards yet.", "Complete the account under Settings, Business."),
    default_currency === "usd"
      ? setupOk("Currency", "The account's currency is USD, as the store's prices are.")
      : setupWrong(
          "Currency",
          `The account's currency is ${(default_currency ?? "unknown").toUpperCase()}, and the store charges USD.`,
          "Add a bank account in USD, or expect Stripe to convert each payout.",
        ),
    descriptor === null
      ? setupWrong(
          "Statement descriptor",
          "Customers' bank statements wouldn't name the store.",
          "Set it under Settings, Business, Public details.",
        )
      : setupOk("Statement descriptor", `Bank statements say “${descriptor}”.`),
  ];
};

/** Returns the findings about the account; one finding if the key may not read it. */
const readAccount = (stripe: Stripe): ProviderCall<readonly SetupFinding[]> =>
  requestOrUnavailable(async () => {
    try {
      return checkAccount(await stripe.accounts.retrieveCurrent());
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
      return [
        setupByHand(
          "Account",
          "The restricted key may not read the account.",
          "Check in the dashboard that charges are enabled, the currency is USD, and the statement descriptor is set.",
        ),
      ];
    }
  });

const checkWebhook = (stripe: Stripe, options: StripeSetupOptions): ProviderCall<SetupFinding> =>
  requestOrUnavailable(async () => {
    const what = "Webhook";
    const { webhookUrl: url } = options;
    const endpoints = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
    const own = endpoints.find((each) => each.url === url);
    const enabled_events = [...WEBHOOK_EVENTS];
    if (own === undefined)
      return setupWrong(
        what,
        `No endpoint sends events to ${url}.`,
        "Add it under Developers, Webhooks, or run this with --create.",
        requestOrUnavailable(async () => {
          const api_version = STRIPE_API_VERSION;
          const { secret = "" } = await stripe.webhookEndpoints.create({ url, enabled_events, api_version });
          return {
            says: `Stripe sends its events to ${url} now.`,
            settings: { STRIPE_WEBHOOK_SECRET: secret },
          };
        }),
      );
    if (own.status !== "enabled")
      return setupWrong(what, `The endpoint ${url} is disabled.`, "Enable it under Developers, Webhooks.");
    if (own.api_version !== STRIPE_API_VERSION)
      return setupWrong(
        what,
        `The endpoint sends events of API version ${own.api_version ?? "of the account"}.`,
        `Delete it, and add one of version ${STRIPE_API_VERSION}: Stripe can't change an endpoint's version.`,
      );
    const missing = enabled_events.filter((type) => !own.enabled_events.some((each) => each === "*" || each === type));
    if (missing.length > 0)
      return setupWrong(
        what,
        `The endpoint doesn't send ${missing.join(", ")}.`,
        "Add these events under Developers, Webhooks, or run this with --create.",
        requestOrUnavailable(async () => {
          const given = own.enabled_events as Stripe.WebhookEndpointUpdateParams.EnabledEvent[];
          await stripe.webhookEndpoints.update(own.id, { enabled_events: [...given, ...missing] });
          return { says: `The endpoint sends ${missing.length} more events now.`, settings: {} };
        }),
      );
    return options.hasWebhookSecret
      ? setupOk(what, `Stripe sends every event that the store needs to ${url}.`)
      : setupWrong(what, "STRIPE_WEBHOOK_SECRET isn't set.", "Copy the endpoint's signing secret: whsec_….");
  });

/** Compares this machine's clock with Stripe's. Stripe's signatures are good for five minutes. */
const checkClock = (stripe: Stripe, now: () => number): ProviderCall<SetupFinding> =>
  requestOrUnavailable(async () => {
    const { lastResponse } = await stripe.webhookEndpoints.list({ limit: 1 });
    const difference = Math.abs(Date.parse(lastResponse.headers["date"] ?? "") - now());
    const seconds = Math.round(difference / 1_000);
    return difference <= MINUTE_MS
      ? setupOk("Clock", "This machine's clock agrees with Stripe's.")
      : setupWrong(
          "Clock",
          `This machine's clock is ${seconds} seconds off.`,
          "Synchronize it, for example with chrony.",
        );
  });

/** Returns a finding, or that the key has no right to look. */
const ifAllowed = (what: string, right: string, check: ProviderCall<SetupFinding>): ProviderCall<SetupFinding> =>
  Effect.catchTag(check, "PaymentProviderUnavailable", (error) =>
    error.cause instanceof Stripe.errors.StripePermissionError
      ? Effect.succeed(
          setupByHand(
            what,
            "The restricted key may not look.",
            `Add the right “${right}”, or check it in the dashboard.`,
          ),
        )
      : Effect.fail(error),
  );

/** Returns what the store charges as tax. It adds the rate itself, so Stripe Tax must not add another one. */
const checkTax = (percent: string): SetupFinding =>
  percent === "" || percent === "0"
    ? setupByHand("Tax", "The store adds no tax.", "If you have to charge it, set TAX_PERCENT.")
    : setupOk("Tax", `The store adds ${percent}% to each sale, and creates the tax rate with the first one.`);

/** Creates the checks of a Stripe account. They change nothing. */
export const makeStripeSetup = (options: StripeSetupOptions): ProviderSetup => {
  const stripe = makeClient({ ...options, webhookSecret: "" });
  const keys = checkKeys(options);
  return {
    name: "Stripe",
    check:
      keys.state === "ok"
        ? Effect.gen(function* () {
            const webhooksRight = "Webhook Endpoints: Read";
            const clock = yield* ifAllowed("Clock", webhooksRight, checkClock(stripe, options.now));
            const rights = yield* checkRights(stripe);
            const account = yield* readAccount(stripe);
            const webhook = yield* ifAllowed("Webhook", webhooksRight, checkWebhook(stripe, options));
            return [
              keys,
              setupOk("API version", `Stripe accepts ${STRIPE_API_VERSION}.`),
              rights,
              ...account,
              checkTax(options.taxPercent),
              webhook,
              clock,
              setupByHand(
                "Failed renewals",
                "Stripe's API doesn't say what happens to them.",
                "Under Billing, Revenue recovery, retry for up to 7 days, then cancel the subscription.",
              ),
            ];
          })
        : Effect.succeed([keys]),
  };
};
