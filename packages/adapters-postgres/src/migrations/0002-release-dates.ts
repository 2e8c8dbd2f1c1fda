export const statements = [
  `alter table collections
     add column release_date date,
     add column coming boolean not null default false,
     add constraint collections_coming_state check (not coming or (not listed and release_date is not null))`,
  "create index collections_coming on collections (release_date, id) where coming",
  `create index collections_released on collections (release_date desc, id desc)
     where listed and release_date is not null`,
];
