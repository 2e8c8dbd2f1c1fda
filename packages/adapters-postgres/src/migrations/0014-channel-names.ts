// No two apps have the same name: customers could not tell them apart. Later apps with a name get their id after it.
export const statements = [
  `update channels set name = name || ' ' || id where exists (select from channels as earlier
     where lower(earlier.name) = lower(channels.name)
       and (earlier.created_at, earlier.id) < (channels.created_at, channels.id))`,
  "create unique index if not exists channels_name on channels (lower(name))",
];
