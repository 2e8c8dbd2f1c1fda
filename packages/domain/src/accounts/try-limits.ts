/** So many tries within so many seconds. */
export interface TryLimit {
  readonly attempts: number;
  readonly seconds: number;
}

/** How often something may be tried, where a store sets nothing else. */
export const TRY_LIMITS = {
  /** Unknown discount codes, of an account or of a visitor's address. (DSC-02) */
  codes: { attempts: 10, seconds: 60 },
  /** Wrong passwords for one address. (ACC-03) */
  passwords: { attempts: 10, seconds: 15 * 60 },
  /** Sign-ups, wrong passwords and forgotten ones from one network. (ACC-03) */
  networks: { attempts: 100, seconds: 10 * 60 },
  /** Captchas of the newsletter from one address. (NWS-01) */
  newsletter: { attempts: 20, seconds: 10 * 60 },
  /** Certificates of one account: each takes its process a moment. (LIC-13) */
  certificates: { attempts: 20, seconds: 60 * 60 },
} as const satisfies Readonly<Record<string, TryLimit>>;

/** How long a session lasts: 30 days, in seconds. (ACC-05) */
export const SESSION_SECONDS = 30 * 86_400;

/** How many people work under a plan where a store sets nothing else, its administrator among them. (ACC-08) */
export const USUAL_TEAM_SEATS = { startup: 5, enterprise: 25 } as const;
