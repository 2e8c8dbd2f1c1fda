import { type Cents, multiply } from "../kernel/money.ts";
import { type ItemFactors, factorRatio, itemFactor } from "../licensing/license-factors.ts";
import type { LicenseId } from "../licensing/license.ts";

/** Returns an item's price under a license, in cents. */
export const itemPrice = (listPrice: Cents, id: LicenseId, factors: ItemFactors): Cents =>
  multiply(listPrice, factorRatio(itemFactor(factors, id)));
