import * as Context from "effect/Context";
import type { Cents, Promo } from "@backlot/domain";
import type * as Effect from "effect/Effect";
import type { SavedCard } from "../driving/contract.ts";
import type { CardDeclined, PaymentProviderUnavailable } from "./payment-errors.ts";
import type { Asked, ChargeState } from "./payment-gateway.ts";

/** A setup intent as the provider keeps it. */
export interface SetupIntent {
  readonly id: string;
  readonly client_secret: string;
  readonly status: string;
  readonly customer_id: string | null;
  readonly payment_method_id: string | null;
  /** Whether its card is saved with its customer, and so can be charged. */
  readonly is_chargeable: boolean;
  /** The customer's balance in cents; negative means credit. (DSC-06) */
  readonly customer_balance: Cents;
}

/** A card as the provider keeps it for a customer. Two of one fingerprint have the same number. */
export type CustomerCard = Pick<SavedCard, "id" | "card"> & { readonly fingerprint: string | null };

/** A customer as the provider keeps it. */
export interface ProviderCustomer {
  /** The balance in cents; negative means credit. (DSC-06) */
  readonly balance: Cents;
  /** The card that is offered first; null where none was chosen. (CHK-05) */
  readonly default_payment_method: string | null;
  /**
   * The card that each running subscription is charged to, by the subscription's reference; null where it names none.
   */
  readonly plan_payment_methods: Readonly<Record<string, string | null>>;
}

/** Customers, their cards and their balance, at the provider that charges cards. (CHK-03, CHK-05) */
export interface CardVault {
  /** Made once per account: `account_id` is the idempotency key. */
  readonly createCustomer: (account: {
    readonly account_id: string;
    readonly email: string;
    readonly name: string;
  }) => Asked<string>;
  /** One call. A customer that was deleted has nothing. */
  readonly customer: (customerId: string) => Asked<ProviderCustomer>;
  /** Changes a customer's balance by cents; negative gives credit. `id` is the idempotency key. */
  readonly adjustBalance: (adjustment: {
    readonly id: string;
    readonly customer_id: string;
    readonly cents: Cents;
    readonly reason: string;
  }) => Asked<void>;
  readonly createSetupIntent: (
    customerId: string,
    paymentMethodId: string | null,
  ) => Effect.Effect<SetupIntent, CardDeclined | PaymentProviderUnavailable>;
  /** Null when there is none with that id. */
  readonly setupIntent: (id: string) => Asked<SetupIntent | null>;
  /** One call. */
  readonly cards: (customerId: string) => Asked<readonly CustomerCard[]>;
  /** Makes a saved card the one that is offered first. (CHK-05) */
  readonly makeDefaultCard: (customerId: string, paymentMethodId: string) => Asked<void>;
  readonly detachCard: (paymentMethodId: string) => Asked<void>;
  /** Charges a subscription to another card from now on. */
  readonly setPaymentMethod: (subscriptionReference: string, paymentMethodId: string) => Asked<void>;
  /** Pays a renewal that was refused with a card, which pays from then on. Null when nothing is open. (CHK-07) */
  readonly payOverdue: (subscriptionReference: string, paymentMethodId: string) => Asked<ChargeState | null>;
}

/** Promo codes of plans. */
export interface PromoCodes {
  /** The code of that name; null where there is none, or none that is still good. (DSC-01, DSC-03) */
  readonly find: (code: string) => Asked<Promo | null>;
}

/** The card vault of the provider that charges cards. */
export const CardVault = Context.Service<CardVault>("backlot/CardVault");

/** The promo codes of the provider that bills plans. */
export const PromoCodes = Context.Service<PromoCodes>("backlot/PromoCodes");
