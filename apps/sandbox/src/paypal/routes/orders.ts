import type { Route } from "../api.ts";
import { PayPalError } from "../errors.ts";
import { newId } from "../ids.ts";
import { addressOf, centsOf, textOf, valueAt } from "../json-body.ts";
import type { PayPalPayments } from "../payments.ts";
import { toCapture, toOrder } from "../resources/order.ts";
import { toRefund } from "../resources/refund.ts";
import type { PayPalState } from "../state.ts";
import type { StoredOrder } from "../stored-objects.ts";

/** The maximum description length, in characters (https://developer.paypal.com/docs/api/orders/v2/). */
const MAX_DESCRIPTION = 127;

/** Adds the routes for orders, captures and refunds. `base` returns the sandbox's own URL. */
export const orderRoutes =
  (state: PayPalState, payments: PayPalPayments, base: () => string) =>
  (route: Route): void => {
    const requireOrder = (id: string): StoredOrder => {
      const order = state.find("order", id);
      if (order === null) throw new PayPalError(404, "INVALID_RESOURCE_ID");
      return order;
    };

    route(
      "post",
      "/v2/checkout/orders",
      ({ body }) => {
        if (valueAt(body, "intent") !== "CAPTURE") throw new PayPalError(400, "INVALID_PARAMETER_VALUE");
        const unit = valueAt(body, "purchase_units", 0);
        const amount = centsOf(valueAt(unit, "amount"));
        if (amount === 0) throw new PayPalError(422, "CANNOT_BE_ZERO_OR_NEGATIVE");
        const description = textOf(valueAt(unit, "description"));
        if ([...description].length > MAX_DESCRIPTION) throw new PayPalError(400, "INVALID_STRING_MAX_LENGTH");
        const experience = valueAt(body, "payment_source", "paypal", "experience_context");
        const order = state.put<StoredOrder>({
          kind: "order",
          id: newId(),
          status: "PAYER_ACTION_REQUIRED",
          custom_id: textOf(valueAt(unit, "custom_id")) || null,
          description,
          amount,
          return_url: addressOf(valueAt(experience, "return_url")),
          cancel_url: addressOf(valueAt(experience, "cancel_url")),
          created: state.now(),
          updated: state.now(),
          funding: "ok",
          captures: [],
        });
        return toOrder(order, base());
      },
      201,
    );
    route("get", "/v2/checkout/orders/:id", ({ id }) => toOrder(requireOrder(id), base()));
    route(
      "post",
      "/v2/checkout/orders/:id/capture",
      ({ id }) => {
        const order = requireOrder(id);
        if (order.status === "COMPLETED") throw new PayPalError(422, "ORDER_ALREADY_CAPTURED");
        if (order.status !== "APPROVED") throw new PayPalError(422, "ORDER_NOT_APPROVED");
        if (payments.capture(order) === null) throw new PayPalError(422, "INSTRUMENT_DECLINED");
        return toOrder(order, base());
      },
      201,
    );

    route("get", "/v2/payments/captures/:id", ({ id }) => {
      const order = state.all("order").find((each) => each.captures.some((capture) => capture.id === id));
      const capture = order?.captures.find((each) => each.id === id);
      if (order === undefined || capture === undefined) throw new PayPalError(404, "INVALID_RESOURCE_ID");
      return toCapture(capture, order, base());
    });
    route(
      "post",
      "/v2/payments/captures/:id/refund",
      ({ id, body }) => {
        const amount = valueAt(body, "amount");
        const reference = textOf(valueAt(body, "invoice_id")) || null;
        const refund = payments.refund(id, amount === undefined ? null : centsOf(amount), reference);
        if (refund === null) throw new PayPalError(422, "REFUND_AMOUNT_EXCEEDED");
        return toRefund(refund, base());
      },
      201,
    );
    route("get", "/v2/payments/refunds/:id", ({ id }) => {
      const refund = state.find("refund", id);
      if (refund === null) throw new PayPalError(404, "INVALID_RESOURCE_ID");
      return toRefund(refund, base());
    });
  };
