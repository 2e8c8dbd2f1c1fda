import type { Instant } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type KeyPage, cutToPage, toRead } from "../key-page.ts";

/** Returns a page of staff actions, newest first: all of them, one person's, or those since a time. */
export const listActions = Effect.fnUntraced(function* ({
  actor,
  since,
  ...page
}: KeyPage & { readonly actor?: string | undefined; readonly since?: Instant | undefined }) {
  const repos = yield* ReadRepositories;
  const actions = yield* repos.supportActions.page({ actor: actor ?? null, since: since ?? null, ...toRead(page) });
  return cutToPage(actions, page);
});
