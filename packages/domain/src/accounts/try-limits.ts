/** A rate limit: the number of attempts allowed per time window. */
export interface TryLimit {
  readonly attempts: number;
  readonly seconds: number;
}

/** The default rate limits. */
export const TRY_LIMITS = {
  /** Unknown discount codes, per account or visitor address. */
  codes: { attempts: 10, seconds: 60 },
  /** Wrong passwords, per email address. */
  passwords: { attempts: 10, seconds: 15 * 60 },
  /** Sign-ups, wrong passwords, and password resets, per network. */
  networks: { attempts: 100, seconds: 10 * 60 },
  /** Newsletter captchas and, separately, sign-ups, per visitor address. */
  newsletter: { attempts: 20, seconds: 10 * 60 },
  /** Certificates issued, per account. Rendering one is expensive. */
  certificates: { attempts: 20, seconds: 60 * 60 },
} as const satisfies Readonly<Record<string, TryLimit>>;

/** The lifetime of a session, in seconds: 30 days. */
export const SESSION_SECONDS = 30 * 86_400;

/** The default number of people per team, including the administrator. */
export const USUAL_TEAM_SEATS = { startup: 5, enterprise: 25 } as const;
