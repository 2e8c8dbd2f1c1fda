import { HISTORIES, LIFE, PAYPAL, REFUNDS } from "./suites.mjs";

const APPLICATION = "packages/application/src";

/** Which money stands behind what, and what a refund revokes. */
export const REFUNDED_MONEY = [
  {
    name: "an upgrade carries no money on",
    file: `${APPLICATION}/refunds/open-funding.ts`,
    find: "const entries = openingEntries(yield* repos.funding.entries(user_id), opening);",
    replace:
      "const entries = openingEntries(yield* repos.funding.entries(user_id), { ...opening, proration_credit: null });",
    suite: { file: REFUNDS, test: "ORD-06 a refund of what an upgrade replaced" },
  },
  {
    name: "account credit that a refund took stays at the provider",
    file: `${APPLICATION}/refunds/save-refund-effects.ts`,
    find: "yield* changeAccountCredit(userId, change, reference, at);",
    replace: "",
    suite: { file: REFUNDS, test: "ORD-06 account credit that an upgrade left" },
  },
  {
    name: "an item stays though the money of its credits went",
    file: `${APPLICATION}/refunds/save-refund-effects.ts`,
    find: "for (const item of effects.items_taken) yield* repos.collections.revokeEntitlement(userId, item, at);",
    replace: "",
    suite: { file: REFUNDS, test: "ORD-06 an item goes" },
  },
  {
    name: "what a refund could not revoke is not listed",
    file: `${APPLICATION}/refunds/save-refund-effects.ts`,
    find: "known !== undefined && unrecovered(known) !== amount",
    replace: "known !== undefined && unrecovered(known) > amount",
    suite: { file: REFUNDS, test: "ORD-06 an item goes" },
  },
  {
    name: "an item that a refund took can't be bought again",
    file: `${APPLICATION}/credits/buy-with-credits.ts`,
    find: "const reference = `collection:${collectionId}:${ids.next()}`;",
    replace: "const reference = `collection:${collectionId}:once`;",
    suite: { file: REFUNDS, test: "ORD-06 an item that a refund took" },
  },
  {
    name: "an upgrade that waits for the bank outlives the refund of what it returns",
    file: `${APPLICATION}/refunds/sync-refund.ts`,
    find: "yield* cancelPendingChange(known.user_id);",
    replace: "",
    suite: { file: REFUNDS, test: "ORD-06 a refund while an upgrade waits" },
  },
  {
    name: "Essentials returns money that was refunded",
    file: "packages/domain/src/refunds/subscription-after-refund.ts",
    find: "return unchanged(isLowered ? { ...subscription, paid: moneyBehind(holder.parts) } : subscription);",
    replace: "return unchanged(subscription);",
    suite: { file: REFUNDS, test: "ORD-06 Essentials goes on" },
  },
  {
    name: "PayPal keeps the money of time that a refund left unused",
    file: `${APPLICATION}/refunds/save-refund-effects.ts`,
    find: "const refunded = keepsCredit ? [] : yield*",
    replace: "const refunded = keepsCredit || running !== null ? [] : yield*",
    suite: { file: PAYPAL, test: "ORD-06 time that a refund leaves unused" },
  },
  {
    name: "no money stands behind a renewal",
    file: `${APPLICATION}/subscriptions/sync-subscription.ts`,
    find: "netOfTax({ amount: invoice.amount_paid, credit",
    replace: "netOfTax({ amount: creditUsedBy(invoice), credit",
    suite: { file: LIFE, test: "ORD-06 a refund that is received before its renewal" },
  },
  {
    name: "a refund that is received again cancels what waits",
    file: `${APPLICATION}/refunds/sync-refund.ts`,
    find: "if (yield* hasNewReversal(known, refunded)) {",
    replace: "if (known !== null) {",
    suite: { file: REFUNDS, test: "ORD-06 a refund that is received again" },
  },
  {
    name: "a renewal that account credit paid comes after the refund of its money",
    file: `${APPLICATION}/refunds/sync-refund.ts`,
    find: "yield* syncRunning(known.user_id);",
    replace: "",
    suite: { file: REFUNDS, test: "ORD-06 a renewal that account credit paid" },
  },
  {
    name: "an upgrade whose proration credit was refunded meanwhile gives all of its credits",
    file: `${APPLICATION}/orders/purchases/plan-change.ts`,
    find: "if (short > 0) yield* revokeWhatCameBack(order.user_id, `short:${paid.key}`, period.start);",
    replace: "",
    suite: { file: REFUNDS, test: "CHG-07 an upgrade that the bank pays" },
  },
  {
    name: "account credit of a proration credit that was refunded meanwhile stays at the provider",
    file: `${APPLICATION}/refunds/open-changed-period.ts`,
    find: "yield* changeAccountCredit(order.user_id, -credit, `short:${paid.key}`, paid.at);",
    replace: "",
    suite: { file: REFUNDS, test: "CHG-07 an upgrade leaves no account credit" },
  },
  {
    name: "a refund that the provider refused is never tried again",
    file: `${APPLICATION}/refunds/record-refund.ts`,
    find: "yield* repos.refunds.retryFailed(payment.id);",
    replace: "",
    suite: { file: HISTORIES, test: "ORD-06 CRD-09 whatever is bought" },
  },
];
