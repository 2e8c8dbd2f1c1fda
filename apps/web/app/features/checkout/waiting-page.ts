/** The text of a page that waits for a payment. */
interface WaitingPage {
  readonly title: string;
  readonly text: string;
}

/** The facts that the text of a waiting page depends on. */
interface Place {
  /** Whether the page still polls, and will redirect when done. */
  readonly isWaiting: boolean;
  readonly isGuest: boolean;
  readonly supportEmail: string;
}

const goesOn = (who: string): string =>
  `${who} is processing your payment. This page updates automatically. You can close it. Your order is saved, ` +
  "and you won't be charged twice.";

/** Returns the text to show while it isn't known whether an order has been paid. */
export const waitingPage = (who: string, place: Place): WaitingPage =>
  place.isWaiting
    ? { title: "Confirming your payment", text: goesOn(who) }
    : {
        title: "This is taking longer than usual",
        text:
          "Your order is saved, and you won't be charged twice. Check your " +
          `${place.isGuest ? "email" : "account"} later, or contact ${place.supportEmail}.`,
      };

/** The status of an unpaid or refunded order, once known. */
type AnsweredOrder = "waiting" | "unfulfillable" | "failed" | "canceled" | "expired";

/**
 * Returns the text for an order that is not paid, or whose payment is refunded. `words` is the order's own message,
 * which comes first, or null; `payer` is the name of the provider that asks for an approval.
 */
export const answeredPage = (status: AnsweredOrder, words: string | null, payer: string | null = null): WaitingPage => {
  switch (status) {
    case "waiting":
      return {
        title: payer === null ? "Approve your payment" : `Approve your payment in ${payer}`,
        text:
          "You haven't approved this payment yet. We'll keep your order until you do, or until you choose something " +
          "else.",
      };
    case "unfulfillable":
      return { title: "We're refunding your payment", text: words ?? "" };
    case "failed":
    case "canceled":
    case "expired":
      return {
        title: "You weren't charged",
        text:
          words ??
          "Your payment didn't go through. Place the order again, with another card if yours was " + "declined.",
      };
  }
};

/** The state of the wait for a plan order. */
type PlanWait =
  | { readonly _tag: "pending"; readonly order_id: string }
  /** A different order is pending. */
  | { readonly _tag: "other"; readonly order_id: string }
  | { readonly _tag: "unfulfillable"; readonly words: string }
  | { readonly _tag: "done"; readonly isChange: boolean }
  | { readonly _tag: "failed" };

/** The outcome of an order that is no longer pending. `isChange` is whether it changed a plan. */
export type PlanOutcome =
  | { readonly _tag: "paid"; readonly isChange: boolean }
  | { readonly _tag: "refunded"; readonly words: string }
  | { readonly _tag: "unpaid" };

/**
 * Returns the state of the wait for a plan order. `orderId` and `outcome` are that order's id and outcome, and
 * `pending` is the account's pending order. The current plan counts as the outcome only without an order, because it
 * may be an older plan.
 */
export const planWait = (facts: {
  readonly orderId: string | null;
  readonly pending: { readonly id: string } | null;
  readonly outcome: PlanOutcome;
  readonly hasPlan: boolean;
}): PlanWait => {
  if (facts.pending !== null)
    return { _tag: facts.pending.id === facts.orderId ? "pending" : "other", order_id: facts.pending.id };
  if (facts.orderId === null) return facts.hasPlan ? { _tag: "done", isChange: false } : { _tag: "failed" };
  switch (facts.outcome._tag) {
    case "paid":
      return { _tag: "done", isChange: facts.outcome.isChange };
    case "refunded":
      return { _tag: "unfulfillable", words: facts.outcome.words };
    case "unpaid":
      return { _tag: "failed" };
  }
};

/**
 * Error codes after which it is unknown whether the order was accepted, because the provider or the store was
 * unreachable.
 */
const UNANSWERED: readonly string[] = ["provider_unreachable", "unavailable", "unreachable"];

/**
 * Returns the order whose outcome the waiting page should wait for after an error, or null. "unknown" is an order that
 * the store didn't name because its response was lost. It is returned only for a first plan, because otherwise the page
 * would mistake the current plan for the outcome.
 */
export const orderToAwait = (
  refusal: { readonly code: string; readonly order_id?: string },
  isFirstPlan: boolean,
): { readonly id: string } | "unknown" | null => {
  if (refusal.order_id !== undefined) return { id: refusal.order_id };
  return isFirstPlan && UNANSWERED.includes(refusal.code) ? "unknown" : null;
};
