import type { Asked, CardDeclined, ChargeOf, ChargeState, PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type Stripe from "stripe";
import {
  idOf,
  ignoreInvalidRequest,
  ignoreRefusal,
  invalidRequestAsDecline,
  request,
  requestOrUnavailable,
  retrieveOrNull,
} from "../client.ts";
import type { Invoices } from "../invoices.ts";
import type { Schedules } from "../schedules.ts";
import type { Charges } from "./charges.ts";

type PlanChange = ChargeOf<"plan-change">;

const canceled = (message: string | null = null, decline_code: string | null = null): ChargeState => ({
  _tag: "Canceled",
  reference: null,
  message,
  decline_code,
});

/** The metadata of a subscription that names the card which paid before a change borrowed the place. */
const CARD_BEFORE = "card_before";

/**
 * Changes of plan: an update of the subscription, which charges at once. Its invoice is the charge, found by the line
 * of what is unused. One at a time for an account. (CHG-02)
 */
export const makePlanChangeCharges = (
  stripe: Stripe,
  invoices: Invoices,
  schedules: Schedules,
): Charges<"plan-change"> => {
  const isOfOrder = (invoice: Stripe.Invoice, order_id: string): boolean =>
    // A sum that was left waiting may end up on a renewal's invoice: that is no payment of the change.
    invoice.billing_reason === "subscription_update" &&
    invoice.lines.data.some((line) => line.metadata["order_id"] === order_id);

  const stateOf = (charge: PlanChange, invoice: Stripe.Invoice): Asked<ChargeState> =>
    invoices.stateOf(invoice, { charge: invoice.id ?? "", subscription: charge.spec.subscription_reference });

  const findInvoice = (charge: PlanChange): Asked<Stripe.Invoice | null> =>
    Effect.map(
      invoices.invoicesOf(charge.spec.subscription_reference),
      (all) => all.find((invoice) => isOfOrder(invoice, charge.order_id)) ?? null,
    );

  const find = (charge: PlanChange): Asked<ChargeState | null> =>
    Effect.flatMap(findInvoice(charge), (invoice) =>
      invoice === null ? Effect.succeed(null) : stateOf(charge, invoice),
    );

  const retrieveLiving = (id: string): Asked<Stripe.Subscription | null> =>
    Effect.map(
      retrieveOrNull(() => stripe.subscriptions.retrieve(id)),
      (found) =>
        found === null || found.status === "canceled" || found.status === "incomplete_expired" ? null : found,
    );

  /** Removes the sum of a change that never came to an invoice. */
  const deletePendingInvoiceItem = (charge: PlanChange): Asked<void> =>
    Effect.gen(function* () {
      const customer = charge.customer_id ?? "";
      const waiting = yield* requestOrUnavailable(() =>
        stripe.invoiceItems.list({ customer, pending: true, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
      );
      for (const item of waiting.filter((each) => each.metadata?.["order_id"] === charge.order_id))
        yield* ignoreInvalidRequest(() => stripe.invoiceItems.del(item.id));
    });

  /** Lets the change's card pay the subscription, and remembers which one did before. A card that is gone can't. */
  const useCardForChange = (
    subscription: Stripe.Subscription,
    card: string,
  ): Effect.Effect<void, CardDeclined | PaymentProviderUnavailable> => {
    const before = idOf(subscription.default_payment_method);
    if (before === card) return Effect.void;
    const kept = subscription.metadata[CARD_BEFORE] ?? before ?? "";
    return request(() =>
      stripe.subscriptions.update(subscription.id, { default_payment_method: card, metadata: { [CARD_BEFORE]: kept } }),
    ).pipe(Effect.asVoid, invalidRequestAsDecline);
  };

  /** The card that paid before pays again, where another one had its place for a change that is not paid. */
  const restoreCard = (subscription: Stripe.Subscription): Asked<void> => {
    const before = subscription.metadata[CARD_BEFORE] ?? "";
    if (before === "") return Effect.void;
    const restored = { default_payment_method: before, metadata: { [CARD_BEFORE]: "" } };
    return Effect.asVoid(ignoreInvalidRequest(() => stripe.subscriptions.update(subscription.id, restored)));
  };

  const restoreCardOf = (id: string): Asked<void> =>
    Effect.flatMap(retrieveLiving(id), (subscription) =>
      subscription === null ? Effect.void : restoreCard(subscription),
    );

  /** What is unused stands on the invoice even where it is nothing: it is what the change is found by. */
  const addUnused = (charge: PlanChange) =>
    requestOrUnavailable(() =>
      stripe.invoiceItems.create(
        {
          customer: charge.customer_id ?? "",
          subscription: charge.spec.subscription_reference,
          amount: -charge.spec.unused,
          currency: "usd",
          description: "Credit for what is unused",
          discountable: false,
          metadata: { order_id: charge.order_id },
        },
        { idempotencyKey: `${charge.order_id}:unused` },
      ),
    );

  const update = (charge: PlanChange, item: Stripe.SubscriptionItem, price: string) =>
    ignoreRefusal(() =>
      stripe.subscriptions.update(
        charge.spec.subscription_reference,
        {
          items: [{ id: item.id, price }],
          proration_behavior: "none",
          billing_cycle_anchor: { type: "now" },
          payment_behavior: "pending_if_incomplete",
          expand: ["latest_invoice.payments"],
        },
        { idempotencyKey: `${charge.order_id}:change` },
      ),
    );

  /** The state that an update answers with; null where it was refused, or says nothing of this order. */
  const stateAfter = (charge: PlanChange, updated: Stripe.Subscription | null): Asked<ChargeState | null> => {
    const invoice = updated?.latest_invoice ?? null;
    return invoice === null || typeof invoice === "string" || !isOfOrder(invoice, charge.order_id)
      ? find(charge)
      : stateOf(charge, invoice);
  };

  /** Leaves nothing of a change that is not paid: its card, its invoice, its sum. */
  const undo = (charge: PlanChange): Asked<void> =>
    Effect.gen(function* () {
      yield* restoreCardOf(charge.spec.subscription_reference);
      const id = (yield* findInvoice(charge))?.id;
      if (id === undefined) yield* deletePendingInvoiceItem(charge);
      else yield* ignoreInvalidRequest(() => stripe.invoices.voidInvoice(id));
    });

  return {
    find,
    // The update charges, so there is nothing to make before it.
    create: () =>
      Effect.succeed({
        _tag: "RequiresConfirmation",
        reference: null,
        amount: null,
        client_secret: null,
        handle: null,
      }),
    capture: (charge) =>
      Effect.gen(function* () {
        const { plan, subscription_reference } = charge.spec;
        const price = yield* invoices.ensurePrice(plan);
        const subscription = yield* retrieveLiving(subscription_reference);
        const item = subscription?.items.data[0];
        if (subscription === null || item === undefined) return canceled();
        yield* schedules.release(subscription);
        // The provider charges the subscription's own card: it is the chosen one until the charge is made.
        yield* useCardForChange(subscription, charge.payment_method_id ?? "");
        // A promo code was for the plan that it was bought with.
        yield* schedules.clearDiscounts(item);
        yield* addUnused(charge);
        const after = yield* stateAfter(charge, yield* update(charge, item, price));
        if (after?._tag !== "Succeeded") yield* restoreCardOf(subscription_reference);
        if (after === null) yield* deletePendingInvoiceItem(charge);
        return after ?? canceled();
      }).pipe(
        Effect.catchTag("CardDeclined", ({ message, decline_code }) => Effect.succeed(canceled(message, decline_code))),
      ),
    cancel: (charge, seen) =>
      seen._tag === "Succeeded"
        ? Effect.succeed(seen)
        : Effect.gen(function* () {
            yield* undo(charge);
            const after = yield* find(charge);
            return after?._tag === "Succeeded" ? after : { ...canceled(), reference: seen.reference };
          }),
    finalize: (charge, result) =>
      Effect.gen(function* () {
        const { subscription_reference: id, scheduled, discount } = charge.spec;
        if (result === "paid") {
          // The card of the change pays from now on, and a cancellation that waited is void. One that ended meanwhile
          // refuses this.
          const adopted = {
            cancel_at_period_end: false,
            default_payment_method: charge.payment_method_id ?? "",
            metadata: { [CARD_BEFORE]: "" },
          };
          yield* ignoreInvalidRequest(() => stripe.subscriptions.update(id, adopted));
          return;
        }
        yield* undo(charge);
        if (scheduled !== null) yield* schedules.schedule(id, scheduled);
        if (discount !== null) yield* schedules.restoreDiscount(id, discount);
      }),
  };
};
