import { afterPlanOrder } from "@backlot/domain/plan-changes/preselection";
import { cents } from "@backlot/domain/kernel/money";
import type { Way } from "@backlot/domain/orders/ways";
import type { LicenseId } from "@backlot/domain/licensing/license";
import { payerOf } from "@backlot/domain/pricing/payer";
import { addOnTotal } from "@backlot/domain/pricing/tax";
import type { ChangeKind } from "@backlot/domain/plans/plan-change";
import type { PostBody } from "@backlot/ports";
import { postJson } from "#app/browser/api.ts";
import { paths } from "#app/paths.ts";
import { orderToAwait } from "./waiting-page.ts";
import { type ApprovalUrls, approveCredits, approvePlan } from "./approvals.tsx";
import type { useCardPayment } from "./card.tsx";

/** The plan or the change to order, and its options. */
interface PlanOrder {
  readonly plan_variant_id: number;
  readonly license_id: LicenseId;
  readonly change: { readonly kind: ChangeKind } | null;
  readonly options: { readonly code: string | null; readonly addOn: number | null } | null;
  /** Not null if the buyer must acknowledge a loss of legacy credits. */
  readonly legacyLoss: object | null;
}

/**
 * The result of a plan's order: the next page (`isDone` is false if another order is in progress), the page where the
 * buyer approves it, the pages of two approvals, or the error message.
 */
type SentPlan =
  | { readonly to: string; readonly isDone: boolean }
  | { readonly approve: string }
  | { readonly approvals: ApprovalUrls }
  | { readonly problem: string; readonly reason?: string | undefined };

/**
 * Returns the fields that all requests for a plan share, with the offer that the buyer agreed to. The store rejects the
 * request if the offer has changed.
 */
const planRequest = (model: PlanOrder, { quote }: Way, acknowledged: boolean) => ({
  plan_variant_id: model.plan_variant_id,
  license_id: model.license_id,
  ...(model.legacyLoss === null ? {} : { acknowledge_legacy_loss: acknowledged }),
  expected_kind: model.change?.kind ?? ("new-plan" as const),
  ...(quote === null ? {} : { expected_total: quote.total }),
});

/** Places the order by card. `card` is null for a downgrade or the same plan, which need no card. */
export const sendByCard = async (
  model: PlanOrder,
  way: Way,
  acknowledged: boolean,
  card: ReturnType<typeof useCardPayment> | null,
): Promise<SentPlan> => {
  const saved = card === null ? null : await card.setUp();
  if (saved !== null && "problem" in saved) return saved;
  const { code = null, addOn = null } = model.options ?? {};
  const order: PostBody<"/api/subscriptions"> = {
    ...planRequest(model, way, acknowledged),
    ...(saved === null ? {} : { setup_intent_id: saved.id }),
    ...(code === null ? {} : { discount_code: code }),
    ...(addOn === null ? {} : { credit_pack_variant: { credit_pack_variant_id: addOn } }),
  };
  let placed = await postJson("/api/subscriptions", order);
  const secret =
    !placed.ok && placed.refusal.code === "payment_needs_confirmation" ? placed.refusal.client_secret : undefined;
  if (card !== null && secret !== undefined) {
    const refused = await card.pay(secret, false);
    if (refused !== null) return { problem: refused };
    placed = await postJson("/api/subscriptions", order);
  }
  if (placed.ok) return { to: afterPlanOrder(placed.value.data.change) ?? paths.subscription, isDone: true };
  const { message: problem, reason } = placed.refusal;
  const waits = orderToAwait(placed.refusal, model.change === null);
  if (waits === null) return { problem, reason };
  return { to: waits === "unknown" ? paths.confirming : paths.confirmingOf(waits.id), isDone: true };
};

/**
 * Places the order at a payer that requires an approval, and a second order for added credits if the payer doesn't
 * accept them together with a plan.
 */
export const sendForApproval = async (model: PlanOrder, way: Way, acknowledged: boolean): Promise<SentPlan> => {
  const { payer, quote } = way;
  const addOn = payerOf(payer).takes.addOns ? null : (model.options?.addOn ?? null);
  const plan = await approvePlan(payer, {
    ...planRequest(model, way, acknowledged),
    // If there are two approvals, this is the first.
    ...(addOn !== null && quote !== null ? { expected_total: cents(quote.total - addOnTotal(quote)) } : {}),
  });
  if ("problem" in plan)
    return plan.order_id === undefined ? plan : { to: paths.confirmingOf(plan.order_id), isDone: false };
  if (addOn === null) return { approve: plan.to };
  const credits = await approveCredits(payer, {
    credit_pack_variant_id: addOn,
    plan_id: model.plan_variant_id,
    ...(quote === null ? {} : { amount: addOnTotal(quote) }),
  });
  return "problem" in credits ? credits : { approvals: { subscription: plan.to, addOn: credits.to } };
};
