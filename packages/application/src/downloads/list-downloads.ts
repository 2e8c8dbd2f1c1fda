import { type Account, isVisible } from "@backlot/domain";
import type { DownloadPage } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type KeyPage, cutToPage, toRead } from "../key-page.ts";
import type { StorePorts } from "../store-ports.ts";

/** A page of the files that an account downloaded or owns, newest first. (ACC-07, DWN-01) */
export const listDownloads =
  (ports: Pick<StorePorts, "transactions">) =>
  (account: Account, asked: KeyPage): Effect.Effect<DownloadPage> =>
    Effect.gen(function* () {
      const { collections, downloads } = ports.transactions.read;
      const { data: files, has_more } = cutToPage(yield* downloads.shelf(account.id, toRead(asked)), asked);
      const sold = yield* collections.byVariants(files.map((file) => file.variant_id));
      const data = files.flatMap(({ variant_id, downloaded_at, owned }) => {
        const collection = sold.find((each) => each.collection_variants.some(({ id }) => id === variant_id));
        const variant = collection?.collection_variants.find(({ id }) => id === variant_id);
        if (collection === undefined || variant === undefined) return [];
        const { id, slug, name, library_id } = collection;
        const available = isVisible(collection, owned);
        return [{ variant, collection: { id, slug, name, library_id }, downloaded_at, owned, available }];
      });
      return { data, has_more };
    });
