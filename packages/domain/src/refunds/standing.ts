import type { CreditEntry, CreditLot, LotKind } from "../credits/ledger.schema.ts";
import { type Credits, credits } from "../credits/credits.ts";
import { type Instant, type Period, remainingFraction } from "../kernel/calendar.ts";
import { type Cents, type Ratio, ZERO, ceilOf, cents, floorOf, sum } from "../kernel/money.ts";
import { ACCOUNT, AFTER_ITS_TIME, type FundingEntry, partsOf, refundedBefore } from "./funding.ts";
import { type Part, moneyBehind } from "./parts.ts";

/** Money that a refund took from a period of Essentials. `runs` says whether its time was still to be had then. */
export interface Fall {
  readonly at: Instant;
  readonly cents: Cents;
  readonly runs: boolean;
}

/** What money stands behind: a lot of credits, or a period of Essentials, whose worth is time. */
export interface Holder {
  readonly source: string;
  readonly kind: LotKind | "time";
  /** The lot; null for time. */
  readonly lot_id: string | null;
  readonly subscription_id: string | null;
  /** The paid period; null where no period is known. */
  readonly period: Period | null;
  /** What it cost as it was opened, and the credits that it was opened with. */
  readonly price: Cents;
  readonly granted: Credits;
  readonly unspent: Credits;
  /** Credits that refunds have revoked. */
  readonly taken: Credits;
  readonly lapsed: Credits;
  /** Cents that refunds have taken. */
  readonly removed: Cents;
  readonly parts: readonly Part[];
  readonly falls: readonly Fall[];
}

/** An item bought with credits, and what each lot gave for it. */
export interface HeldItem {
  readonly reference: string;
  readonly draws: readonly { readonly lot_id: string; readonly credits: Credits }[];
}

/** Everything that a customer holds, and which payment's money stands behind it. */
export interface Standing {
  /** In the order in which they were opened. */
  readonly holders: readonly Holder[];
  /** Account credit, oldest first. */
  readonly account: readonly Part[];
  /** Oldest first. */
  readonly items: readonly HeldItem[];
  /** The source of the running period; null where no plan runs. */
  readonly running: string | null;
  /** How many cents refunds have taken, by payment. */
  readonly refunded: ReadonlyMap<string, Cents>;
}

/** What refunds do beside taking what is not used. (ORD-06) */
export interface RefundPolicy {
  /** Whether items go that were bought with credits whose money went back. */
  readonly takesItems: boolean;
  /** A running period that is left with less than this share of its price ends. */
  readonly endsBelow: Ratio;
}

/** Items go, and half of the price keeps a plan running. */
export const REFUND_POLICY: RefundPolicy = { takesItems: true, endsBelow: { numerator: 1, denominator: 2 } };

/** Credits that refunds should have revoked of a lot and could not: its price and credits count as opened. (ORD-06) */
export const missingCredits = ({ price, granted, removed, taken }: Holder): Credits =>
  price === 0 ? credits(0) : credits(Math.max(0, ceilOf(removed, granted, price) - taken));

/** What of a fall in a period's money was for time already used: one moment is rounded once. */
const unrecoveredTime = ({ period, falls }: Holder): Cents => {
  const byMoment = new Map<string, Fall>();
  for (const fall of falls) {
    const key = `${fall.at} ${fall.runs}`;
    byMoment.set(key, { ...fall, cents: cents(fall.cents + (byMoment.get(key)?.cents ?? 0)) });
  }
  const lost = [...byMoment.values()].map((fall) => {
    if (!fall.runs || period === null) return fall.cents;
    const { left, whole } = remainingFraction(period, fall.at);
    return whole === 0 ? fall.cents : cents(fall.cents - floorOf(fall.cents, left, whole));
  });
  return sum(lost);
};

/** Cents that were refunded of a lot or period, and for which nothing could be taken. (ORD-06) */
export const unrecovered = (holder: Holder): Cents => {
  if (holder.kind === "time") return unrecoveredTime(holder);
  if (holder.price === 0 || holder.granted === 0) return ZERO;
  return cents(Math.max(0, holder.removed - floorOf(holder.taken, holder.price, holder.granted)));
};

/**
 * How many cents of what an upgrade returns still are behind the period that it replaces: no more than its
 * money, than the credits that it holds were paid with, and, of Essentials, than the share whose money did not go
 * since it was ordered. (CHG-07, ORD-06)
 */
export const remainingProrationCredit = (
  holder: Holder,
  terms: {
    readonly value: Cents;
    readonly since: Instant;
    /** Credits that the order held when it was placed, and those that it still has. Released ones may be spent. */
    readonly held: { readonly placed: Credits; readonly now: Credits };
  },
): Cents => {
  const { value, held } = terms;
  const money = moneyBehind(holder.parts);
  // Of before this ledger: no payment is known that could have been refunded.
  if (holder.price === 0) return value;
  if (holder.kind === "time") {
    const gone = sum(holder.falls.filter(({ at }) => at >= terms.since).map((fall) => fall.cents));
    return cents(Math.min(money, gone === 0 ? value : floorOf(value, money, money + gone)));
  }
  const heldAgain = held.now + Math.min(held.placed - held.now, holder.unspent);
  const paid = holder.granted === 0 ? 0 : floorOf(heldAgain, holder.price, holder.granted);
  return cents(Math.min(value, money, paid));
};

/** What a period of a plan was: its subscription, and its time where that is known. */
export interface PaidPeriod {
  readonly source: string;
  readonly subscription_id: string | null;
  readonly period: Period | null;
}

/** The records that a standing is read from; entries in the order in which they were posted. */
export interface StandingRecords {
  readonly lots: readonly CreditLot[];
  readonly entries: readonly CreditEntry[];
  readonly funding: readonly FundingEntry[];
  readonly periods: readonly PaidPeriod[];
  readonly running: string | null;
}

const isOpening = (entry: FundingEntry): boolean => entry.cents > 0 && entry.reference === entry.holder;

const amountOf = (entries: readonly CreditEntry[], is: (entry: CreditEntry) => boolean): number =>
  entries.reduce((sum_, entry) => (is(entry) ? sum_ + entry.amount : sum_), 0);

/** The falls of a period of Essentials. */
const fallsOf = (funding: readonly FundingEntry[]): readonly Fall[] =>
  funding
    .filter((entry) => entry.reason === "refund")
    .map(({ at, cents: by, reference }) => ({ at, cents: cents(-by), runs: !reference.endsWith(AFTER_ITS_TIME) }));

const holderOf = (source: string, lot: CreditLot | null, { entries, funding, periods }: StandingRecords): Holder => {
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
    parts: partsOf(behind, source),
    falls: lot === null ? fallsOf(behind) : [],
  };
};

/** Items by what is still drawn for them: what was given back is not held any more. */
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

/** Where a customer stands by the ledger of credits and the ledger of money behind them. (CRD-09, ORD-06) */
export const standingOf = (records: StandingRecords): Standing => {
  const bySource = new Map(records.lots.map((lot) => [lot.source, lot]));
  const funded = records.funding.map((entry) => entry.holder).filter((holder) => holder !== ACCOUNT);
  const sources = [...new Set([...funded, ...bySource.keys()])];
  const payments = new Set(records.funding.flatMap((entry) => entry.payment ?? []));
  return {
    holders: sources.map((source) => holderOf(source, bySource.get(source) ?? null, records)),
    account: partsOf(records.funding, ACCOUNT),
    items: itemsOf(records.entries),
    running: records.running,
    refunded: new Map([...payments].map((payment) => [payment, refundedBefore(records.funding, payment)])),
  };
};
