import { type Cents, cents } from "../kernel/money.ts";
import type { QuoteLine } from "./quote.schema.ts";

/** Returns a quote line, with `net` computed as `gross` minus `discount`. Amounts in cents. */
export const line = (
  kind: QuoteLine["kind"],
  reference: string,
  label: string,
  gross: Cents,
  discount: Cents,
): QuoteLine => ({
  kind,
  reference,
  label,
  gross,
  discount,
  net: cents(gross - discount),
});
