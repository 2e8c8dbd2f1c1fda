import {
  LOWEST_LICENSE,
  isAvailableFor,
  licenseForPlan,
  message,
  planUnavailableMessage,
  planVariant,
  planVariantsFor,
} from "@backlot/domain";
import { Conflict, NotFound, ReadRepositories } from "@backlot/ports";
import { PlanVariants } from "@backlot/ports/plans/plans.contract";
import * as Effect from "effect/Effect";
import { implement } from "../implement.ts";

/** Handlers for plans priced for a license. The license defaults to Individual. */
export const planVariants = implement(PlanVariants, {
  list: Effect.fnUntraced(function* ({ query }) {
    const repos = yield* ReadRepositories;
    return planVariantsFor(yield* repos.plans.all(), query.license_id ?? LOWEST_LICENSE);
  }),
  get: Effect.fnUntraced(function* ({ params, query }) {
    const repos = yield* ReadRepositories;
    const offer = yield* repos.plans.get(params.id);
    if (offer === null) return yield* new NotFound({ message: message("not_found") });
    const license = licenseForPlan(offer, { minimum: LOWEST_LICENSE, chosen: query.license_id });
    if (!isAvailableFor(offer, license))
      return yield* new Conflict({
        reason: "plan_unavailable",
        message: planUnavailableMessage(license, offer.retired),
      });
    return planVariant(offer, license);
  }),
});
