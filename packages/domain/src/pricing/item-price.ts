import { type Cents, multiply } from "../kernel/money.ts";
import { type LicenseId, license } from "../licensing/license.ts";

/** The price of a single item under a license, in cents: its factor counts for every license. (ORD-05) */
export const itemPrice = (listPrice: Cents, id: LicenseId): Cents => multiply(listPrice, license(id).priceFactor);
