import type { ChangePolicy, Ratio } from "@backlot/domain";
import type { Clock, Files, Identity, Ids, Payments, Transactions, Wallet } from "@backlot/ports";

/** What the owner sets, apart from secrets. */
export interface StoreSettings {
  readonly supportEmail: string;
  /** The store's own address, without a slash at its end: where the wallet sends buyers back to. */
  readonly siteUrl: string;
  /** Whether the wallet is not offered, even where it could be. (LIC-14) */
  readonly walletHidden: boolean;
  readonly changePolicy: ChangePolicy;
  readonly tax: Ratio;
  /** How long a download link is good, in seconds. */
  readonly linkSeconds: number;
}

/** Everything the use cases stand on. */
export interface StorePorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly identity: Identity;
  readonly payments: Payments;
  /** Null for a store that has no wallet. */
  readonly wallet: Wallet | null;
  readonly files: Files;
  readonly transactions: Transactions;
  readonly settings: StoreSettings;
}
