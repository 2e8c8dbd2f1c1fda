import * as Result from "effect/Result";
import { type Instant, epochMs } from "../kernel/calendar.ts";

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

/** What is known of a card. Its number is the provider's. */
interface CardFacts {
  readonly display_brand: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
}

/** "Visa ending in 4242". (CHK-05) */
export const cardName = (card: Pick<CardFacts, "display_brand" | "last4">): string =>
  `${cardBrandName(card.display_brand)} ending in ${card.last4}`;

/** "12/2030". */
const expiryOf = ({ exp_month, exp_year }: CardFacts): string => `${String(exp_month).padStart(2, "0")}/${exp_year}`;

/** "Visa ending in 4242, expires 12/2030": what tells saved cards apart. (CHK-05) */
export const cardLabel = (card: CardFacts): string => `${cardName(card)}, expires ${expiryOf(card)}`;

/** "Expires 12/2030, default, pays your plan": what a saved card is used for. (CHK-05) */
export const cardNote = (saved: {
  readonly card: CardFacts;
  readonly is_default: boolean;
  readonly is_expired: boolean;
  readonly pays_plan: boolean;
}): string =>
  [
    `${saved.is_expired ? "Expired" : "Expires"} ${expiryOf(saved.card)}`,
    ...(saved.is_default ? ["default"] : []),
    ...(saved.pays_plan ? ["pays your plan"] : []),
  ].join(", ");

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
