import { creditsOf, endingText, paymentStatus, planVariantOf } from "@backlot/domain";
import type { ApprovalView, PaymentStep } from "@backlot/ports";
import type { Advanced } from "../fulfillment/advance-order.ts";

/**
 * Returns the state of an order's card payment, for the browser to continue. `id` and `client_secret` are empty if
 * there is none.
 */
export const paymentStep = ({ order, state }: Advanced): PaymentStep => ({
  id: order.payment_reference ?? state?.reference ?? "",
  client_secret: state !== null && "client_secret" in state ? (state.client_secret ?? "") : "",
  status: paymentStatus(order.status._tag, state?._tag ?? null),
  amount: order.quote.total,
});

/** Returns an order as its buyer sees it on return from the provider. */
export const approvalView = ({ order, state }: Advanced): ApprovalView => {
  const [item] = order.items;
  const isWaiting = state?._tag === "RequiresAction";
  return {
    provider: order.provider,
    kind: item.kind,
    status: order.status._tag === "pending" ? (isWaiting ? "waiting" : "processing") : order.status._tag,
    message: endingText(order),
    credits: creditsOf(item),
    plan_variant_id: planVariantOf(item),
    license_id: order.license_id,
    redirect_url: order.status._tag === "pending" && isWaiting ? state.redirect_url : null,
  };
};
