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

/** Whether PayPal is withheld from everyone. */
export const isPayPalHidden = Effect.gen(function* () {
  const settings = yield* Settings;
  const providers = yield* PaymentProviders;
  return !isPayPalOffered({ hasKeys: providers.paypal !== null, isHidden: settings.payPalHidden });
});

/** Returns the refusal of PayPal, worded for the biller of the running plan. (LIC-14) */
export const payPalNotAllowed = (
  billedBy: PaymentMethod | null,
  lacks: Parameters<typeof payPalRefusal>[1] = "license",
): Conflict => new Conflict({ reason: "paypal_unavailable", message: message(payPalRefusal(billedBy, lacks)) });
