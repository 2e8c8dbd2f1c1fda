import * as Context from "effect/Context";
import type { Promo } from "@backlot/domain";
import type { ProviderCall } from "../driven/payment-errors.ts";

/** Promo codes for plans. */
export interface PromoCodes {
  /** Returns the promo code with this name, or null if it doesn't exist or is no longer valid. */
  readonly find: (code: string) => ProviderCall<Promo | null>;
}

export const PromoCodes = Context.Service<PromoCodes>("backlot/PromoCodes");
