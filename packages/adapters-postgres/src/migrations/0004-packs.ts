/** What credit packs cost: one list, kept whole as it was checked. */
export const packs: readonly string[] = [
  `create table pack_prices (id integer primary key check (id = 1), prices jsonb not null)`,
];
