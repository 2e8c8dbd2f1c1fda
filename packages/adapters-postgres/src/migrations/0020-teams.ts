/** Who works in whose team, and who was invited. A team is the account of its administrator. */
export const teams: readonly string[] = [
  `alter table accounts add column team_id text references accounts (id), add column team_role text
     check (team_role in ('Artist', 'Download Only')), add column team_joined_at timestamptz,
     add check ((team_id is null) = (team_role is null)), add check (team_id <> id)`,
  `create index accounts_team on accounts (team_id) where team_id is not null`,
  `create table team_invitations (
     id text primary key, team_id text not null references accounts (id), email text not null,
     role text not null check (role in ('Artist', 'Download Only')), invited_at timestamptz not null)`,
  `create unique index team_invitations_once on team_invitations (team_id, lower(email))`,
  `alter table notices drop constraint notices_kind_check`,
  `alter table notices add check (kind in ('payment-not-applied', 'guest-purchase', 'confirm-email', 'reset-password',
     'password-changed', 'team-invitation'))`,
];
