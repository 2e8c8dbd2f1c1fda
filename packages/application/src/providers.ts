import { type PaymentMethod, type Provider, isPayPalOffered, message, payPalRefusal } from "@backlot/domain";
import { Conflict, PaymentProviders, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "./settings.ts";

/** Returns the provider of an existing order or subscription; fails for PayPal if its keys are not set. */
export const providerOrUnavailable = (provider: Provider) =>
  Effect.gen(function* () {
    const found = (yield* PaymentProviders)[provider];
    return found ?? (yield* new PaymentProviderUnavailable({ cause: `${provider} has no keys` }));
  });

/** Whether PayPal is hidden from all buyers, because it has no keys or a setting hides it. */
export const isPayPalHidden = Effect.gen(function* () {
  const settings = yield* Settings;
  const providers = yield* PaymentProviders;
  return !isPayPalOffered({ hasKeys: providers.paypal !== null, isHidden: settings.payPalHidden });
});

/**
 * Returns the error for a purchase that PayPal can't pay. Its message depends on what rules PayPal out (`lacks`), and
 * on how the running plan is paid (`billedBy`, null without a plan). (LIC-14)
 */
export const payPalNotAllowed = (
  billedBy: PaymentMethod | null,
  lacks: Parameters<typeof payPalRefusal>[1] = "license",
): Conflict => new Conflict({ reason: "paypal_unavailable", message: message(payPalRefusal(billedBy, lacks)) });
