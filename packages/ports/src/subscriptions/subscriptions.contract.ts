import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { Credits } from "@backlot/domain/credits/credits.schema";
import { Promo } from "@backlot/domain/pricing/discount.schema";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { PlanVariant } from "@backlot/domain/plans/plan.schema";
import { Wire } from "../driving/errors.ts";
import { SubscriptionView } from "../accounts/accounts.contract.ts";
import {
  Costs,
  CreditCount,
  Expected,
  Id,
  PaymentMethod,
  PayerRequired,
  AdminsOnly,
  SetupIntentId,
  Text,
  data,
  PaymentErrors,
  ProviderErrors,
} from "../driving/shared.ts";
import { QuoteView } from "../pricing/quote.view.ts";

/**
 * A preview of a plan change at current prices. Amounts in cents. `quote` is null unless the change is an upgrade.
 * `effective_at` is null if nothing changes, and `next_renewal` if the plan doesn't renew.
 */
export const ChangePreviewView = Schema.Struct({
  kind: Schema.Literals(["no-change", "upgrade", "downgrade"]),
  plan_variant: PlanVariant,
  effective_at: Schema.NullOr(Instant),
  charge_today: Cents,
  credits_returned: Credits,
  credit_for_unused: Cents,
  credits_gained: Credits,
  legacy_credits_lost: Credits,
  quote: Schema.NullOr(QuoteView),
  next_renewal: Schema.NullOr(Schema.Struct({ at: Instant, price: Cents })),
}).annotate({ identifier: "ChangePreview" });

export type ChangePreviewView = typeof ChangePreviewView.Type;

/** Quotes, purchases, changes, and cancellations of plans. */
export class Subscriptions extends HttpApiGroup.make("subscriptions")
  .add(
    /** Returns the price of a plan for the caller today, with discounts, account credit, and tax. */
    HttpApiEndpoint.get("quote", "/subscriptions/quote", {
      query: {
        plan_variant_id: Id,
        license_id: Schema.optional(LicenseId),
        discount_code: Schema.optional(Text),
        add_on_credits: Schema.optional(CreditCount),
        payment_method: PaymentMethod,
      },
      success: data(QuoteView),
      error: [...ProviderErrors, Wire.tooManyAttempts],
    }).annotate(Costs, "inquiry"),
    /**
     * Subscribes to a plan, or changes the current one. Send the offer that the buyer saw, so that they never pay a
     * different price.
     */
    HttpApiEndpoint.post("subscribe", "/subscriptions", {
      payload: Schema.Struct({
        plan_variant_id: Id,
        /** The setup intent of the card to charge. Not needed for a downgrade or the same plan. */
        setup_intent_id: Schema.optional(SetupIntentId),
        license_id: Schema.optional(LicenseId),
        acknowledge_legacy_loss: Schema.optional(Schema.Boolean),
        ...Expected,
        discount_code: Schema.optional(Schema.NullOr(Text)),
        credit_pack_variant: Schema.optional(
          Schema.NullOr(
            Schema.Struct({
              is_custom: Schema.optional(Schema.Boolean),
              recurring_credits: Schema.optional(CreditCount),
              credit_pack_variant_id: Schema.optional(CreditCount),
            }),
          ),
        ),
      }),
      success: data(
        Schema.Struct({
          subscription: SubscriptionView,
          change: Schema.NullOr(Schema.Literals(["no-change", "upgrade", "downgrade"])),
        }),
      ),
      error: [...PaymentErrors, Wire.tooManyAttempts],
    }).annotate(Costs, "payment"),
  )
  .add(
    /** Returns a promo code's discount on a plan, or null if the code isn't valid. */
    HttpApiEndpoint.get("checkDiscount", "/subscriptions/check_discount", {
      query: { discount_code: Text },
      success: data(Schema.Struct({ discount: Schema.NullOr(Promo) })),
      error: [Wire.conflict, Wire.providerUnreachable, Wire.tooManyAttempts],
    }),
    /** Returns the cost and effects of changing to another plan now. */
    HttpApiEndpoint.get("changePreview", "/subscriptions/change_preview", {
      query: { plan_variant_id: Id, license_id: Schema.optional(LicenseId), payment_method: PaymentMethod },
      success: data(ChangePreviewView),
      error: [...ProviderErrors, Wire.tooManyAttempts],
    }).annotate(Costs, "inquiry"),
    /** Cancels the plan at the end of its period. */
    HttpApiEndpoint.post("cancel", "/subscriptions/cancel", {
      payload: Schema.Struct({ acknowledge_legacy_loss: Schema.optional(Schema.Boolean) }),
      success: data(Schema.Struct({ subscription: SubscriptionView })),
      error: [Wire.notFound, Wire.conflict, Wire.providerUnreachable],
    }),
    /** Undoes a cancellation or a scheduled change. */
    HttpApiEndpoint.post("resume", "/subscriptions/resume", {
      payload: Schema.Struct({}),
      success: data(Schema.Struct({ subscription: SubscriptionView })),
      error: [Wire.notFound, Wire.conflict, Wire.providerUnreachable],
    }),
    /** Pays an overdue renewal with another card. */
    HttpApiEndpoint.post("payOverdue", "/subscriptions/pay_overdue", {
      payload: Schema.Struct({ setup_intent_id: SetupIntentId }),
      success: data(Schema.Struct({ subscription: SubscriptionView })),
      error: [...PaymentErrors, Wire.tooManyAttempts],
    }).annotate(Costs, "payment"),
  )
  .annotateEndpoints(AdminsOnly, "team_may_not_change_plan")
  .middleware(PayerRequired) {}
