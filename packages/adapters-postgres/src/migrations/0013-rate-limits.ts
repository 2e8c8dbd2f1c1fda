/** Attempts within a window, by what is tried and by whom. `expire` is in milliseconds since 1970. */
export const rateLimits: readonly string[] = [
  `create table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint)`,
  `create index rate_limits_expire on rate_limits (expire)`,
];
