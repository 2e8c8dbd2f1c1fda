import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure/index.js";
import { loadScript } from "#app/browser/load-script.ts";

let loaded: Promise<Stripe | null> | undefined;

/** Loads Stripe.js once, or a stand-in if the store uses the sandbox. Returns null on the server. */
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
