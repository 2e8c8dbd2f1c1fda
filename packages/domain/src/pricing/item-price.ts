import { type Cents, multiply } from "../kernel/money.ts";
import { type LicenceId, licence } from "../licensing/licence.ts";

/** The price of a single item under a licence, in cents: its factor counts for every licence. (ORD-05) */
export const itemPrice = (listPrice: Cents, id: LicenceId): Cents => multiply(listPrice, licence(id).priceFactor);
