import { personName } from "@backlot/domain/accounts/account";
import { checkoutReminder } from "@backlot/domain/checkout/checkout-messages";
import { licenseConfirmationText } from "@backlot/domain/licensing/licensing-messages";
import type { PlanVariant } from "@backlot/domain/plans/plan";
import { planComparison } from "@backlot/domain/checkout/plan-comparison";
import { creditForNextPayment, paymentText } from "@backlot/domain/plan-changes/running-plan";
import { changeButtonText } from "./button-texts.ts";
import { changeEffectText, legacyLossMessage } from "@backlot/domain/subscriptions/subscription-messages";
import type { ChangePreviewView, CheckoutView, PageContext, UserView } from "@backlot/ports";
import type { PaymentStep } from "./payment-step.ts";

type Payable = Extract<CheckoutView, { readonly _tag: "new-plan" | "change" }>;

const named = ({ plan, license_id }: PlanVariant) => ({ plan_name: plan.name, license_id });

/** Compares the current plan with the plan after a change. Returns null if the plan ended in the meantime. */
const comparison = (change: ChangePreviewView, user: UserView | null) => {
  const running = user?.subscription ?? null;
  if (user === null || running === null) return null;
  const payment = paymentText(running, creditForNextPayment(running, user));
  // An order that awaits payment reserves credits, which a change releases first.
  return planComparison({ ...running, payment, holdsCredits: user.pending_order !== null }, change);
};

/**
 * Returns the payment step's data for a plan change: its effects, its price, and the legacy credits that the user would
 * lose.
 */
const changeModel = ({ change }: Extract<Payable, { readonly _tag: "change" }>, user: UserView | null) => ({
  options: null,
  change: {
    kind: change.kind,
    effect: changeEffectText(change),
    compared: comparison(change, user),
    button: changeButtonText(
      change,
      named(user?.subscription?.plan_variant ?? change.plan_variant),
      named(change.plan_variant),
    ),
  },
  legacyLoss: change.legacy_credits_lost === 0 ? null : legacyLossMessage(change.legacy_credits_lost, "upgrade"),
});

/** Returns the payment step's data for a new plan: its price, promo code, and add-on. */
const newPlanModel = (view: Extract<Payable, { readonly _tag: "new-plan" }>) => ({
  options: {
    code: view.discount_code,
    addOn: view.add_on_credits,
    problem: view.options_error,
    judged: view.options_judged,
    packs: view.credit_packs,
    ranges: view.custom_credit_packs_prices,
  },
  change: null,
  legacyLoss: null,
});

/** Returns the payment step's data for the current user. */
export const paymentStep = (view: Payable, user: UserView | null, shop: PageContext["shop"]): PaymentStep => ({
  ...(view._tag === "change" ? changeModel(view, user) : newPlanModel(view)),
  plan_variant_id: view.plan_variant.id,
  license_id: view.plan_variant.license_id,
  interval: view.plan_variant.interval,
  ways: view.ways,
  cards: view.cards,
  cardsProblem: view.cards_error,
  reminder: user === null ? null : checkoutReminder(user),
  confirmation: licenseConfirmationText(view.plan_variant.license_id),
  billingName: user === null ? "" : personName(user),
  stripe: shop.stripe,
});
