import type { ProviderCall, CardDeclined, ChargeOf, ChargeState, PaymentProviderUnavailable } from "@backlot/ports";
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

/** The metadata key under which a subscription stores its previous card while a plan change replaces the card. */
const CARD_BEFORE = "card_before";

/**
 * Creates the charges for plan changes. A change updates the subscription, which Stripe charges at once. The charge is
 * the resulting invoice, found by its line for the proration credit. Run only one change per account at a time
 * (CHG-02).
 */
export const makePlanChangeCharges = (
  stripe: Stripe,
  invoices: Invoices,
  schedules: Schedules,
): Charges<"plan-change"> => {
  const isOfOrder = (invoice: Stripe.Invoice, order_id: string): boolean =>
    // A pending item can end up on a renewal's invoice, which doesn't pay for the change.
    invoice.billing_reason === "subscription_update" &&
    invoice.lines.data.some((line) => line.metadata["order_id"] === order_id);

  const stateOf = (charge: PlanChange, invoice: Stripe.Invoice): ProviderCall<ChargeState> =>
    invoices.stateOf(invoice, { charge: invoice.id ?? "", subscription: charge.spec.subscription_reference });

  const findInvoice = (charge: PlanChange): ProviderCall<Stripe.Invoice | null> =>
    Effect.map(
      invoices.invoicesOf(charge.spec.subscription_reference),
      (all) => all.find((invoice) => isOfOrder(invoice, charge.order_id)) ?? null,
    );

  const find = (charge: PlanChange): ProviderCall<ChargeState | null> =>
    Effect.flatMap(findInvoice(charge), (invoice) =>
      invoice === null ? Effect.succeed(null) : stateOf(charge, invoice),
    );

  const retrieveLiving = (id: string): ProviderCall<Stripe.Subscription | null> =>
    Effect.map(
      retrieveOrNull(() => stripe.subscriptions.retrieve(id)),
      (subscription) =>
        subscription === null || subscription.status === "canceled" || subscription.status === "incomplete_expired"
          ? null
          : subscription,
    );

  /** Deletes the pending item of a change that never got an invoice. */
  const deletePendingInvoiceItem = (charge: PlanChange): ProviderCall<void> =>
    Effect.gen(function* () {
      const customer = charge.customer_id ?? "";
      const waiting = yield* requestOrUnavailable(() =>
        stripe.invoiceItems.list({ customer, pending: true, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
      );
      for (const item of waiting.filter((each) => each.metadata?.["order_id"] === charge.order_id))
        yield* ignoreInvalidRequest(() => stripe.invoiceItems.del(item.id));
    });

  /**
   * Makes the change's card the subscription's default and remembers the previous one. Fails with CardDeclined if the
   * card no longer exists.
   */
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

  /** Restores the previous card after a change that was not paid. */
  const restoreCard = (subscription: Stripe.Subscription): ProviderCall<void> => {
    const before = subscription.metadata[CARD_BEFORE] ?? "";
    if (before === "") return Effect.void;
    const restored = { default_payment_method: before, metadata: { [CARD_BEFORE]: "" } };
    return Effect.asVoid(ignoreInvalidRequest(() => stripe.subscriptions.update(subscription.id, restored)));
  };

  const restoreCardOf = (id: string): ProviderCall<void> =>
    Effect.flatMap(retrieveLiving(id), (subscription) =>
      subscription === null ? Effect.void : restoreCard(subscription),
    );

  /** Adds the proration credit to the invoice, even if it is 0, because the invoice is found by this line. */
  const addUnused = (charge: PlanChange) =>
    requestOrUnavailable(() =>
      stripe.invoiceItems.create(
        {
          customer: charge.customer_id ?? "",
          subscription: charge.spec.subscription_reference,
          amount: -charge.spec.unused,
          currency: "usd",
          description: "Credit for your previous plan",
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

  /** Returns the state of the change's invoice after an update, or null if there is no invoice. */
  const stateAfter = (charge: PlanChange, updated: Stripe.Subscription | null): ProviderCall<ChargeState | null> => {
    const invoice = updated?.latest_invoice ?? null;
    return invoice === null || typeof invoice === "string" || !isOfOrder(invoice, charge.order_id)
      ? find(charge)
      : stateOf(charge, invoice);
  };

  /**
   * Undoes a plan change that was not paid: restores the subscription's card, then voids the change's invoice, or
   * deletes the pending invoice item if there is no invoice.
   */
  const undo = (charge: PlanChange): ProviderCall<void> =>
    Effect.gen(function* () {
      yield* restoreCardOf(charge.spec.subscription_reference);
      const id = (yield* findInvoice(charge))?.id;
      if (id === undefined) yield* deletePendingInvoiceItem(charge);
      else yield* ignoreInvalidRequest(() => stripe.invoices.voidInvoice(id));
    });

  return {
    find,
    // The update makes the charge, so there is nothing to create before it.
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
        // A promo code applies only to the plan that it was bought with.
        yield* schedules.clearDiscounts(item);
        // Stripe charges the subscription's default card, so make the chosen card the default until the charge is made.
        // Run both steps even if one fails, so that undoing the change finds what was created.
        const card = useCardForChange(subscription, charge.payment_method_id ?? "");
        const credit = Effect.asVoid(addUnused(charge));
        for (const done of yield* Effect.all([Effect.result(card), Effect.result(credit)], { concurrency: 2 }))
          yield* Effect.fromResult<void, CardDeclined | PaymentProviderUnavailable>(done);
        const after = yield* stateAfter(charge, yield* update(charge, item, price));
        if (after?._tag !== "Succeeded") yield* restoreCardOf(subscription_reference);
        if (after === null) yield* deletePendingInvoiceItem(charge);
        return after ?? canceled();
      }).pipe(
        Effect.catchTag("CardDeclined", ({ message, decline_code }) => Effect.succeed(canceled(message, decline_code))),
      ),
    cancel: (charge, state) =>
      state._tag === "Succeeded"
        ? Effect.succeed(state)
        : Effect.gen(function* () {
            yield* undo(charge);
            const after = yield* find(charge);
            return after?._tag === "Succeeded" ? after : { ...canceled(), reference: state.reference };
          }),
    finalize: (charge, result) =>
      Effect.gen(function* () {
        const { subscription_reference: id, scheduled, discount } = charge.spec;
        if (result === "paid") {
          // Keep the new card, and drop a scheduled cancellation. Stripe rejects this if the subscription has ended.
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
