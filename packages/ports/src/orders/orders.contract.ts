import { PROVIDERS } from "@backlot/domain/kernel/provider";
import { PAYMENT_METHODS } from "@backlot/domain/pricing/payer";
import { ItemKindName } from "@backlot/domain/orders/item-kind.schema";
import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { Credits } from "@backlot/domain/credits/credits.schema";
import { LibraryId, Resolution } from "@backlot/domain/catalog/collection.schema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { ReceiptFile } from "../receipts/receipts.contract.ts";
import { Wire } from "../driving/errors.ts";
import {
  Costs,
  EmailText,
  AccountRequired,
  AdminsOnly,
  BuyerErrors,
  BuyerRequired,
  CreditCount,
  Expected,
  GuestEmail,
  Id,
  IntentId,
  PageSize,
  RequestValidation,
  PayerRequired,
  Text,
  data,
  text,
  PaymentErrors,
  ProviderErrors,
} from "../driving/shared.ts";
import { QuoteView } from "../pricing/quote.view.ts";

/** Purchases other than plans. */
export class Purchases extends HttpApiGroup.make("purchases")
  .add(
    /**
     * Returns the number of credits that the caller just bought with PayPal if it matches the number in the request, or
     * null. For the thank-you page.
     */
    HttpApiEndpoint.get("known", "/purchases/credit-pack-variant", {
      query: { purchased_credits: CreditCount },
      success: data(Schema.NullOr(Schema.Struct({ credits: Credits }))),
    }),
    /** Buys a collection with credits. */
    HttpApiEndpoint.post("collection", "/purchases/collection", {
      payload: Schema.Struct({ collection_id: Id }),
      success: data(
        Schema.Struct({ collection_id: Schema.Int, credits_spent: Credits, current_credit_balance: Credits }),
      ),
      error: [Wire.notFound, Wire.conflict, Wire.notEnoughCredits],
    }),
  )
  .middleware(AccountRequired)
  .add(
    /** Adds purchased credits to the balance after their payment was confirmed. Safe to repeat. */
    HttpApiEndpoint.post("creditPack", "/purchases/credit-pack-variant", {
      payload: Schema.Struct({
        payment_intent: IntentId,
        credit_pack_variant_id: Schema.optional(CreditCount),
        is_custom: Schema.optional(Schema.Boolean),
        recurring_credits: Schema.optional(CreditCount),
      }),
      success: data(Schema.Struct({ credits: Credits, amount: Cents, current_credit_balance: Credits })),
      error: PaymentErrors,
    })
      .annotate(AdminsOnly, "team_may_not_buy_credits")
      .middleware(PayerRequired),
    /** Delivers a cart after its payment was confirmed. Safe to repeat. */
    HttpApiEndpoint.post("cart", "/purchases/cart", {
      payload: Schema.Struct({ token: Text, payment_intent: Schema.optional(Schema.NullOr(IntentId)) }),
      success: data(Schema.Struct({ order_id: Schema.String, product_ids: Schema.Array(Schema.Int), amount: Cents })),
      error: PaymentErrors,
    }).middleware(BuyerRequired),
  ) {}

/**
 * The URL where the buyer continues: the provider's approval page, or our return page if no approval is needed. Null if
 * `error` explains why the buyer can't continue.
 */
export const ApprovalRedirect = Schema.Struct({
  redirect_url: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.String),
}).annotate({ identifier: "ApprovalRedirect" });

export type ApprovalRedirect = typeof ApprovalRedirect.Type;

/**
 * The state of an order that its buyer approves at the provider, for the page that the buyer returns to. `redirect_url`
 * is the provider's approval page, or null unless the order is still waiting for approval. `message` is null unless the
 * order ended without delivering anything.
 */
export const ApprovalView = Schema.Struct({
  provider: Schema.Literals(PROVIDERS),
  kind: ItemKindName,
  status: Schema.Literals(["waiting", "processing", "paid", "unfulfillable", "failed", "canceled", "expired"]),
  message: Schema.NullOr(Schema.String),
  credits: Schema.NullOr(Credits),
  plan_variant_id: Schema.NullOr(Schema.Int),
  license_id: LicenseId,
  redirect_url: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Approval" });

export type ApprovalView = typeof ApprovalView.Type;

/** A paid order, as its buyer sees it. Amounts in cents. */
export const OrderView = Schema.Struct({
  id: Schema.String,
  kind: ItemKindName,
  status: Schema.Literals(["paid", "unfulfillable"]),
  /** Why the order could not be fulfilled; null for a fulfilled order. */
  message: Schema.NullOr(Schema.String),
  license_id: LicenseId,
  paid_with: Schema.Literals([...PAYMENT_METHODS, "account-credit", "nothing"]),
  placed_at: Instant,
  quote: QuoteView,
  /** The buyer. For a guest, only the email address is set. */
  billed_to: Schema.Struct({
    name: Schema.String,
    company_name: Schema.NullOr(Schema.String),
    address: Schema.NullOr(Schema.String),
    email: Schema.String,
  }),
  refunded: Cents,
  /**
   * The order's products; empty for a plan or a credit pack. `status` shows whether the buyer still owns each one, or
   * whether it was refunded. `raised_from` is the license before a license upgrade, or null.
   */
  items: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      name: Schema.String,
      slug: Schema.String,
      library_id: LibraryId,
      resolution: Resolution,
      /** Its resolution, and its format if the collection has several. */
      label: Schema.String,
      price: Cents,
      raised_from: Schema.NullOr(LicenseId),
      status: Schema.Literals(["held", "being_refunded", "refunded"]),
    }),
  ),
}).annotate({ identifier: "Order" });

export type OrderView = typeof OrderView.Type;

/** A page of orders, newest first. Pass the last id as `starting_after` to get the next page. */
export const OrderPage = Schema.Struct({
  data: Schema.Array(OrderView),
  has_more: Schema.Boolean,
}).annotate({ identifier: "OrderPage" });

export type OrderPage = typeof OrderPage.Type;

/** The token of a signed link that opens an order without signing in. */
const Link = Schema.optional(text(1_000));

const OwnOrder = {
  payload: Schema.Struct({ order_id: Text }),
  success: data(ApprovalView),
  error: ProviderErrors,
};

/** Returns the endpoint that starts a plan's payment at a provider that requires the buyer's approval. */
const approvePlan = <Name extends string, Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.post(name, path, {
    payload: Schema.Struct({
      plan_variant_id: Id,
      license_id: Schema.optional(LicenseId),
      discount_code: Schema.optional(Schema.NullOr(Text)),
      acknowledge_legacy_loss: Schema.optional(Schema.Boolean),
      ...Expected,
    }),
    success: ApprovalRedirect,
    error: [...ProviderErrors, Wire.tooManyAttempts],
  })
    .annotate(Costs, "payment")
    .annotate(AdminsOnly, "team_may_not_change_plan")
    .middleware(PayerRequired);

/**
 * Returns the endpoint that starts the payment of credits or a cart at a provider that requires the buyer's approval.
 */
const approveOneTime = <Name extends string, Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.post(name, path, {
    payload: [
      Schema.Struct({
        is_credit_pack_variant_order: Schema.optional(Schema.Boolean),
        credit_pack_variant_id: Schema.optional(CreditCount),
        recurring_credits: Schema.optional(CreditCount),
        is_custom: Schema.optional(Schema.Boolean),
        plan_id: Schema.optional(Schema.NullOr(Id)),
        /** The amount that the buyer was shown, in cents. Fails with 409 if it has changed. (CHK-06) */
        amount: Schema.optional(Schema.NullOr(Cents)),
      }),
      Schema.Struct({ token: Text, email: GuestEmail, amount: Schema.optional(Schema.NullOr(Cents)) }),
    ],
    success: ApprovalRedirect,
    error: [...ProviderErrors, Wire.tooManyAttempts],
  })
    .annotate(Costs, "payment")
    .middleware(BuyerRequired);

/** Orders of an account or a guest, and payments that the buyer approves at the provider. */
export class Orders extends HttpApiGroup.make("orders")
  .add(
    /** Lists the caller's paid orders, newest first. */
    HttpApiEndpoint.get("list", "/orders", {
      query: { starting_after: Schema.optional(Text), limit: Schema.optional(PageSize) },
      success: OrderPage,
    }).middleware(AccountRequired),
    /** Starts a PayPal payment for a plan. The buyer approves it at `redirect_url`. */
    approvePlan("initializeSubscription", "/orders/paypal/initialize_subscription"),
    /** Returns a paid order to its buyer, or to anyone with the token from its link. */
    HttpApiEndpoint.get("get", "/orders/:id", {
      params: { id: Text },
      query: { link: Link },
      success: data(OrderView),
      error: [Wire.notFound, Wire.forbidden, ...BuyerErrors],
    }),
    /** Returns the receipt of an order as a PDF. */
    HttpApiEndpoint.get("receipt", "/orders/:id/receipt", {
      params: { id: Text },
      query: { link: Link },
      success: data(ReceiptFile),
      error: [Wire.notFound, Wire.forbidden, Wire.tooManyAttempts, ...BuyerErrors],
    }).annotate(Costs, "document"),
    /** Returns a link to a file in an order. */
    HttpApiEndpoint.post("download", "/orders/:id/downloads", {
      params: { id: Text },
      payload: Schema.Struct({ variant_id: Id, link: Link }),
      success: data(Schema.Struct({ url: Schema.String })),
      error: [Wire.notFound, Wire.forbidden, Wire.downloadRefused, Wire.tooManyAttempts, ...BuyerErrors],
    }).annotate(Costs, "download"),
    /** Emails a guest the links to their orders. Also succeeds for unknown addresses. */
    HttpApiEndpoint.post("sendLinks", "/orders/links", {
      payload: Schema.Struct({ email: EmailText }),
      success: HttpApiSchema.NoContent,
      error: [Wire.tooManyAttempts],
    }),
    /** Starts a PayPal payment for credits or a cart. The buyer approves it at `redirect_url`. */
    approveOneTime("paypal", "/orders/paypal"),
    /** Completes an order after its buyer returns from the payment provider. Safe to repeat. */
    HttpApiEndpoint.post("returned", "/orders/return", OwnOrder).middleware(BuyerRequired),
    /** Cancels an order whose buyer left the payment provider without approving it. */
    HttpApiEndpoint.post("left", "/orders/leave", OwnOrder).middleware(BuyerRequired),
  )
  .middleware(RequestValidation) {}
