import {
  type LicenceId,
  LOWEST_LICENCE,
  type PlanVariant,
  isAvailableFor,
  licenceForPlan,
  message,
  planVariant,
  planVariantsFor,
  planUnavailableMessage,
} from "@backlot/domain";
import { Conflict, NotFound } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** The plans a licence may buy, priced for it; for Individual where none is named. (PLN-01) */
export const listPlanVariants =
  (ports: Pick<StorePorts, "transactions">) =>
  (licence: LicenceId | undefined): Effect.Effect<readonly PlanVariant[]> =>
    Effect.map(ports.transactions.read.plans.all(), (offers) => planVariantsFor(offers, licence ?? LOWEST_LICENCE));

/** One plan priced for a licence, or for the lowest that may buy it. (PLN-01) */
export const getPlanVariant =
  (ports: Pick<StorePorts, "transactions">) =>
  (id: number, licence: LicenceId | undefined): Effect.Effect<PlanVariant, NotFound | Conflict> =>
    Effect.gen(function* () {
      const offer = yield* ports.transactions.read.plans.get(id);
      if (offer === null) return yield* new NotFound({ message: message("not_found") });
      const asked = licenceForPlan(offer, { minimum: LOWEST_LICENCE, chosen: licence });
      if (!isAvailableFor(offer, asked)) {
        return yield* new Conflict({
          reason: "plan_unavailable",
          message: planUnavailableMessage(asked),
        });
      }
      return planVariant(offer, asked);
    });
