import type { Instant } from "../kernel/calendar.ts";
import { type Cents, cents, sum } from "../kernel/money.ts";
import type { PaidMoney } from "./line-share.ts";
import { type Part, carry, centsOf, moneyBehind, movePart, takeOldest } from "./parts.ts";

/** Where account credit is kept among the holders. */
export const ACCOUNT = "account";

/** Ends the reference of what a refund took after it had ended a plan, or after a period of Essentials was over. */
export const AFTER_ITS_TIME = ":over";

/**
 * Why money moved: it was paid; an upgrade carried it on; account credit was used, or kept from an upgrade; a refund
 * took it; a refund ended a plan and left unused time.
 */
export type FundingReason = "paid" | "carried" | "used" | "kept" | "refund" | "ended";

/**
 * Cents of one payment that came to stand behind a holder, or left it where they are negative. A holder is a lot's or a
 * period's source, or the account credit. Never changed, never removed. (ORD-06)
 */
export interface FundingEntry {
  readonly holder: string;
  readonly payment: string | null;
  readonly cents: number;
  readonly reason: FundingReason;
  readonly reference: string;
  readonly at: Instant;
}

/** The source of credits that were bought beside the plan of a payment: refunded with it, ended with nothing. */
export const addOnSource = (payment: string): string => `${payment}:pack`;

/** The payment that a source of credits or time was opened by. */
export const sourcePayment = (source: string): string => source.replace(/:pack$/, "");

/**
 * The sources of everything that money of some payments bought: their own lots and periods, and what an upgrade or
 * account credit carried them into. (ORD-06)
 */
export const sourcesFundedBy = (entries: readonly FundingEntry[], payments: readonly string[]): readonly string[] => {
  const own = payments.flatMap((payment) => [payment, addOnSource(payment)]);
  const holders = [...new Set(entries.map((entry) => entry.holder))].filter((holder) => holder !== ACCOUNT);
  const later = holders.filter((holder) => {
    const parts = partsOf(entries, holder);
    return payments.some((payment) => centsOf(parts, payment) > 0);
  });
  return [...new Set([...own, ...later])];
};

/** What is opened: a lot or a period, what it costs, and what paid for it. Cents, net of tax. */
export interface Opening {
  readonly holder: string;
  readonly payment: string;
  /** How much of a proration credit it takes at most; the rest becomes account credit. */
  readonly price: Cents;
  /** Money that came in, and the account credit that the provider used beside it. */
  readonly paid: PaidMoney;
  /** What an upgrade returns for the period that it replaces. */
  readonly proration_credit: { readonly holder: string; readonly value: Cents } | null;
  readonly at: Instant;
}

/** A period that no entry is known of has money that no payment explains: what it returns counts as a gift. */
const unknownMoney = (known: readonly FundingEntry[], { proration_credit, at }: Opening): readonly FundingEntry[] => {
  if (proration_credit === null || proration_credit.value === 0) return [];
  const { holder, value } = proration_credit;
  const isKnown = known.some((entry) => entry.holder === holder);
  return isKnown ? [] : [{ holder, payment: null, cents: value, reason: "paid", reference: holder, at }];
};

/**
 * The entries of a new lot or period, after the ones that are known: the proration credit of an upgrade moves into it,
 * and what is over becomes account credit; account credit is used oldest first, a gift where we know of too little; the
 * rest is the payment's own money. (CHG-07, DSC-06, ORD-06)
 */
export const openingEntries = (known: readonly FundingEntry[], opening: Opening): readonly FundingEntry[] => {
  const { holder, payment, proration_credit, at } = opening;
  const entries: FundingEntry[] = [...unknownMoney(known, opening)];
  const move = (to: string, of: string | null, by: number, reason: FundingReason): void => {
    if (by !== 0) entries.push({ holder: to, payment: of, cents: by, reason, reference: holder, at });
  };
  const back =
    proration_credit === null
      ? []
      : carry(partsOf([...known, ...entries], proration_credit.holder), proration_credit.value).moved;
  const into = carry(back, cents(Math.min(opening.price, moneyBehind(back))));
  const account = partsOf(known, ACCOUNT);
  const gift = Math.max(0, opening.paid.credit - moneyBehind(account));
  const used = takeOldest(account, opening.paid.credit);
  if (proration_credit !== null)
    for (const part of back) move(proration_credit.holder, part.payment, -part.cents, "carried");
  for (const part of into.moved) move(holder, part.payment, part.cents, "carried");
  move(ACCOUNT, null, gift, "paid");
  for (const part of movePart(used.moved, null, gift)) {
    move(ACCOUNT, part.payment, -part.cents, "used");
    move(holder, part.payment, part.cents, "used");
  }
  for (const part of into.left) move(ACCOUNT, part.payment, part.cents, "kept");
  move(holder, payment, opening.paid.amount, "paid");
  return entries;
};

/**
 * The entries of a period that an upgrade opened with less money than it costs, because a part of its proration credit
 * was refunded meanwhile: what is short counts as refunded. (CHG-07, ORD-06)
 */
export const shortageEntries = (holder: string, short: Cents, at: Instant): readonly FundingEntry[] =>
  short === 0
    ? []
    : [
        { holder, payment: null, cents: short, reason: "paid", reference: holder, at },
        { holder, payment: null, cents: -short, reason: "refund", reference: `short:${holder}`, at },
      ];

/** How many cents of a payment came in, net of tax. (ORD-04) */
export const netPaid = (entries: readonly FundingEntry[], payment: string): Cents =>
  sum(entries.filter((e) => e.payment === payment && e.reason === "paid").map((entry) => cents(entry.cents)));

/** How many cents of a payment refunds have taken, net of tax. (ORD-06) */
export const refundedBefore = (entries: readonly FundingEntry[], payment: string): Cents =>
  sum(entries.filter((e) => e.payment === payment && e.reason === "refund").map((entry) => cents(-entry.cents)));

/**
 * Where no account credit is kept, the refunds of the time that a refund left unused, as entries: what was added to the
 * account credit, less what the refund itself took of it beyond the end. (ORD-06)
 */
export const unusedTimeRefunds = (entries: readonly FundingEntry[]): readonly FundingEntry[] =>
  entries
    .filter((entry) => entry.holder === ACCOUNT && entry.reason === "ended")
    .map((entry): FundingEntry => {
      const left = accountCreditChange(entries.filter((each) => each.payment === entry.payment));
      return { ...entry, cents: -left, reason: "refund", reference: `${entry.reference}:unused` };
    })
    .filter((entry) => entry.cents < 0);

/** By how many cents some entries change the account credit. A gift that is used at once changes nothing. (DSC-06) */
export const accountCreditChange = (entries: readonly FundingEntry[]): number =>
  entries.reduce((by, entry) => (entry.holder === ACCOUNT ? by + entry.cents : by), 0);

/** What stands behind a holder after some entries, oldest first; `ACCOUNT` is the account credit. (DSC-06, ORD-06) */
export const partsOf = (entries: readonly FundingEntry[], holder: string): readonly Part[] =>
  entries
    .filter((entry) => entry.holder === holder)
    .reduce<readonly Part[]>((parts, entry) => movePart(parts, entry.payment, entry.cents), []);
