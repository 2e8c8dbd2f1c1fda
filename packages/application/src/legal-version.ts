import { type LegalSlug, SHIPPED_VERSION, legalVersionAt } from "@backlot/domain";
import { Clock, ReadRepositories } from "@backlot/ports";
import * as Effect from "effect/Effect";

export const currentLegalVersion = Effect.fnUntraced(function* (slug: LegalSlug) {
  const { legalTexts } = yield* ReadRepositories;
  const current = legalVersionAt(yield* legalTexts.versions(slug), (yield* Clock).now());
  return current?.version ?? SHIPPED_VERSION;
});
