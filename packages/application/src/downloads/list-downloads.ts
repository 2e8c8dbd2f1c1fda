import { isVisible, utcDay } from "@backlot/domain";
import { CurrentAccount, type FilePart, ReadRepositories, currentTime } from "@backlot/ports";
import { Downloads } from "@backlot/ports/downloads/downloads.contract";
import * as Effect from "effect/Effect";
import { recordEvent } from "../record-event.ts";
import { implement } from "../implement.ts";
import { downloadVariant } from "./download-variant.ts";
import { type KeyPage, cutToPage, toRead } from "../key-page.ts";

/** Returns a page of the files the caller downloaded or owns, newest first. */
const listDownloads = Effect.fnUntraced(function* (page: KeyPage) {
  const account = yield* CurrentAccount;
  const repos = yield* ReadRepositories;
  const [library, downloads_today] = yield* Effect.all(
    [
      repos.downloads.library(account.id, toRead(page)),
      repos.downloads.countOn(account.id, utcDay(yield* currentTime)),
    ],
    { concurrency: "unbounded" },
  );
  const { data: files, has_more } = cutToPage(library, page);
  const sold = yield* repos.collections.byVariants(files.map((file) => file.variant_id));
  const data = files.flatMap(({ variant_id, downloaded_at, owned, license_id }) => {
    const collection = sold.find((each) => each.collection_variants.some(({ id }) => id === variant_id));
    const variant = collection?.collection_variants.find(({ id }) => id === variant_id);
    if (collection === undefined || variant === undefined) return [];
    const { id, slug, name, library_id } = collection;
    const available = isVisible(collection, owned);
    return [{ variant, collection: { id, slug, name, library_id }, downloaded_at, owned, license_id, available }];
  });
  return { data, has_more, downloads_today };
});

/** Returns a link to a file for the caller, and records an analytics event. */
const download = Effect.fnUntraced(function* (variantId: number, part: FilePart) {
  const link = yield* downloadVariant(yield* CurrentAccount, variantId, undefined, part);
  yield* recordEvent({ _tag: "download", variant_id: variantId });
  return link;
});

export const downloads = implement(Downloads, {
  list: ({ query }) => listDownloads(query),
  download: ({ params }) => download(params.id, "zip"),
  scene: ({ params }) => download(params.id, "scene"),
  collectionVariant: ({ params }) => download(params.id, "zip"),
});
