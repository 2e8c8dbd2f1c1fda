import type { Instant, Interval } from "../kernel/calendar.ts";
import { once } from "../kernel/once.ts";
import type { Provider } from "../kernel/provider.ts";
import { type Asks, type Payer, payerOf } from "../pricing/payer.ts";
import type { PayerRefusal } from "./payer-refusal.ts";

/** Provider-specific copy. */
interface PayerWords {
  /** The buyer's next step at checkout, or null if the form explains it. */
  readonly hint: string | null;
  /** The pay button's label, or null to keep the page's own label. */
  readonly button: string | null;
  /** The state of a plan order that is waiting for payment. */
  readonly pending: string;
  /** How an order was paid. */
  readonly paid: string;
  /** How an order was paid, for use within a sentence. */
  readonly paidHow: string;
  /** The account that a refund or failed charge refers to, such as "to your card". */
  readonly account: string;
  /** How to pay an overdue renewal. */
  readonly overdue: string;
}

const WORDS: { readonly [A in Asks]: (payer: Payer) => PayerWords } = {
  card: () => ({
    hint: null,
    button: null,
    pending: "Payment in progress",
    paid: "Paid by card",
    paidHow: "by card",
    account: "to your card",
    overdue: "Pay with another card to keep your plan.",
  }),
  approval: ({ name }) => ({
    hint: `Click Continue to pay with ${name}.`,
    button: "Continue",
    pending: `Waiting for your approval in ${name}`,
    paid: `Paid with ${name}`,
    paidHow: `with ${name}`,
    account: `to your ${name} account`,
    overdue: `${name} will retry this payment. Make sure your ${name} account can cover it.`,
  }),
};

/** Returns the copy for a provider. */
export const payerWords = (provider: Provider): PayerWords => {
  const payer = payerOf(provider);
  return WORDS[payer.asks](payer);
};

/** Returns the names of payers as text, such as "Card or PayPal". */
export const payersText = (payers: readonly Provider[]): string =>
  payers.map((provider) => payerOf(provider).name).join(" or ");

/** Returns why a provider can't apply promo codes. Wording from the store's owner. (DSC-08) */
export const noCodeText = ({ name }: Pick<Payer, "name">): string =>
  `Unfortunately, we do not support promo codes with ${name} checkout. Please remove the promo code or ` +
  "use normal checkout to continue";

/** Returns whether a payer is rejected because the plan stays with the provider that bills it. */
const staysWith = (refusal: PayerRefusal, billedBy: Provider | null): billedBy is Provider =>
  refusal === "billed-elsewhere" && billedBy !== null && payerOf(billedBy).plans.stayWithIt;

/** Returns the API's reason for a refusal; see `payerRefusalText`. */
export const payerRefusalReason = (
  refusal: PayerRefusal,
  billedBy: Provider | null,
): "promo_code_invalid" | "billed_elsewhere" | "payer_unavailable" => {
  if (refusal === "no-code") return "promo_code_invalid";
  return refusal === "no-downgrade" || staysWith(refusal, billedBy) ? "billed_elsewhere" : "payer_unavailable";
};

/**
 * Returns the message about a payer that can't pay for a purchase. `billedBy` is the provider that bills the current
 * plan, or null if there is no plan. A buyer with a plan can choose only that provider.
 */
export const payerRefusalText = (provider: Provider, refusal: PayerRefusal, billedBy: Provider | null): string => {
  const { name } = payerOf(provider);
  if (refusal === "no-code") return noCodeText({ name });
  if (billedBy === provider)
    return refusal === "no-enterprise"
      ? `Enterprise plans can't be paid for with ${name}. Cancel your current plan. When it ends, choose the new ` +
          "plan and pay by card."
      : `${name} can't switch between these two plans. Cancel your current plan. When it ends, choose the new plan.`;
  if (!staysWith(refusal, billedBy)) return `${name} can't be used for this purchase. Pay by card.`;
  const biller = payerOf(billedBy).name;
  return `You pay for this plan with ${biller}. To change your plan, choose ${biller} as your payment method.`;
};

/** Returns the message about a payment that was declined after its approval. */
export const approvalDeclinedText = (provider: Provider): string => {
  const { name } = payerOf(provider);
  return `${name} couldn't process your payment. Try again and choose a different payment method in ${name}.`;
};

/** Returns the message about an order whose buyer left the provider's pages without approving it. */
export const approvalCanceledText = (provider: Provider): string =>
  `You left ${payerOf(provider).name} before completing your payment.`;

const ordinals = /* @__PURE__ */ once(() => new Intl.PluralRules("en-US", { type: "ordinal" }));
const SUFFIXES = { one: "st", two: "nd", few: "rd", other: "th", zero: "th", many: "th" } as const;
const dayOf = (at: Instant): number => new Date(at).getUTCDate();

/**
 * Returns a note about the day on which a payer renews a plan, or null if it is the same day of the month as the
 * purchase (`at`). If the first renewal is in a shorter month, a payer that counts from that renewal also moves all
 * later renewals.
 */
export const billingDayNote = (
  provider: Provider,
  at: Instant,
  renewal: Instant,
  interval: Interval,
): string | null => {
  const { name, plans } = payerOf(provider);
  const day = dayOf(renewal);
  if (plans.keepTheirDay || day === dayOf(at)) return null;
  const named = `${day}${SUFFIXES[ordinals().select(day)]}`;
  return interval === "month"
    ? `With ${name}, this plan renews on the ${named} of each month.`
    : `With ${name}, this plan renews on February ${named} of each year.`;
};
