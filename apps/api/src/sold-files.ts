import { randomUUID } from "node:crypto";
import type { DiskStock, FileLeases } from "@backlot/adapters-files";
import { Repositories, Transactions, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";

/**
 * Returns a function that saves a sold file's size in bytes, or null if the file was deleted. It only logs a failure,
 * because the file itself is fine.
 */
export const fileSizes = (transactions: Transactions) => (variantId: number, bytes: number | null) =>
  Repositories.use(({ collections }) => collections.setFileSize(variantId, bytes)).pipe(
    transactional,
    Effect.provideService(Transactions, transactions),
    Effect.catchCause((cause) => Effect.logWarning(`the size of file ${variantId} was not recorded`, cause)),
    Effect.runPromise,
  );

/** Returns leases on sold files, stored in the database. */
export const fileLeases = (transactions: Transactions): FileLeases => {
  const holder = randomUUID();
  const run = <A>(work: Effect.Effect<A, never, Repositories>): Promise<A> =>
    work.pipe(transactional, Effect.provideService(Transactions, transactions), Effect.runPromise);
  return {
    hold: (name, milliseconds) =>
      run(Repositories.use(({ downloads }) => downloads.holdFile(name, holder, milliseconds))),
    release: (name) => run(Repositories.use(({ downloads }) => downloads.releaseFile(name, holder))),
  };
};

/**
 * Returns a stock that checks each sold file under the name that customers see, and saves its size. Checks a file that
 * belongs to no variant as a ZIP.
 */
export const describedStock = (stock: DiskStock, transactions: Transactions): DiskStock => {
  const recordSize = fileSizes(transactions);
  return {
    ...stock,
    receive: async (name, bytes, sha256) => {
      const variant = /^files\/(\d+)$/.exec(name)?.[1];
      if (variant === undefined) return stock.receive(name, bytes, sha256);
      const id = Number(variant);
      const collection = await Effect.runPromise(transactions.read.collections.byVariant(id));
      const sold = collection?.collection_variants.find((each) => each.id === id);
      const size = await stock.receive(name, bytes, sha256, sold?.file_name ?? "unknown.zip");
      await recordSize(id, size);
      return size;
    },
  };
};
