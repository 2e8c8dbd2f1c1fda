import { creditsOf, endingText, planVariantOf } from "@backlot/domain";
import type { PayPalOrderView, PaymentStep } from "@backlot/ports";
import type { Advanced } from "./advance-order.ts";

const STEP_STATUS = {
  RequiresConfirmation: "requires_confirmation",
  RequiresCapture: "requires_capture",
  RequiresAction: "requires_action",
  RequiresPaymentMethod: "requires_payment_method",
  Processing: "processing",
  Succeeded: "succeeded",
  Canceled: "canceled",
} as const;

/** A one-time payment as the browser goes on with it: by card, or settled where nothing is to pay. (CHK-06) */
export const paymentStep = ({ order, state }: Advanced): PaymentStep => {
  const isPaid = order.status._tag === "paid";
  return {
    id: order.payment_reference ?? state?.reference ?? "",
    client_secret: state !== null && "client_secret" in state ? (state.client_secret ?? "") : "",
    status: isPaid ? "succeeded" : state === null ? "canceled" : STEP_STATUS[state._tag],
    amount: order.quote.total,
  };
};

/** An order through PayPal as its buyer sees it on the way back. (CHK-04) */
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
