import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { Receipt } from "@backlot/domain/receipts/receipt.schema";
import { Wire } from "../driving/errors.ts";
import { Costs, AccountRequired, PageSize, Text, data } from "../driving/shared.ts";

/**
 * A payment's receipt, which never changes, and the amount refunded since. Amounts in cents. `order_status` is null for
 * a renewal.
 */
export const ReceiptView = Schema.Struct({
  ...Receipt.fields,
  refunded: Cents,
  /** Whether the buyer's bank or PayPal is still deciding a dispute of the payment. */
  dispute_open: Schema.Boolean,
  order_status: Schema.NullOr(Schema.Literals(["paid", "unfulfillable"])),
}).annotate({ identifier: "Receipt" });

export type ReceiptView = typeof ReceiptView.Type;

/** A page of receipts, newest first. Pass the last number as `starting_after` to get the next page. */
export const ReceiptPage = Schema.Struct({
  data: Schema.Array(ReceiptView),
  has_more: Schema.Boolean,
}).annotate({ identifier: "ReceiptPage" });

export type ReceiptPage = typeof ReceiptPage.Type;

/** A receipt's PDF, base64-encoded. */
export const ReceiptFile = Schema.Struct({ file_name: Schema.String, pdf: Schema.String });

/** An account's receipts, one for each payment, including renewals. */
export class Receipts extends HttpApiGroup.make("receipts")
  .add(
    /** Lists the account's receipts, newest first. */
    HttpApiEndpoint.get("list", "/receipts", {
      query: { starting_after: Schema.optional(Text), limit: Schema.optional(PageSize) },
      success: ReceiptPage,
    }),
    /** Returns a receipt as a PDF. */
    HttpApiEndpoint.get("file", "/receipts/:number/file", {
      params: { number: Text },
      success: data(ReceiptFile),
      error: [Wire.notFound, Wire.tooManyAttempts],
    }).annotate(Costs, "document"),
  )
  .middleware(AccountRequired) {}
