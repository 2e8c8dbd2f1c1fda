import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { type DiskFiles, type LinkSigner, makeDiskFiles, makeLinkSigner } from "@backlot/adapters-files";
import { makeWallet } from "@backlot/adapters-http";
import { makeIdentity } from "@backlot/adapters-identity";
import { type Database, makeTransactions } from "@backlot/adapters-postgres";
import { makePayments } from "@backlot/adapters-stripe";
import type { StorePorts, StoreSettings } from "@backlot/application";
import { makeSampleFile } from "@backlot/catalogue";
import { instant, NO_TAX } from "@backlot/domain";
import { type Clock, type Ids, Ports } from "@backlot/ports";
import { Container, type ServiceIdentifier } from "inversify";
import type { Config } from "./config.ts";

/** How long a session lasts: 30 days, in seconds. */
export const SESSION_SECONDS = 30 * 86_400;

const Wiring = {
  config: Symbol.for("backlot/Config") as ServiceIdentifier<Config>,
  database: Symbol.for("backlot/Database") as ServiceIdentifier<Database>,
  settings: Symbol.for("backlot/Settings") as ServiceIdentifier<StoreSettings>,
  signer: Symbol.for("backlot/LinkSigner") as ServiceIdentifier<LinkSigner>,
  files: Symbol.for("backlot/DiskFiles") as ServiceIdentifier<DiskFiles>,
} as const;

const systemClock: Clock = { now: () => instant(Date.now()) };

// Read out over the phone: no letters that look like figures.
const ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const systemIds: Ids = {
  next: () => randomUUID(),
  code: () => {
    const letters = Array.from(randomBytes(12), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
    return `BL-${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
  },
};

/** What the API's routes need of the store. */
export interface Wired {
  readonly ports: StorePorts;
  readonly signer: LinkSigner;
  readonly files: DiskFiles;
}

/** The one place where ports meet adapters. `clock` may be another one in tests. */
export const compose = (config: Config, database: Database, clock: Clock = systemClock): Wired => {
  const container = new Container({ defaultScope: "Singleton" });
  container.bind(Wiring.config).toConstantValue(config);
  container.bind(Wiring.database).toConstantValue(database);
  container.bind(Ports.clock).toConstantValue(clock);
  container.bind(Ports.ids).toConstantValue(systemIds);
  container.bind(Wiring.settings).toResolvedValue(
    ({ supportEmail, licenceRule, publicUrl, walletHidden }) => ({
      supportEmail,
      siteUrl: publicUrl.origin,
      walletHidden,
      changePolicy: { licenceRule },
      tax: NO_TAX,
      linkSeconds: 600,
    }),
    [Wiring.config],
  );
  container.bind(Ports.transactions).toResolvedValue(({ kysely }) => makeTransactions(kysely), [Wiring.database]);
  container
    .bind(Ports.identity)
    .toResolvedValue(
      ({ kysely }, { sessionSecret }) =>
        makeIdentity({ kysely, secret: sessionSecret, sessionSeconds: SESSION_SECONDS }),
      [Wiring.database, Wiring.config],
    );
  container.bind(Ports.payments).toResolvedValue(({ stripe }) => makePayments(stripe), [Wiring.config]);
  container
    .bind(Ports.wallet)
    .toResolvedValue(
      ({ paypal }) => (paypal === null ? null : makeWallet({ ...paypal, brand: "Backlot" })),
      [Wiring.config],
    );
  container
    .bind(Wiring.signer)
    .toResolvedValue((own, at) => makeLinkSigner(own.linkSecret, at), [Wiring.config, Ports.clock]);
  container
    .bind(Wiring.files)
    .toResolvedValue(
      ({ dataDir }, signer) => makeDiskFiles({ folder: join(dataDir, "files"), signer, make: makeSampleFile }),
      [Wiring.config, Wiring.signer],
    );
  container.bind(Ports.files).toResolvedValue((disk) => disk, [Wiring.files]);
  return {
    ports: {
      clock: container.get(Ports.clock),
      ids: container.get(Ports.ids),
      identity: container.get(Ports.identity),
      payments: container.get(Ports.payments),
      wallet: container.get(Ports.wallet),
      files: container.get(Ports.files),
      transactions: container.get(Ports.transactions),
      settings: container.get(Wiring.settings),
    },
    signer: container.get(Wiring.signer),
    files: container.get(Wiring.files),
  };
};
