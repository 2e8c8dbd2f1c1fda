import { type LegalSlug, SHIPPED_VERSION, legalVersionAt } from "@backlot/domain";
import { ReadRepositories, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";

export const currentLegalVersion = Effect.fnUntraced(function* (slug: LegalSlug) {
  const repos = yield* ReadRepositories;
  const current = legalVersionAt(yield* repos.legalTexts.versions(slug), yield* currentTime);
  return current?.version ?? SHIPPED_VERSION;
});
