/** A throwaway PostgreSQL of one run. */
export interface ThrowawayPostgres {
  readonly url: string;
  readonly restart: () => Promise<void>;
  readonly stop: () => void;
}

export const installFromSystem: (...packages: readonly string[]) => boolean;
export const startPostgres: (how?: { readonly synced?: boolean }) => Promise<ThrowawayPostgres | null>;
