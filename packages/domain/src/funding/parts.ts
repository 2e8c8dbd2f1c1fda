import { type Cents, ceilOf, cents, floorOf, sum, ZERO } from "../kernel/money.ts";

/** Cents of one payment. A null `payment` is a gift: account credit without a known payment. */
export interface FundingAllocation {
  readonly payment: string | null;
  readonly cents: Cents;
}

/** The result of a split: the allocations split off, and those that remain. */
export interface CarriedAllocations {
  readonly moved: readonly FundingAllocation[];
  readonly remainder: readonly FundingAllocation[];
}

const withoutEmpty = (allocations: readonly FundingAllocation[]): readonly FundingAllocation[] =>
  allocations.filter((part) => part.cents !== 0);

/** Returns the sum of the allocations, in cents. */
export const moneyBehind = (allocations: readonly FundingAllocation[]): Cents =>
  sum(allocations.map((part) => part.cents));

/** Returns how many cents of the allocations come from one payment. */
export const centsOf = (allocations: readonly FundingAllocation[], payment: string | null): Cents =>
  moneyBehind(allocations.filter((part) => part.payment === payment));

const split = (
  allocations: readonly FundingAllocation[],
  shareOf: (part: FundingAllocation) => number,
): CarriedAllocations => {
  const pairs = allocations.map((part) => ({ part, share: shareOf(part) }));
  return {
    moved: withoutEmpty(pairs.map(({ part, share }) => ({ ...part, cents: cents(share) }))),
    remainder: withoutEmpty(pairs.map(({ part, share }) => ({ ...part, cents: cents(part.cents - share) }))),
  };
};

/**
 * Splits off `value` cents, or all if there are fewer, from each payment in proportion. Rounding takes from the oldest
 * first.
 */
export const carry = (allocations: readonly FundingAllocation[], value: Cents): CarriedAllocations => {
  const whole = moneyBehind(allocations);
  const wanted = Math.min(value, whole);
  let subtotal = 0;
  let given = 0;
  return split(allocations, (part) => {
    subtotal += part.cents;
    const due = whole === 0 ? 0 : ceilOf(wanted, subtotal, whole);
    const share = due - given;
    given = due;
    return share;
  });
};

/** Splits off `value` cents, or all if there are fewer, from the oldest allocations first. */
export const takeOldest = (allocations: readonly FundingAllocation[], value: Cents): CarriedAllocations => {
  let open: number = value;
  return split(allocations, (part) => {
    const share = Math.min(open, part.cents);
    open -= share;
    return share;
  });
};

/**
 * Returns the allocations with cents of a payment added, or taken if `by` is negative. Each payment has one allocation.
 */
export const moveAllocation = (
  allocations: readonly FundingAllocation[],
  payment: string | null,
  by: number,
): readonly FundingAllocation[] => {
  const isKnown = allocations.some((part) => part.payment === payment);
  const moved = isKnown
    ? allocations.map((part) => (part.payment === payment ? { ...part, cents: cents(part.cents + by) } : part))
    : [...allocations, { payment, cents: cents(by) }];
  return withoutEmpty(moved);
};

/**
 * Returns the refund for `net` cents of a payment, with its share of the tax, rounded up. `whole` is the net amount of
 * the `captured` cents. If the refund were rounded down, `netRefunded` could be a cent less than `net`, and the
 * provider's books would differ from the ledger. (ORD-04)
 */
export const grossRefund = (net: Cents, captured: Cents, whole: Cents): Cents =>
  whole === 0 ? cents(0) : cents(ceilOf(net, captured, whole));

/** Returns the net share of `refunded` cents, rounded down. `net` is the net amount of the `captured` cents. */
export const netRefunded = (refunded: Cents, captured: Cents, net: Cents): Cents =>
  captured === 0 ? cents(0) : cents(floorOf(refunded, net, captured));

/** Returns how much of a payment can still be refunded, in cents. */
export const refundable = (captured: Cents, refunded: Cents): Cents =>
  captured > refunded ? ((captured - refunded) as Cents) : ZERO;
