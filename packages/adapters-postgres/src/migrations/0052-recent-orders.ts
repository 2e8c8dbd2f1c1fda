/** Finds the orders of the last day, whatever became of them. */
export const recentOrders: readonly string[] = ["create index orders_created on orders (created_at)"];
