import { cardBrandName } from "@backlot/domain/checkout/saved-card";
import type { SavedCard } from "@backlot/ports";

/** "Visa ending in 4242". */
export const cardName = ({ card }: SavedCard): string => `${cardBrandName(card.display_brand)} ending in ${card.last4}`;

/** When a saved card expires, or that it has, and what it is used for. (CHK-05) */
export const cardNote = ({ card, is_default, is_expired, pays_plan }: SavedCard): string =>
  [
    `${is_expired ? "Expired" : "Expires"} ${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`,
    ...(is_default ? ["default"] : []),
    ...(pays_plan ? ["pays your plan"] : []),
  ].join(", ");
