import { type Cents, cents, loweredPrice, percentOfRate, withTax } from "@backlot/domain";
import type { ProviderCall, ChargeOf, ChargeState } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { Agreement, Agreements, PlanIds } from "../agreements.ts";
import { canceled, declined, linkOf, openCharge, toMoney } from "../charge-state.ts";
import { type Client, decode } from "../client.ts";
import { Subscription } from "../schemas.ts";
import { requireSameOrder, toResult } from "./charges.ts";

type Plan = ChargeOf<"subscription"> | ChargeOf<"plan-change">;

/** Returns the discounted cycles after the first, which PayPal calls a trial, or null if there are none. */
const trialOf = (spec: Plan["spec"]): { readonly total_cycles: number; readonly price: Cents } | null => {
  const discount = spec._tag === "subscription" ? spec.discount : null;
  return discount === null || discount.cycles < 2
    ? null
    : { total_cycles: discount.cycles - 1, price: loweredPrice(spec.plan.amount, discount) };
};

/**
 * Creates charges for plans and plan changes. Each is an agreement that the buyer approves and we activate. Its setup
 * fee is the amount due today; its price is billed from the next period on.
 */
export const makeAgreementCharges = ({ send }: Client, agreements: Agreements, plans: PlanIds, brand: () => string) => {
  const stateOf = (agreement: Agreement): ProviderCall<ChargeState> =>
    Effect.gen(function* () {
      const { id } = agreement;
      if (agreement.status === "APPROVAL_PENDING") {
        return { _tag: "RequiresAction", ...openCharge(id), redirect_url: linkOf(agreement.links, "approve") };
      }
      if (agreement.status === "APPROVED") return { _tag: "RequiresCapture", ...openCharge(id) };
      const [first] = yield* agreements.invoicesOf(agreement);
      if (first !== undefined) {
        return {
          _tag: "Succeeded",
          reference: id,
          payment: {
            key: `invoice:${first.id}`,
            amount: first.amount_paid,
            credit_used: cents(0),
            paid_at: first.paid_at,
            refund_reference: first.id,
            subscription: { reference: id, period: first.period },
          },
        };
      }
      return agreement.status === "ACTIVE" ? { _tag: "Processing", ...openCharge(id) } : declined(id);
    });

  const retrieve = (reference: string, orderId: string): ProviderCall<ChargeState> =>
    Effect.flatMap(agreements.retrieve(reference), (agreement) => {
      if (agreement === null) return Effect.succeed(canceled(reference));
      requireSameOrder(agreement.custom_id, orderId);
      return stateOf(agreement);
    });

  return {
    find: ({ reference, order_id }: Plan): ProviderCall<ChargeState | null> =>
      reference === null ? Effect.succeed(null) : retrieve(reference, order_id),
    create: ({ order_id, spec, return_urls }: Plan): ProviderCall<ChargeState> => {
      const trial = trialOf(spec);
      return Effect.flatMap(
        send({
          method: "POST",
          path: "/v1/billing/subscriptions",
          id: `${order_id}:plan`,
          body: {
            plan_id: plans[trial === null ? spec.plan.interval : "trial"],
            custom_id: order_id,
            start_time: spec.next_billing_at.replace(/\.\d+Z$/, "Z"),
            plan: {
              billing_cycles: [...(trial === null ? [] : [trial]), { total_cycles: 0, price: spec.plan.amount }].map(
                ({ total_cycles, price }, index) => ({
                  sequence: index + 1,
                  total_cycles,
                  pricing_scheme: { fixed_price: toMoney(withTax(price, spec.tax)) },
                }),
              ),
              ...(spec.tax.numerator === 0
                ? {}
                : { taxes: { percentage: String(percentOfRate(spec.tax)), inclusive: true } }),
              payment_preferences: {
                auto_bill_outstanding: true,
                setup_fee: toMoney(spec.due_today),
                setup_fee_failure_action: "CANCEL",
                // 0 means that PayPal never suspends the agreement. The store ends unpaid plans itself, and suspends
                // only to cancel.
                payment_failure_threshold: 0,
              },
            },
            application_context: {
              brand_name: brand(),
              shipping_preference: "NO_SHIPPING",
              // The buyer only approves. The store activates the agreement after checking that the order is still
              // valid.
              user_action: "CONTINUE",
              ...return_urls,
            },
          },
        }),
        (answer) => toResult(answer, order_id, (body) => Effect.flatMap(decode(Subscription, body), stateOf)),
      );
    },
    capture: ({ order_id }: Plan, state: ChargeState): ProviderCall<ChargeState> =>
      state.reference === null
        ? Effect.succeed(state)
        : Effect.andThen(agreements.transition(state.reference, "activate"), retrieve(state.reference, order_id)),
  };
};
