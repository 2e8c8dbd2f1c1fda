import type { DiskStock, FileLeases } from "@backlot/adapters-files";
import { tryLease } from "@backlot/application";
import { type Ids, Repositories, Transactions, transactional } from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";

/**
 * Saves a sold file's size in bytes, or null if the file was deleted. Only logs a failure, because the file itself is
 * fine.
 */
export const recordFileSize = (variantId: number, bytes: number | null) =>
  Repositories.use(({ collections }) => collections.setFileSize(variantId, bytes)).pipe(
    transactional,
    Effect.catchCause((cause) => Effect.logWarning(`the size of file ${variantId} was not recorded`, cause)),
  );

/** Returns leases on sold files, stored in the database. */
export const fileLeases =
  (context: Context.Context<Ids | Transactions>): FileLeases =>
  async (name, work) =>
    Option.isSome(await Effect.runPromiseWith(context)(tryLease(name)(Effect.promise(work))));

/**
 * Returns a stock that checks each sold file under the name that customers see, and saves its size. Checks a file that
 * belongs to no variant as a ZIP.
 */
export const describedStock = (stock: DiskStock, context: Context.Context<Transactions>): DiskStock => {
  const run = Effect.runPromiseWith(context);
  return {
    ...stock,
    receive: async (name, bytes, sha256) => {
      const variant = /^files\/(\d+)$/.exec(name)?.[1];
      if (variant === undefined) return stock.receive(name, bytes, sha256);
      const id = Number(variant);
      const collection = await run(Context.get(context, Transactions).read.collections.byVariant(id));
      const sold = collection?.collection_variants.find((each) => each.id === id);
      const size = await stock.receive(name, bytes, sha256, sold?.file_name ?? "unknown.zip");
      await run(recordFileSize(id, size));
      return size;
    },
  };
};
