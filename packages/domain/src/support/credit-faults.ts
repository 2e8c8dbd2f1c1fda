import { creditsText } from "../credits/credits.ts";
import { sourcePayment } from "../funding/funding.ts";
import { type FundedGrant, type FundingState, inItems, unrecovered } from "../funding/funding-state.ts";
import { moneyBehind } from "../funding/parts.ts";
import { ZERO, formatUsd } from "../kernel/money.ts";
import { paymentOfItem } from "../orders/item-refund.ts";
import type { AccountRecords } from "./account-records.ts";
import type { Fault } from "./fault.ts";

/** Returns the lots whose remaining credits differ from the sum of their entries, or are below 0 or above the grant. */
const ledgerFaults = ({ lots, entries }: AccountRecords): readonly Fault[] =>
  lots.flatMap(({ id, granted, remaining }): readonly Fault[] => {
    const moved = entries.reduce((sum, { lot_id, amount }) => (lot_id === id ? sum + amount : sum), 0);
    if (moved === remaining && remaining >= 0 && remaining <= granted) return [];
    const history = creditsText(moved);
    const says = `The lot has ${remaining} of ${creditsText(granted)}, but its history adds up to ${history}.`;
    return [{ code: "credits_do_not_add_up", about: id, says }];
  });

/** Returns whether a lot is worth no more than the money that funds it, and issued no more credits than it had. */
const isFunded = (state: FundingState, lot: FundedGrant): boolean =>
  lot.unspent * lot.price <= moneyBehind(lot.allocations) * lot.granted &&
  lot.unspent + lot.taken + lot.lapsed + inItems(state, lot) <= lot.granted;

const fundingFaults = (state: FundingState): readonly Fault[] =>
  state.grants
    .filter((lot) => lot.kind !== "time" && !isFunded(state, lot))
    .map((lot) => ({
      code: "credits_unfunded",
      about: lot.source,
      says:
        `${creditsText(lot.unspent)} of ${creditsText(lot.granted)} that cost ${formatUsd(lot.price)} are unspent, ` +
        `but only ${formatUsd(moneyBehind(lot.allocations))} of that money is left.`,
    }));

/** Returns the lots and items that no payment funds. Gifts and credits from earlier versions don't need a payment. */
const unpaidFaults = ({ lots, owned, payments }: AccountRecords, state: FundingState): readonly Fault[] => {
  const paid = new Set(payments.map(({ id }) => id));
  const spent = new Set(state.items.map(({ reference }) => reference));
  return [
    ...lots
      .filter(({ kind, source }) => (kind === "plan" || kind === "pack") && !paid.has(sourcePayment(source)))
      .map(({ source, granted }): Fault => {
        const says = `${creditsText(granted)} were granted for a payment that the store doesn't have.`;
        return { code: "goods_without_payment", about: source, says };
      }),
    ...owned
      .filter((source) => !spent.has(source) && !paid.has(paymentOfItem(source)))
      .map((source): Fault => {
        const says = "The customer owns an item that wasn't bought with money or credits.";
        return { code: "goods_without_payment", about: source, says };
      }),
  ];
};

/** Returns the holders whose loss differs from the loss shown to support. Cart losses are checked separately. */
const lossFaults = ({ losses, payments }: AccountRecords, state: FundingState): readonly Fault[] => {
  const carts = new Set(payments.filter(({ reason }) => reason === "items").map(({ id }) => id));
  const listed = new Map(losses.map(({ holder, amount }) => [holder, amount]));
  const lost = new Map(state.grants.map((grant) => [grant.source, unrecovered(grant)]));
  const holders = [...new Set([...listed.keys(), ...lost.keys()])].filter((holder) => !carts.has(holder));
  return holders
    .filter((holder) => (listed.get(holder) ?? 0) !== (lost.get(holder) ?? 0))
    .map((holder) => {
      const [is, listedAmount] = [lost, listed].map((amounts) => formatUsd(amounts.get(holder) ?? ZERO));
      const says = `The unrecovered amount is ${is}, but the store lists ${listedAmount}.`;
      return { code: "loss_unlisted", about: holder, says };
    });
};

/** Returns the faults in an account's credits: the ledger, the money that funds it, and anything unpaid. */
export const creditFaults = (records: AccountRecords, state: FundingState): readonly Fault[] => [
  ...ledgerFaults(records),
  ...fundingFaults(state),
  ...unpaidFaults(records, state),
  ...lossFaults(records, state),
];
