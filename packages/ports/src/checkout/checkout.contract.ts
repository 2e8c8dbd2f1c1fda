import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { PackRange } from "@backlot/domain/credits/credit-pack.schema";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { PlanVariant } from "@backlot/domain/plans/plan.schema";
import { Wire } from "../driving/errors.ts";
import { CreditPackVariant } from "../credits/credit-packs.contract.ts";
import { Way } from "../orders/way.view.ts";
import { SavedCard } from "./payments.contract.ts";
import { Costs, CreditCount, Id, RequestValidation, Text, data, text } from "../driving/shared.ts";
import { ChangePreviewView } from "../subscriptions/subscriptions.contract.ts";
import { QuoteView } from "../pricing/quote.view.ts";

const CheckoutPlan = { plan_variant: PlanVariant };

const CheckoutPayment = {
  ...CheckoutPlan,
  /** The ways to pay, the preselected one first. */
  ways: Schema.Array(Way),
  cards: Schema.Array(SavedCard),
  /** Why the saved cards could not be loaded, or null. */
  cards_error: Schema.NullOr(Schema.String),
};

/** The caller's current step in a plan's checkout. */
export const CheckoutView = Schema.Union([
  /** The plan can't be bought on this page. Redirect to the path `to`. */
  Schema.TaggedStruct("redirect", { to: Schema.String }),
  Schema.TaggedStruct("account", { ...CheckoutPlan, quote: QuoteView }),
  Schema.TaggedStruct("license", { ...CheckoutPlan, quote: QuoteView, minimum_license_id: LicenseId }),
  Schema.TaggedStruct("refused", { ...CheckoutPlan, message: Schema.String }),
  Schema.TaggedStruct("new-plan", {
    ...CheckoutPayment,
    quote: QuoteView,
    /** The promo code in the quote, or null. */
    discount_code: Schema.NullOr(Schema.String),
    /** The add-on credits in the quote, or null. */
    add_on_credits: Schema.NullOr(Schema.Int),
    /** Why a requested promo code or add-on was left out of the quote, or null. */
    options_error: Schema.NullOr(Schema.String),
    /** False if the promo code could not be checked, so that a retry may still accept it. */
    options_judged: Schema.Boolean,
    credit_packs: Schema.Array(CreditPackVariant),
    /** The price ranges of custom amounts. */
    custom_credit_packs_prices: Schema.Array(PackRange),
  }),
  Schema.TaggedStruct("change", { ...CheckoutPayment, change: ChangePreviewView }),
]).annotate({ identifier: "CheckoutView" });

export type CheckoutView = typeof CheckoutView.Type;

/** Quotes for everyone, and the data of a plan's checkout page. */
export class Checkout extends HttpApiGroup.make("checkout")
  .add(
    /**
     * Returns the price of a plan for a new customer today, with the sale or a promo code, an add-on, and tax. Doesn't
     * require an account, and ignores account credit and the caller's earlier purchases.
     */
    HttpApiEndpoint.get("quote", "/quote", {
      query: {
        plan_variant_id: Id,
        /**
         * The license to buy the plan under. Defaults to Individual, or to the lowest license that the plan is sold
         * under.
         */
        license_id: Schema.optional(LicenseId),
        /** Fails with 409 if the code isn't valid for the plan. Ignored while a sale is running. */
        discount_code: Schema.optional(Text),
        /** The number of credits to buy with the plan. */
        add_on_credits: Schema.optional(CreditCount),
      },
      success: data(QuoteView),
      error: [Wire.notFound, Wire.conflict, Wire.providerUnreachable, Wire.tooManyAttempts],
    }).annotate(Costs, "inquiry"),
    /** Returns the caller's current step in a plan's checkout, with the quote and the ways to pay. */
    HttpApiEndpoint.get("view", "/checkout", {
      query: {
        plan_variant_id: Id,
        license_id: Schema.optional(LicenseId),
        /** "true" if the buyer chose `license_id` for this checkout; "false" to show the license step again. */
        license_chosen: Schema.optional(Schema.Literals(["true", "false"])),
        discount_code: Schema.optional(text(2_000)),
        add_on_credits: Schema.optional(CreditCount),
      },
      success: data(CheckoutView),
      error: [Wire.conflict, Wire.providerUnreachable, Wire.tooManyAttempts],
    }).annotate(Costs, "inquiry"),
  )
  .middleware(RequestValidation) {}
