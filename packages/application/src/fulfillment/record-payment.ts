import { type Order, cents, paidWith, receiptOfQuote } from "@backlot/domain";
import { Repositories, type SettledPayment, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";
import { currentSeller } from "../shop.ts";
import { purchaseOf } from "./kinds/registry.ts";

/**
 * Records a payment with its receipt. Returns false if it was already recorded. If `isFulfilled`, the same transaction
 * must also open the order's new subscription, because the payment refers to it.
 */
export const recordPayment = Effect.fnUntraced(function* (order: Order, paid: SettledPayment, isFulfilled: boolean) {
  const repos = yield* Repositories;
  const { mailsReceipts } = yield* Settings;
  const [item] = order.items;
  const id = purchaseOf(item).subscriptionId(order, item);
  const isKnown = id !== null && (isFulfilled || (yield* repos.subscriptions.get(id)) !== null);
  const period = paid.subscription?.period ?? null;
  const payment = {
    id: paid.key,
    user_id: order.user_id,
    order_id: order.id,
    subscription_id: isKnown ? id : null,
    provider: order.provider,
    reason: purchaseOf(item).reason,
    provider_reference: paid.refund_reference,
    amount: paid.amount,
    refunded: cents(0),
    period,
    // A plan's payment is dated to the start of its period; any other payment is dated to the time it was made.
    at: period?.start ?? paid.paid_at,
  };
  const receipt = receiptOfQuote(order.quote, {
    seller: yield* currentSeller,
    license_id: order.license_id,
    paid_at: paid.paid_at,
    paid_with: paidWith(order),
    period,
    total: paid.amount,
  });
  // A guest gets the link to the order instead, and a buyer whose payment is refunded gets the email about the refund.
  const isMailed = mailsReceipts && isFulfilled && order.guest_email === null;
  return yield* repos.payments.record(payment, receipt, isMailed ? yield* currentTime : null);
});
