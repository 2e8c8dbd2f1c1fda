/** What an account saved for later, and every file that it fetched: those of its own items are not counted. */
export const shelf: readonly string[] = [
  `create table wishlist_items (
     user_id text not null references accounts (id), collection_id integer not null references collections (id),
     at timestamptz not null, primary key (user_id, collection_id))`,
  "create index wishlist_items_newest on wishlist_items (user_id, at desc, collection_id desc)",
  "alter table downloads add column counted boolean not null default true",
];
