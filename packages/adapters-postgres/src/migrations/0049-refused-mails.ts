/** How often the mail server refused an email, when it is tried again, and when the store gave it up. */
export const refusedMails: readonly string[] = [
  `alter table notices
     add column attempts integer not null default 0,
     add column next_attempt_at timestamptz,
     add column failed_at timestamptz,
     add column last_error text`,
  "create index notices_failed on notices (failed_at) where failed_at is not null",
];
