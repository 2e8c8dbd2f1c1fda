// No two apps may have the same name, because customers couldn't tell them apart. Appends the id to later duplicates.
export const statements = [
  `update channels set name = name || ' ' || id where exists (select from channels as earlier
     where lower(earlier.name) = lower(channels.name)
       and (earlier.created_at, earlier.id) < (channels.created_at, channels.id))`,
  "create unique index if not exists channels_name on channels (lower(name))",
];
