import { downloadRefusalMessage, message, variantLabel } from "@backlot/domain";
import { NotFound, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { isPasswordLocked } from "../accounts/limit-credentials.ts";
import { judgeDownload } from "../downloads/download-variant.ts";
import { accountNamed } from "./find-customer.ts";

/**
 * Returns whether a customer can download each file of an item (by the item's slug) now, under the same rules as a
 * download. Doesn't count as a download. Fails if there is no such customer, or no such item that the customer can see.
 */
export const checkDownload = Effect.fnUntraced(function* ({
  customer,
  item,
}: {
  readonly customer: string;
  readonly item: string;
}) {
  const repos = yield* ReadRepositories;
  const account = yield* accountNamed(customer);
  const collection = yield* repos.collections.bySlug(item);
  if (collection === null) return yield* new NotFound({ message: message("not_found") });
  const files = yield* Effect.forEach(collection.collection_variants, ({ id }) =>
    Effect.map(judgeDownload(account, id), ({ variant, judged }) => ({
      variant_id: id,
      label: variantLabel(variant),
      reason: Result.isFailure(judged) ? judged.failure._tag : null,
      message: Result.isFailure(judged) ? downloadRefusalMessage(judged.failure) : null,
    })),
  );
  return {
    name: collection.name,
    locked: account.locked,
    password_locked: yield* isPasswordLocked(account),
    files,
  };
});
