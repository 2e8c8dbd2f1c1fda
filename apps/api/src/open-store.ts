import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type Database,
  DatabaseTooOld,
  NewerDatabase,
  lockDataDir,
  migrate,
  openEmbedded,
  openPostgres,
  openWithReplica,
  shareDataDir,
} from "@backlot/adapters-postgres";
import {
  NO_SAMPLES,
  hasSamples,
  importCatalog,
  refreshShop,
  indexSearch,
  publishArticle,
  withdrawFormerSamples,
} from "@backlot/application";
import { Clock, ReadRepositories, Repositories, transactional } from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import { type Services, compose, systemClock } from "./composition.ts";
import { BadSetting } from "./settings/schema.ts";
import type { StoreConfig } from "./settings/derived.ts";
import { NO_TELEMETRY, type Telemetry } from "./observe/telemetry.ts";
import { keepSamplePictures } from "./sample-pictures.ts";
import { samples } from "./samples.ts";
import { sandboxClock } from "./sandbox-clock.ts";

/** A store with an open, migrated, and seeded database. */
export interface OpenStore {
  readonly database: Database;
  readonly clock: Clock;
  readonly services: Services;
  readonly close: () => Promise<void>;
}

/** Returns the folder of the embedded database within a data folder. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, "pg");

/** Returns whether the store uses an embedded database that does not exist yet. */
export const isNew = (config: Pick<StoreConfig, "dataDir" | "databaseUrl">): boolean =>
  config.databaseUrl === null && !existsSync(join(embeddedFolder(config.dataDir), "PG_VERSION"));

const connect = async (config: StoreConfig, { metrics, logError }: Telemetry): Promise<Database> => {
  const onQuery = metrics?.query;
  if (config.databaseUrl === null) return openEmbedded(embeddedFolder(config.dataDir), onQuery);
  try {
    const { databaseUrl, databaseReadUrl, databasePool } = config;
    const database =
      databaseReadUrl === null
        ? openPostgres(databaseUrl, databasePool, { onQuery, logError })
        : openWithReplica(databaseUrl, databaseReadUrl, databasePool, { onQuery, logError });
    await database.kysely.selectNoFrom((select) => select.lit(1).as("one")).execute();
    return database;
  } catch (error) {
    // The URL contains a password, so show only the reason.
    const reason = error instanceof Error ? error.message || String(Reflect.get(error, "code")) : error;
    throw new BadSetting(`Can't connect to DATABASE_URL: ${reason}.`);
  }
};

/** PostgreSQL's code for an operation that the role may not perform. */
const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * Throws BadSetting if a migration failed because the database role lacks a privilege, or because the database is from
 * a newer version or too old. Otherwise, throws the error itself.
 */
const orBadDatabase = (error: unknown): never => {
  if (error instanceof NewerDatabase || error instanceof DatabaseTooOld) throw new BadSetting(error.message);
  if (!(error instanceof Error && Reflect.get(error, "code") === INSUFFICIENT_PRIVILEGE)) throw error;
  throw new BadSetting(
    `The role in DATABASE_URL is missing a privilege: ${error.message}. Allow it to create tables in its schema. ` +
      "Also allow it to create the extensions pg_trgm and fuzzystrmatch, or create both yourself.",
  );
};

/**
 * Locks the data folder for this process if it contains the embedded database. With a database server, processes share
 * the folder. Returns a function that releases it.
 */
const takeDataDir = ({ dataDir, databaseUrl }: StoreConfig): (() => void) => {
  if (databaseUrl === null) return lockDataDir(dataDir).release;
  shareDataDir(dataDir);
  return () => {};
};

/**
 * Locks the data folder, opens and migrates the database, and seeds an empty one with the price list and, unless
 * SAMPLE=off or in production, the sample catalog and articles. Throws DataDirLocked, or BadSetting if there is no
 * database at DATABASE_URL.
 */
export const openStore = async (config: StoreConfig, telemetry: Telemetry = NO_TELEMETRY): Promise<OpenStore> => {
  const release = takeDataDir(config);
  try {
    const database = await connect(config, telemetry);
    const sayUpdating = (count: number): void =>
      telemetry.event(
        "info",
        `updating the database: ${count} ${count === 1 ? "step" : "steps"}. This can take a few minutes.`,
      );
    await migrate(database.kysely, undefined, sayUpdating).catch(orBadDatabase);
    const sandbox = config.stripe.baseUrl === undefined ? null : await sandboxClock(config.stripe.baseUrl);
    const clock = sandbox?.clock ?? systemClock;
    const services = compose(config, database, (rebind) => rebind(Clock, clock), telemetry);
    const run = Effect.runPromiseWith(services.context);
    const { plans } = Context.get(services.context, ReadRepositories);
    // Seed only an empty store, so that the owner's changes and deletions persist.
    if ((await run(plans.all())).length === 0) {
      const { catalog, articles } = config.opensWithSample ? samples : NO_SAMPLES;
      await run(importCatalog(catalog));
      await run(Effect.forEach(articles, publishArticle));
    }
    await run(refreshShop);
    const withdrawn = await run(withdrawFormerSamples);
    if (withdrawn.length > 0)
      telemetry.event("info", `withdrew collections that this version can't render: ${withdrawn.join(", ")}`);
    const keepPictures = async (): Promise<void> => {
      try {
        if (samples.mediaFolder !== null && (await run(hasSamples)))
          await keepSamplePictures(samples.mediaFolder, config.dataDir);
      } catch (error) {
        // Don't fail, because only pages of a later version would lack these pictures.
        telemetry.logError("the sample pictures could not be saved", error);
      }
    };
    await keepPictures();
    await run(indexSearch);
    if (sandbox !== null)
      await run(
        Repositories.use(({ discountCodes }) => Effect.forEach(samples.codes, discountCodes.put)).pipe(transactional),
      );
    return {
      database,
      clock,
      services,
      close: async () => {
        sandbox?.stop();
        // Keep the pictures of samples that were added after startup.
        await keepPictures();
        await services.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
};
