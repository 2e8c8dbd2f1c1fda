import type { ServiceIdentifier } from "inversify";
import type { Clock } from "./clock.ts";
import type { Files } from "./files.ts";
import type { Identity } from "./identity.ts";
import type { Ids } from "./ids.ts";
import type { Payments } from "./payments.ts";
import type { Transactions } from "./repositories.ts";
import type { Wallet } from "./wallet.ts";

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`backlot/${name}`);

/** The driven ports by name, for the composition root of an app. */
export const Ports = {
  clock: token<Clock>("Clock"),
  ids: token<Ids>("Ids"),
  identity: token<Identity>("Identity"),
  payments: token<Payments>("Payments"),
  wallet: token<Wallet | null>("Wallet"),
  files: token<Files>("Files"),
  transactions: token<Transactions>("Transactions"),
} as const;
