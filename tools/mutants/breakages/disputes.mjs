import { DISPUTES, STRIPE_ADAPTER } from "./suites.mjs";

const APPLICATION = "packages/application/src";
const OPEN = "an open dispute stops purchases";
const LOST = "a lost dispute revokes";

/** What a disputed payment stops, and what a lost one takes. */
export const DISPUTED_PAYMENTS = [
  {
    name: "a provider is asked for a plan that a dispute forbids",
    file: `${APPLICATION}/checkout/subscribe.ts`,
    find: "yield* requireNoDispute(account.id);",
    replace: "",
    suite: { file: DISPUTES, test: OPEN },
  },
  {
    name: "credits are spent while a payment is disputed",
    file: `${APPLICATION}/credits/buy-with-credits.ts`,
    find: "yield* requireNoDispute(account.id);",
    replace: "",
    suite: { file: DISPUTES, test: OPEN },
  },
  {
    name: "what a disputed payment bought can be downloaded",
    file: `${APPLICATION}/downloads/download-variant.ts`,
    find: "if (open.length === 0) return",
    replace: "if (open.length >= 0) return",
    suite: { file: DISPUTES, test: OPEN },
  },
  {
    name: "open disputes are not listed for support",
    file: "packages/adapters-postgres/src/disputes/disputes.ts",
    find: 'open: (limit) => query(async () => (await all().where("status", "=", "open")',
    replace: 'open: (limit) => query(async () => (await all().where("status", "=", "won")',
    suite: { file: DISPUTES, test: OPEN },
  },
  {
    name: "an order goes on while a payment is disputed",
    file: `${APPLICATION}/orders/advance-order.ts`,
    find: "{ at: clock.now(), isDisputed }",
    replace: "{ at: clock.now(), isDisputed: isDisputed && order.attempts < 0 }",
    suite: { file: DISPUTES, test: "ORD-06 an order that was paid meanwhile" },
  },
  {
    name: "what a lost dispute took is not written to its payment",
    file: `${APPLICATION}/refunds/sync-dispute.ts`,
    find: 'if (next.status === "lost")',
    replace: 'if (next.status === "won")',
    suite: { file: DISPUTES, test: LOST },
  },
  {
    name: "a lost dispute leaves the plan and its credits",
    file: `${APPLICATION}/refunds/sync-dispute.ts`,
    find: "yield* applyReversal({ payment_id: state.payment_id, refunded: ZERO });",
    replace: "",
    suite: { file: DISPUTES, test: LOST },
  },
  {
    name: "a dispute that is received before its payment is forgotten",
    file: `${APPLICATION}/webhooks/handle-webhook.ts`,
    find: "if (unknown === null || !(yield* syncOwner(unknown))) return true;",
    replace: "return true;",
    suite: { file: DISPUTES, test: "ORD-06 a renewal's dispute" },
  },
  {
    name: "a disputed payment is refunded beside its dispute",
    file: `${APPLICATION}/refunds/refund-due.ts`,
    find: "yield* disputes.ofPayment(payment.id)",
    replace: "[]",
    suite: { file: DISPUTES, test: "ORD-06 a due refund of a disputed payment" },
  },
  {
    name: "a bank's inquiry counts as a dispute",
    file: "packages/adapters-stripe/src/disputes.ts",
    find: "default:\n      return null;",
    replace: 'default:\n      return "open";',
    suite: { file: STRIPE_ADAPTER, test: "ORD-06 an inquiry of a bank" },
  },
];
