import type { Cents, Instant, Interval, Period } from "@backlot/domain";
import type * as Effect from "effect/Effect";
import type { Biller, PaymentProviderDown } from "./payments.ts";

/** Where the wallet's provider sends the buyer afterwards. */
export interface WayBack {
  readonly return_url: string;
  readonly cancel_url: string;
}

/** A payment through the wallet. `order_id` is the idempotency key and is kept with the provider's object. */
export interface WalletOrder extends WayBack {
  readonly order_id: string;
  readonly amount: Cents;
  readonly description: string;
}

/**
 * A plan through the wallet. What is due today is taken when the plan starts, `amount` with each period from `next_at` on;
 * both in cents.
 */
export interface WalletPlanOrder extends WayBack {
  readonly order_id: string;
  readonly interval: Interval;
  readonly amount: Cents;
  readonly due_today: Cents;
  readonly next_at: Instant;
}

/** How something that goes through the wallet stands. `order_id` is ours, as the provider kept it; null where it kept none. */
export type WalletStanding =
  /** The buyer has not agreed yet, and does so at `approve_url`. */
  | {
      readonly _tag: "Waiting";
      readonly reference: string;
      readonly order_id: string | null;
      readonly approve_url: string;
    }
  /** The buyer has agreed; nothing is taken before we say so. */
  | { readonly _tag: "Approved"; readonly reference: string; readonly order_id: string | null }
  /** The money is on its way. */
  | { readonly _tag: "Processing"; readonly reference: string; readonly order_id: string | null }
  | {
      readonly _tag: "Paid";
      readonly reference: string;
      readonly order_id: string | null;
      /** What a refund names. */
      readonly payment_id: string;
      readonly amount_paid: Cents;
      readonly paid_at: Instant;
      /** What a plan's first payment is for; null for a single payment. */
      readonly period: Period | null;
    }
  /** Nothing was taken, and nothing will be. */
  | {
      readonly _tag: "Ended";
      readonly reference: string | null;
      readonly order_id: string | null;
      readonly message: string | null;
    };

/** The wallet's provider: the buyer agrees on its own pages. (CHK-04, CHG-09) */
export interface Wallet extends Biller {
  /** Asks for a payment of its own; asked again for the same order it is the first one. */
  readonly requestPayment: (order: WalletOrder) => Effect.Effect<WalletStanding, PaymentProviderDown>;
  /** Reads how a payment stands. Null when the provider knows none. */
  readonly payment: (reference: string) => Effect.Effect<WalletStanding | null, PaymentProviderDown>;
  /** Takes the money of a payment that its buyer has approved; it can't be taken twice, so it may be asked again. */
  readonly takePayment: (reference: string) => Effect.Effect<WalletStanding, PaymentProviderDown>;
  /** Asks for an agreement about a plan; asked again for the same order it is the first one. */
  readonly requestPlan: (order: WalletPlanOrder) => Effect.Effect<WalletStanding, PaymentProviderDown>;
  /** Reads how the first payment of a plan stands. Null when the provider knows none. */
  readonly planStanding: (reference: string) => Effect.Effect<WalletStanding | null, PaymentProviderDown>;
  /** Starts a plan that its buyer has approved, and takes what is due; starting it again is the same. */
  readonly startPlan: (reference: string) => Effect.Effect<WalletStanding, PaymentProviderDown>;
}
