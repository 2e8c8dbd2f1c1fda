import type { StoredOrder, StoredPayment } from "../stored-objects.ts";
import { BUYER, type Link, type Money, PAYEE, readLink, toMoney, toTime } from "./values.ts";

/** The capture of an order: `GET /v2/payments/captures/{id}`. */
export interface CaptureResource {
  readonly id: string;
  readonly status: "COMPLETED" | "DECLINED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  readonly amount: Money;
  readonly final_capture: boolean;
  readonly seller_protection: {
    readonly status: "ELIGIBLE" | "PARTIALLY_ELIGIBLE" | "NOT_ELIGIBLE";
    readonly dispute_categories: readonly string[];
  };
  readonly seller_receivable_breakdown: {
    readonly gross_amount: Money;
    readonly paypal_fee: Money;
    readonly net_amount: Money;
  };
  readonly custom_id?: string;
  readonly supplementary_data: { readonly related_ids: { readonly order_id: string } };
  readonly payee: { readonly email_address: string; readonly merchant_id: string };
  readonly create_time: string;
  readonly update_time: string;
  readonly links: readonly Link[];
}

interface Payer {
  readonly name: { readonly given_name: string; readonly surname: string };
  readonly email_address: string;
  readonly payer_id: string;
  readonly address: { readonly country_code: string };
}

interface PurchaseUnit {
  readonly reference_id: string;
  readonly amount: Money;
  readonly payee: { readonly email_address: string; readonly merchant_id: string };
  readonly description?: string;
  readonly custom_id?: string;
  readonly payments?: { readonly captures: readonly CaptureResource[] };
}

/** An order: `GET /v2/checkout/orders/{id}`. */
export interface OrderResource {
  readonly id: string;
  readonly intent: "CAPTURE";
  readonly status: "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED";
  readonly payment_source: {
    readonly paypal: {
      readonly email_address?: string;
      readonly account_id?: string;
      readonly account_status?: "VERIFIED" | "UNVERIFIED";
      readonly name?: Payer["name"];
      readonly address?: Payer["address"];
    };
  };
  readonly purchase_units: readonly PurchaseUnit[];
  /** Set once the buyer has approved. */
  readonly payer?: Payer;
  readonly create_time: string;
  readonly update_time: string;
  readonly links: readonly Link[];
}

/** Returns a capture in the API's format. `base` is the sandbox's own URL. */
export const toCapture = (
  payment: Omit<StoredPayment, "status"> & Pick<CaptureResource, "status">,
  order: StoredOrder,
  base: string,
): CaptureResource => ({
  id: payment.id,
  status: payment.status,
  amount: toMoney(payment.amount),
  final_capture: true,
  seller_protection: {
    status: "ELIGIBLE",
    dispute_categories: ["ITEM_NOT_RECEIVED", "UNAUTHORIZED_TRANSACTION"],
  },
  seller_receivable_breakdown: {
    gross_amount: toMoney(payment.amount),
    paypal_fee: toMoney(0),
    net_amount: toMoney(payment.amount),
  },
  ...(order.custom_id === null ? {} : { custom_id: order.custom_id }),
  supplementary_data: { related_ids: { order_id: order.id } },
  payee: PAYEE,
  create_time: toTime(payment.time),
  update_time: toTime(payment.time),
  links: [
    readLink("self", `${base}/v2/payments/captures/${payment.id}`),
    { href: `${base}/v2/payments/captures/${payment.id}/refund`, rel: "refund", method: "POST" },
    readLink("up", `${base}/v2/checkout/orders/${order.id}`),
  ],
});

const linksOf = (order: StoredOrder, base: string): readonly Link[] => {
  const address = `${base}/v2/checkout/orders/${order.id}`;
  const self = readLink("self", address);
  switch (order.status) {
    case "PAYER_ACTION_REQUIRED":
      return [self, readLink("payer-action", `${base}/paypal/approve/${order.id}`)];
    case "APPROVED":
      return [self, { href: `${address}/capture`, rel: "capture", method: "POST" }];
    case "COMPLETED":
      return [self];
  }
};

/** Returns an order in the API's format. `base` is the sandbox's own URL. */
export const toOrder = (order: StoredOrder, base: string): OrderResource => {
  const isApproved = order.status !== "PAYER_ACTION_REQUIRED";
  const { name, address, email_address, payer_id: account_id } = BUYER;
  const account = { email_address, account_id, account_status: "VERIFIED", name, address } as const;
  return {
    id: order.id,
    intent: "CAPTURE",
    status: order.status,
    payment_source: { paypal: isApproved ? account : {} },
    purchase_units: [
      {
        reference_id: "default",
        amount: toMoney(order.amount),
        payee: PAYEE,
        ...(order.description === "" ? {} : { description: order.description }),
        ...(order.custom_id === null ? {} : { custom_id: order.custom_id }),
        ...(order.captures.length === 0
          ? {}
          : { payments: { captures: order.captures.map((payment) => toCapture(payment, order, base)) } }),
      },
    ],
    ...(isApproved ? { payer: BUYER } : {}),
    create_time: toTime(order.created),
    update_time: toTime(order.updated),
    links: linksOf(order, base),
  };
};
