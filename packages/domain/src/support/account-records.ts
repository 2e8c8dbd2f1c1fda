import type { CreditEntry, CreditLot } from "../credits/ledger.ts";
import type { FundingEntry } from "../funding/funding.ts";
import { type FundingState, fundingStateOf, paidPeriods } from "../funding/funding-state.ts";
import type { Period } from "../kernel/calendar.ts";
import type { Cents } from "../kernel/money.ts";
import type { LicenseId } from "../licensing/license.ts";
import type { Order } from "../orders/order.ts";
import type { Subscription } from "../subscriptions/subscription.ts";

/** A payment as the check of the records reads it. Amounts in cents. */
export interface RecordedPayment {
  readonly id: string;
  readonly order_id: string | null;
  readonly subscription_id: string | null;
  readonly reason: "plan" | "renewal" | "change" | "pack" | "items";
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly disputed: Cents;
  readonly period: Period | null;
}

/** All records of an account's or a guest's purchases. Entries are in posting order. */
export interface AccountRecords {
  /** The lowest license that the account may buy under. */
  readonly minimum: LicenseId;
  readonly lots: readonly CreditLot[];
  readonly entries: readonly CreditEntry[];
  readonly funding: readonly FundingEntry[];
  readonly payments: readonly RecordedPayment[];
  /** The orders that were paid. */
  readonly orders: readonly Pick<Order, "id" | "items" | "quote" | "status">[];
  /** The sources of the items that the account owns. */
  readonly owned: readonly string[];
  /** The store's own refunds of the payments. `is_open` is true until the provider has confirmed the refund. */
  readonly refunds: readonly { readonly payment_id: string; readonly is_open: boolean }[];
  /** The total on each payment's receipt, in cents. */
  readonly receipts: ReadonlyMap<string, Cents>;
  /** The losses shown to support: money that refunds could not recover, in cents. */
  readonly losses: readonly { readonly holder: string; readonly amount: Cents }[];
  /** The plan that has not ended, or null. */
  readonly subscription: Subscription | null;
}

/** Returns the funding state that an account's records add up to. */
export const fundingStateOfRecords = ({
  lots,
  entries,
  funding,
  payments,
  subscription,
}: AccountRecords): FundingState =>
  fundingStateOf({
    lots,
    entries,
    funding,
    periods: paidPeriods(payments),
    running: subscription?.payment ?? null,
  });
