import * as Schema from "effect/Schema";
import { CartCode } from "@backlot/domain/pricing/discount.schema";

/**
 * A page of cart discount codes, by name. Pass the last code as `starting_after` to get the next page. `limit` defaults
 * to 100.
 */
export const CodePage = Schema.Struct({
  data: Schema.Array(Schema.Struct({ code: CartCode, uses: Schema.Int })),
  has_more: Schema.Boolean,
}).annotate({ identifier: "CodePage" });

export type CodePage = typeof CodePage.Type;
