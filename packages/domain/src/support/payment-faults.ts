import { reversedAmount } from "../receipts/reversed-amount.ts";
import { addOnSource, netPaid } from "../funding/funding.ts";
import type { FundingState } from "../funding/funding-state.ts";
import { centsOf } from "../funding/parts.ts";
import { type Cents, cents, formatUsd, sum } from "../kernel/money.ts";
import { costOfItems, itemSource } from "../orders/item-refund.ts";
import type { AccountRecords, RecordedPayment } from "./account-records.ts";
import type { Fault } from "./fault.ts";

/**
 * The maximum rounding difference between a taxed payment and what it funds, in cents. Each of its refunds rounds once.
 */
const ROUNDING = 10;

const stayed = (payment: RecordedPayment): Cents => cents(payment.amount - reversedAmount(payment));

/** Returns what a payment is for. Two payments with the same result charged for the same thing. */
const subjectOf = ({ order_id, subscription_id, period, id }: RecordedPayment): string =>
  order_id ?? (subscription_id === null || period === null ? id : `${subscription_id} ${period.start}`);

const doubleCharges = ({ payments, refunds }: AccountRecords): readonly Fault[] => {
  const refunding = new Set(refunds.map(({ payment_id }) => payment_id));
  const kept = payments.filter((payment) => stayed(payment) > 0 && !refunding.has(payment.id));
  return kept.flatMap((second, place): readonly Fault[] => {
    const about = subjectOf(second);
    const first = kept.slice(0, place).find((each) => subjectOf(each) === about);
    if (first === undefined) return [];
    return [{ code: "charged_twice", about, says: `Payments ${first.id} and ${second.id} paid for the same thing.` }];
  });
};

const receiptFaults = ({ payments, receipts }: AccountRecords): readonly Fault[] =>
  payments.flatMap(({ id, amount }): readonly Fault[] => {
    const total = receipts.get(id);
    if (total === amount) return [];
    const says =
      total === undefined
        ? `The payment of ${formatUsd(amount)} has no receipt.`
        : `The receipt says ${formatUsd(total)}, but ${formatUsd(amount)} was paid.`;
    return [{ code: "receipt_differs", about: id, says }];
  });

/** Returns the payments from which the store kept more than the order's quote. */
const quoteFaults = ({ payments, orders }: AccountRecords): readonly Fault[] => {
  const quoted = new Map(orders.map(({ id, quote }) => [id, quote.total]));
  return payments.flatMap((payment): readonly Fault[] => {
    const { id, amount, order_id } = payment;
    const total = order_id === null ? undefined : quoted.get(order_id);
    if (total === undefined || stayed(payment) <= total) return [];
    const says = `${formatUsd(total)} was quoted, but ${formatUsd(amount)} was paid.`;
    return [{ code: "payment_differs", about: id, says }];
  });
};

/** Returns a fault if the rest of a cart's payment doesn't equal the cost of the items that the customer still owns. */
const itemFaults = (records: AccountRecords, payment: RecordedPayment): readonly Fault[] => {
  const order = records.orders.find(({ id }) => id === payment.order_id);
  if (order === undefined) return [];
  const has = new Set(records.owned);
  const costs = costOfItems(order.quote, payment.amount);
  const held = sum(costs.filter((_, place) => has.has(itemSource(payment.id, place))));
  const lost = records.losses.find(({ holder }) => holder === payment.id)?.amount ?? 0;
  if (held - lost === stayed(payment)) return [];
  const says =
    `The store kept ${formatUsd(stayed(payment))} of the payment, but the customer's items cost ` +
    `${formatUsd(held)}.`;
  return [{ code: "items_unaccounted", about: payment.order_id ?? payment.id, says }];
};

/** Returns a fault if the rest of a payment for plans or credits doesn't equal the money that still funds them. */
const moneyFaults = (records: AccountRecords, state: FundingState, payment: RecordedPayment): readonly Fault[] => {
  const net = netPaid(records.funding, payment.id);
  const holders = [state.account, ...state.grants.map(({ allocations }) => allocations)];
  const behind = sum(holders.map((allocations) => centsOf(allocations, payment.id)));
  // Ledger amounts exclude tax.
  const expected = payment.amount === 0 ? 0 : Math.round((stayed(payment) * net) / payment.amount);
  const tolerance = net === payment.amount ? 0 : ROUNDING;
  if (net > 0 ? Math.abs(behind - expected) <= tolerance : stayed(payment) === 0) return [];
  const says =
    `The store kept ${formatUsd(stayed(payment))} of the payment, but the credits and time it paid for ` +
    `account for ${formatUsd(behind)}.`;
  return [{ code: "payment_unaccounted", about: payment.id, says }];
};

/** Returns the paid orders without a payment, or without the plan or credits that they sold. */
const deliveryFaults = ({ orders, payments, lots, funding }: AccountRecords): readonly Fault[] => {
  const sources = new Set([...lots.map(({ source }) => source), ...funding.map(({ holder }) => holder)]);
  return orders.flatMap(({ id, items, status, quote }): readonly Fault[] => {
    const payment = payments.find(({ order_id }) => order_id === id);
    if (payment === undefined)
      return [
        { code: "order_without_goods", about: id, says: "The order is paid, but the store has no payment for it." },
      ];
    const sold = items.some(({ kind }) => kind !== "product");
    const isThere = [payment.id, addOnSource(payment.id)].some((source) => sources.has(source));
    if (status._tag !== "paid" || !sold || isThere || quote.total === 0) return [];
    return [
      { code: "order_without_goods", about: id, says: "The order is paid, but its plan or credits are missing." },
    ];
  });
};

/**
 * Returns the faults in an account's payments: double charges, mismatched receipts, amounts above the quote, missing
 * deliveries, and money that isn't accounted for. Skips payments that the store is still refunding.
 */
export const paymentFaults = (records: AccountRecords, state: FundingState): readonly Fault[] => {
  const open = new Set(records.refunds.filter(({ is_open }) => is_open).map(({ payment_id }) => payment_id));
  return [
    ...doubleCharges(records),
    ...receiptFaults(records),
    ...quoteFaults(records),
    ...deliveryFaults(records),
    ...records.payments
      .filter(({ id }) => !open.has(id))
      .flatMap((payment) =>
        payment.reason === "items" ? itemFaults(records, payment) : moneyFaults(records, state, payment),
      ),
  ];
};
