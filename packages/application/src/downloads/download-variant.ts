import {
  type Account,
  dailyLimit,
  downloadRefusalMessage,
  type DownloadRefusal,
  epochMs,
  exceedsLimit,
  instant,
  mayDownload,
  message,
  utcDay,
} from "@backlot/domain";
import { DownloadRefused, NotFound, Unauthorized } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

const refuse = (refusal: DownloadRefusal): DownloadRefused | Unauthorized =>
  refusal._tag === "SignInToDownload"
    ? new Unauthorized({ message: downloadRefusalMessage(refusal) })
    : new DownloadRefused({
        message: downloadRefusalMessage(refusal),
        reason: refusal._tag,
        download_limit: refusal._tag === "DailyLimitReached" ? refusal.limit : null,
        downloads_today: refusal._tag === "DailyLimitReached" ? refusal.used : null,
      });

/**
 * A link to a file that the account may have, counted against its day. An item that the account owns has no limit;
 * the same file again on the same UTC day counts once. Never spends credits. (DWN-01, DWN-02, DWN-03, DWN-04)
 */
export const downloadVariant =
  (ports: Pick<StorePorts, "clock" | "files" | "transactions" | "settings">) =>
  (
    account: Account,
    variantId: number,
  ): Effect.Effect<
    { readonly url: string; readonly download_limit: number | null; readonly downloads_today: number },
    NotFound | DownloadRefused | Unauthorized
  > =>
    Effect.gen(function* () {
      const at = ports.clock.now();
      const counted = yield* ports.transactions.run((repositories) =>
        Effect.gen(function* () {
          yield* repositories.accounts.lock(account.id);
          const collection = yield* repositories.collections.byVariant(variantId);
          const variant = collection?.collection_variants.find((each) => each.id === variantId);
          if (!collection || !variant) return yield* new NotFound({ message: message("not_found") });
          const owned = (yield* repositories.collections.entitledIds(account.id)).includes(collection.id);
          const plan = (yield* repositories.subscriptions.current(account.id)) === null ? "free" : "paid";
          yield* Effect.fromResult(mayDownload(collection, variant.resolution, { plan, owns: owned })).pipe(
            Effect.mapError(refuse),
          );
          const day = utcDay(at);
          const limit = owned ? null : dailyLimit(plan);
          const before = yield* repositories.downloads.countOn(account.id, day);
          const again = yield* repositories.downloads.has(account.id, day, variantId);
          const downloads_today = again || owned ? before : before + 1;
          if (!again && limit !== null && exceedsLimit(downloads_today, limit)) {
            return yield* refuse({ _tag: "DailyLimitReached", used: before, limit });
          }
          if (!owned) yield* repositories.downloads.record(account.id, day, variantId, at);
          return { variant, download_limit: limit, downloads_today };
        }),
      );
      const url = yield* ports.files.link({
        variant_id: variantId,
        file_name: counted.variant.file_name,
        account_id: account.id,
        expires_at: instant(epochMs(at) + ports.settings.linkSeconds * 1_000),
      });
      return { url, download_limit: counted.download_limit, downloads_today: counted.downloads_today };
    });
