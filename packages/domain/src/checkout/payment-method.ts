import * as Result from "effect/Result";
import { type Instant, type Interval, epochMs } from "../kernel/calendar.ts";
import type { Cents } from "../kernel/money.ts";
import { isPayPalAllowed } from "../accounts/team.ts";
import { type LicenceId, isBelowMinimum } from "../licensing/licence.ts";
import type { ChangeKind } from "../subscriptions/change-kind.ts";

/** The ways to pay that the payment step offers. */
export type PaymentMethod = "card" | "paypal";

/** The ways to pay for a purchase, the card first. Enterprise licences pay by card only. (LIC-14, CHK-09) */
export const paymentMethods = (known: Parameters<typeof isPayPalAllowed>[0]): readonly PaymentMethod[] =>
  isPayPalAllowed(known) ? ["card", "paypal"] : ["card"];

/**
 * Whether PayPal may still pay for what was approved there, maybe hours ago: its buyer may still have the licence that
 * was bought, and pay for it through PayPal. (LIC-03, LIC-14)
 */
export const mayPayPalStillPay = (known: {
  readonly minimum: LicenceId;
  readonly current: LicenceId | null;
  readonly purchase: LicenceId;
}): boolean => isPayPalAllowed({ ...known, hidden: false }) && !isBelowMinimum(known.purchase, known.minimum);

/** The ways to pay for another plan: one that PayPal bills is changed by PayPal alone. (CHG-09, LIC-14) */
export const paymentMethodsForChange = (
  offered: readonly PaymentMethod[],
  billedBy: PaymentMethod,
): readonly PaymentMethod[] => (billedBy === "paypal" ? offered.filter((method) => method === "paypal") : offered);

/**
 * The ways to pay at the payment step. What is not paid today stays with whoever bills the plan. (CHG-09, LIC-14)
 */
export const paymentMethodsForStep = (
  offered: readonly PaymentMethod[],
  change: { readonly kind: ChangeKind; readonly billedBy: PaymentMethod } | null,
): readonly PaymentMethod[] => {
  if (change === null) return offered;
  return change.kind === "upgrade" ? paymentMethodsForChange(offered, change.billedBy) : [change.billedBy];
};

/** The ways that can pay today: PayPal drops out where it has no price for it. (CHK-09) */
export const payableMethods = (
  methods: readonly PaymentMethod[],
  payPalQuote: object | null,
): readonly PaymentMethod[] => (payPalQuote === null ? methods.filter((each) => each !== "paypal") : methods);

/** Why a plan can't be changed by card; null where it can: one that PayPal bills is changed by PayPal. (CHG-09) */
export const cardChangeError = (kind: ChangeKind, billedBy: PaymentMethod): "billed_by_paypal" | null =>
  kind === "no-change" || paymentMethodsForStep(["card"], { kind, billedBy }).includes("card")
    ? null
    : "billed_by_paypal";

/** What an agreement bills: a price in cents for each interval. */
export interface AgreedPrice {
  readonly interval: Interval;
  readonly price: Cents;
}

/**
 * Whether a plan that PayPal bills can become a smaller one when its period ends: its agreement can take another price
 * then, not another interval, and never a higher price than was agreed to. (CHG-02)
 */
export const payPalCanDowngrade = (running: AgreedPrice, target: AgreedPrice): boolean =>
  running.interval === target.interval && target.price <= running.price;

/** Why a plan can't be changed with the provider that bills it; null where it can. (CHG-02) */
export const providerChangeError = (
  provider: { readonly changesFreely: boolean },
  kind: ChangeKind,
  running: AgreedPrice,
  target: AgreedPrice,
): "paypal_no_downgrade" | null =>
  kind === "downgrade" && !provider.changesFreely && !payPalCanDowngrade(running, target)
    ? "paypal_no_downgrade"
    : null;

/**
 * Whether PayPal can be asked for an upgrade: not where nothing is to pay, and not where something of the old plan is
 * left over, since PayPal has no account that could keep it. Amounts in cents. (CHG-09)
 */
export const payPalCanUpgrade = (upgrade: { readonly total: Cents; readonly account_credit_left: Cents }): boolean =>
  upgrade.total > 0 && upgrade.account_credit_left === 0;

const ORDINALS = new Intl.PluralRules("en-US", { type: "ordinal" });
const SUFFIXES = { one: "st", two: "nd", few: "rd", other: "th", zero: "th", many: "th" } as const;
const dayOf = (at: Instant): number => new Date(at).getUTCDate();

/**
 * What PayPal's buyer is told of the day of their renewals; null where it is the day of purchase. PayPal counts from
 * the first renewal, so one that falls into a shorter month moves all that follow. (CHK-09, PLN-03)
 */
export const payPalBillingDayNote = (at: Instant, renewal: Instant, interval: Interval): string | null => {
  const day = dayOf(renewal);
  if (day === dayOf(at)) return null;
  const named = `${day}${SUFFIXES[ORDINALS.select(day)]}`;
  return interval === "month"
    ? `Through PayPal this plan renews on the ${named} of each month.`
    : `Through PayPal this plan renews on February ${named} of each year.`;
};

/** The card brands that are shown by name. (CHK-05) */
export const CARD_BRANDS = {
  american_express: "American Express",
  diners_club: "Diners Club",
  discover: "Discover",
  eftpos_australia: "eftpos Australia",
  jcb: "JCB",
  mastercard: "Mastercard",
  union_pay: "UnionPay",
  visa: "Visa",
} as const;

/** A brand that has a name of its own. */
export type CardBrand = keyof typeof CARD_BRANDS;

/** The name of a card's brand; a brand that is not listed is a plain card. (CHK-05) */
export const cardBrandName = (brand: string): string =>
  Object.hasOwn(CARD_BRANDS, brand) ? CARD_BRANDS[brand as CardBrand] : "Card";

/** "Visa ending in 4242, expires 12/2030": what tells saved cards apart. (CHK-05) */
export const cardLabel = (card: {
  readonly display_brand: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
}): string =>
  `${cardBrandName(card.display_brand)} ending in ${card.last4}, expires ` +
  `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`;

/** The saved card that pays: the chosen one, else the default, else the first; null without any. (CHK-05) */
export const selectCard = <C extends { readonly id: string }>(
  cards: readonly C[],
  known: { readonly chosen: string | null; readonly standard: string | null },
): C | null =>
  cards.find((card) => card.id === known.chosen) ??
  cards.find((card) => card.id === known.standard) ??
  cards[0] ??
  null;

/** Whether a card has expired: it is good until the end of its month, UTC. (CHK-05) */
export const isCardExpired = (card: { readonly exp_month: number; readonly exp_year: number }, at: Instant): boolean =>
  epochMs(at) >= Date.UTC(card.exp_year, card.exp_month, 1);

/** A saved card as far as two of one are told: the provider's mark of its number, and when it ends. */
interface MarkedCard {
  readonly id: string;
  readonly fingerprint: string | null;
  readonly card: { readonly exp_month: number; readonly exp_year: number };
}

/** Whether two saved cards are one: a number that was issued again with another date is another card. (CHK-05) */
export const isSameCard = (a: MarkedCard, b: MarkedCard): boolean =>
  a.fingerprint !== null &&
  a.fingerprint === b.fingerprint &&
  a.card.exp_month === b.card.exp_month &&
  a.card.exp_year === b.card.exp_year;

/**
 * The cards without those that were saved before: of each the one that is preferred, else the first. A card whose
 * number the provider gives no mark of is one of its own. (CHK-05)
 */
export const distinctCards = <C extends MarkedCard>(
  cards: readonly C[],
  preferred: readonly (string | null | undefined)[],
): readonly C[] => {
  const rank = (card: C): number => (preferred.includes(card.id) ? preferred.indexOf(card.id) : preferred.length);
  return cards.filter(
    (card, index) =>
      !cards.some(
        (other, place) =>
          isSameCard(other, card) && (rank(other) < rank(card) || (rank(other) === rank(card) && place < index)),
      ),
  );
};

/**
 * The saved card that is offered first: the default one, else the first. One that has expired is none to offer; null
 * without another. (CHK-05)
 */
export const defaultCard = <
  C extends { readonly id: string; readonly is_default: boolean; readonly is_expired: boolean },
>(
  cards: readonly C[],
): C | null => {
  const good = cards.filter((card) => !card.is_expired);
  return selectCard(good, { chosen: null, standard: good.find((card) => card.is_default)?.id ?? null });
};

/** Why a card can't be the one that is offered first; null where it can. (CHK-05) */
export const defaultCardError = (card: { readonly is_expired: boolean }): "card_expired" | null =>
  card.is_expired ? "card_expired" : null;

/** The cards that are left once one is removed; `pays` is the one that its plan moves to, null where none moves. */
export interface RemainingCards<C> {
  readonly cards: readonly C[];
  readonly pays: string | null;
}

/**
 * Removes a card. A plan that it pays moves to the card that is offered first among the others; where none of these is
 * good, the card stays. (CHK-05)
 */
export const removeCard = <
  C extends {
    readonly id: string;
    readonly is_default: boolean;
    readonly is_expired: boolean;
    readonly pays_plan: boolean;
  },
>(
  cards: readonly C[],
  id: string,
): Result.Result<RemainingCards<C>, "payment_method_in_use"> => {
  const left = cards.filter((card) => card.id !== id);
  const first = defaultCard(left)?.id ?? null;
  const paysPlan = cards.some((card) => card.id === id && card.pays_plan);
  if (paysPlan && first === null) return Result.fail("payment_method_in_use");
  const pays = paysPlan ? first : null;
  return Result.succeed({
    pays,
    cards: left.map((card) => ({
      ...card,
      is_default: card.id === first,
      pays_plan: card.pays_plan || card.id === pays,
    })),
  });
};

/** A purchase by PayPal with an add-on is two agreements, opened one by one. (CHK-04) */
export interface PayPalApprovals {
  readonly subscription: "waiting" | "started";
  readonly addOn: "none" | "waiting" | "started";
}

/** The flows of a PayPal purchase before any was started. (CHK-04) */
export const payPalApprovals = (hasAddOn: boolean): PayPalApprovals => ({
  subscription: "waiting",
  addOn: hasAddOn ? "waiting" : "none",
});

/** One flow was opened; opening it again is the same. (CHK-04) */
export const startPayPalApproval = (flows: PayPalApprovals, which: "subscription" | "addOn"): PayPalApprovals =>
  flows[which] === "none" ? flows : { ...flows, [which]: "started" };

/**
 * What follows: both flows of a purchase with an add-on are offered in a dialog; once all are started the user goes
 * home. (CHK-04)
 */
export const afterPayPalApprovals = (flows: PayPalApprovals): "redirect" | "choose-flow" | "home" => {
  if (flows.addOn === "none") return flows.subscription === "waiting" ? "redirect" : "home";
  return flows.subscription === "started" && flows.addOn === "started" ? "home" : "choose-flow";
};
