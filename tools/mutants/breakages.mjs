import { ACCESS } from "./breakages/access.mjs";
import { ACCOUNTS } from "./breakages/accounts.mjs";
import { FINDING } from "./breakages/finding.mjs";
import { CARTS_AND_ITEMS } from "./breakages/carts.mjs";
import { DISPUTED_PAYMENTS } from "./breakages/disputes.mjs";
import { GUEST_PURCHASES } from "./breakages/guests.mjs";
import { MONEY } from "./breakages/money.mjs";
import { ORDERS_AND_JOBS } from "./breakages/orders.mjs";
import { OUTAGES } from "./breakages/outages.mjs";
import { PAGES_AND_COMMAND } from "./breakages/pages.mjs";
import { REFUNDED_MONEY } from "./breakages/refunds.mjs";
import { SALES_AND_LIMITS } from "./breakages/sales.mjs";
import { SHARED_PAGES } from "./breakages/shared-pages.mjs";
import { WRITTEN } from "./breakages/articles.mjs";
import { STOCK } from "./breakages/stock.mjs";
import { SUBSCRIPTIONS_AND_PROVIDERS } from "./breakages/subscriptions.mjs";

/**
 * Deliberate breakages of the store outside its rules, each with the suite that must notice it. `find` has to be in the
 * file exactly once. `test` is part of a test title; without it the whole suite runs. `built` ones need a new build.
 * @type {readonly {
 *   readonly name: string;
 *   readonly file: string;
 *   readonly find: string;
 *   readonly replace: string;
 *   readonly suite: { readonly file: string; readonly test?: string };
 *   readonly built?: boolean;
 * }[]}
 */
export const BREAKAGES = [
  ...MONEY,
  ...REFUNDED_MONEY,
  ...DISPUTED_PAYMENTS,
  ...CARTS_AND_ITEMS,
  ...GUEST_PURCHASES,
  ...SALES_AND_LIMITS,
  ...ACCESS,
  ...ACCOUNTS,
  ...FINDING,
  ...STOCK,
  ...ORDERS_AND_JOBS,
  ...SUBSCRIPTIONS_AND_PROVIDERS,
  ...PAGES_AND_COMMAND,
  ...SHARED_PAGES,
  ...WRITTEN,
  ...OUTAGES,
];
