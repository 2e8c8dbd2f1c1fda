// Programs that may ask customers for access. An app's token is a session with scopes, so anything that ends sessions
// also ends tokens: a password reset, deletion of the account, or removal of the channel.
export const statements = [
  `create table channels (
     id text not null constraint channels_pkey primary key, name text not null,
     scopes text not null constraint channels_scopes_check check (scopes <> ''), created_at timestamptz not null)`,
  `alter table auth_sessions
     add column channel_id text constraint auth_sessions_channel_id_fkey references channels (id) on delete cascade,
     add column scopes text,
     add constraint auth_sessions_scopes_check check ((channel_id is null) = (scopes is null))`,
  "create index auth_sessions_channel on auth_sessions (channel_id) where channel_id is not null",
  `create table auth_device_codes (
     id text not null constraint auth_device_codes_pkey primary key,
     device_code text not null constraint auth_device_codes_device_code_key unique,
     user_code text not null constraint auth_device_codes_user_code_key unique,
     user_id text constraint auth_device_codes_user_id_fkey references auth_users (id) on delete cascade,
     expires_at timestamptz not null, status text not null, last_polled_at timestamptz, polling_interval integer,
     client_id text not null
       constraint auth_device_codes_client_id_fkey references channels (id) on delete cascade,
     scope text not null)`,
  "alter table notices drop constraint notices_kind_check",
  `alter table notices add constraint notices_kind_check check (kind in ('payment-not-applied', 'guest-purchase',
     'confirm-email', 'reset-password', 'password-changed', 'app-connected', 'team-invitation', 'file-ready',
     'plan-ended', 'plan-canceled', 'plan-kept', 'plan-change-scheduled', 'plan-upgraded', 'renewal-coming',
     'renewal-failed', 'renewal-needs-confirmation', 'credits-expiring', 'receipt', 'refund', 'dispute', 'certificate',
     'confirm-licensee'))`,
  "create index auth_device_codes_user on auth_device_codes (user_id)",
  "create index auth_device_codes_client on auth_device_codes (client_id)",
];
