// One table of leases for accounts, jobs, and files. Processes of the previous version use the views during an upgrade.
export const statements = [
  `create table leases (
     name text, holder text not null, until timestamptz not null, constraint leases_pkey primary key (name))`,
  `insert into leases select user_id, holder, until from account_leases
     union all select name, holder, until from file_leases`,
  "drop table account_leases",
  "drop table file_leases",
  "create view account_leases as select name as user_id, holder, until from leases",
  "create view file_leases as select name, holder, until from leases",
];
