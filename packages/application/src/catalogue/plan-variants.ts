import {
  LOWEST_LICENCE,
  isAvailableFor,
  licenceForPlan,
  message,
  planUnavailableMessage,
  planVariant,
  planVariantsFor,
} from "@backlot/domain";
import { Conflict, NotFound, ReadRepositories } from "@backlot/ports";
import { PlanVariants } from "@backlot/ports/driving/contract/catalogue";
import * as Effect from "effect/Effect";
import { implement } from "../implement.ts";

/** Plans, priced for a license; for Individual if the request names none. (PLN-01) */
export const planVariants = implement(PlanVariants, {
  list: ({ query }) =>
    Effect.gen(function* () {
      const { plans } = yield* ReadRepositories;
      return planVariantsFor(yield* plans.all(), query.license_id ?? LOWEST_LICENCE);
    }),
  get: ({ params, query }) =>
    Effect.gen(function* () {
      const { plans } = yield* ReadRepositories;
      const offer = yield* plans.get(params.id);
      if (offer === null) return yield* new NotFound({ message: message("not_found") });
      const licence = licenceForPlan(offer, { minimum: LOWEST_LICENCE, chosen: query.license_id });
      if (!isAvailableFor(offer, licence))
        return yield* new Conflict({ reason: "plan_unavailable", message: planUnavailableMessage(licence) });
      return planVariant(offer, licence);
    }),
});
