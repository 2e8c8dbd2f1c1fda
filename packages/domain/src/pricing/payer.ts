import { type Cents, ZERO } from "../kernel/money.ts";
import { PROVIDERS, type Provider } from "../kernel/provider.ts";
import { SMALLEST_CHARGE } from "./discount.ts";

/**
 * How a provider charges: "card" for a card entered in the store, "approval" if it sends the buyer to its own pages.
 */
export type Asks = "card" | "approval";

/** A payment provider as buyers see it. Check its capabilities instead of its name. */
export interface Payer {
  readonly asks: Asks;
  /** The name that buyers know, such as "PayPal". */
  readonly name: string;
  /** The payment method in requests, responses, and receipts. */
  readonly method: string;
  /** How long an order can be paid, in milliseconds. */
  readonly lifetime_ms: number;
  /** The smallest amount that is charged for a plan, in cents. */
  readonly smallestPlanCharge: Cents;
  readonly takes: {
    /** Account credit, which pays for plans. */
    readonly accountCredit: boolean;
    /** Promo codes, which discount the first periods of a plan. */
    readonly promoCodes: boolean;
    /** Codes that discount a cart by a percentage. */
    readonly percentCodes: boolean;
    /** Customers with an Enterprise license. */
    readonly enterprise: boolean;
    /** Credits bought with a plan, in one order. */
    readonly addOns: boolean;
  };
  readonly plans: {
    /** Whether an upgrade changes the subscription in place instead of creating a new agreement. */
    readonly changeInPlace: boolean;
    /** Whether a plan can become any other one at the period end, instead of only one that fits its agreement. */
    readonly changeFreely: boolean;
    /** Whether the plans that it bills can be changed only through it. */
    readonly stayWithIt: boolean;
    /** Whether renewals stay on the day of the month of the purchase. */
    readonly keepTheirDay: boolean;
  };
}

const HOUR_MS = 3_600_000;

/** Stripe expires an unpaid subscription after 23 hours, and an idempotency key after 24. */
const stripe = {
  asks: "card",
  name: "Card",
  method: "card",
  lifetime_ms: 23 * HOUR_MS,
  smallestPlanCharge: SMALLEST_CHARGE,
  takes: { accountCredit: true, promoCodes: true, percentCodes: true, enterprise: true, addOns: true },
  plans: { changeInPlace: true, changeFreely: true, stayWithIt: false, keepTheirDay: true },
} as const satisfies Payer;

/** An approval at PayPal is valid for 3 hours. PayPal charges any amount. */
const paypal = {
  asks: "approval",
  name: "PayPal",
  method: "paypal",
  lifetime_ms: 3 * HOUR_MS,
  smallestPlanCharge: ZERO,
  takes: { accountCredit: false, promoCodes: false, percentCodes: false, enterprise: false, addOns: false },
  plans: { changeInPlace: false, changeFreely: false, stayWithIt: true, keepTheirDay: false },
} as const satisfies Payer;

const PAYERS = { stripe, paypal } as const satisfies { readonly [P in Provider]: Payer };

/** The providers that charge in a given way. */
export type ProvidersThat<A extends Asks> = {
  [P in Provider]: (typeof PAYERS)[P]["asks"] extends A ? P : never;
}[Provider];

/** A payment method that a buyer can choose at checkout. */
export type PaymentMethod = (typeof PAYERS)[Provider]["method"];

/** The payment methods, in the order in which pages list them. */
export const PAYMENT_METHODS: readonly PaymentMethod[] = PROVIDERS.map((provider) => PAYERS[provider].method);

/** Returns whether a provider sends the buyer to its own pages. */
export const asksApproval = (provider: Provider): provider is ProvidersThat<"approval"> =>
  PAYERS[provider].asks === "approval";

/** The providers that send the buyer to their own pages. */
export const APPROVAL_PROVIDERS: readonly ProvidersThat<"approval">[] = PROVIDERS.filter(asksApproval);

/** Returns a provider's capabilities. */
export const payerOf = (provider: Provider): Payer & { readonly method: PaymentMethod } => PAYERS[provider];

const BY_METHOD = Object.fromEntries(PROVIDERS.map((provider) => [PAYERS[provider].method, provider])) as {
  readonly [M in PaymentMethod]: Provider;
};

/** Returns the provider of a payment method. */
export const providerOf = (method: PaymentMethod): Provider => BY_METHOD[method];

/** Returns the payers that a store offers, in display order: those whose keys are set and that no setting hides. */
export const offeredPayers = (store: {
  readonly hasKeys: (provider: Provider) => boolean;
  readonly hidden: readonly Provider[];
}): readonly Provider[] => PROVIDERS.filter((provider) => store.hasKeys(provider) && !store.hidden.includes(provider));
