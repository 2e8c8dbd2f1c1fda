/** Accounts, licensees, teams, and guests. The tables whose names begin with auth_ are better-auth's. */
export const accounts: readonly string[] = [
  `create table accounts (
     id text primary key, email text not null, first_name text not null, last_name text not null,
     free_subscriber boolean not null, min_license_id integer check (min_license_id between 1 and 6),
     should_see_confirm_license boolean not null, should_see_manage_subscription boolean not null,
     stripe_customer_token text unique, locked boolean not null, confirmed_at timestamptz,
     created_at timestamptz not null, deleted_at timestamptz, team_id text references accounts (id),
     team_role text check (team_role in ('Artist', 'Download Only')), team_joined_at timestamptz,
     constraint accounts_team_role check ((team_id is null) = (team_role is null)),
     constraint accounts_team_of_another check (team_id <> id))`,
  "create index accounts_email on accounts (lower(email))",
  "create index accounts_team on accounts (team_id) where team_id is not null",
  `create table auth_users (
     id text primary key, name text not null, email text not null unique, email_verified boolean not null,
     image text, first_name text not null, last_name text not null,
     created_at timestamptz not null default current_timestamp,
     updated_at timestamptz not null default current_timestamp)`,
  `create table auth_sessions (
     id text primary key, expires_at timestamptz not null, token text not null unique,
     created_at timestamptz not null default current_timestamp, updated_at timestamptz not null, ip_address text,
     user_agent text, user_id text not null references auth_users (id) on delete cascade)`,
  "create index auth_sessions_user on auth_sessions (user_id)",
  `create table auth_credentials (
     id text primary key, account_id text not null, provider_id text not null,
     user_id text not null references auth_users (id) on delete cascade, access_token text, refresh_token text,
     id_token text, access_token_expires_at timestamptz, refresh_token_expires_at timestamptz, scope text,
     password text, created_at timestamptz not null default current_timestamp, updated_at timestamptz not null)`,
  "create index auth_credentials_user on auth_credentials (user_id)",
  `create table auth_verifications (
     id text primary key, identifier text not null, value text not null, expires_at timestamptz not null,
     created_at timestamptz not null default current_timestamp,
     updated_at timestamptz not null default current_timestamp)`,
  "create index auth_verifications_identifier on auth_verifications (identifier)",
  `create table licensee_profiles (
     user_id text primary key references accounts (id),
     license_id integer not null check (license_id between 1 and 6), completed boolean not null,
     invalidated boolean not null, company_name text, first_name text, last_name text, email text not null,
     phone text, address text not null, token text not null unique)`,
  `create table guests (
     user_id text primary key references accounts (id), key text not null, address text not null,
     constraint guests_key_address_key unique (key, address))`,
  "create index guests_address on guests (address)",
  `create table account_leases (
     user_id text primary key references accounts (id), holder text not null, until timestamptz not null)`,
  `create table team_invitations (
     id text primary key, team_id text not null references accounts (id), email text not null,
     role text not null check (role in ('Artist', 'Download Only')), invited_at timestamptz not null)`,
  "create unique index team_invitations_once on team_invitations (team_id, lower(email))",
];
