/** Lets one of several processes make a file. */
export const fileLeases: readonly string[] = [
  `create table file_leases (
     name text not null,
     holder text not null,
     until timestamptz not null,
     constraint file_leases_pkey primary key (name))`,
];
