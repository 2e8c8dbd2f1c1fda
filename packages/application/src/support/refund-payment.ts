import {
  type Cents,
  KEY_REUSED,
  applyRefund,
  cents,
  collectionOfReference,
  itemLabel,
  itemRefund,
  netReversed,
  receiptPlace,
  receiptTitle,
  reversedAmount,
  isDeleted,
  message,
  variantOf,
} from "@backlot/domain";
import { refundErrorMessage, refundLoss, refundableNow } from "@backlot/domain/refunds/refund-loss";
import {
  Clock,
  Conflict,
  NotFound,
  type Payment,
  type PaymentRefund,
  ReadRepositories,
  Repositories,
  transactional,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { enqueueRefund } from "../funding/enqueue-refund.ts";
import { readFundingState } from "../funding/read-funding-state.ts";
import { prepareReversal } from "../orders/prepare-reversal.ts";
import { paidItemsOf } from "../refunds/record-item-refund.ts";
import { hasNewReversal } from "../refunds/record-refund.ts";
import { refundDue } from "../refunds/refund-due.ts";
import { Settings } from "../settings.ts";
import { actorOf } from "../staff-actor.ts";

/** Returns the payment that a receipt number, an order ID, or a payment ID names, with its receipt, or fails. */
const paymentNamed = (name: string) =>
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
const amountToRefund = (payment: Payment, asked: Cents | null) =>
  Effect.gen(function* () {
    const left = yield* leftOf(payment);
    const amount = asked ?? left;
    if (amount === 0 || amount > left)
      return yield* new Conflict({ reason: "refund_unavailable", message: refundErrorMessage(left) });
    return amount;
  });

/** Returns what a refund takes back of a cart: the names of files. */
const lossOfCart = (payment: Payment, refunded: Cents) =>
  Effect.gen(function* () {
    const { orders, collections } = yield* ReadRepositories;
    const order = payment.order_id === null ? null : yield* orders.get(payment.order_id);
    if (order === null) return { items: [], unrecovered: cents(0) };
    const items = yield* paidItemsOf(order, payment);
    const { taken, unrecovered } = itemRefund(items, reversedAmount({ ...payment, refunded }));
    const variants = taken.flatMap((place) => variantOf(order.items[place] ?? order.items[0]) ?? []);
    const names = (yield* collections.byVariants(variants)).flatMap((collection) =>
      collection.collection_variants
        .filter(({ id }) => variants.includes(id))
        .map(({ resolution }) => itemLabel(collection.name, resolution)),
    );
    return { items: names, unrecovered };
  });

/** Returns what a refund takes back of a plan or of credits. */
const lossOfCredits = (payment: Payment, refunded: Cents) =>
  Effect.gen(function* () {
    const { collections, funding } = yield* ReadRepositories;
    const { refundPolicy } = yield* Settings;
    const { upTo } = netReversed(yield* funding.entries(payment.user_id), { ...payment, refunded });
    const before = yield* readFundingState(payment.user_id);
    const refund = { payment: payment.id, upTo, at: (yield* Clock).now() };
    const { purchases, ...loss } = refundLoss(before, applyRefund(before, refund, refundPolicy));
    const ids = purchases.flatMap((reference) => collectionOfReference(reference) ?? []);
    return { ...loss, items: (yield* collections.byIds(ids)).map(({ name }) => name) };
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

/**
 * Refunds a payment for support staff: an amount in cents, or all that is left if null. Takes back what that money paid
 * for, and logs who did it and why. Makes the refund at once, or leaves it to the jobs if the provider is down or a
 * dispute is open. Applies a refund once per idempotency key. Fails if there is no such payment, or if less is left of
 * it.
 */
export const refundPayment = ({ payment: name, amount: asked, idempotency_key: id, reason, actor }: PaymentRefund) =>
  Effect.gen(function* () {
    const by = yield* actorOf(actor);
    const read = yield* ReadRepositories;
    const { payment: known } = yield* paymentNamed(name);
    const made = yield* read.supportActions.get(id);
    const wanted = made === null ? yield* amountToRefund(known, asked) : cents(0);
    if (made === null && (yield* hasNewReversal(known, cents(known.refunded + wanted))))
      yield* prepareReversal(known.user_id);
    const amount = yield* Effect.gen(function* () {
      const repos = yield* Repositories;
      const account = yield* repos.accounts.lock(known.user_id);
      const before = yield* repos.supportActions.get(id);
      if (before?.change.kind === "refund_payment" && before.change.payment_id === known.id)
        return before.change.amount;
      const payment = (yield* repos.payments.get(known.id)) ?? known;
      const refund = yield* amountToRefund(payment, asked);
      const change = { kind: "refund_payment", payment_id: payment.id, amount: refund } as const;
      const why = account === null || isDeleted(account) ? "" : reason;
      const action = { id, ...by, reason: why, at: (yield* Clock).now(), change };
      if (!(yield* repos.supportActions.add(payment.user_id, action)))
        return yield* new Conflict({ reason: "idempotency_key_reused", message: KEY_REUSED });
      yield* enqueueRefund({
        cause: "support",
        cause_reference: id,
        payment_id: payment.id,
        amount: refund,
        account_credit: cents(0),
      });
      return refund;
    }).pipe(transactional);
    yield* refundDue;
    const [refund] = (yield* read.refunds.ofPayments([known.id])).filter((each) => each.cause_reference === id);
    return {
      amount,
      status: refund === undefined || refund.status === "applied" ? ("refunded" as const) : refund.status,
    };
  });
