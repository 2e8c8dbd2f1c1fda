/** A PostgreSQL cluster that is started for a test. */
export interface FailoverCluster {
  readonly url: string;
  /** Resolves with how long there was no leader, in milliseconds. */
  readonly killLeader: () => Promise<number>;
  readonly stop: () => void;
}

export const installCluster: () => Promise<boolean>;
export const startCluster: () => Promise<FailoverCluster>;
