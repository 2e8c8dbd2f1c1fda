import {
  type Order,
  type OrderedItemStatus,
  costOfItems,
  formatUsd,
  heldPart,
  licenseLabel,
  longDate,
  sum,
} from "@backlot/domain";
import * as Effect from "effect/Effect";
import { itemStatuses } from "../orders/order-history.ts";
import { orderPageLink } from "../orders/order-links.ts";

/** Describes how much of an order a guest received: everything, a part, or nothing. */
const guestHas = ({ quote, license_id }: Order, statuses: readonly OrderedItemStatus[]): string => {
  const { lines } = quote;
  const lost = costOfItems(quote, quote.total).filter((_, place) => statuses[place] !== "held");
  const costNothing = sum(lost) === 0;
  const total = formatUsd(quote.total);
  const license = `under the ${licenseLabel(license_id)} license`;
  const namesOf = (some: typeof lines): string => some.map(({ label }) => label).join(", ");
  switch (heldPart(statuses)) {
    case "none":
      return (
        `You ordered ${namesOf(lines)} for ${total}. ` +
        (costNothing ? "The order was canceled. You weren't charged." : "We're refunding your payment.")
      );
    case "all":
      return `Thank you. You bought ${namesOf(lines)} for ${total}, ${license}. Yours to keep.`;
    case "part": {
      const held = lines.filter((_, place) => statuses[place] === "held");
      return (
        `Thank you. You bought ${namesOf(held)}, ${license}. Yours to keep. ` +
        `You ordered ${lines.length} items for ${total}` +
        (costNothing ? ". We canceled the rest. You weren't charged for it." : ". We're refunding the rest.")
      );
    }
  }
};

/** Returns the email about a guest's purchase, with a link to the order's page. */
export const guestPurchase = Effect.fnUntraced(function* (order: Order) {
  const { url, expires_at } = yield* orderPageLink(order.id);
  const statuses = yield* itemStatuses(order);
  const hasFiles = heldPart(statuses) !== "none";
  return {
    subject: hasFiles ? "Your files and receipt" : "Your order",
    paragraphs: [
      guestHas(order, statuses),
      `The link below opens your order, with its ${hasFiles ? "files and " : ""}receipt, until ` +
        `${longDate(expires_at)}. Keep the link private. It works without a password. You can request a new one at ` +
        "any time.",
    ],
    action: { text: "Open your order", url },
  };
});
