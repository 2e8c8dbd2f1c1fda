import { type Cents, cents, sum } from "../kernel/money.ts";
import { grossRefund } from "./parts.ts";

/**
 * The account credit that comes from one payment. `cents` are net of tax, like the ledger; `captured` and `net` are the
 * payment's amount with and without tax. `payment` is null for a gift.
 */
export interface AccountCreditPart {
  readonly payment: string | null;
  readonly cents: Cents;
  readonly captured: Cents;
  readonly net: Cents;
}

/** Returns an account's credit in cents, with the tax that its payments included. */
export const accountCreditBalance = (parts: readonly AccountCreditPart[]): Cents =>
  sum(
    parts.map((part) => (part.payment === null ? cents(part.cents) : grossRefund(part.cents, part.captured, part.net))),
  );
