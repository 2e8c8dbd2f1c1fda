/** Licence certificates, each issued once with its file. */
export const certificates: readonly string[] = [
  `create table certificates (
     number text primary key, user_id text not null references accounts (id), facts jsonb not null,
     issued_at timestamptz not null, superseded_at timestamptz, file bytea not null)`,
  `create index certificates_user on certificates (user_id, issued_at)`,
];
