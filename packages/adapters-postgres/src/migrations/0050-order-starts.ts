/** Finds orders by the first characters of their ids, whatever the database's collation. */
export const orderStarts: readonly string[] = ['create index orders_start on orders (id collate "C")'];
