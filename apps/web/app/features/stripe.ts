import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure/index.js";
import { loadScript } from "#app/load-script.ts";

let loaded: Promise<Stripe | null> | undefined;

/** The provider's browser library, or its stand-in where the shop runs on a sandbox. Loaded once, in browsers only. */
export const stripe = (publishableKey: string, standInUrl: string | null): Promise<Stripe | null> => {
  if (typeof window === "undefined") return Promise.resolve(null);
  const load = async (): Promise<Stripe | null> => {
    if (standInUrl !== null && !("Stripe" in window)) await loadScript(standInUrl);
    return loadStripe(publishableKey);
  };
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
};
