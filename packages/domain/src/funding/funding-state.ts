import type { CreditEntry, CreditLot, LotKind } from "../credits/ledger.schema.ts";
import { type Credits, credits } from "../credits/credits.ts";
import { type Instant, type Period, remainingFraction } from "../kernel/calendar.ts";
import { type Cents, type Ratio, ZERO, ceilOf, cents, floorOf, sum } from "../kernel/money.ts";
import { ACCOUNT, AFTER_ITS_TIME, type FundingEntry, allocationsOf, refundedBefore } from "./funding.ts";
import { type FundingAllocation, moneyBehind } from "./parts.ts";

/** Money that a refund took from an Essentials period. `runs` is whether the period was still running. */
export interface Clawback {
  readonly at: Instant;
  readonly cents: Cents;
  readonly runs: boolean;
}

/** Something that payments fund: a credit lot, or an Essentials period ("time"), whose value is its remaining time. */
export interface FundedGrant {
  readonly source: string;
  readonly kind: LotKind | "time";
  /** Null for an Essentials period. */
  readonly lot_id: string | null;
  readonly subscription_id: string | null;
  /** The paid period, or null if unknown. */
  readonly period: Period | null;
  /** Its original price in cents. */
  readonly price: Cents;
  readonly granted: Credits;
  readonly unspent: Credits;
  /** Credits revoked by refunds. */
  readonly taken: Credits;
  readonly lapsed: Credits;
  /** Cents taken by refunds. */
  readonly removed: Cents;
  readonly allocations: readonly FundingAllocation[];
  readonly clawbacks: readonly Clawback[];
}

/** An item bought with credits, and how many credits came from each lot. */
export interface HeldItem {
  readonly reference: string;
  readonly draws: readonly { readonly lot_id: string; readonly credits: Credits }[];
}

/** A customer's lots, periods, account credit, and items, and the payments that fund them. */
export interface FundingState {
  /** Lots and Essentials periods, oldest first. */
  readonly grants: readonly FundedGrant[];
  /** The payments that fund the account credit, oldest first. */
  readonly account: readonly FundingAllocation[];
  /** Items bought with credits, oldest first. */
  readonly items: readonly HeldItem[];
  /** The source of the current plan's period, or null if there is no plan. */
  readonly running: string | null;
  /** Cents taken by refunds, per payment. */
  readonly refunded: ReadonlyMap<string, Cents>;
}

/** The policy for revoking more than unused credits and time. */
export interface RefundPolicy {
  /** Whether to revoke items that were bought with credits whose payment was refunded. */
  readonly takesItems: boolean;
  /** The minimum share of the current plan's price that must still be funded. Below it, the plan ends. */
  readonly endsBelow: Ratio;
}

/** The default policy: items are revoked, and a plan ends if less than half of its price is left. */
export const REFUND_POLICY: RefundPolicy = { takesItems: true, endsBelow: { numerator: 1, denominator: 2 } };

/**
 * Returns how many of a lot's credits refunds still have to revoke: the share of its credits that corresponds to the
 * refunded share of its price, minus those already revoked.
 */
export const missingCredits = ({ price, granted, removed, taken }: FundedGrant): Credits =>
  price === 0 ? credits(0) : credits(Math.max(0, ceilOf(removed, granted, price) - taken));

/**
 * Returns the refunded cents of an Essentials period that paid for time already used. Refunds at the same moment are
 * added up before rounding.
 */
const unrecoveredTime = ({ period, clawbacks }: FundedGrant): Cents => {
  const byMoment = new Map<string, Clawback>();
  for (const fall of clawbacks) {
    const key = `${fall.at} ${fall.runs}`;
    byMoment.set(key, { ...fall, cents: cents(fall.cents + (byMoment.get(key)?.cents ?? 0)) });
  }
  const lost = [...byMoment.values()].map((fall) => {
    if (!fall.runs || period === null) return fall.cents;
    const { remainder, whole } = remainingFraction(period, fall.at);
    return whole === 0 ? fall.cents : cents(fall.cents - floorOf(fall.cents, remainder, whole));
  });
  return sum(lost);
};

/** Returns the refunded cents of a lot or period for which nothing could be revoked. */
export const unrecovered = (grant: FundedGrant): Cents => {
  if (grant.kind === "time") return unrecoveredTime(grant);
  if (grant.price === 0 || grant.granted === 0) return ZERO;
  return cents(Math.max(0, grant.removed - floorOf(grant.taken, grant.price, grant.granted)));
};

/**
 * Returns how many cents of an upgrade's proration credit (`value`) are still funded. The result is limited by the
 * money that funds the replaced period and by the price of the credits that the order reserves. For Essentials, it is
 * also reduced by the share refunded since the order (`since`). (CHG-07, ORD-06)
 */
export const remainingProrationCredit = (
  grant: FundedGrant,
  terms: {
    readonly value: Cents;
    readonly since: Instant;
    /** Credits reserved when the order was placed, and those still reserved. Released credits may have been spent. */
    readonly held: { readonly placed: Credits; readonly now: Credits };
  },
): Cents => {
  const { value, held } = terms;
  const money = moneyBehind(grant.allocations);
  // A period from before this ledger has no known payment that could have been refunded.
  if (grant.price === 0) return value;
  if (grant.kind === "time") {
    const gone = sum(grant.clawbacks.filter(({ at }) => at >= terms.since).map((clawback) => clawback.cents));
    return cents(Math.min(money, gone === 0 ? value : floorOf(value, money, money + gone)));
  }
  const heldAgain = held.now + Math.min(held.placed - held.now, grant.unspent);
  const paid = grant.granted === 0 ? 0 : floorOf(heldAgain, grant.price, grant.granted);
  return cents(Math.min(value, money, paid));
};

/** A paid period of a subscription. `period` is null if its dates are unknown. */
export interface PaidPeriod {
  readonly source: string;
  readonly subscription_id: string | null;
  readonly period: Period | null;
}

/** Returns the billing periods that payments paid for; a payment's id is the source of what it funds. */
export const paidPeriods = (
  payments: readonly { readonly id: string; readonly subscription_id: string | null; readonly period: Period | null }[],
): readonly PaidPeriod[] =>
  payments.map(({ id, subscription_id, period }) => ({ source: id, subscription_id, period }));

/**
 * The records that `fundingStateOf` computes a state from. Entries are in posting order. `running` is the source of the
 * current plan's period, or null if there is no plan.
 */
export interface FundingRecords {
  readonly lots: readonly CreditLot[];
  readonly entries: readonly CreditEntry[];
  readonly funding: readonly FundingEntry[];
  readonly periods: readonly PaidPeriod[];
  readonly running: string | null;
}

const isOpening = (entry: FundingEntry): boolean => entry.cents > 0 && entry.reference === entry.holder;

const amountOf = (entries: readonly CreditEntry[], is: (entry: CreditEntry) => boolean): number =>
  entries.reduce((sum_, entry) => (is(entry) ? sum_ + entry.amount : sum_), 0);

const clawbacksOf = (funding: readonly FundingEntry[]): readonly Clawback[] =>
  funding
    .filter((entry) => entry.reason === "refund")
    .map(({ at, cents: by, reference }) => ({ at, cents: cents(-by), runs: !reference.endsWith(AFTER_ITS_TIME) }));

const grantOf = (source: string, lot: CreditLot | null, { entries, funding, periods }: FundingRecords): FundedGrant => {
  const about = lot === null ? [] : entries.filter((entry) => entry.lot_id === lot.id);
  const behind = funding.filter((entry) => entry.holder === source);
  const period = periods.find((each) => each.source === source);
  return {
    source,
    kind: lot?.kind ?? "time",
    lot_id: lot?.id ?? null,
    subscription_id: lot?.subscription_id ?? period?.subscription_id ?? null,
    period: period?.period ?? null,
    price: sum(behind.filter(isOpening).map((entry) => cents(entry.cents))),
    granted: lot?.granted ?? credits(0),
    unspent: lot?.remaining ?? credits(0),
    taken: credits(-amountOf(about, (entry) => entry.reason === "revoke")),
    lapsed: credits(-amountOf(about, (entry) => entry.reason === "expire")),
    removed: cents(-behind.reduce((by, entry) => (entry.reason === "refund" ? by + entry.cents : by), 0)),
    allocations: allocationsOf(behind, source),
    clawbacks: lot === null ? clawbacksOf(behind) : [],
  };
};

/** Returns the items with the credits still spent on them. Omits items whose credits were all returned. */
const itemsOf = (entries: readonly CreditEntry[]): readonly HeldItem[] => {
  const drawn = new Map<string, Map<string, number>>();
  const spent = entries.filter((entry) => entry.reason === "spend");
  for (const { reference } of spent) drawn.set(reference, new Map());
  for (const { reason, reference, lot_id, amount } of entries) {
    const draws = reason === "spend" || reason === "refund" ? drawn.get(reference) : undefined;
    draws?.set(lot_id, (draws.get(lot_id) ?? 0) - amount);
  }
  return [...drawn]
    .map(([reference, draws]) => ({
      reference,
      draws: [...draws]
        .filter(([, amount]) => amount > 0)
        .map(([lot_id, amount]) => ({ lot_id, credits: credits(amount) })),
    }))
    .filter(({ draws }) => draws.length > 0);
};

/** Returns how many of an item's credits came from a lot. */
export const drawOf = (item: HeldItem, lotId: string | null): number =>
  item.draws.reduce((drawn, draw) => (draw.lot_id === lotId ? drawn + draw.credits : drawn), 0);

/** Returns how many of a lot's credits are spent on items that the customer still has. */
export const inItems = (
  { items }: { readonly items: readonly HeldItem[] },
  { lot_id }: Pick<FundedGrant, "lot_id">,
): number => items.reduce((drawn, item) => drawn + drawOf(item, lot_id), 0);

/** Returns a customer's state from the credit ledger and the funding ledger. */
export const fundingStateOf = (records: FundingRecords): FundingState => {
  const bySource = new Map(records.lots.map((lot) => [lot.source, lot]));
  const funded = records.funding.map((entry) => entry.holder).filter((holder) => holder !== ACCOUNT);
  const sources = [...new Set([...funded, ...bySource.keys()])];
  const payments = new Set(records.funding.flatMap((entry) => entry.payment ?? []));
  return {
    grants: sources.map((source) => grantOf(source, bySource.get(source) ?? null, records)),
    account: allocationsOf(records.funding, ACCOUNT),
    items: itemsOf(records.entries),
    running: records.running,
    refunded: new Map([...payments].map((payment) => [payment, refundedBefore(records.funding, payment)])),
  };
};
