import { type Instant, returnSpentEntries, withoutBasis } from "@backlot/domain";
import { Repositories } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";
import { revokeWhatCameBack } from "./save-refund-effects.ts";

/**
 * Revokes items by their sources, and collections whose upgrade price depended on them. The credits of those
 * collections return to their lots. Call it under the account's lock.
 */
export const revokeItems = (userId: string, sources: readonly string[], at: Instant) =>
  Effect.gen(function* () {
    const { collections, credits } = yield* Repositories;
    const { refundPolicy } = yield* Settings;
    if (sources.length === 0) return;
    for (const source of sources) yield* collections.revokeEntitlement(userId, source, at);
    if (!refundPolicy.takesItems) return;
    for (const { source } of withoutBasis(yield* collections.entitlementsOf(userId))) {
      yield* collections.revokeEntitlement(userId, source, at);
      yield* credits.post(userId, returnSpentEntries(yield* credits.entries(userId), source, at));
      // Revoke the credits whose money was refunded in the meantime.
      yield* revokeWhatCameBack(userId, `returned:${source}`, at);
    }
  });
