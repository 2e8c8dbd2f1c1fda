import { join } from "node:path";
import {
  makeDiskFiles,
  makeDiskStock,
  makeLinkSigner,
  makeLinks,
  makeS3Files,
  makeS3Stock,
  openBucket,
} from "@backlot/adapters-files";
import { Clock, type FilePart, Files, Ids, Links, Stock, Transactions } from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import type { Container } from "inversify";
import { Parts, idOf } from "./composition-parts.ts";
import type { StoreConfig } from "./settings/derived.ts";
import type { Telemetry } from "./observe/telemetry.ts";
import { samples } from "./samples.ts";
import { describedStock, fileLeases, recordFileSize } from "./sold-files.ts";

/** Binds the services that store files, generate them, and sign links to them. */
export const bindFiles = (
  container: Container,
  config: StoreConfig,
  { context, logError }: Pick<Telemetry, "context" | "logError">,
): void => {
  const bucket = config.s3 === null ? null : openBucket(config.s3);
  container
    .bind(Parts.signer)
    .toResolvedValue(
      (storeConfig, at) => makeLinkSigner([storeConfig.linkSecret, ...storeConfig.oldLinkSecrets], at),
      [Parts.config, idOf(Clock)],
    );
  container
    .bind(idOf(Links))
    .toResolvedValue(
      (storeConfig, at) => makeLinks([storeConfig.linkSecret, ...storeConfig.oldLinkSecrets], at),
      [Parts.config, idOf(Clock)],
    );
  container.bind(Parts.files).toResolvedValue(
    ({ dataDir, filesLimitBytes, sampleScale, sampleAhead }, signer, transactions, ids) => {
      const services = context.pipe(Context.add(Transactions, transactions), Context.add(Ids, ids));
      const recordSize = (variantId: number, bytes: number | null) =>
        Effect.runPromiseWith(services)(recordFileSize(variantId, bytes));
      const making = {
        signer,
        make: (variantId: number, path: string, part: FilePart, stop?: AbortSignal) =>
          samples.makeFile(variantId, path, sampleScale, part, stop),
        onMade: recordSize,
        seconds: (variantId: number) => samples.secondsToMake(variantId, sampleScale),
        isMade: (variantId: number) => samples.hasFile(`files/${variantId}`),
        ahead: sampleAhead,
        leases: fileLeases(services),
        logError,
      };
      if (bucket !== null) return makeS3Files({ ...making, bucket, folder: join(dataDir, "making") });
      const ownedOf = (variantIds: readonly number[]) =>
        Effect.runPromise(transactions.read.collections.ownedOf(variantIds));
      const onDeleted = (variantId: number) => recordSize(variantId, null);
      const limit = { bytes: filesLimitBytes, ownedOf, onDeleted };
      return makeDiskFiles({ ...making, folder: join(dataDir, "files"), limit });
    },
    [Parts.config, Parts.signer, idOf(Transactions), idOf(Ids)],
  );
  container.bind(idOf(Files)).toResolvedValue((files) => files, [Parts.files]);
  container.bind(Parts.stock).toResolvedValue(
    ({ dataDir }, transactions) => {
      const disk = makeDiskStock({ folder: dataDir, isMade: samples.hasFile });
      return describedStock(
        bucket === null ? disk : makeS3Stock({ bucket, disk, isMade: samples.hasFile }),
        Context.add(context, Transactions, transactions),
      );
    },
    [Parts.config, idOf(Transactions)],
  );
  container.bind(idOf(Stock)).toResolvedValue((stock) => stock, [Parts.stock]);
};
