// Copies of the rules that migration 0008 uses to work out which payment funded what, as they were when it was
// released. A released migration never changes, so it can't import rules that do. Don't update these copies.

type Cents = number;
type Credits = number;
type Instant = string;
type LotKind = "plan" | "pack" | "legacy" | "grant";

/** One grant of credits. */
export interface CreditLot {
  readonly id: string;
  readonly kind: LotKind;
  readonly granted: Credits;
  readonly remaining: Credits;
  readonly granted_at: Instant;
  readonly source: string;
  readonly subscription_id: string | null;
}

/** One movement of one lot, in credits. */
export interface CreditEntry {
  readonly lot_id: string;
  readonly amount: number;
  readonly reason: "grant" | "spend" | "expire" | "return" | "refund" | "revoke";
  readonly reference: string;
  readonly at: Instant;
}

interface QuoteLine {
  readonly kind: "plan" | "pack" | "item";
  readonly gross: Cents;
  readonly discount: Cents;
  readonly net: Cents;
}

/** What the migration reads of a quote, in cents. */
export interface Quote {
  readonly lines: readonly QuoteLine[];
  readonly account_credit: Cents;
  readonly credit_for_unused?: Cents;
  readonly tax: Cents;
}

/** An exact factor. Factors are ratios of integers, so no price depends on binary fractions. */
interface Ratio {
  readonly numerator: number;
  readonly denominator: number;
}

/** An integer as cents; throws RangeError on anything else, since that is a mistake in our own code. */
export const cents = (amount: number): Cents => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`cents must be a whole number, got ${amount}`);
  // Minus zero would compare equal and print as "-0".
  return amount === 0 ? 0 : amount;
};

/** No money. */
const ZERO = 0;

/** floor(a × b / c) of integers from 0, without losing a digit. */
const floorOf = (a: number, b: number, c: number): number => Number((BigInt(a) * BigInt(b)) / BigInt(c));

/** ceil(a × b / c) of integers from 0, without losing a digit. */
const ceilOf = (a: number, b: number, c: number): number =>
  Number((BigInt(a) * BigInt(b) + BigInt(c) - 1n) / BigInt(c));

/** The sum of amounts, in cents. */
const sum = (amounts: Iterable<Cents>): Cents => {
  let total = 0;
  for (const amount of amounts) total += amount;
  return cents(total);
};

/** The larger of two amounts. */
const max = (floor: Cents, amount: Cents): Cents => (amount < floor ? floor : amount);

/** A non-negative integer as credits; throws RangeError otherwise. */
const credits = (amount: number): Credits => {
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new RangeError(`credits must be a whole number from 0, got ${amount}`);
  }
  return amount === 0 ? 0 : amount;
};

/** Milliseconds since 1970 as an instant; throws RangeError for what no calendar holds. */
const instant = (epochMs: number): Instant => new Date(epochMs).toISOString();

/** Converts an ISO time to an instant in UTC; throws RangeError for anything else. */
export const instantOf = (iso: string): Instant => instant(Date.parse(iso));

/** Milliseconds since 1970. */
const epochMs = (at: Instant): number => Date.parse(at);

/** A billing period: from its start, up to and without its end. */
interface Period {
  readonly start: Instant;
  readonly end: Instant;
}

/**
 * Both ends of a share of time still unused, in milliseconds: left / whole. Outside the period it is 0 or all.
 */
const remainingFraction = (period: Period, at: Instant): { readonly left: number; readonly whole: number } => {
  const whole = epochMs(period.end) - epochMs(period.start);
  const left = Math.min(whole, Math.max(0, epochMs(period.end) - epochMs(at)));
  return { left, whole };
};

/** Cents of one payment. A payment of null is a gift: account credit that no payment of ours explains. */
interface Part {
  readonly payment: string | null;
  readonly cents: Cents;
}

/** Parts that are moved, and parts that stay. */
interface CarriedParts {
  readonly moved: readonly Part[];
  readonly left: readonly Part[];
}

const withoutEmpty = (parts: readonly Part[]): readonly Part[] => parts.filter((part) => part.cents !== 0);

/** What parts add up to, in cents. */
export const moneyBehind = (parts: readonly Part[]): Cents => sum(parts.map((part) => part.cents));

/** Takes its share off each part, in order. */
const split = (parts: readonly Part[], shareOf: (part: Part) => number): CarriedParts => {
  const pairs = parts.map((part) => ({ part, share: shareOf(part) }));
  return {
    moved: withoutEmpty(pairs.map(({ part, share }) => ({ ...part, cents: cents(share) }))),
    left: withoutEmpty(pairs.map(({ part, share }) => ({ ...part, cents: cents(part.cents - share) }))),
  };
};

/**
 * Splits off `value` cents, at most all: each payment in proportion, cents that do not divide from the oldest.
 */
const carry = (parts: readonly Part[], value: Cents): CarriedParts => {
  const whole = moneyBehind(parts);
  const wanted = Math.min(value, whole);
  let seen = 0;
  let given = 0;
  return split(parts, (part) => {
    seen += part.cents;
    const due = whole === 0 ? 0 : ceilOf(wanted, seen, whole);
    const share = due - given;
    given = due;
    return share;
  });
};

/** Splits off `value` cents, at most all, from the oldest parts first, as account credit is used. */
export const takeOldest = (parts: readonly Part[], value: Cents): CarriedParts => {
  let open: number = value;
  return split(parts, (part) => {
    const share = Math.min(open, part.cents);
    open -= share;
    return share;
  });
};

/** Parts after cents of a payment were added, or taken where they are negative. A payment has one part. */
const movePart = (parts: readonly Part[], payment: string | null, by: number): readonly Part[] => {
  const isKnown = parts.some((part) => part.payment === payment);
  const moved = isKnown
    ? parts.map((part) => (part.payment === payment ? { ...part, cents: cents(part.cents + by) } : part))
    : [...parts, { payment, cents: cents(by) }];
  return withoutEmpty(moved);
};

/** Where account credit is kept among the holders. */
export const ACCOUNT = "account";

/** Ends the reference of what a refund took after it had ended a plan, or after a period of Essentials was over. */
const AFTER_ITS_TIME = ":over";

/**
 * Why money moved: it was paid; an upgrade carried it on; account credit was used, or kept from an upgrade; a refund
 * took it; a refund ended a plan and left unused time.
 */
type FundingReason = "paid" | "carried" | "used" | "kept" | "refund" | "ended";

/**
 * Cents of one payment that came to stand behind a holder, or left it where they are negative. A holder is a lot's or a
 * period's source, or the account credit. Never changed, never removed.
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
 * rest is the payment's own money.
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

/** How many cents of a payment refunds have taken, net of tax. */
const refundedBefore = (entries: readonly FundingEntry[], payment: string): Cents =>
  sum(entries.filter((e) => e.payment === payment && e.reason === "refund").map((entry) => cents(-entry.cents)));

/** Returns the parts that fund a holder after some entries, oldest first. `ACCOUNT` is the account credit. */
export const partsOf = (entries: readonly FundingEntry[], holder: string): readonly Part[] =>
  entries
    .filter((entry) => entry.holder === holder)
    .reduce<readonly Part[]>((parts, entry) => movePart(parts, entry.payment, entry.cents), []);

/** Money of a payment, in cents: what was charged, and the account credit that the provider used beside it. */
interface PaidMoney {
  readonly amount: Cents;
  readonly credit: Cents;
}

/**
 * A payment without its tax, in cents. Account credit that is more than what it pays for without tax, `price`, pays the
 * tax; money pays the rest of it.
 */
const netOfTax = ({ amount, credit }: PaidMoney, tax: Cents, price: Cents): PaidMoney => {
  const byCredit = Math.min(tax, Math.max(0, credit - price));
  return { amount: max(ZERO, cents(amount - (tax - byCredit))), credit: cents(credit - byCredit) };
};

/**
 * What of a payment stands behind each line of its quote, net of tax: credits and items take their price of what was
 * charged, the plan what is left, so that the shares add up to the payment whatever it was.
 */
export const lineShares = ({ lines, tax }: Pick<Quote, "lines" | "tax">, paid: PaidMoney): readonly PaidMoney[] => {
  const plans = lines.filter(({ kind }) => kind === "plan");
  const net = netOfTax(paid, tax, sum((plans.length === 0 ? lines : plans).map((line) => line.net)));
  let cash: number = net.amount;
  let credit: number = net.credit;
  const shares = lines.map((): PaidMoney => ({ amount: cents(0), credit: cents(0) }));
  const places = [...lines.keys()].sort(
    (a, b) => Number(lines[a]?.kind === "plan") - Number(lines[b]?.kind === "plan"),
  );
  for (const [turn, place] of places.entries()) {
    const isLast = turn === places.length - 1;
    const price = lines[place]?.net ?? 0;
    const charged = isLast ? cash : Math.min(cash, price);
    const used = isLast ? credit : Math.min(credit, price - charged);
    shares[place] = { amount: cents(charged), credit: cents(used) };
    cash -= charged;
    credit -= used;
  }
  return shares;
};

const findPlanLine = (quote: Pick<Quote, "lines">): QuoteLine | undefined =>
  quote.lines.find((each) => each.kind === "plan");

/**
 * What an upgrade returns, in cents; old quotes say only what it took off the price.
 * Nothing without a plan.
 */
export const prorationCreditOf = (quote: Pick<Quote, "lines" | "credit_for_unused">): Cents =>
  quote.credit_for_unused ?? findPlanLine(quote)?.discount ?? ZERO;

/** Money that a refund took from a period of Essentials. `runs` says whether its time was still to be had then. */
interface Fall {
  readonly at: Instant;
  readonly cents: Cents;
  readonly runs: boolean;
}

/** What money stands behind: a lot of credits, or a period of Essentials, whose worth is time. */
interface Holder {
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
interface HeldItem {
  readonly reference: string;
  readonly draws: readonly { readonly lot_id: string; readonly credits: Credits }[];
}

/** Everything that a customer holds, and which payment's money stands behind it. */
interface Standing {
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

/** What refunds do beside taking what is not used. */
interface RefundPolicy {
  /** Whether items go that were bought with credits whose money went back. */
  readonly takesItems: boolean;
  /** A running period that is left with less than this share of its price ends. */
  readonly endsBelow: Ratio;
}

/** Items go, and half of the price keeps a plan running. */
const REFUND_POLICY: RefundPolicy = { takesItems: true, endsBelow: { numerator: 1, denominator: 2 } };

/** Credits that refunds should have revoked of a lot and could not: its price and credits count as opened. */
const missingCredits = ({ price, granted, removed, taken }: Holder): Credits =>
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

/** Cents that were refunded of a lot or period, and for which nothing could be taken. */
export const unrecovered = (holder: Holder): Cents => {
  if (holder.kind === "time") return unrecoveredTime(holder);
  if (holder.price === 0 || holder.granted === 0) return ZERO;
  return cents(Math.max(0, holder.removed - floorOf(holder.taken, holder.price, holder.granted)));
};

/** What a period of a plan was: its subscription, and its time where that is known. */
interface PaidPeriod {
  readonly source: string;
  readonly subscription_id: string | null;
  readonly period: Period | null;
}

/** The records that a standing is read from; entries in the order in which they were posted. */
interface StandingRecords {
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

/** Where a customer stands by the ledger of credits and the ledger of money behind them. */
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

/** Credits that a refund moves in one lot. */
interface LotMoves {
  returned: { reference: string; credits: number }[];
  revoked: number;
  fromLapsed: number;
  lapsed: number;
}

/** The state of one refund while it is worked out. */
interface Work {
  holders: Holder[];
  account: Standing["account"];
  items: HeldItem[];
  running: string | null;
  readonly moves: Map<string, LotMoves>;
  readonly funding: FundingEntry[];
  readonly taken: string[];
  readonly payment: string;
  readonly reference: string;
  readonly at: Instant;
  readonly policy: RefundPolicy;
}

/** What a refund moves in a lot so far. */
const movesOf = (work: Work, lotId: string): LotMoves => {
  const known = work.moves.get(lotId) ?? { returned: [], revoked: 0, fromLapsed: 0, lapsed: 0 };
  work.moves.set(lotId, known);
  return known;
};

/** Changes one holder. */
const update = (work: Work, source: string, change: (holder: Holder) => Partial<Holder>): void => {
  work.holders = work.holders.map((each) => (each.source === source ? { ...each, ...change(each) } : each));
};

/** A holder by its source; throws RangeError where there is none. */
const holderAt = (work: Work, source: string): Holder => {
  const found = work.holders.find((each) => each.source === source);
  if (found === undefined) throw new RangeError(`there is no holder ${source}`);
  return found;
};

/** How many credits an item drew from a lot. */
const drawOf = (item: HeldItem, lotId: string | null): number =>
  item.draws.reduce((drawn, draw) => (draw.lot_id === lotId ? drawn + draw.credits : drawn), 0);

/** Takes what is missing of a lot from its unspent credits, then from its lapsed ones. */
const revokeMissing = (work: Work, source: string): void =>
  update(work, source, (holder) => {
    const unspent = Math.min(missingCredits(holder), holder.unspent);
    const lapsed = Math.min(missingCredits(holder) - unspent, holder.lapsed);
    if (holder.lot_id !== null && unspent + lapsed > 0) {
      const moves = movesOf(work, holder.lot_id);
      moves.revoked += unspent + lapsed;
      moves.fromLapsed += lapsed;
    }
    return {
      unspent: credits(holder.unspent - unspent),
      lapsed: credits(holder.lapsed - lapsed),
      taken: credits(holder.taken + unspent + lapsed),
    };
  });

/** Gives an item's credits back to their lots, which lose at once what they miss. */
const takeItem = (work: Work, item: HeldItem): void => {
  work.items = work.items.filter((each) => each !== item);
  work.taken.push(item.reference);
  for (const draw of item.draws) {
    movesOf(work, draw.lot_id).returned.push({ reference: item.reference, credits: draw.credits });
    for (const { lot_id, source } of work.holders) {
      if (lot_id !== draw.lot_id) continue;
      update(work, source, ({ unspent }) => ({ unspent: credits(unspent + draw.credits) }));
      revokeMissing(work, source);
    }
  }
};

/** Revokes what a lot misses, and takes items for the rest: newest first, only ones that are missed whole. */
const settleLot = (work: Work, source: string): void => {
  revokeMissing(work, source);
  if (!work.policy.takesItems) return;
  for (;;) {
    const holder = holderAt(work, source);
    const missing = missingCredits(holder);
    const newest = work.items.findLast((item) => drawOf(item, holder.lot_id) > 0);
    if (missing === 0 || newest === undefined || drawOf(newest, holder.lot_id) > missing) return;
    takeItem(work, newest);
  }
};

/** How much of a payment has been refunded in all, in cents net of tax, and when that was received. */
interface RefundedPayment {
  readonly payment: string;
  readonly upTo: Cents;
  readonly at: Instant;
}

/** What a refund does: how the customer stands then, and the records of it. */
interface RefundEffects {
  readonly standing: Standing;
  /** In the order in which they have to be posted: credits come back before they are revoked. */
  readonly credit_entries: readonly CreditEntry[];
  readonly funding_entries: readonly FundingEntry[];
  /** The items that are taken, by the reference of their purchase. */
  readonly items_taken: readonly string[];
  /** Whether the running plan ends now. */
  readonly has_ended: boolean;
}

const creditEntries = (work: Work, endedSubscription: string | null): readonly CreditEntry[] => {
  const { at, reference } = work;
  const moves = [...work.moves];
  const entry = (lot_id: string, amount: number, reason: CreditEntry["reason"], about: string): CreditEntry[] =>
    amount === 0 ? [] : [{ lot_id, amount, reason, reference: about, at }];
  return [
    ...moves.flatMap(([lot, { returned }]) =>
      returned.flatMap((each) => entry(lot, each.credits, "refund", each.reference)),
    ),
    // Lapsed credits count as revoked from now on.
    ...moves.flatMap(([lot, { fromLapsed }]) => entry(lot, fromLapsed, "expire", reference)),
    ...moves.flatMap(([lot, { revoked }]) => entry(lot, -revoked, "revoke", reference)),
    ...moves.flatMap(([lot, { lapsed }]) => entry(lot, -lapsed, "expire", endedSubscription ?? reference)),
  ];
};

const begin = (standing: Standing, refund: RefundedPayment, reference: string, policy: RefundPolicy): Work => ({
  holders: [...standing.holders],
  account: standing.account,
  items: [...standing.items],
  running: standing.running,
  moves: new Map(),
  funding: [],
  taken: [],
  payment: refund.payment,
  reference,
  at: refund.at,
  policy,
});

/**
 * Revokes credits that came back to lots that miss some, as when a change that held them was canceled. Takes no item.
 *
 */
export const revokeReturned = (
  standing: Standing,
  reference: string,
  at: Instant,
): Pick<RefundEffects, "credit_entries" | "standing"> => {
  const policy = { ...REFUND_POLICY, takesItems: false };
  const work = begin(standing, { payment: "", upTo: cents(0), at }, reference, policy);
  for (const { source } of standing.holders) settleLot(work, source);
  const { holders, account, items, running } = work;
  return {
    credit_entries: creditEntries(work, null),
    standing: { holders, account, items, running, refunded: standing.refunded },
  };
};
