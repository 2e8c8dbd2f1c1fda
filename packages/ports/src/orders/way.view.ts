import { PROVIDERS } from "@backlot/domain/kernel/provider";
import * as Schema from "effect/Schema";
import { QuoteView } from "../pricing/quote.view.ts";

/** A way to pay for a purchase. */
export const Way = Schema.Struct({
  /** The payment provider. Pages send the buyer to it, or ask for a card. */
  payer: Schema.Literals(PROVIDERS),
  /** The provider's own quote. Null for a downgrade, the same plan, or a cart, which has its own quote. */
  quote: Schema.NullOr(QuoteView),
  /** A note to show, such as about a different renewal day, or null. */
  note: Schema.NullOr(Schema.String),
  /** Why this way can't be used until a code is removed, or null. */
  refusal: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Way" });
