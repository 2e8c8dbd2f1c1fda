import { addInterval } from "../calendar.ts";
import type { Due } from "../clock.ts";
import { type Agreement, type PayPalState, type Capture, type Refund, type PayPalOrder, iso, newId } from "./state.ts";

const DAY = 86_400;
/** How long after a refused payment the provider tries again, in seconds. */
const RETRY_AFTER = 5 * DAY;
/** How long an order waits for its buyer, in seconds. */
const ORDER_WAITS = 3 * 3_600;

const money = (amount: number) => ({ currency_code: "USD", value: (amount / 100).toFixed(2) });

/** When an agreement bills next. */
const nextBilling = (agreement: Agreement): number => addInterval(agreement.start, agreement.unit, agreement.billed);

/** An order as the API shows it. */
export const orderBody = (order: PayPalOrder, base: string) => ({
  id: order.id,
  intent: "CAPTURE",
  status: order.status,
  create_time: iso(order.created),
  purchase_units: [
    {
      reference_id: "default",
      custom_id: order.custom_id,
      description: order.description,
      amount: money(order.amount),
      ...(order.captures.length === 0
        ? {}
        : { payments: { captures: order.captures.map((capture) => captureBody(capture, order)) } }),
    },
  ],
  links: [
    { rel: "self", method: "GET", href: `${base}/v2/checkout/orders/${order.id}` },
    ...(order.status === "PAYER_ACTION_REQUIRED"
      ? [{ rel: "payer-action", method: "GET", href: `${base}/paypal/approve/${order.id}` }]
      : []),
  ],
});

export const captureBody = (capture: Capture, order: PayPalOrder) => ({
  id: capture.id,
  status: capture.status,
  amount: money(capture.amount),
  final_capture: true,
  custom_id: order.custom_id,
  create_time: iso(capture.time),
  supplementary_data: { related_ids: { order_id: order.id } },
});

/** An agreement as the API shows it. */
export const agreementBody = (agreement: Agreement, base: string, withPlan = false) => ({
  ...(withPlan
    ? {
        plan: {
          billing_cycles: [
            {
              frequency: { interval_unit: agreement.unit.toUpperCase(), interval_count: 1 },
              sequence: 1,
              tenure_type: "REGULAR",
              total_cycles: 0,
              pricing_scheme: { fixed_price: money(agreement.price) },
            },
          ],
        },
      }
    : {}),
  id: agreement.id,
  status: agreement.status,
  status_update_time: iso(agreement.updated),
  plan_id: agreement.plan_id,
  plan_overridden: true,
  custom_id: agreement.custom_id,
  start_time: iso(agreement.start),
  create_time: iso(agreement.created),
  quantity: "1",
  billing_info: {
    outstanding_balance: money(agreement.outstanding),
    failed_payments_count: agreement.failed_count,
    ...(agreement.last_failed === null
      ? {}
      : { last_failed_payment: { amount: money(agreement.price), time: iso(agreement.last_failed) } }),
    ...(agreement.status === "ACTIVE" ? { next_billing_time: iso(nextBilling(agreement)) } : {}),
  },
  links: [
    { rel: "self", method: "GET", href: `${base}/v1/billing/subscriptions/${agreement.id}` },
    ...(agreement.status === "APPROVAL_PENDING"
      ? [{ rel: "approve", method: "GET", href: `${base}/paypal/approve/${agreement.id}` }]
      : []),
  ],
});

export const transactionsBody = (agreement: Agreement) => ({
  transactions: agreement.transactions.map((each) => ({
    id: each.id,
    status: each.status,
    amount_with_breakdown: { gross_amount: money(each.amount) },
    time: iso(each.time),
  })),
});

export const refundBody = (refund: Refund, base: string) => ({
  id: refund.id,
  status: "COMPLETED",
  amount: money(refund.amount),
  seller_payable_breakdown: { total_refunded_amount: money(refund.total) },
  create_time: iso(refund.time),
  links: [{ rel: "up", method: "GET", href: `${base}/v2/payments/captures/${refund.payment_id}` }],
});

/** What happens to orders and agreements: money, refusals, retries and ends, each told as an event. */
export const makePayPalBilling = (state: PayPalState, base: () => string) => {
  const taken = (amount: number): Capture => ({
    id: newId(),
    status: "COMPLETED",
    amount,
    time: state.now(),
    refunded: 0,
  });

  const tell = (agreement: Agreement, what: string): void => {
    agreement.updated = state.now();
    state.emit(`BILLING.SUBSCRIPTION.${what}`, agreementBody(agreement, base()));
  };

  const charge = (agreement: Agreement, amount: number): void => {
    const sale = taken(amount);
    agreement.transactions.push(sale);
    state.emit("PAYMENT.SALE.COMPLETED", {
      id: sale.id,
      state: "completed",
      amount: { total: money(amount).value, currency: "USD" },
      billing_agreement_id: agreement.id,
      custom: agreement.custom_id,
      create_time: iso(sale.time),
    });
  };

  const refuse = (agreement: Agreement): void => {
    agreement.failed_count += 1;
    agreement.last_failed = state.now();
    agreement.retry_at = agreement.failed_count > 2 ? null : state.now() + RETRY_AFTER;
    tell(agreement, "PAYMENT.FAILED");
  };

  const collect = (agreement: Agreement): void => {
    if (agreement.declines) {
      refuse(agreement);
      return;
    }
    charge(agreement, agreement.outstanding);
    Object.assign(agreement, { outstanding: 0, failed_count: 0, retry_at: null });
  };

  return {
    /** Takes the money of an approved order; null where its buyer's means are refused. */
    capture: (order: PayPalOrder): Capture | null => {
      if (order.declines) {
        state.emit("PAYMENT.CAPTURE.DENIED", {
          id: newId(),
          custom_id: order.custom_id,
          supplementary_data: { related_ids: { order_id: order.id } },
        });
        return null;
      }
      const capture = taken(order.amount);
      order.captures.push(capture);
      order.status = "COMPLETED";
      state.emit("PAYMENT.CAPTURE.COMPLETED", captureBody(capture, order));
      return capture;
    },
    approve: (thing: PayPalOrder | Agreement, declines: boolean): void => {
      thing.declines = declines;
      thing.status = "APPROVED";
      if (thing.kind === "order") state.emit("CHECKOUT.ORDER.APPROVED", orderBody(thing, base()));
      else thing.updated = state.now();
    },
    /** Starts an approved agreement, or goes on with a suspended one. False where it can't. */
    activate: (agreement: Agreement): boolean => {
      if (agreement.status === "SUSPENDED") {
        agreement.status = "ACTIVE";
        tell(agreement, "RE-ACTIVATED");
        return true;
      }
      if (agreement.status !== "APPROVED") return false;
      if (agreement.declines) {
        agreement.status = "CANCELLED";
        tell(agreement, "CANCELLED");
        return true;
      }
      agreement.status = "ACTIVE";
      tell(agreement, "ACTIVATED");
      charge(agreement, agreement.setup_fee);
      return true;
    },
    /** What each period costs from the next one on. */
    setPrice: (agreement: Agreement, price: number): void => {
      agreement.price = price;
      tell(agreement, "UPDATED");
    },
    suspend: (agreement: Agreement): boolean => {
      if (agreement.status !== "ACTIVE") return false;
      agreement.status = "SUSPENDED";
      tell(agreement, "SUSPENDED");
      return true;
    },
    cancel: (agreement: Agreement): boolean => {
      if (agreement.status !== "ACTIVE" && agreement.status !== "SUSPENDED") return false;
      agreement.status = "CANCELLED";
      agreement.retry_at = null;
      tell(agreement, "CANCELLED");
      return true;
    },
    /** Gives back some of a payment, or all that is left; null where there is no such payment, or less left. */
    refund: (paymentId: string, asked: number | null): Refund | null => {
      const order = state.all("order").find((each) => each.captures.some((capture) => capture.id === paymentId));
      const agreement = state
        .all("subscription")
        .find((each) => each.transactions.some((sale) => sale.id === paymentId));
      const payment = [...(order?.captures ?? []), ...(agreement?.transactions ?? [])].find(
        (each) => each.id === paymentId,
      );
      if (payment === undefined) return null;
      const left = payment.amount - payment.refunded;
      const amount = asked ?? left;
      if (amount <= 0 || amount > left) return null;
      payment.refunded += amount;
      payment.status = payment.refunded === payment.amount ? "REFUNDED" : "PARTIALLY_REFUNDED";
      if (order !== undefined) state.put(order);
      if (agreement !== undefined) state.put(agreement);
      const refund = state.put({
        kind: "refund" as const,
        id: newId(),
        payment_id: paymentId,
        amount,
        total: payment.refunded,
        time: state.now(),
      });
      const custom_id = order?.custom_id ?? agreement?.custom_id ?? null;
      state.emit(order === undefined ? "PAYMENT.SALE.REFUNDED" : "PAYMENT.CAPTURE.REFUNDED", {
        ...refundBody(refund, base()),
        custom_id,
      });
      return refund;
    },
    /** What falls due next: a period, another try at a refused payment, the end of an order that nobody approved. */
    next: (): Due | null => {
      const due: Due[] = [];
      for (const agreement of state.all("subscription")) {
        if (agreement.status !== "ACTIVE" && agreement.status !== "SUSPENDED") continue;
        const billing = nextBilling(agreement);
        due.push({
          at: billing,
          run: () => {
            state.put(agreement);
            agreement.billed += 1;
            // A suspended agreement lets its periods pass.
            if (agreement.status === "SUSPENDED") return;
            agreement.outstanding += agreement.price;
            collect(agreement);
          },
        });
        if (agreement.retry_at !== null && agreement.status === "ACTIVE") {
          due.push({ at: agreement.retry_at, run: () => collect(state.put(agreement)) });
        }
      }
      for (const order of state.all("order")) {
        if (order.status !== "COMPLETED")
          due.push({ at: order.created + ORDER_WAITS, run: () => state.remove(order.id) });
      }
      return due.reduce<Due | null>((first, each) => (first === null || each.at < first.at ? each : first), null);
    },
  };
};

export type PayPalBilling = ReturnType<typeof makePayPalBilling>;
