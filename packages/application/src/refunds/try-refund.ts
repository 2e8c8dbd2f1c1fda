import {
  type Cents,
  ZERO,
  balances,
  cents,
  dueRefundAmount,
  itemLabel,
  ownedVariantIds,
  min,
  sum,
  variantLabel,
} from "@backlot/domain";
import { type CustomerHoldings, refundTakes } from "@backlot/domain/refunds/refund-loss";
import type { RefundTakes } from "@backlot/domain/accounts/refund-takes.schema";
import { ReadRepositories, Repositories, transactional, currentTime } from "@backlot/ports";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import * as References from "effect/References";
import { recordRefund } from "./record-refund.ts";

/** Ends the trial refund with a failure, which rolls back the transaction. */
class Tried extends Data.TaggedError("Tried")<{ readonly amount: Cents; readonly takes: RefundTakes }> {}

const holdingsOf = Effect.fnUntraced(function* (userId: string) {
  const repos = yield* ReadRepositories;
  const holdings: CustomerHoldings = {
    credits: balances(yield* repos.credits.lots(userId)).current,
    has_plan: (yield* repos.subscriptions.current(userId)) !== null,
    refunded: sum((yield* repos.payments.ofAccount(userId)).map(({ refunded }) => refunded)),
    unrecovered: sum((yield* repos.unrecovered.ofAccount(userId)).map(({ amount }) => amount)),
  };
  return { ...holdings, owned: yield* repos.collections.entitlementsOf(userId) };
});

type Owned = Effect.Success<ReturnType<typeof holdingsOf>>["owned"];

/** Returns the names of the items that a customer no longer owns. */
const namesOfLost = Effect.fnUntraced(function* (before: Owned, after: Owned) {
  const repos = yield* ReadRepositories;
  const lost = before.filter(({ source }) => after.every((each) => each.source !== source));
  const lostCollections = yield* repos.collections.byIds([...new Set(lost.map(({ collection_id }) => collection_id))]);
  const names = lost.flatMap(({ collection_id, collection_variant_id }) => {
    const collection = lostCollections.find(({ id }) => id === collection_id);
    const variant = collection?.collection_variants.find(({ id }) => id === collection_variant_id);
    if (collection === undefined) return [];
    if (variant === undefined) return collection.name;
    const name = itemLabel(collection.name, variantLabel(variant));
    return ownedVariantIds(collection, after).includes(variant.id) ? `${name} (license upgrade)` : name;
  });
  // A file whose license was upgraded is owned more than once.
  return [...new Set(names)];
});

/** Returns all refunds of a customer. */
const refundsOf = Effect.fnUntraced(function* (userId: string) {
  const repos = yield* Repositories;
  return yield* repos.refunds.ofPayments((yield* repos.payments.ofAccount(userId)).map(({ id }) => id));
});

/** Records a customer's refunds, other than the `earlier` ones, as if the provider had made them. */
const recordNew = Effect.fnUntraced(function* (userId: string, earlier: readonly string[]) {
  const repos = yield* Repositories;
  // A recorded refund can cause others, such as the refund of a license upgrade.
  for (;;) {
    const due = (yield* refundsOf(userId)).find(({ id, status }) => status === "due" && !earlier.includes(id));
    if (due === undefined) return;
    const payment = yield* repos.payments.get(due.payment_id);
    if (payment === null) throw new Error(`refund ${due.id} has no payment`);
    const amount = dueRefundAmount(due, payment, [], yield* repos.funding.entries(userId)) ?? ZERO;
    const result = { status: "applied", provider_reference: null } as const;
    yield* repos.refunds.complete(due.id, result, yield* currentTime);
    yield* recordRefund(payment, min(payment.amount, cents(payment.refunded + amount)));
  }
});

/**
 * Returns the amount that a refund pays, in cents, and what the customer loses. Makes the refund in a transaction that
 * is rolled back, as if the provider had responded, so that a preview follows the same rules as the refund. `lock`
 * returns the object to refund under its owner's lock, and `enqueue` enqueues its refund and returns the amount.
 */
export const tryRefund = Effect.fnUntraced(
  function* <Found extends { readonly user_id: string }, E, R, E2, R2>(
    lock: Effect.Effect<Found, E, R>,
    enqueue: (target: Found) => Effect.Effect<Cents, E2, R2>,
  ) {
    const target = yield* lock;
    const { user_id } = target;
    const before = yield* holdingsOf(user_id);
    const earlier = (yield* refundsOf(user_id)).map(({ id }) => id);
    const amount = yield* enqueue(target);
    yield* recordNew(user_id, earlier);
    const after = yield* holdingsOf(user_id);
    const items = yield* namesOfLost(before.owned, after.owned);
    return yield* new Tried({ amount, takes: refundTakes({ before, after }, amount, items) });
  },
  transactional,
  Effect.provideService(References.MinimumLogLevel, "None"),
  Effect.catchIf(
    (error): error is Tried => error instanceof Tried,
    ({ amount, takes }) => Effect.succeed({ amount, takes }),
  ),
);
