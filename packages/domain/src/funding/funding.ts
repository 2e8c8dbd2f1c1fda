import type { Instant } from "../kernel/calendar.ts";
import { type Cents, cents, sum } from "../kernel/money.ts";
import type { PaidMoney } from "./line-share.ts";
import { type FundingAllocation, carry, centsOf, moneyBehind, moveAllocation, takeOldest } from "./parts.ts";

/** The holder in the funding ledger that represents a customer's account credit. */
export const ACCOUNT = "account";

/**
 * Reference suffix for money that a refund took after it ended a plan, or from an Essentials period that was already
 * over.
 */
export const AFTER_ITS_TIME = ":over";

/**
 * Why money moved. "paid": a payment came in. "carried": an upgrade moved it to the new period. "used": account credit
 * was spent. "kept": an upgrade left it as account credit. "refund": a refund took it. "ended": a refund ended the
 * plan, and the money that funded its unused time became account credit.
 */
export type FundingReason = "paid" | "carried" | "used" | "kept" | "refund" | "ended";

/**
 * A ledger entry: adds cents of one payment to the money that funds a holder, or removes them if negative. A holder is
 * the source of a lot or period, or the account credit. `payment` is null for a gift. Append-only. (ORD-06)
 */
export interface FundingEntry {
  readonly holder: string;
  readonly payment: string | null;
  readonly cents: number;
  readonly reason: FundingReason;
  readonly reference: string;
  readonly at: Instant;
}

/**
 * Returns the source of the add-on credits bought with a plan. They are refunded with its payment but don't expire with
 * the plan.
 */
export const addOnSource = (payment: string): string => `${payment}:pack`;

/** Returns the payment in the source of a lot or period, with or without the suffix of `addOnSource`. */
export const sourcePayment = (source: string): string => source.replace(/:pack$/, "");

/**
 * Returns the sources of everything that the payments funded: the lots and periods they paid for, and those that an
 * upgrade or account credit moved the money to.
 */
export const sourcesFundedBy = (entries: readonly FundingEntry[], payments: readonly string[]): readonly string[] => {
  const paymentSources = payments.flatMap((payment) => [payment, addOnSource(payment)]);
  const grants = [...new Set(entries.map((entry) => entry.holder))].filter((holder) => holder !== ACCOUNT);
  const later = grants.filter((holder) => {
    const allocations = allocationsOf(entries, holder);
    return payments.some((payment) => centsOf(allocations, payment) > 0);
  });
  return [...new Set([...paymentSources, ...later])];
};

/** A new lot or period, its price, and the money that funds it. Amounts in cents, net of tax. */
export interface Opening {
  readonly holder: string;
  readonly payment: string;
  /** The price, and the most that a proration credit can fund. The rest of that credit becomes account credit. */
  readonly price: Cents;
  /** The amount charged, and the account credit that the provider used with it. */
  readonly paid: PaidMoney;
  /** The proration credit of the period that an upgrade replaces, or null if this is not an upgrade. */
  readonly proration_credit: { readonly holder: string; readonly value: Cents } | null;
  readonly at: Instant;
}

/**
 * Returns the entry that records the proration credit as a gift if the replaced period predates this ledger and its
 * funding is unknown.
 */
const unknownMoney = (ledger: readonly FundingEntry[], { proration_credit, at }: Opening): readonly FundingEntry[] => {
  if (proration_credit === null || proration_credit.value === 0) return [];
  const { holder, value } = proration_credit;
  const isKnown = ledger.some((entry) => entry.holder === holder);
  return isKnown ? [] : [{ holder, payment: null, cents: value, reason: "paid", reference: holder, at }];
};

/**
 * Returns the entries for a new lot or period, to post to the `ledger`. An upgrade's proration credit moves into it,
 * and the excess becomes account credit. Account credit is spent oldest first; any that is missing from the ledger
 * counts as a gift. The rest comes from the payment itself. (CHG-07, ORD-06)
 */
export const openingEntries = (ledger: readonly FundingEntry[], opening: Opening): readonly FundingEntry[] => {
  const { holder, payment, proration_credit, at } = opening;
  const entries: FundingEntry[] = [...unknownMoney(ledger, opening)];
  const move = (to: string, of: string | null, by: number, reason: FundingReason): void => {
    if (by !== 0) entries.push({ holder: to, payment: of, cents: by, reason, reference: holder, at });
  };
  const back =
    proration_credit === null
      ? []
      : carry(allocationsOf([...ledger, ...entries], proration_credit.holder), proration_credit.value).moved;
  const into = carry(back, cents(Math.min(opening.price, moneyBehind(back))));
  const account = allocationsOf(ledger, ACCOUNT);
  const gift = Math.max(0, opening.paid.credit - moneyBehind(account));
  const used = takeOldest(account, opening.paid.credit);
  if (proration_credit !== null)
    for (const part of back) move(proration_credit.holder, part.payment, -part.cents, "carried");
  for (const part of into.moved) move(holder, part.payment, part.cents, "carried");
  move(ACCOUNT, null, gift, "paid");
  for (const part of moveAllocation(used.moved, null, gift)) {
    move(ACCOUNT, part.payment, -part.cents, "used");
    move(holder, part.payment, part.cents, "used");
  }
  for (const part of into.remainder) move(ACCOUNT, part.payment, part.cents, "kept");
  move(holder, payment, opening.paid.amount, "paid");
  return entries;
};

/**
 * Returns the entries for the part of an upgrade's proration credit that was refunded before the new period opened
 * (`short`, in cents). They record it as paid and refunded.
 */
export const shortageEntries = (holder: string, short: Cents, at: Instant): readonly FundingEntry[] =>
  short === 0
    ? []
    : [
        { holder, payment: null, cents: short, reason: "paid", reference: holder, at },
        { holder, payment: null, cents: -short, reason: "refund", reference: `short:${holder}`, at },
      ];

/** Returns how much a payment brought in, in cents net of tax. */
export const netPaid = (entries: readonly FundingEntry[], payment: string): Cents =>
  sum(entries.filter((e) => e.payment === payment && e.reason === "paid").map((entry) => cents(entry.cents)));

/** Returns the amount of a payment that refunds have taken, in cents net of tax. */
export const refundedBefore = (entries: readonly FundingEntry[], payment: string): Cents =>
  sum(entries.filter((e) => e.payment === payment && e.reason === "refund").map((entry) => cents(-entry.cents)));

/**
 * Returns the refund entries for unused time, for providers without account credit: what the plan's end added to the
 * account credit, minus what the same refund took from it.
 */
export const unusedTimeRefunds = (entries: readonly FundingEntry[]): readonly FundingEntry[] =>
  entries
    .filter((entry) => entry.holder === ACCOUNT && entry.reason === "ended")
    .map((entry): FundingEntry => {
      const change = accountCreditChange(entries.filter((each) => each.payment === entry.payment));
      return { ...entry, cents: -change, reason: "refund", reference: `${entry.reference}:unused` };
    })
    .filter((entry) => entry.cents < 0);

/**
 * Returns the amount by which entries change the account credit, in cents. A gift that is spent immediately cancels
 * out.
 */
export const accountCreditChange = (entries: readonly FundingEntry[]): number =>
  entries.reduce((by, entry) => (entry.holder === ACCOUNT ? by + entry.cents : by), 0);

/**
 * Returns the allocations that fund a holder according to its entries, oldest first. Pass `ACCOUNT` for the account
 * credit.
 */
export const allocationsOf = (entries: readonly FundingEntry[], holder: string): readonly FundingAllocation[] =>
  entries
    .filter((entry) => entry.holder === holder)
    .reduce<readonly FundingAllocation[]>(
      (allocations, entry) => moveAllocation(allocations, entry.payment, entry.cents),
      [],
    );
