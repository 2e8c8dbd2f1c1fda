import { type Cents, multiply } from "../kernel/money.ts";
import { type LicenseId, license } from "../licensing/license.ts";

/** Returns an item's price under a license, in cents. */
export const itemPrice = (listPrice: Cents, id: LicenseId): Cents => multiply(listPrice, license(id).priceFactor);
