import {
  type Account,
  type Cents,
  type LicenceId,
  type PlanVariant,
  type Quote,
  cents,
  isAvailableFor,
  message,
  minimumLicence,
  planVariant,
  quotePlan,
  planUnavailableMessage,
  belowMinimumMessage,
} from "@backlot/domain";
import { Conflict, NotFound, type PaymentProviderDown, type Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** The plan an account asks for, priced for the licence it may have. Refused below its minimum licence. (LIC-03, PLN-06) */
export const purchasableVariant = (
  repositories: Repositories,
  account: Account,
  asked: { readonly plan_variant_id: number; readonly license_id?: LicenceId | undefined },
): Effect.Effect<PlanVariant, NotFound | Conflict> =>
  Effect.gen(function* () {
    const offer = yield* repositories.plans.get(asked.plan_variant_id);
    if (offer === null) return yield* new NotFound({ message: message("not_found") });
    const profile = yield* repositories.accounts.profile(account.id);
    const minimum = minimumLicence({ min_license_id: account.min_license_id, profile });
    const licence = asked.license_id ?? minimum;
    if (licence < minimum) {
      return yield* new Conflict({
        reason: "below_minimum_licence",
        message: belowMinimumMessage(minimum),
      });
    }
    if (!isAvailableFor(offer, licence)) {
      return yield* new Conflict({
        reason: "plan_unavailable",
        message: planUnavailableMessage(licence),
      });
    }
    return planVariant(offer, licence);
  });

/** What the account has in hand at the provider, in cents, 0 or more. (DSC-06) */
export const accountCredit = (ports: Pick<StorePorts, "payments">, customerId: string | null): Effect.Effect<Cents, PaymentProviderDown> =>
  customerId === null ? Effect.succeed(cents(0)) : Effect.map(ports.payments.customerBalance(customerId), (balance) => cents(Math.max(0, -balance)));

/** The quote of a new plan: what a page shows and what is charged are this one figure. (ORD-04, CHK-06) */
export const quoteNewPlan =
  (ports: Pick<StorePorts, "clock" | "payments" | "transactions" | "settings">) =>
  (
    account: Account,
    asked: { readonly plan_variant_id: number; readonly license_id?: LicenceId | undefined },
  ): Effect.Effect<Quote, NotFound | Conflict | PaymentProviderDown> =>
    Effect.gen(function* () {
      const variant = yield* purchasableVariant(ports.transactions.read, account, asked);
      const credit = yield* accountCredit(ports, account.stripe_customer_token);
      return quotePlan({ variant, accountCredit: credit, at: ports.clock.now(), tax: ports.settings.tax });
    });
