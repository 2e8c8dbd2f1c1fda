import {
  ACCOUNT,
  type Account,
  type FundingEntry,
  accountCreditOf,
  isDeleted,
  minimumOfPlan,
  payerOf,
} from "@backlot/domain";
import { accountFaults, unreadableFault } from "@backlot/domain/support/account-faults";
import { type Fault, unreachableFault } from "@backlot/domain/support/fault";
import { accountCreditFaults, billingFaults } from "@backlot/domain/support/plan-faults";
import {
  CardVault,
  type PaymentProviderUnavailable,
  PaymentProviders,
  ReadRepositories,
  type StoredSubscription,
  Transactions,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { cutToPage } from "../key-page.ts";
import { accountNamed } from "./find-customer.ts";

/** The number of accounts that one request checks. Each takes about ten queries, and a call to its plan's provider. */
const AT_ONCE = 10;

/** A limit that exceeds any account's number of orders or receipts. */
const ALL = { starting_after: null, limit: 100_000 };

/** Returns all records of an account's purchases, as the fault rules read them. */
const recordsOf = Effect.fnUntraced(function* (account: Account, subscriptionRecord: StoredSubscription | null) {
  const repos = yield* ReadRepositories;
  const payments = yield* repos.payments.ofAccount(account.id);
  const orders = yield* repos.orders.ofAccount(account.id, ALL);
  const profile = yield* repos.accounts.profile(account.id);
  const receipts = yield* repos.receipts.ofAccount(account.id, ALL);
  const refunds = yield* repos.refunds.ofPayments(payments.map(({ id }) => id));
  return {
    minimum: minimumOfPlan({ min_license_id: account.min_license_id, profile }, orders),
    lots: yield* repos.credits.lots(account.id),
    entries: yield* repos.credits.entries(account.id),
    funding: yield* repos.funding.entries(account.id),
    payments,
    orders,
    owned: (yield* repos.collections.entitlementsOf(account.id)).map(({ source }) => source),
    refunds: refunds.map(({ payment_id, status }) => ({ payment_id, is_open: status !== "applied" })),
    receipts: new Map(receipts.map(({ receipt }) => [receipt.payment_id, receipt.total] as const)),
    losses: yield* repos.unrecovered.ofAccount(account.id),
    subscription: subscriptionRecord?.subscription ?? null,
  };
});

/**
 * The providers that did not respond during this request. They aren't called again, because each call would take a long
 * time.
 */
type Down = Set<StoredSubscription["provider"]>;

/** Returns the faults found by a provider call, or the fault for an unreachable provider. */
const unlessDown = <R>(
  provider: StoredSubscription["provider"],
  down: Down,
  ask: Effect.Effect<readonly Fault[], PaymentProviderUnavailable, R>,
): Effect.Effect<readonly Fault[], never, R> =>
  Effect.suspend(() => (down.has(provider) ? Effect.succeed([unreachableFault(provider)]) : ask)).pipe(
    Effect.catchTag("PaymentProviderUnavailable", () => {
      down.add(provider);
      return Effect.succeed([unreachableFault(provider)]);
    }),
  );

/** Returns the faults in a plan at its provider. */
const faultsAtProvider = Effect.fnUntraced(function* ({
  provider,
  provider_subscription_id,
  subscription,
}: StoredSubscription) {
  const paymentProvider = (yield* PaymentProviders)[provider];
  const providerSubscription =
    paymentProvider === null ? "no-keys" : yield* paymentProvider.billing.retrieve(provider_subscription_id);
  return billingFaults(subscription, providerSubscription, payerOf(provider));
});

/**
 * Returns whether no change to the account credit is pending. True if no adjustment is due and no open order reserves
 * any credit.
 */
const isCreditSettled = Effect.fnUntraced(function* ({ id }: Account) {
  const repos = yield* ReadRepositories;
  const due = yield* repos.balanceAdjustments.due();
  return due.every(({ user_id }) => user_id !== id) && (yield* repos.orders.openSubscriptionOrder(id)) === null;
});

/** Returns the fault if the card provider's account credit differs from the ledger's. */
const faultsOfCredit = Effect.fnUntraced(function* (account: Account, funding: readonly FundingEntry[]) {
  const { stripe_customer_token: customer } = account;
  const isUsed = funding.some(({ holder }) => holder === ACCOUNT);
  if (customer === null || isDeleted(account) || !isUsed || !(yield* isCreditSettled(account))) return [];
  const { balance } = yield* (yield* CardVault).customer(customer);
  return accountCreditFaults(funding, accountCreditOf(balance));
});

/** Returns an account's faults. Unreadable records are a fault; a database outage is not. */
const faultsOf = Effect.fnUntraced(
  function* (id: string, down: Down) {
    const repos = yield* ReadRepositories;
    const account = yield* repos.accounts.get(id);
    if (account === null) return [];
    const subscriptionRecord = yield* repos.subscriptions.current(id);
    const records = yield* recordsOf(account, subscriptionRecord);
    const ofPlan =
      subscriptionRecord === null
        ? []
        : yield* unlessDown(subscriptionRecord.provider, down, faultsAtProvider(subscriptionRecord));
    const ofCredit = yield* unlessDown("stripe", down, faultsOfCredit(account, records.funding));
    const isSaid = ({ code, about }: Fault) => ofPlan.some((each) => each.code === code && each.about === about);
    return [...accountFaults(records, yield* currentTime), ...ofPlan, ...ofCredit.filter((fault) => !isSaid(fault))];
  },
  Effect.catchDefect((defect) =>
    Effect.flatMap(Transactions, ({ isOutage }) =>
      isOutage(defect)
        ? Effect.die(defect)
        : Effect.succeed([unreadableFault(defect instanceof Error ? defect.message : String(defect))]),
    ),
  ),
);

/**
 * Returns the faults found by two consecutive checks of an account. A check doesn't read all records at once, so a
 * change in between can look like a fault.
 */
const lastingFaultsOf = Effect.fnUntraced(function* (id: string, down: Down) {
  const firstFaults = yield* faultsOf(id, down);
  if (firstFaults.length === 0) return firstFaults;
  const again = yield* faultsOf(id, down);
  return again.filter((fault) => firstFaults.some(({ code, about }) => code === fault.code && about === fault.about));
});

/** The customers to check: one (by email address or id), or else a page of all customers. */
interface Asked {
  readonly customer?: string | undefined;
  readonly starting_after?: string | undefined;
  readonly limit?: number | undefined;
}

/** Returns the requested accounts, and whether there are more. */
const accountsAsked = Effect.fnUntraced(function* ({ customer, starting_after, limit = AT_ONCE }: Asked) {
  if (customer !== undefined) return { data: [yield* accountNamed(customer)], has_more: false };
  const repos = yield* ReadRepositories;
  const buyers = yield* repos.records.buyers({ starting_after: starting_after ?? null, limit: limit + 1 });
  return cutToPage(buyers, { limit });
});

/**
 * Checks the records of one customer or of a page of customers, and their plans at the payment providers. Changes
 * nothing. Returns the faults, how many customers it checked, and the customer to continue after (`next`), or null
 * after the last one. A provider that can't be reached is also a fault. Fails if there is no such customer.
 */
export const checkAccounts = Effect.fnUntraced(function* (request: Asked) {
  const { data, has_more } = yield* accountsAsked(request);
  const down: Down = new Set();
  const faults = yield* Effect.forEach(data, ({ id, email }) =>
    Effect.map(lastingFaultsOf(id, down), (each: readonly Fault[]) =>
      each.map((fault) => ({ ...fault, user_id: id, email })),
    ),
  );
  return { checked: data.length, faults: faults.flat(), next: has_more ? (data.at(-1)?.id ?? null) : null };
});
