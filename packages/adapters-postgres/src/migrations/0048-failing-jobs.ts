/** How often in a row a job has failed, since when, and why the last time. */
export const failingJobs: readonly string[] = [
  `alter table jobs
     add column failures integer not null default 0,
     add column failing_since timestamptz,
     add column last_error text`,
];
