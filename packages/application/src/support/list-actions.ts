import type { Instant } from "@backlot/domain";
import { ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type KeyPage, cutToPage, toRead } from "../key-page.ts";

/** Returns a page of what staff did to accounts, newest first: all of it, one person's, or since a time. */
export const listActions = Effect.fnUntraced(function* ({
  actor,
  since,
  ...page
}: KeyPage & { readonly actor?: string | undefined; readonly since?: Instant | undefined }) {
  const { supportActions } = yield* ReadRepositories;
  const actions = yield* supportActions.page({ actor: actor ?? null, since: since ?? null, ...toRead(page) });
  return cutToPage(actions, page);
});
