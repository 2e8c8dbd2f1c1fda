import { PROVIDERS } from "@backlot/domain/kernel/provider";
import { Quote } from "@backlot/domain/pricing/quote.schema";
import * as Schema from "effect/Schema";

/** A way to pay for a purchase. */
export const Way = Schema.Struct({
  /** The payment provider. Pages send the buyer to it, or ask for a card. */
  payer: Schema.Literals(PROVIDERS),
  /** The provider's own quote. Null for a downgrade or the same plan, and in a cart, whose quote applies. */
  quote: Schema.NullOr(Quote),
  /** A note to show, such as that it will renew on another day of the month, or null. */
  note: Schema.NullOr(Schema.String),
  /** Why it can't be used until a code is removed, or null. */
  refusal: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Way" });
