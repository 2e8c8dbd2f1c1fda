import { addInterval } from "../../calendar.ts";
import type { StoredAgreement } from "../stored-objects.ts";
import { BUYER, type Link, type Money, readLink, toMoney, toTime } from "./values.ts";

interface BillingCycle {
  readonly frequency: { readonly interval_unit: "MONTH" | "YEAR"; readonly interval_count: number };
  readonly sequence: number;
  readonly tenure_type: "TRIAL" | "REGULAR";
  readonly total_cycles: number;
  readonly pricing_scheme: {
    readonly version: number;
    readonly fixed_price: Money;
    readonly create_time: string;
    readonly update_time: string;
  };
}

interface InlinePlan {
  readonly name: string;
  readonly product_id: string;
  readonly quantity_supported: boolean;
  readonly billing_cycles: readonly BillingCycle[];
  readonly payment_preferences: {
    readonly service_type: "PREPAID";
    readonly auto_bill_outstanding: boolean;
    readonly setup_fee: Money;
    readonly setup_fee_failure_action: "CANCEL";
    readonly payment_failure_threshold: number;
  };
  readonly taxes?: { readonly percentage: string; readonly inclusive: boolean };
}

interface PaymentAt {
  readonly amount: Money;
  readonly time: string;
}

/**
 * A subscription: `GET /v1/billing/subscriptions/{id}`. PayPal sends `plan` and `last_failed_payment` only on request
 * (https://developer.paypal.com/docs/api/subscriptions/v1/#subscriptions_get).
 */
export interface SubscriptionResource {
  readonly id: string;
  readonly plan_id: string;
  readonly plan_overridden: boolean;
  readonly plan?: InlinePlan;
  readonly status: "APPROVAL_PENDING" | "APPROVED" | "ACTIVE" | "SUSPENDED" | "CANCELLED";
  readonly status_update_time: string;
  readonly start_time: string;
  readonly quantity: string;
  readonly shipping_amount: Money;
  /** Set once the buyer has approved. */
  readonly subscriber?: {
    readonly name: { readonly given_name: string; readonly surname: string };
    readonly email_address: string;
    readonly payer_id: string;
  };
  readonly custom_id?: string;
  readonly billing_info: {
    readonly outstanding_balance: Money;
    readonly cycle_executions: readonly {
      readonly tenure_type: "TRIAL" | "REGULAR";
      readonly sequence: number;
      readonly cycles_completed: number;
      readonly cycles_remaining: number;
      readonly current_pricing_scheme_version: number;
      readonly total_cycles: number;
    }[];
    readonly last_payment?: PaymentAt;
    readonly next_billing_time?: string;
    readonly failed_payments_count: number;
    readonly last_failed_payment?: PaymentAt;
  };
  readonly create_time: string;
  readonly update_time: string;
  readonly links: readonly Link[];
}

/** The payments of a subscription: `GET /v1/billing/subscriptions/{id}/transactions`. */
export interface TransactionsResource {
  readonly transactions: readonly {
    readonly id: string;
    readonly status: "COMPLETED" | "PARTIALLY_REFUNDED" | "REFUNDED";
    readonly payer_email: string;
    readonly payer_name: { readonly given_name: string; readonly surname: string };
    readonly amount_with_breakdown: {
      readonly gross_amount: Money;
      readonly fee_amount: Money;
      readonly net_amount: Money;
    };
    readonly time: string;
  }[];
  readonly links: readonly Link[];
}

/** Returns when an agreement bills next, in Unix seconds. */
export const nextBilling = (agreement: StoredAgreement): number =>
  addInterval(agreement.start, agreement.unit, agreement.billed);

/** Returns the number of trial periods that are not billed yet. */
const trialLeft = ({ trial, billed }: StoredAgreement): number => (trial ? Math.max(0, trial.cycles - billed) : 0);

/** Returns the price of an agreement's next period, in cents. */
export const priceOfNext = (agreement: StoredAgreement): number =>
  agreement.trial && trialLeft(agreement) > 0 ? agreement.trial.price : agreement.price;

/** Returns the billing cycles in sequence: the trial, if there is one, then the regular cycle. */
export const cyclesOf = (agreement: StoredAgreement) => [
  ...(agreement.trial
    ? [{ tenure_type: "TRIAL" as const, total: agreement.trial.cycles, price: agreement.trial.price }]
    : []),
  { tenure_type: "REGULAR" as const, total: 0, price: agreement.price },
];

const planOf = (agreement: StoredAgreement): InlinePlan => ({
  name: "Backlot",
  product_id: "PROD-BACKLOT",
  quantity_supported: false,
  billing_cycles: cyclesOf(agreement).map(({ tenure_type, total, price }, index) => ({
    frequency: { interval_unit: agreement.unit === "month" ? "MONTH" : "YEAR", interval_count: 1 },
    sequence: index + 1,
    tenure_type,
    total_cycles: total,
    pricing_scheme: {
      version: 1,
      fixed_price: toMoney(price),
      create_time: toTime(agreement.created),
      update_time: toTime(agreement.updated),
    },
  })),
  payment_preferences: {
    service_type: "PREPAID",
    auto_bill_outstanding: true,
    setup_fee: toMoney(agreement.setup_fee),
    setup_fee_failure_action: "CANCEL",
    payment_failure_threshold: 0,
  },
  ...(agreement.tax ? { taxes: { percentage: agreement.tax, inclusive: true } } : {}),
});

const billingInfoOf = (agreement: StoredAgreement, withFailed: boolean): SubscriptionResource["billing_info"] => {
  const last = agreement.transactions.at(-1);
  return {
    outstanding_balance: toMoney(agreement.outstanding),
    cycle_executions: cyclesOf(agreement).map(({ tenure_type, total }, index) => {
      const isTrial = tenure_type === "TRIAL";
      return {
        tenure_type,
        sequence: index + 1,
        cycles_completed: isTrial
          ? total - trialLeft(agreement)
          : Math.max(0, agreement.billed - (agreement.trial?.cycles ?? 0)),
        cycles_remaining: isTrial ? trialLeft(agreement) : 0,
        current_pricing_scheme_version: 1,
        total_cycles: total,
      };
    }),
    ...(last === undefined ? {} : { last_payment: { amount: toMoney(last.amount), time: toTime(last.time) } }),
    ...(agreement.status === "ACTIVE" ? { next_billing_time: toTime(nextBilling(agreement)) } : {}),
    failed_payments_count: agreement.failed_count,
    ...(agreement.last_failed === null || !withFailed
      ? {}
      : { last_failed_payment: { amount: toMoney(agreement.outstanding), time: toTime(agreement.last_failed) } }),
  };
};

/** Returns an agreement in the API's format, with the requested fields. `base` is the sandbox's own URL. */
export const toSubscription = (
  agreement: StoredAgreement,
  base: string,
  fields: ReadonlySet<string> = new Set(),
): SubscriptionResource => {
  const { name, email_address, payer_id } = BUYER;
  const isPending = agreement.status === "APPROVAL_PENDING";
  return {
    id: agreement.id,
    plan_id: agreement.plan_id,
    plan_overridden: true,
    ...(fields.has("plan") ? { plan: planOf(agreement) } : {}),
    status: agreement.status,
    status_update_time: toTime(agreement.updated),
    start_time: toTime(agreement.start),
    quantity: "1",
    shipping_amount: toMoney(0),
    ...(isPending ? {} : { subscriber: { name, email_address, payer_id } }),
    ...(agreement.custom_id === null ? {} : { custom_id: agreement.custom_id }),
    billing_info: billingInfoOf(agreement, fields.has("last_failed_payment")),
    create_time: toTime(agreement.created),
    update_time: toTime(agreement.updated),
    links: [
      readLink("self", `${base}/v1/billing/subscriptions/${agreement.id}`),
      ...(isPending ? [readLink("approve", `${base}/paypal/approve/${agreement.id}`)] : []),
    ],
  };
};

/** The number of payments on a page of an agreement's payments. PayPal doesn't document its own page size. */
const PER_PAGE = 10;

/**
 * Returns a page of an agreement's payments between two times in Unix seconds, in the API's format. Links to the next
 * page if there is one.
 */
export const toTransactions = (
  agreement: StoredAgreement,
  base: string,
  { from, to }: { readonly from: number; readonly to: number },
  page: number,
): TransactionsResource => {
  const within = agreement.transactions.filter(({ time }) => time >= from && time <= to);
  const range = { start_time: toTime(from), end_time: toTime(to) };
  const linkTo = (rel: string, number: number) => {
    const query = new URLSearchParams({ ...range, page: String(number) });
    return readLink(rel, `${base}/v1/billing/subscriptions/${agreement.id}/transactions?${query}`);
  };
  return {
    transactions: within.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((each) => ({
      id: each.id,
      status: each.status,
      payer_email: BUYER.email_address,
      payer_name: BUYER.name,
      amount_with_breakdown: {
        gross_amount: toMoney(each.amount),
        fee_amount: toMoney(0),
        net_amount: toMoney(each.amount),
      },
      time: toTime(each.time),
    })),
    links: [linkTo("self", page), ...(within.length > page * PER_PAGE ? [linkTo("next", page + 1)] : [])],
  };
};
