import { type Due, earlier } from "../clock.ts";
import { makePayment } from "./payments.ts";
import type { EventType } from "./resources/event.ts";
import { toOrder } from "./resources/order.ts";
import { toSale } from "./resources/sale.ts";
import { nextBilling, priceOfNext, toSubscription } from "./resources/subscription.ts";
import type { PayPalState } from "./state.ts";
import type { Funding, StoredAgreement, StoredOrder } from "./stored-objects.ts";

const DAY = 86_400;
/** The seconds between a declined payment and the next attempt. */
const RETRY_AFTER = 5 * DAY;
/** The number of failed attempts after which PayPal stops trying. */
const MAX_FAILED_PAYMENTS = 3;
/** How long an order stays open before it expires, in seconds. */
const ORDER_LIFETIME = 3 * 3_600;

type SubscriptionEvent = Extract<EventType, `BILLING.SUBSCRIPTION.${string}`>;

/**
 * Creates the functions that approve orders and agreements, and bill agreements. `base` returns the sandbox's own URL.
 */
export const makeAgreements = (state: PayPalState, base: () => string) => {
  const emit = (type: SubscriptionEvent, agreement: StoredAgreement): void => {
    agreement.updated = state.now();
    state.emit(type, toSubscription(agreement, base()));
  };

  const charge = (agreement: StoredAgreement, amount: number): void => {
    const sale = makePayment(amount, state.now());
    agreement.transactions.push(sale);
    state.emit("PAYMENT.SALE.COMPLETED", toSale(sale, agreement, base()));
  };

  const fail = (agreement: StoredAgreement): void => {
    agreement.failed_count += 1;
    agreement.last_failed = state.now();
    agreement.retry_at = agreement.failed_count < MAX_FAILED_PAYMENTS ? state.now() + RETRY_AFTER : null;
    emit("BILLING.SUBSCRIPTION.PAYMENT.FAILED", agreement);
  };

  const collect = (agreement: StoredAgreement): void => {
    if (agreement.funding === "insufficient") {
      fail(agreement);
      return;
    }
    charge(agreement, agreement.outstanding);
    agreement.outstanding = 0;
    agreement.failed_count = 0;
    agreement.retry_at = null;
  };

  /** Records that a buyer approved an order or an agreement, and how it is funded. */
  const approve = (approved: StoredOrder | StoredAgreement, funding: Funding): void => {
    approved.funding = funding;
    approved.status = "APPROVED";
    approved.updated = state.now();
    if (approved.kind === "order") state.emit("CHECKOUT.ORDER.APPROVED", toOrder(approved, base()));
  };

  /**
   * Activates an approved agreement, or cancels it if its funding is insufficient. Reactivates a suspended agreement.
   * Returns false in any other status.
   */
  const activate = (agreement: StoredAgreement): boolean => {
    if (agreement.status === "SUSPENDED") {
      agreement.status = "ACTIVE";
      emit("BILLING.SUBSCRIPTION.RE-ACTIVATED", agreement);
      return true;
    }
    if (agreement.status !== "APPROVED") return false;
    if (agreement.funding === "insufficient") {
      agreement.status = "CANCELLED";
      emit("BILLING.SUBSCRIPTION.CANCELLED", agreement);
      return true;
    }
    agreement.status = "ACTIVE";
    emit("BILLING.SUBSCRIPTION.ACTIVATED", agreement);
    charge(agreement, agreement.setup_fee);
    return true;
  };

  /** Sets the prices of billing cycles, in cents, from the next period on. */
  const setPrices = (agreement: StoredAgreement, prices: ReadonlyMap<"TRIAL" | "REGULAR", number>): void => {
    agreement.price = prices.get("REGULAR") ?? agreement.price;
    const trial = prices.get("TRIAL");
    if (agreement.trial && trial !== undefined) agreement.trial = { ...agreement.trial, price: trial };
    emit("BILLING.SUBSCRIPTION.UPDATED", agreement);
  };

  /** Suspends an active agreement. Returns false if it is not active. */
  const suspend = (agreement: StoredAgreement): boolean => {
    if (agreement.status !== "ACTIVE") return false;
    agreement.status = "SUSPENDED";
    emit("BILLING.SUBSCRIPTION.SUSPENDED", agreement);
    return true;
  };

  /** Cancels an active or suspended agreement. Returns false in any other status. */
  const cancel = (agreement: StoredAgreement): boolean => {
    if (agreement.status !== "ACTIVE" && agreement.status !== "SUSPENDED") return false;
    agreement.status = "CANCELLED";
    agreement.retry_at = null;
    emit("BILLING.SUBSCRIPTION.CANCELLED", agreement);
    return true;
  };

  const bill = (agreement: StoredAgreement): void => {
    state.put(agreement);
    const price = priceOfNext(agreement);
    agreement.billed += 1;
    // A suspended agreement skips its periods without billing them.
    if (agreement.status === "SUSPENDED") return;
    agreement.outstanding += price;
    collect(agreement);
  };

  const dueOf = (agreement: StoredAgreement): Due | null => {
    if (agreement.status !== "ACTIVE" && agreement.status !== "SUSPENDED") return null;
    const period = { at: nextBilling(agreement), run: () => bill(agreement) };
    return agreement.retry_at === null || agreement.status === "SUSPENDED"
      ? period
      : earlier(period, { at: agreement.retry_at, run: () => collect(state.put(agreement)) });
  };

  const expiryOf = (order: StoredOrder): Due | null =>
    order.status === "COMPLETED" ? null : { at: order.created + ORDER_LIFETIME, run: () => state.remove(order.id) };

  /**
   * Returns the next due task, or null: a billing period, a retry of a declined payment, or the expiry of an uncaptured
   * order.
   */
  const nextDue = (): Due | null =>
    [...state.all("subscription").map(dueOf), ...state.all("order").map(expiryOf)].reduce(earlier, null);

  return { approve, activate, setPrices, suspend, cancel, nextDue };
};

export type PayPalAgreements = ReturnType<typeof makeAgreements>;
