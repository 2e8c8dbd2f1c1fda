import type { PlanOffer } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";

/** The plans that the current purchase has read, by their id, or null outside of a purchase. */
const KnownOffers = Context.Reference<Map<number, PlanOffer> | null>("backlot/KnownOffers", {
  defaultValue: () => null,
});

/**
 * Runs a purchase that reads each plan once: to price it, to charge for it, and to grant its benefits. A price list
 * imported during the purchase applies to the next one.
 */
export const withKnownOffers = <A, E, R>(purchase: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => Effect.provideService(purchase, KnownOffers, new Map()));

/** Returns a plan by its variant's id, or null for an unknown id. */
export const planOffer = Effect.fnUntraced(function* (id: number) {
  const offers = yield* KnownOffers;
  const cachedOffer = offers?.get(id);
  if (cachedOffer !== undefined) return cachedOffer;
  const repos = yield* ReadRepositories;
  const offer = yield* repos.plans.get(id);
  if (offer !== null) offers?.set(id, offer);
  return offer;
});

/** Returns a plan that was sold. Dies if it doesn't exist, because sold plans are never deleted. */
export const soldOffer = Effect.fnUntraced(function* (id: number) {
  const offer = yield* planOffer(id);
  if (offer === null) throw new Error(`plan ${id} doesn't exist`);
  return offer;
});
