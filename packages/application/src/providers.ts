import {
  type PayFacts,
  type PayerRefusal,
  type Provider,
  offeredPayers,
  payerRefusal,
  payerRefusalReason,
  payerRefusalText,
} from "@backlot/domain";
import { Conflict, PaymentProviders, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "./settings.ts";

/** Returns the provider of an existing order or subscription; fails if its keys are not set. */
export const providerOrUnavailable = Effect.fnUntraced(function* (provider: Provider) {
  const paymentProvider = (yield* PaymentProviders)[provider];
  return paymentProvider ?? (yield* new PaymentProviderUnavailable({ cause: `${provider} has no keys` }));
});

/** Returns the payers that the store offers: those whose keys are set and that no setting hides. */
export const payersOnOffer = Effect.gen(function* () {
  const { hiddenPayers } = yield* Settings;
  const providers = yield* PaymentProviders;
  return offeredPayers({ hasKeys: (provider) => providers[provider] !== null, hidden: hiddenPayers });
});

/**
 * Returns the error for a purchase that a payer can't pay for. `billedBy` is the provider that bills the plan being
 * changed, or null.
 */
export const payerRefused = (provider: Provider, refusal: PayerRefusal, billedBy: Provider | null): Conflict =>
  new Conflict({
    reason: payerRefusalReason(refusal, billedBy),
    message: payerRefusalText(provider, refusal, billedBy),
  });

/** Fails if a payer can't pay for a purchase. (LIC-14, DSC-08) */
export const requirePayer = Effect.fnUntraced(function* (provider: Provider, facts: PayFacts) {
  const isOffered = (yield* payersOnOffer).includes(provider);
  const refusal = payerRefusal(provider, isOffered, facts);
  if (refusal !== null) return yield* payerRefused(provider, refusal, facts.change?.billedBy ?? null);
});
