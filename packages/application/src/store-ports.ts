import type { ChangePolicy, Ratio } from "@backlot/domain";
import type { Clock, Files, Identity, Ids, Payments, Transactions } from "@backlot/ports";

/** What the owner sets, apart from secrets. */
export interface StoreSettings {
  readonly supportEmail: string;
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
  readonly files: Files;
  readonly transactions: Transactions;
  readonly settings: StoreSettings;
}
