/** The orders of all buyers, newest first, as support lists them. */
export const latestOrders: readonly string[] = [
  "create index orders_latest on orders (created_at desc, id desc) where status in ('paid', 'unfulfillable')",
];
