import {
  type Cents,
  type FundingEntry,
  ZERO,
  applyRefund,
  cents,
  collectionOfReference,
  itemLabel,
  itemRefund,
  itemSource,
  max,
  message,
  netReversed,
  paymentOfItem,
  placeOfItem,
  providerTraits,
  receiptPlace,
  receiptTitle,
  refundOfItem,
  reversedAmount,
  sum,
  unusedTimeAmount,
  unusedTimeRefunds,
  variantOf,
  revokedWithBasis,
  variantLabel,
} from "@backlot/domain";
import { refundErrorMessage, refundLoss, refundableNow } from "@backlot/domain/refunds/refund-loss";
import { Clock, Conflict, NotFound, type Payment, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { readFundingState } from "../funding/read-funding-state.ts";
import { paidItemsOf } from "../refunds/record-item-refund.ts";
import { Settings } from "../settings.ts";

/** Returns the payment that a receipt number, an order ID, or a payment ID names, with its receipt, or fails. */
export const paymentNamed = (name: string) =>
  Effect.gen(function* () {
    const { receipts, payments } = yield* ReadRepositories;
    const text = name.trim();
    const place = receiptPlace(text);
    const stored =
      (yield* place === null ? receipts.ofPayment(text) : receipts.get(place)) ?? (yield* receipts.ofOrder(text));
    const payment = stored === null ? null : yield* payments.get(stored.receipt.payment_id);
    if (stored === null || payment === null) return yield* new NotFound({ message: message("not_found") });
    return { receipt: stored.receipt, payment };
  });

/** Returns how much of a payment can be refunded now, in cents. */
const leftOf = (payment: Payment) =>
  Effect.gen(function* () {
    const { refunds } = yield* ReadRepositories;
    const made = yield* refunds.ofPayments([payment.id]);
    return refundableNow(
      payment,
      made.filter(({ status }) => status === "due" || status === "issued"),
    );
  });

/** Returns the amount to refund: what was asked, or everything that is left. Fails if that is too much, or nothing. */
export const amountToRefund = (payment: Payment, asked: Cents | null) =>
  Effect.gen(function* () {
    const left = yield* leftOf(payment);
    const amount = asked ?? left;
    if (amount === 0 || amount > left)
      return yield* new Conflict({ reason: "refund_unavailable", message: refundErrorMessage(left) });
    return amount;
  });

/** Returns the names of files by their ids. */
const fileNames = (variants: readonly number[]) =>
  Effect.gen(function* () {
    const { collections } = yield* ReadRepositories;
    const found = yield* collections.byVariants(variants);
    return found.flatMap((collection) =>
      collection.collection_variants
        .filter(({ id }) => variants.includes(id))
        .map((variant) => itemLabel(collection.name, variantLabel(variant))),
    );
  });

/**
 * Returns what goes with the revoked items of a cart, because its price depended on them: license upgrades, whose money
 * is refunded too (`also_refunded`, in cents), and collections bought at their upgrade price.
 */
const lossWithItems = (userId: string, sources: readonly string[]) =>
  Effect.gen(function* () {
    const { collections, orders, payments } = yield* ReadRepositories;
    const { refundPolicy } = yield* Settings;
    const kept = (yield* collections.entitlementsOf(userId)).filter(({ source }) => !sources.includes(source));
    const lost = revokedWithBasis(kept, refundPolicy);
    let also_refunded = ZERO;
    for (const { raised_from, source } of lost) {
      const payment = raised_from === null ? null : yield* payments.get(paymentOfItem(source));
      const order = payment?.order_id == null ? null : yield* orders.get(payment.order_id);
      if (payment === null || order === null) continue;
      also_refunded = sum([also_refunded, refundOfItem(order.quote, placeOfItem(source), payment)]);
    }
    const files = yield* fileNames(lost.flatMap(({ collection_variant_id }) => collection_variant_id ?? []));
    const whole = lost.flatMap((each) => (each.collection_variant_id === null ? [each.collection_id] : []));
    return { items: [...files, ...(yield* collections.byIds(whole)).map(({ name }) => name)], also_refunded };
  });

/** Returns what a refund takes back of a cart. */
const lossOfCart = (payment: Payment, refunded: Cents) =>
  Effect.gen(function* () {
    const { orders } = yield* ReadRepositories;
    const order = payment.order_id === null ? null : yield* orders.get(payment.order_id);
    if (order === null) return { items: [], also_refunded: ZERO, unrecovered: ZERO };
    const items = yield* paidItemsOf(order, payment);
    const { taken, unrecovered } = itemRefund(items, reversedAmount({ ...payment, refunded }));
    const before = itemRefund(items, reversedAmount(payment)).unrecovered;
    const sources = taken.map((place) => itemSource(payment.id, place));
    const based = yield* lossWithItems(payment.user_id, sources);
    const names = yield* fileNames(
      order.items.flatMap((item, place) => (taken.includes(place) ? (variantOf(item) ?? []) : [])),
    );
    return {
      items: [...names, ...based.items],
      also_refunded: based.also_refunded,
      unrecovered: max(ZERO, cents(unrecovered - before)),
    };
  });

/** Returns the refund for unused time when a plan without account credit ends, in cents with tax. */
const unusedTimeOf = (userId: string, entries: readonly FundingEntry[]) =>
  Effect.gen(function* () {
    const { funding, payments, subscriptions } = yield* ReadRepositories;
    const running = yield* subscriptions.current(userId);
    if (running === null || providerTraits(running.provider).takesAccountCredit) return ZERO;
    const ledger = [...(yield* funding.entries(userId)), ...entries];
    const known = yield* payments.ofAccount(userId);
    return sum(
      unusedTimeRefunds(entries).flatMap(({ payment: id, cents: by }) => {
        const payment = known.find((each) => each.id === id);
        return payment === undefined ? [] : [unusedTimeAmount(cents(-by), payment, ledger)];
      }),
    );
  });

/** Returns what a refund takes back of a plan or of credits. */
const lossOfCredits = (payment: Payment, refunded: Cents) =>
  Effect.gen(function* () {
    const { collections, funding } = yield* ReadRepositories;
    const { refundPolicy } = yield* Settings;
    const { upTo } = netReversed(yield* funding.entries(payment.user_id), { ...payment, refunded });
    const before = yield* readFundingState(payment.user_id);
    const effects = applyRefund(before, { payment: payment.id, upTo, at: (yield* Clock).now() }, refundPolicy);
    const { purchases, ...loss } = refundLoss(before, effects);
    const ids = purchases.flatMap((reference) => collectionOfReference(reference) ?? []);
    const also_refunded = yield* unusedTimeOf(payment.user_id, effects.funding_entries);
    return { ...loss, also_refunded, items: (yield* collections.byIds(ids)).map(({ name }) => name) };
  });

/**
 * Returns what a refund of a payment would pay and take back: an amount in cents, or all that is left if null. Changes
 * nothing. Fails if there is no such payment, or if less is left of it.
 */
export const previewRefund = ({
  payment: name,
  amount: asked,
}: {
  readonly payment: string;
  readonly amount: Cents | null;
}) =>
  Effect.gen(function* () {
    const { accounts } = yield* ReadRepositories;
    const { receipt, payment } = yield* paymentNamed(name);
    const amount = yield* amountToRefund(payment, asked);
    const refunded = cents(payment.refunded + amount);
    const loss = yield* payment.reason === "items" ? lossOfCart(payment, refunded) : lossOfCredits(payment, refunded);
    const account = yield* accounts.get(payment.user_id);
    return {
      payment_id: payment.id,
      receipt: receipt.number,
      title: receiptTitle(receipt),
      email: account?.email ?? "",
      paid: payment.amount,
      refunded: reversedAmount(payment),
      amount,
      takes: { credits: 0, ends_plan: false, ...loss },
    };
  });
