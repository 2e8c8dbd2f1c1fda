import { type Cents, ceilOf, cents, floorOf, sum } from "../kernel/money.ts";

/** Cents of one payment. A payment of null is a gift: account credit that no payment of ours explains. */
export interface Part {
  readonly payment: string | null;
  readonly cents: Cents;
}

/** Parts that are moved, and parts that stay. */
export interface CarriedParts {
  readonly moved: readonly Part[];
  readonly left: readonly Part[];
}

const withoutEmpty = (parts: readonly Part[]): readonly Part[] => parts.filter((part) => part.cents !== 0);

/** What parts add up to, in cents. (ORD-06) */
export const moneyBehind = (parts: readonly Part[]): Cents => sum(parts.map((part) => part.cents));

/** How many cents of a payment are among parts. */
export const centsOf = (parts: readonly Part[], payment: string | null): Cents =>
  moneyBehind(parts.filter((part) => part.payment === payment));

/** Takes its share off each part, in order. */
const split = (parts: readonly Part[], shareOf: (part: Part) => number): CarriedParts => {
  const pairs = parts.map((part) => ({ part, share: shareOf(part) }));
  return {
    moved: withoutEmpty(pairs.map(({ part, share }) => ({ ...part, cents: cents(share) }))),
    left: withoutEmpty(pairs.map(({ part, share }) => ({ ...part, cents: cents(part.cents - share) }))),
  };
};

/**
 * Splits off `value` cents, at most all: each payment in proportion, cents that do not divide from the oldest. (CHG-07)
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

/** Splits off `value` cents, at most all, from the oldest parts first, as account credit is used. (DSC-06) */
export const takeOldest = (parts: readonly Part[], value: Cents): CarriedParts => {
  let open: number = value;
  return split(parts, (part) => {
    const share = Math.min(open, part.cents);
    open -= share;
    return share;
  });
};

/** Parts after cents of a payment were added, or taken where they are negative. A payment has one part. (ORD-06) */
export const movePart = (parts: readonly Part[], payment: string | null, by: number): readonly Part[] => {
  const isKnown = parts.some((part) => part.payment === payment);
  const moved = isKnown
    ? parts.map((part) => (part.payment === payment ? { ...part, cents: cents(part.cents + by) } : part))
    : [...parts, { payment, cents: cents(by) }];
  return withoutEmpty(moved);
};

/**
 * What is refunded for `net` cents of a payment: with their share of its tax, rounded down. `whole` of the `captured`
 * cents are not tax. (ORD-04, ORD-06)
 */
export const grossRefund = (net: Cents, captured: Cents, whole: Cents): Cents =>
  whole === 0 ? cents(0) : cents(floorOf(net, captured, whole));

/**
 * What a refund leaves out of account: a payment's tax. The share of `refunded` cents that is not tax, rounded down;
 * `net` of the `captured` cents are not tax. (ORD-04, ORD-06)
 */
export const netRefunded = (refunded: Cents, captured: Cents, net: Cents): Cents =>
  captured === 0 ? cents(0) : cents(floorOf(refunded, net, captured));
