import type { PackPrices } from "../credits/credit-pack.ts";
import { type Instant, epochMs, instant, utcDay, utcMinute } from "../kernel/calendar.ts";
import { type Cents, formatUsd } from "../kernel/money.ts";
import { sentence } from "../kernel/sentence.ts";
import type { PlanOffer } from "../plans/plan.schema.ts";
import { priceListProblemText, validatePriceList } from "../pricing/price-list-problems.ts";
import type { PriceRules } from "../pricing/price-list.schema.ts";
import type { Fault } from "./fault.ts";
import { isLate } from "./plan-faults.ts";

const HOUR_MS = 3_600_000;

/** The maximum delay of a background job, in milliseconds: an hour. Most run every few minutes. */
export const JOB_LATE_AFTER_MS = HOUR_MS;

/** The maximum time for a provider to confirm a refund, in milliseconds. Covers ten business days. */
const CONFIRMED_WITHIN_MS = 14 * 86_400_000;

/**
 * Returns the time range of provider events that must have been processed: the last three days, except for the last
 * hour.
 */
export const eventsToCheck = (at: Instant): { readonly since: Instant; readonly before: Instant } => ({
  since: instant(epochMs(at) - 72 * HOUR_MS),
  before: instant(epochMs(at) - HOUR_MS),
});

/**
 * A refund that the store still has to make, that the provider has not confirmed, or that it refused. `stayed` is the
 * rest of its payment after all refunds and lost disputes, in cents. `disputed` is whether the payment has an open
 * dispute, which the refund waits for.
 */
export interface OpenRefund {
  readonly id: string;
  readonly payment_id: string;
  readonly amount: Cents;
  readonly stayed: Cents;
  readonly disputed: boolean;
  readonly status: "due" | "issued" | "applied" | "failed";
  readonly created_at: Instant;
}

/** How often a cart code was used, in total or by one account (`user_id`), and its limit. */
export interface CodeUse {
  readonly code: string;
  readonly user_id: string | null;
  readonly uses: number;
  readonly allowed: number;
}

/** A background job that has failed on every run since a time, with its last error. */
export interface FailingJob {
  readonly name: string;
  readonly failing_since: Instant;
  readonly last_error: string;
}

/** The records that a check of the whole store reads. Overdue entries exceed the time that `isLate` allows. */
export interface StoreRecords {
  /** `packs` is null before the first import. */
  readonly price_list: {
    readonly plans: readonly PlanOffer[];
    readonly packs: PackPrices | null;
    readonly rules: PriceRules;
  };
  readonly refunds: readonly OpenRefund[];
  readonly late_adjustments: readonly { readonly id: string; readonly cents: Cents; readonly created_at: Instant }[];
  readonly late_orders: readonly { readonly id: string; readonly expires_at: Instant }[];
  readonly late_jobs: readonly { readonly name: string; readonly due_at: Instant }[];
  readonly failing_jobs: readonly FailingJob[];
  /** Emails that the mail server refused. Without `failed_at`, the store will retry them. */
  readonly refused_emails: readonly {
    readonly id: string;
    readonly kind: string;
    readonly failed_at: Instant | null;
    readonly last_error: string;
  }[];
  /** The collections for sale that lack files, with the import folder paths of those files. */
  readonly incomplete: readonly { readonly slug: string; readonly missing: readonly string[] }[];
  /** The files that customers own but that are neither for sale nor in the store. */
  readonly lost_files: readonly { readonly slug: string; readonly file_name: string }[];
  readonly overused_codes: readonly CodeUse[];
  readonly missed_events: readonly {
    readonly event_id: string;
    readonly type: string;
    readonly occurred_at: Instant;
  }[];
}

const refundFaults = (refunds: readonly OpenRefund[], at: Instant): readonly Fault[] =>
  refunds.flatMap(({ payment_id, amount, stayed, disputed, status, created_at }): readonly Fault[] => {
    const about = payment_id;
    // The customer received all of the money another way, such as through a dispute.
    if (stayed === 0) return [];
    if (status === "failed")
      return [{ code: "refund_failed", about, says: `The provider refused to refund ${formatUsd(amount)}.` }];
    const isWaiting = status === "issued" && epochMs(created_at) + CONFIRMED_WITHIN_MS > epochMs(at);
    if (status === "applied" || disputed || isWaiting || !isLate(created_at, at)) return [];
    if (status === "issued") {
      const says = `A refund of ${formatUsd(amount)}, issued on ${utcDay(created_at)}, has not been confirmed.`;
      return [{ code: "refund_unconfirmed", about, says }];
    }
    const says = `A refund of ${formatUsd(amount)} has been due since ${utcDay(created_at)}.`;
    return [{ code: "refund_late", about, says }];
  });

const priceListFaults = ({ plans, packs, rules }: StoreRecords["price_list"]): readonly Fault[] => {
  const problems =
    packs === null ? ["the store has no prices"] : validatePriceList({ plans, packs, rules }).map(priceListProblemText);
  return problems.map((problem) => ({
    code: "price_list_wrong",
    about: "price list",
    says: sentence(problem),
  }));
};

/**
 * Returns the faults in the parts of the store that all customers share: prices, refunds, codes, background jobs, and
 * provider events.
 */
export const storeFaults = (records: StoreRecords, at: Instant): readonly Fault[] => [
  ...priceListFaults(records.price_list),
  ...refundFaults(records.refunds, at),
  ...records.late_adjustments.map(({ id, cents, created_at }): Fault => {
    const says = `A change of ${formatUsd(cents)} to the customer's balance has been due since ${utcDay(created_at)}.`;
    return { code: "refund_late", about: id, says };
  }),
  ...records.late_orders.map(({ id, expires_at }): Fault => {
    const says = `The order is still open, although it expired on ${utcDay(expires_at)}.`;
    return { code: "order_overdue", about: id, says };
  }),
  ...records.late_jobs.map(({ name, due_at }): Fault => {
    const says = `The job has been due since ${utcMinute(due_at)} UTC.`;
    return { code: "job_overdue", about: name, says };
  }),
  ...records.failing_jobs.map(({ name, failing_since, last_error }): Fault => {
    const says = `The job has failed each time since ${utcMinute(failing_since)} UTC: ${last_error}`;
    return { code: "job_failing", about: name, says };
  }),
  ...records.refused_emails.flatMap(({ id, kind, failed_at, last_error }): readonly Fault[] => {
    if (failed_at === null) return [];
    const says = `The mail server refused this ${kind} email on ${utcDay(failed_at)}: ${last_error}`;
    return [{ code: "email_refused", about: id, says }];
  }),
  ...records.incomplete.map(({ slug, missing }): Fault => {
    const [first = "", ...others] = missing;
    const files = others.length === 0 ? `${first} isn't` : `${first} and ${others.length} more aren't`;
    return { code: "files_missing", about: slug, says: `This item is for sale, but ${files} in the store.` };
  }),
  ...records.lost_files.map(
    ({ slug, file_name }): Fault => ({
      ...{ code: "sold_file_missing", about: slug },
      says: `Customers own ${file_name}, but it isn't in the store.`,
    }),
  ),
  ...records.overused_codes.map(({ code, user_id, uses, allowed }): Fault => {
    const who = user_id === null ? "" : ` by account ${user_id}`;
    return {
      code: "code_used_too_often",
      about: code,
      says: `The code was used ${uses} times${who} instead of ${allowed}.`,
    };
  }),
  ...records.missed_events.map(({ event_id, type, occurred_at }): Fault => {
    const says = `The store never processed this "${type}" event from ${utcDay(occurred_at)}.`;
    return { code: "event_missed", about: event_id, says };
  }),
];
