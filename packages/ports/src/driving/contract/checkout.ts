import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { PlanVariant } from "@backlot/domain/plans/plan.schema";
import { Quote } from "@backlot/domain/pricing/quote.schema";
import { Wire } from "../errors.ts";
import { CreditPackVariant } from "./catalog.ts";
import { SavedCard } from "./payments.ts";
import { CreditCount, Id, RequestValidation, data, text } from "./shared.ts";
import { ChangePreviewView } from "./subscriptions.ts";

const CheckoutPlan = { plan_variant: PlanVariant };

const CheckoutPayment = {
  ...CheckoutPlan,
  /** The ways to pay, the first one chosen. (LIC-14) */
  methods: Schema.Array(Schema.Literals(["card", "paypal"])),
  /** What PayPal charges today; null where it can't or need not. (CHK-09) */
  paypal_quote: Schema.NullOr(Quote),
  /** What its buyer should know of the renewals through PayPal; null where there is nothing. */
  paypal_note: Schema.NullOr(Schema.String),
  cards: Schema.Array(SavedCard),
  /** Why the saved cards could not be read; null where they were. (CHK-05) */
  cards_error: Schema.NullOr(Schema.String),
};

/** What the checkout of a plan shows to its caller. (PLN-06, ACC-06, DSC-07, CHG-07) */
export const CheckoutView = Schema.Union([
  /** It can't be bought here: where the caller is led instead. */
  Schema.TaggedStruct("redirect", { to: Schema.String }),
  Schema.TaggedStruct("account", { ...CheckoutPlan, quote: Quote }),
  Schema.TaggedStruct("licence", { ...CheckoutPlan, quote: Quote, minimum_license_id: LicenseId }),
  Schema.TaggedStruct("refused", { ...CheckoutPlan, message: Schema.String }),
  Schema.TaggedStruct("new-plan", {
    ...CheckoutPayment,
    quote: Quote,
    /** The promo code and the add-on that the quote counts, and why one that was asked for is left out. */
    discount_code: Schema.NullOr(Schema.String),
    add_on_credits: Schema.NullOr(Schema.Int),
    options_error: Schema.NullOr(Schema.String),
    /** False where the code could not be looked at: asked for again, it may count. */
    options_judged: Schema.Boolean,
    credit_packs: Schema.Array(CreditPackVariant),
  }),
  Schema.TaggedStruct("change", { ...CheckoutPayment, change: ChangePreviewView }),
]).annotate({ identifier: "CheckoutView" });

export type CheckoutView = typeof CheckoutView.Type;

/** The checkout of a plan. (PLN-06) */
export class Checkout extends HttpApiGroup.make("checkout")
  .add(
    HttpApiEndpoint.get("view", "/checkout", {
      query: {
        plan_variant_id: Id,
        license_id: Schema.optional(LicenseId),
        /** Whether the license was chosen for this checkout; "false" asks for the choice again. It binds once paid. */
        license_chosen: Schema.optional(Schema.Literals(["true", "false"])),
        discount_code: Schema.optional(text(2_000)),
        add_on_credits: Schema.optional(CreditCount),
      },
      success: data(CheckoutView),
      error: [Wire.conflict, Wire.providerUnreachable],
    }),
  )
  .middleware(RequestValidation) {}
