import * as Result from "effect/Result";
import { type Instant, epochMs } from "../kernel/calendar.ts";

/** The display names of card brands, by Stripe's brand names. */
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

/** A card brand that has a display name. */
export type CardBrand = keyof typeof CARD_BRANDS;

/** Returns a brand's display name, or "Card" if the brand is unknown. */
export const cardBrandName = (brand: string): string =>
  Object.hasOwn(CARD_BRANDS, brand) ? CARD_BRANDS[brand as CardBrand] : "Card";

/** The card details that we store. Only the provider knows the number. */
interface CardFacts {
  readonly display_brand: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
}

/** Returns whether a text can be the last four digits of a card number. */
export const isLast4 = (text: string): boolean => /^\d{4}$/.test(text);

/** Returns a card's name, such as "Visa ending in 4242". */
export const cardName = (card: Pick<CardFacts, "display_brand" | "last4">): string =>
  `${cardBrandName(card.display_brand)} ending in ${card.last4}`;

const expiryOf = ({ exp_month, exp_year }: CardFacts): string => `${String(exp_month).padStart(2, "0")}/${exp_year}`;

/** Returns a label that tells saved cards apart, such as "Visa ending in 4242, expires 12/2030". */
export const cardLabel = (card: CardFacts): string => `${cardName(card)}, expires ${expiryOf(card)}`;

/** Returns a card's expiry text, such as "Expired 04/2026". */
export const cardExpiryText = (saved: { readonly card: CardFacts; readonly is_expired: boolean }): string =>
  `${saved.is_expired ? "Expired" : "Expires"} ${expiryOf(saved.card)}`;

/** Returns the note below a saved card, such as "Expires 12/2030, default, used for your plan". */
export const cardNote = (saved: {
  readonly card: CardFacts;
  readonly is_default: boolean;
  readonly is_expired: boolean;
  readonly pays_plan: boolean;
}): string =>
  [
    cardExpiryText(saved),
    ...(saved.is_default ? ["default"] : []),
    ...(saved.pays_plan ? ["used for your plan"] : []),
  ].join(", ");

/**
 * Returns the card to charge: the chosen one, else the default (`standard`), else the first. Null if there are no
 * cards.
 */
export const selectCard = <C extends { readonly id: string }>(
  cards: readonly C[],
  cardIds: { readonly chosen: string | null; readonly standard: string | null },
): C | null =>
  cards.find((card) => card.id === cardIds.chosen) ??
  cards.find((card) => card.id === cardIds.standard) ??
  cards[0] ??
  null;

/** Returns whether a card has expired. A card is valid until the end of its expiry month in UTC. */
export const isCardExpired = (card: { readonly exp_month: number; readonly exp_year: number }, at: Instant): boolean =>
  epochMs(at) >= Date.UTC(card.exp_year, card.exp_month, 1);

/** The fields that identify duplicate cards. `fingerprint` is the provider's hash of the card number. */
interface MarkedCard {
  readonly id: string;
  readonly fingerprint: string | null;
  readonly card: { readonly exp_month: number; readonly exp_year: number };
}

/**
 * Returns whether two saved cards are the same card. A reissued card with a new expiry date is a different card. Cards
 * without a fingerprint are never the same.
 */
export const isSameCard = (a: MarkedCard, b: MarkedCard): boolean =>
  a.fingerprint !== null &&
  a.fingerprint === b.fingerprint &&
  a.card.exp_month === b.card.exp_month &&
  a.card.exp_year === b.card.exp_year;

/**
 * Returns the cards without duplicates. Of each card's duplicates, keeps the one listed first in `preferred` (card
 * ids), or else the first. A card without a fingerprint has no duplicates.
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
 * Returns the card to preselect: the default, or else the first. Skips expired cards. Null if no valid card is left.
 */
export const defaultCard = <
  C extends { readonly id: string; readonly is_default: boolean; readonly is_expired: boolean },
>(
  cards: readonly C[],
): C | null => {
  const good = cards.filter((card) => !card.is_expired);
  return selectCard(good, { chosen: null, standard: good.find((card) => card.is_default)?.id ?? null });
};

/**
 * Returns whether making a card the default would change anything. True if it is not the default yet, or if another
 * card pays for the plan. Expired cards can't be the default.
 */
export const mayBecomeDefault = <
  C extends { readonly is_default: boolean; readonly is_expired: boolean; readonly pays_plan: boolean },
>(
  card: C,
  cards: readonly C[],
): boolean =>
  defaultCardError(card) === null && (!card.is_default || (!card.pays_plan && cards.some((each) => each.pays_plan)));

/** Returns why a card can't become the default, or null if it can. Expired cards can't. */
export const defaultCardError = (card: { readonly is_expired: boolean }): "card_expired" | null =>
  card.is_expired ? "card_expired" : null;

/**
 * The cards that remain after a removal. `pays` is the id of the card that now pays for the plan, or null if the
 * removed card didn't pay for it.
 */
export interface RemainingCards<C> {
  readonly cards: readonly C[];
  readonly pays: string | null;
}

/**
 * Removes a card. The current default stays the default; if it was removed or has expired, the first unexpired card
 * becomes the default. If the removed card paid for the plan, the new default pays for it from now on. Fails if that
 * plan would be left without a valid card.
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
  const remainingCards = cards.filter((card) => card.id !== id);
  const first = defaultCard(remainingCards)?.id ?? null;
  const paysPlan = cards.some((card) => card.id === id && card.pays_plan);
  if (paysPlan && first === null) return Result.fail("payment_method_in_use");
  const pays = paysPlan ? first : null;
  return Result.succeed({
    pays,
    cards: remainingCards.map((card) => ({
      ...card,
      is_default: card.id === first,
      pays_plan: card.pays_plan || card.id === pays,
    })),
  });
};
