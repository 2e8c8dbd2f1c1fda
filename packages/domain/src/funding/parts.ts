import { type Cents, ceilOf, cents, floorOf, sum, ZERO } from "../kernel/money.ts";

/** Cents of one payment. A null payment is a gift: account credit that no known payment explains. */
export interface Part {
  readonly payment: string | null;
  readonly cents: Cents;
}

/** The parts that were split off, and the parts that are left. */
export interface CarriedParts {
  readonly moved: readonly Part[];
  readonly left: readonly Part[];
}

const withoutEmpty = (parts: readonly Part[]): readonly Part[] => parts.filter((part) => part.cents !== 0);

/** Returns the sum of some parts, in cents. */
export const moneyBehind = (parts: readonly Part[]): Cents => sum(parts.map((part) => part.cents));

/** Returns the cents of one payment among some parts. */
export const centsOf = (parts: readonly Part[], payment: string | null): Cents =>
  moneyBehind(parts.filter((part) => part.payment === payment));

const split = (parts: readonly Part[], shareOf: (part: Part) => number): CarriedParts => {
  const pairs = parts.map((part) => ({ part, share: shareOf(part) }));
  return {
    moved: withoutEmpty(pairs.map(({ part, share }) => ({ ...part, cents: cents(share) }))),
    left: withoutEmpty(pairs.map(({ part, share }) => ({ ...part, cents: cents(part.cents - share) }))),
  };
};

/**
 * Splits off `value` cents, at most all of them, from each payment in proportion. Rounding takes from the oldest first.
 */
export const carry = (parts: readonly Part[], value: Cents): CarriedParts => {
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

/** Splits off `value` cents, at most all of them, from the oldest parts first. */
export const takeOldest = (parts: readonly Part[], value: Cents): CarriedParts => {
  let open: number = value;
  return split(parts, (part) => {
    const share = Math.min(open, part.cents);
    open -= share;
    return share;
  });
};

/** Returns the parts after adding cents of a payment, or taking them if negative. Each payment has one part. */
export const movePart = (parts: readonly Part[], payment: string | null, by: number): readonly Part[] => {
  const isKnown = parts.some((part) => part.payment === payment);
  const moved = isKnown
    ? parts.map((part) => (part.payment === payment ? { ...part, cents: cents(part.cents + by) } : part))
    : [...parts, { payment, cents: cents(by) }];
  return withoutEmpty(moved);
};

/**
 * Returns the refund for `net` cents of a payment, with its share of the tax, rounded down. `whole` is the net amount
 * of the `captured` cents.
 */
export const grossRefund = (net: Cents, captured: Cents, whole: Cents): Cents =>
  whole === 0 ? cents(0) : cents(floorOf(net, captured, whole));

/** Returns the net share of `refunded` cents, rounded down. `net` is the net amount of the `captured` cents. */
export const netRefunded = (refunded: Cents, captured: Cents, net: Cents): Cents =>
  captured === 0 ? cents(0) : cents(floorOf(refunded, net, captured));

/** Returns how much of a payment can still be refunded, in cents. */
export const refundable = (captured: Cents, refunded: Cents): Cents =>
  captured > refunded ? ((captured - refunded) as Cents) : ZERO;
