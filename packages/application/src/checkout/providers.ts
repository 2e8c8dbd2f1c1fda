import { type PaymentMethod, type Provider, isPayPalOffered, message, payPalRefusal } from "@backlot/domain";
import { Conflict, type PaymentProvider, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** A provider of what is under way there already. PayPal without its keys can't be reached. */
export const providerOrUnavailable = (
  ports: Pick<StorePorts, "providers">,
  provider: Provider,
): Effect.Effect<PaymentProvider, PaymentProviderUnavailable> => {
  const found = ports.providers[provider];
  return found === null
    ? Effect.fail(new PaymentProviderUnavailable({ cause: `${provider} has no keys` }))
    : Effect.succeed(found);
};

/** Whether PayPal is kept from whoever may use it. (LIC-14) */
export const isPayPalHidden = ({ providers, settings }: Pick<StorePorts, "providers" | "settings">): boolean =>
  !isPayPalOffered({ hasKeys: providers.paypal !== null, isHidden: settings.payPalHidden });

/** A purchase that PayPal can't be used for, in words that fit who bills the running plan. (LIC-14, CHK-09, CHG-09) */
export const payPalNotAllowed = (
  billedBy: PaymentMethod | null,
  lacks: Parameters<typeof payPalRefusal>[1] = "licence",
): Conflict => new Conflict({ reason: "paypal_unavailable", message: message(payPalRefusal(billedBy, lacks)) });
