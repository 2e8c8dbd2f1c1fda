import { creditsOf, endingText, paymentStatus, planVariantOf } from "@backlot/domain";
import type { PayPalOrderView, PaymentStep } from "@backlot/ports";
import type { Advanced } from "./advance-order.ts";

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

/** Returns a PayPal order as its buyer sees it on return. */
export const payPalOrderView = ({ order, state }: Advanced): PayPalOrderView => {
  const [item] = order.items;
  const isWaiting = state?._tag === "RequiresAction";
  return {
    kind: item.kind,
    status: order.status._tag === "pending" ? (isWaiting ? "waiting" : "processing") : order.status._tag,
    message: endingText(order),
    credits: creditsOf(item),
    plan_variant_id: planVariantOf(item),
    license_id: order.license_id,
    redirect_url: order.status._tag === "pending" && isWaiting ? state.redirect_url : null,
  };
};
