import * as Context from "effect/Context";
import type { Cents } from "@backlot/domain";
import type * as Effect from "effect/Effect";
import type { SavedCard } from "../driving/contract.ts";
import type { CardDeclined, PaymentProviderUnavailable, ProviderCall } from "../driven/payment-errors.ts";
import type { ChargeState } from "./payment-gateway.ts";

/** A setup intent at the card provider, which saves a card for later charges. */
export interface SetupIntent {
  readonly id: string;
  readonly client_secret: string;
  readonly status: string;
  readonly customer_id: string | null;
  readonly payment_method_id: string | null;
  /** Whether the card is attached to the intent's customer, so that it can be charged later. */
  readonly is_chargeable: boolean;
  /** The customer's balance in cents; negative means credit. */
  readonly customer_balance: Cents;
}

/** A customer's saved card at the provider. Cards with equal fingerprints have the same number. */
export type CustomerCard = Pick<SavedCard, "id" | "card"> & { readonly fingerprint: string | null };

/** A customer's balance and chosen cards at the card provider. */
export interface ProviderCustomer {
  /** The balance in cents; negative means credit. */
  readonly balance: Cents;
  /** The default card, or null if none was chosen. */
  readonly default_payment_method: string | null;
  /**
   * The card of each active subscription, by the subscription's id at the provider; null if the subscription doesn't
   * have its own card.
   */
  readonly plan_payment_methods: Readonly<Record<string, string | null>>;
}

/** A successful charge: its customer at the provider (null for a guest), and the payment reference that refunds use. */
export interface CardCharge {
  readonly customer_id: string | null;
  readonly payment_reference: string | null;
}

/** The maximum number of charges listed in a search by card. */
export const MOST_CARD_CHARGES = 100;

/** The card provider's customers, with their saved cards and balances. */
export interface CardVault {
  /** Creates a customer and returns its id. `account_id` is the idempotency key. */
  readonly createCustomer: (account: {
    readonly account_id: string;
    readonly email: string;
    readonly name: string;
  }) => ProviderCall<string>;
  /** Retrieves a customer in one call. A deleted customer has no balance and no cards. */
  readonly customer: (customerId: string) => ProviderCall<ProviderCustomer>;
  /** Adjusts a customer's balance by `cents`; a negative amount adds credit. `id` is the idempotency key. */
  readonly adjustBalance: (adjustment: {
    readonly id: string;
    readonly customer_id: string;
    readonly cents: Cents;
    readonly reason: string;
  }) => ProviderCall<void>;
  readonly createSetupIntent: (
    customerId: string,
    paymentMethodId: string | null,
  ) => Effect.Effect<SetupIntent, CardDeclined | PaymentProviderUnavailable>;
  /** Retrieves a setup intent, or null if it doesn't exist. */
  readonly setupIntent: (id: string) => ProviderCall<SetupIntent | null>;
  /** Lists a customer's cards in one call. */
  readonly cards: (customerId: string) => ProviderCall<readonly CustomerCard[]>;
  /** Makes a saved card the customer's default. */
  readonly makeDefaultCard: (customerId: string, paymentMethodId: string) => ProviderCall<void>;
  /** Lists up to MOST_CARD_CHARGES charges to cards whose number ends in these four digits, newest first. */
  readonly chargesTo: (last4: string) => ProviderCall<readonly CardCharge[]>;
  readonly detachCard: (paymentMethodId: string) => ProviderCall<void>;
  /** Sets the card that a subscription will charge. */
  readonly setPaymentMethod: (subscriptionReference: string, paymentMethodId: string) => ProviderCall<void>;
  /**
   * Pays a failed renewal's open invoice with a card, which also pays future renewals. Returns null if no invoice is
   * open.
   */
  readonly payOverdue: (subscriptionReference: string, paymentMethodId: string) => ProviderCall<ChargeState | null>;
}

export const CardVault = Context.Service<CardVault>("backlot/CardVault");
