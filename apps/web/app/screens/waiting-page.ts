/** What a page says that waits for a payment. */
export interface WaitingPage {
  readonly title: string;
  readonly text: string;
}

/** What is known of the place where somebody waits. */
interface Place {
  /** Whether the page still asks, and goes on by itself. */
  readonly isWaiting: boolean;
  readonly isGuest: boolean;
  readonly supportEmail: string;
}

const goesOn = (who: string): string =>
  `${who} is finishing your payment. This page goes on by itself; you can also close it: your order is kept and ` +
  "nothing is charged twice.";

/** What a page says while nobody knows whether an order is paid. (CHK-08) */
export const waitingPage = (who: "PayPal" | "The payment provider", place: Place): WaitingPage =>
  place.isWaiting
    ? { title: "Confirming your payment", text: goesOn(who) }
    : {
        title: "This takes longer than usual",
        text:
          "Your order is kept, and nothing is charged twice. Look at your " +
          `${place.isGuest ? "mail" : "account"} in a while, or write to ${place.supportEmail}.`,
      };

/** How an order stands once the answer is known: what it says of itself comes first. */
export type AnsweredOrder = "waiting" | "unfulfillable" | "failed" | "canceled" | "expired";

/** What a page says of an order that was not paid, or whose money goes back. (CHK-04, CHK-08) */
export const answeredPage = (status: AnsweredOrder, words: string | null): WaitingPage => {
  switch (status) {
    case "waiting":
      return {
        title: "PayPal is waiting for you",
        text:
          "You have not agreed to this payment yet. Your order is kept until you do, or until you choose something " +
          "else.",
      };
    case "unfulfillable":
      return { title: "We refund your payment", text: words ?? "" };
    case "failed":
    case "canceled":
    case "expired":
      return {
        title: "Nothing was charged",
        text: words ?? "Your order was not paid. Place it again, with another card if yours was refused.",
      };
  }
};

/** What somebody who waits for the order of a plan is shown. */
export type PlanWait =
  | { readonly _tag: "pending"; readonly order_id: string }
  /** Another order waits than the one that was asked about. */
  | { readonly _tag: "other"; readonly order_id: string }
  | { readonly _tag: "unfulfillable"; readonly words: string }
  | { readonly _tag: "done" }
  | { readonly _tag: "failed" };

/**
 * Where the wait for a plan's order has led. `ended` is what the order that was asked about says of itself where its
 * money goes back; it comes before the plan that somebody has, which may be an older one. (CHK-08)
 */
export const planWait = (known: {
  readonly asked: string | null;
  readonly pending: { readonly id: string } | null;
  readonly ended: string | null;
  readonly hasPlan: boolean;
}): PlanWait => {
  if (known.pending !== null)
    return { _tag: known.pending.id === known.asked ? "pending" : "other", order_id: known.pending.id };
  if (known.ended !== null) return { _tag: "unfulfillable", words: known.ended };
  return { _tag: known.hasPlan ? "done" : "failed" };
};

/** Answers after which nobody knows whether an order was taken: the provider, or the store, could not be reached. */
const UNANSWERED: readonly string[] = ["provider_unreachable", "unavailable", "unreachable"];

/**
 * Whether the answer to a first plan's order is awaited on a page of its own. Who changes a plan has one already, and
 * would be taken for done there. (CHK-08)
 */
export const awaitsAnswer = (code: string, isFirstPlan: boolean): boolean => isFirstPlan && UNANSWERED.includes(code);
