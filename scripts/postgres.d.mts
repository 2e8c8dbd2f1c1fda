/** A throwaway PostgreSQL of one run. */
export interface ThrowawayPostgres {
  readonly url: string;
  /** The same through its socket. */
  readonly socketUrl: string;
  /** Whether it began with kept data. */
  readonly wasKept: boolean;
  readonly keep: () => void;
  readonly restart: () => Promise<void>;
  readonly stop: () => void;
}

export const installPostgres: () => Promise<void>;
export const startPostgres: (how?: {
  readonly synced?: boolean;
  readonly from?: string | null;
  readonly within?: string;
}) => Promise<ThrowawayPostgres | null>;
