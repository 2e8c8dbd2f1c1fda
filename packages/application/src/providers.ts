import { type PaymentMethod, type Provider, isPayPalOffered, message, payPalRefusal } from "@backlot/domain";
import { Conflict, PaymentProviders, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "./settings.ts";

/** Returns a provider that already handles something; fails for PayPal without its keys. */
export const providerOrUnavailable = (provider: Provider) =>
  Effect.gen(function* () {
    const found = (yield* PaymentProviders)[provider];
    return found ?? (yield* new PaymentProviderUnavailable({ cause: `${provider} has no keys` }));
  });

/** Whether PayPal is withheld from everyone. (LIC-14) */
export const isPayPalHidden = Effect.gen(function* () {
  const settings = yield* Settings;
  const providers = yield* PaymentProviders;
  return !isPayPalOffered({ hasKeys: providers.paypal !== null, isHidden: settings.payPalHidden });
});

/** The refusal of PayPal, worded for whoever bills the running plan. (LIC-14, CHK-09, CHG-09) */
export const payPalNotAllowed = (
  billedBy: PaymentMethod | null,
  lacks: Parameters<typeof payPalRefusal>[1] = "license",
): Conflict => new Conflict({ reason: "paypal_unavailable", message: message(payPalRefusal(billedBy, lacks)) });
