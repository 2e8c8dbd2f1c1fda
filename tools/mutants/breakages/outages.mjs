import { CARDS, CHECKOUT, CLI, HTTP, IDENTITY, LICENSES, LIFE, START, WAITING } from "./suites.mjs";

const API = "apps/api/src";
const APPLICATION = "packages/application/src";
const DOMAIN = "packages/domain/src";

/** What happens when something is slow, gone, too large or meanwhile another: limits, outages and agreed offers. */
export const OUTAGES = [
  {
    name: "a hanging provider holds its buyer for ever",
    file: `${APPLICATION}/provider-errors.ts`,
    find: 'const WAIT_FOR_PROVIDERS = "25 seconds";',
    replace: 'const WAIT_FOR_PROVIDERS = "25 hours";',
    suite: { file: WAITING },
  },
  {
    name: "a stalled request holds a process that is told to end",
    file: `${API}/main.ts`,
    find: 'if ("closeAllConnections" in server) server.closeAllConnections();',
    replace: "void server;",
    suite: { file: START, test: "cuts off a request" },
    built: true,
  },
  {
    name: "two cards are forgotten at once",
    file: `${APPLICATION}/checkout/cards.ts`,
    find:
      "    for (const id of yield* duplicatesOf(account, paymentMethodId)) yield* " +
      "vault.detachCard(id);\n    return cards;\n  }).pipe(withAccountLease(account.id));",
    replace:
      "    for (const id of yield* duplicatesOf(account, paymentMethodId)) yield* " +
      "vault.detachCard(id);\n    return cards;\n  });",
    suite: { file: CARDS },
  },
  {
    name: "a buyer gets another offer than they were shown",
    file: `${DOMAIN}/orders/offer.ts`,
    find: "isExpectedTotal(expected.expected_total, now.total)",
    replace: "isExpectedTotal(undefined, now.total)",
    suite: { file: CHECKOUT, test: "CHK-06 CHG-01" },
  },
  {
    name: "a plan that is canceled in its grace goes on unpaid",
    file: `${DOMAIN}/subscriptions/subscription.ts`,
    find: 'subscription.status._tag === "past-due" && !isCanceledInGrace(subscription)',
    replace: 'subscription.status._tag === "past-due"',
    suite: { file: LIFE, test: "CHG-08 a plan that is canceled while it is overdue" },
  },
  {
    name: "a plan that is canceled in its grace is charged all the same",
    file: "packages/adapters-stripe/src/subscription-billing.ts",
    find: "for (const invoice of open) yield* ignoreInvalidRequest(() => stripe.invoices.voidInvoice(invoice));",
    replace: "void open;",
    suite: { file: LIFE, test: "CHG-08 a renewal that could not be voided" },
  },
  {
    name: "a plan that is canceled in its grace is resumed without paying",
    file: "packages/domain/src/subscriptions/end-subscription.ts",
    find: "isCanceledInGrace(subscription) || hasEnded(applyDueExpiry(",
    replace: "hasEnded(applyDueExpiry(",
    suite: { file: LIFE, test: "CHG-08 a plan that is canceled while it is overdue" },
  },
  {
    name: "the running plan's license does not price packs",
    file: `${DOMAIN}/licensing/license.ts`,
    find: "highestLicense([known.minimum, known.current, known.chosen])",
    replace: "highestLicense([known.minimum, known.chosen])",
    suite: { file: LICENSES, test: "CRD-04 LIC-03" },
  },
  {
    name: "an old password hash stays",
    file: "packages/adapters-identity/src/passwords.ts",
    find: "watched.outdated = isOutdated(hash, cost);",
    replace: "watched.outdated = false;",
    suite: { file: IDENTITY, test: "ACC-03 hashes passwords" },
  },
  {
    name: "a sign-up that is cut short leaves an account without a password",
    file: "packages/adapters-identity/src/auth.ts",
    find: 'type: "postgres", transaction: true',
    replace: 'type: "postgres", transaction: false',
    suite: { file: IDENTITY, test: "ACC-01 makes an account whole" },
  },
  {
    name: "several ranges of a file are answered with the first",
    file: `${API}/files-route.ts`,
    find: 'return only === undefined || (ranges !== -2 && ranges.length > 1) ? "whole" : only;',
    replace: 'return only === undefined ? "whole" : only;',
    suite: { file: HTTP, test: "DWN-01 sends one range" },
  },
  {
    name: "a webhook that is too large is a fault of the store",
    file: `${API}/webhooks-route.ts`,
    find: "bodyLimit({ maxSize: WEBHOOK_LIMIT, onError: tooLarge })",
    replace: "bodyLimit({ maxSize: WEBHOOK_LIMIT * 9 })",
    suite: { file: HTTP, test: "CHK-07 refuses an event that is too large" },
  },
  {
    name: "live keys work outside production",
    file: `${API}/config-guard.ts`,
    find: 'if (!production && secret === "live")',
    replace: 'if (!production && secret === "test" && publishable === "live")',
    suite: { file: START, test: "what would lose money or safety in production" },
  },
  {
    name: "a secret of a few characters signs sessions",
    file: `${API}/config-guard.ts`,
    find: "const SHORTEST = 32;",
    replace: "const SHORTEST = 3;",
    suite: { file: START, test: "what would lose money or safety in production" },
  },
  {
    name: "the command previews what the store refuses",
    file: "apps/cli/src/plan-changes/change-preview.ts",
    find: 'if (Result.isFailure(valid)) throw new CommandFailed("refused", changeErrorMessage(valid.failure));',
    replace: "void valid;",
    suite: { file: CLI, test: "fails with 1 and says so as JSON" },
  },
];
