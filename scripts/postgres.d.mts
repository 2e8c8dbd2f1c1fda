/** A temporary PostgreSQL server for one run. */
export interface ThrowawayPostgres {
  readonly url: string;
  /** The URL of its Unix socket. */
  readonly socketUrl: string;
  /** Whether the server started with data from an earlier run. */
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
