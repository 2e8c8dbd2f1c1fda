/** A throwaway PostgreSQL of one run. */
export interface ThrowawayPostgres {
  readonly url: string;
  /** The same through its socket. */
  readonly socketUrl: string;
  readonly restart: () => Promise<void>;
  readonly stop: () => void;
}

export const installPostgres: () => Promise<void>;
export const startPostgres: (how?: { readonly synced?: boolean }) => Promise<ThrowawayPostgres | null>;
