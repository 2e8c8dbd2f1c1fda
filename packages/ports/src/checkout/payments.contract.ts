import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { Wire } from "../driving/errors.ts";
import {
  Costs,
  BuyerRequired,
  CreditCount,
  GuestEmail,
  IntentId,
  ProviderErrors,
  PayerRequired,
  AdminsOnly,
  Text,
  data,
} from "../driving/shared.ts";

/** A saved card, without its full number. */
export const SavedCard = Schema.Struct({
  id: Schema.String,
  /** Whether checkout preselects this card. True for exactly one card, unless all have expired. */
  is_default: Schema.Boolean,
  /** Whether the card has expired, by the store's clock. */
  is_expired: Schema.Boolean,
  /** Whether the current subscription is billed to this card. */
  pays_plan: Schema.Boolean,
  card: Schema.Struct({
    brand: Schema.String,
    display_brand: Schema.String,
    last4: Schema.String,
    exp_month: Schema.Int,
    exp_year: Schema.Int,
  }),
}).annotate({ identifier: "SavedCard" });

export type SavedCard = typeof SavedCard.Type;

/** The caller's customer at the card provider. */
const CustomerDetails = Schema.Struct({
  id: Schema.String,
  /** The default card, or null if none was chosen. */
  default_payment_method: Schema.NullOr(Schema.String),
  /** The account credit in cents; a debt if negative. */
  account_credit: Cents,
});

/** A setup intent. The client secret only lets the browser confirm it. */
const SetupIntent = Schema.Struct({ id: Schema.String, client_secret: Schema.String, status: Schema.String });

/** A one-time payment, with its amount in cents. The client secret only lets the browser confirm it. */
export const PaymentStep = Schema.Struct({
  id: Schema.String,
  client_secret: Schema.String,
  status: Schema.Literals([
    "requires_payment_method",
    "requires_confirmation",
    "requires_action",
    "requires_capture",
    "processing",
    "succeeded",
    "canceled",
  ]),
  amount: Cents,
}).annotate({ identifier: "PaymentStep" });

export type PaymentStep = typeof PaymentStep.Type;

const OneTimePayment = {
  payment_method_id: Schema.optional(Schema.NullOr(Text)),
  customer_id: Schema.optional(Schema.NullOr(Text)),
  /** The amount that the buyer was shown, in cents. Fails with 409 if it has changed. */
  amount: Schema.optional(Schema.NullOr(Cents)),
};

const PackPayment = Schema.Struct({ recurring_credits: CreditCount, ...OneTimePayment });

/** Payment for a cart: an account's own, or the visitor's cart with this token, bought as a guest with `email`. */
const CartPayment = Schema.Struct({ token: Text, email: GuestEmail, ...OneTimePayment });

/** Saved cards and card payments. */
export class Payments extends HttpApiGroup.make("payments")
  .add(
    /** Starts saving a card for a plan payment. Confirm it in the browser with `client_secret`. */
    HttpApiEndpoint.post("setupIntent", "/setup_intent", {
      payload: Schema.Struct({
        customer_id: Schema.optional(Schema.NullOr(Text)),
        payment_method: Schema.optional(Schema.NullOr(Text)),
      }),
      success: SetupIntent,
      error: [Wire.forbidden, Wire.paymentDeclined, Wire.providerUnreachable, Wire.tooManyAttempts],
    }).annotate(Costs, "payment"),
    /** Lists the caller's saved cards. */
    HttpApiEndpoint.post("cards", "/cards", {
      payload: Schema.Struct({ stripe_customer_token: Schema.optional(Schema.NullOr(Text)) }),
      success: data(Schema.Array(SavedCard)),
      error: [Wire.forbidden, Wire.providerUnreachable, Wire.tooManyAttempts],
    }).annotate(Costs, "inquiry"),
    /** Returns the caller's customer at the card provider. */
    HttpApiEndpoint.post("customer", "/retrieve_stripe_customer_details", {
      payload: Schema.Struct({ customer_id: Text }),
      success: data(CustomerDetails),
      error: [Wire.forbidden, Wire.providerUnreachable, Wire.tooManyAttempts],
    }).annotate(Costs, "inquiry"),
    /**
     * Deletes a saved card and returns the others. If a plan is billed to it, the plan is then billed to the next
     * default card. Fails if there is no other valid card.
     */
    HttpApiEndpoint.post("deleteCard", "/delete_payment_method", {
      payload: Schema.Struct({ payment_method_id: Text }),
      success: data(Schema.Array(SavedCard)),
      error: [Wire.forbidden, Wire.conflict, Wire.providerUnreachable, Wire.tooManyAttempts],
    }).annotate(Costs, "inquiry"),
    /** Makes a saved card the default. */
    HttpApiEndpoint.post("makeDefaultCard", "/default_payment_method", {
      payload: Schema.Struct({ payment_method_id: Text }),
      success: data(Schema.Array(SavedCard)),
      error: [Wire.forbidden, Wire.conflict, Wire.providerUnreachable, Wire.tooManyAttempts],
    }).annotate(Costs, "inquiry"),
    /**
     * Confirms a one-time payment with a saved card. If the bank asks the buyer to confirm, the status is
     * `requires_action`. Then confirm the payment in the browser with `client_secret`.
     */
    HttpApiEndpoint.post("paymentIntentConfirm", "/payment_intent_confirm", {
      payload: Schema.Struct({
        payment_intent_id: IntentId,
        payment_method_id: Schema.optional(Schema.NullOr(Text)),
      }),
      success: PaymentStep,
      error: [
        Wire.notFound,
        Wire.forbidden,
        Wire.conflict,
        Wire.paymentDeclined,
        Wire.providerUnreachable,
        Wire.tooManyAttempts,
      ],
    }).annotate(Costs, "payment"),
  )
  .annotateEndpoints(AdminsOnly, "team_may_not_change_plan")
  .middleware(PayerRequired)
  .add(
    /** Starts a one-time payment for credits or a cart. The store computes the amount. */
    HttpApiEndpoint.post("paymentIntent", "/payment_intent", {
      payload: [PackPayment, CartPayment],
      success: PaymentStep,
      error: [...ProviderErrors, Wire.tooManyAttempts],
    })
      .annotate(Costs, "payment")
      .middleware(BuyerRequired),
  ) {}
