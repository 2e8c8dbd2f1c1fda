/** A PostgreSQL cluster that is started for a test. */
export interface FailoverCluster {
  readonly url: string;
  /** Kills the leader. Resolves with the time without a leader, in milliseconds. */
  readonly killLeader: () => Promise<number>;
  readonly stop: () => void;
}

export const installCluster: () => Promise<boolean>;
export const startCluster: () => Promise<FailoverCluster>;
