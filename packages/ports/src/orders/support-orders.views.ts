import * as Schema from "effect/Schema";
import * as Struct from "effect/Struct";
import { SupportAction } from "@backlot/domain/accounts/support-action.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { OrderView } from "./orders.contract.ts";

/**
 * A page of the paid orders of all buyers, newest first. `title` describes what an order sold, and `total` is in cents.
 * Pass the last id as `starting_after` to get the next page.
 */
export const ListedOrders = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      ...Struct.pick(OrderView.fields, ["id", "kind", "status", "paid_with", "placed_at"]),
      email: Schema.String,
      title: Schema.String,
      total: Cents,
    }),
  ),
  has_more: Schema.Boolean,
}).annotate({ identifier: "ListedOrders" });

export type ListedOrders = typeof ListedOrders.Type;

/** An order with the staff actions on it. */
export const SupportOrderView = Schema.Struct({
  ...OrderView.fields,
  support_actions: Schema.Array(SupportAction),
}).annotate({ identifier: "SupportOrder" });

export type SupportOrderView = typeof SupportOrderView.Type;
