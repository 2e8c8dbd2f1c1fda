import { accounts } from "./baseline/accounts.ts";
import { catalog } from "./baseline/catalog.ts";
import { credits } from "./baseline/credits.ts";
import { operations } from "./baseline/operations.ts";
import { orders } from "./baseline/orders.ts";
import { ownership } from "./baseline/ownership.ts";
import { payments } from "./baseline/payments.ts";
import { prices } from "./baseline/prices.ts";
import { search } from "./baseline/search.ts";
import { subscriptions } from "./baseline/subscriptions.ts";

/** The statements that create the database of version 1.0.0. */
export const statements: readonly string[] = [
  ...accounts,
  ...catalog,
  ...search,
  ...prices,
  ...subscriptions,
  ...orders,
  ...payments,
  ...credits,
  ...ownership,
  ...operations,
];
