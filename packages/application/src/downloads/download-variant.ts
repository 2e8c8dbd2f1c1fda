import {
  type Account,
  accountState,
  type Order,
  itemSource,
  variantOf,
  countDownload,
  downloadRefusalMessage,
  type DownloadRefusal,
  hasScene,
  isVisible,
  sceneFileName,
  epochMs,
  instant,
  mayDownloadWhilePaused,
  sourcesFundedBy,
  sourcesOfPurchase,
  ownedVariantIds,
  pausedEntitlement,
  paymentOfItem,
  downloadHolderId,
  type OwnedItem,
  unpausedEntitlement,
  isPausedByDispute,
  withoutBasis,
  type Entitlement,
  entitledPlan,
  message,
  utcDay,
} from "@backlot/domain";
import {
  DownloadRefused,
  type FileGrant,
  type FilePart,
  Files,
  type LinkHolder,
  NotFound,
  ReadRepositories,
  Repositories,
  transactional,
  Unauthorized,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { currentPriceRules } from "../price-rules.ts";
import * as Result from "effect/Result";
import { Settings } from "../settings.ts";

/**
 * Returns whether an account's plan and its ownership of an item are paused, because only disputed payments funded
 * them. `period` is the payment of the plan's current period, or null; `owned` has the account's grants of the item,
 * and `items` has all of the account's grants.
 */
const pausedOf = Effect.fnUntraced(function* (
  accountId: string,
  {
    period,
    owned,
    items,
  }: { readonly period: string | null; readonly owned: readonly OwnedItem[]; readonly items: readonly OwnedItem[] },
) {
  const repos = yield* ReadRepositories;
  const open = yield* repos.disputes.openOf(accountId);
  if (open.length === 0) return { plan: false, owns: false };
  const disputed = sourcesFundedBy(
    yield* repos.funding.entries(accountId),
    open.map((each) => each.payment_id),
  );
  const lots = yield* repos.credits.lots(accountId);
  const entries = yield* repos.credits.entries(accountId);
  const paidBy = ({ source }: OwnedItem) => [paymentOfItem(source), ...sourcesOfPurchase({ lots, entries }, source)];
  // An item bought at a lower price is paused together with the purchases that the price depended on.
  const lapsed = withoutBasis(items.filter((each) => !isPausedByDispute(disputed, paidBy(each))));
  const purchases = owned.map((each) => (lapsed.includes(each) ? disputed : paidBy(each)));
  return pausedEntitlement(disputed, { period, purchases });
});

const refuse = (refusal: DownloadRefusal): DownloadRefused | Unauthorized =>
  refusal._tag === "SignInToDownload"
    ? new Unauthorized({ message: downloadRefusalMessage(refusal) })
    : new DownloadRefused({
        message: downloadRefusalMessage(refusal),
        reason: refusal._tag,
        download_limit: refusal._tag === "DailyLimitReached" ? refusal.limit : null,
        downloads_today: refusal._tag === "DailyLimitReached" ? refusal.used : null,
      });

/** The account or browser that a download link works for, and the purchases that can grant access. */
interface DownloadBy {
  readonly holder: LinkHolder;
  /**
   * The sources of the grants that allow access, such as one order's. If omitted, access can come from the plan or from
   * any item that the account can use.
   */
  readonly sources?: readonly string[];
}

/**
 * Decides whether an account can download a variant now. The result includes the counted download, which is not stored.
 * Reads only. Fails with NotFound if the file doesn't exist or the account can't see it.
 */
export const judgeDownload = Effect.fnUntraced(function* (
  account: Account,
  variantId: number,
  { sources, part = "zip" }: Pick<DownloadBy, "sources"> & { readonly part?: FilePart } = {},
) {
  const repos = yield* ReadRepositories;
  const collection = yield* repos.collections.byVariant(variantId);
  const variant = collection?.collection_variants.find((each) => each.id === variantId);
  if (!collection || !variant || (part === "scene" && !hasScene(collection)))
    return yield* new NotFound({ message: message("not_found") });
  // In a team, the administrator's plan and items determine access; the daily limit is the member's own. (ACC-08)
  const administrator = account.team_id === null ? null : yield* repos.accounts.get(account.team_id);
  const holder = downloadHolderId(account, administrator);
  const subscriptionRecord = yield* repos.subscriptions.current(holder);
  const { entitlementsOf, entitlementsOfTeam } = repos.collections;
  const items = yield* (holder === account.id ? entitlementsOf : entitlementsOfTeam)(account.id);
  const owned = items.filter(
    (each) =>
      (sources === undefined || sources.includes(each.source)) &&
      ownedVariantIds(collection, [each]).includes(variantId),
  );
  const isSeen = isVisible(collection, owned.length > 0) && isVisible(variant, owned.length > 0);
  if (!isSeen || (sources !== undefined && owned.length === 0))
    return yield* new NotFound({ message: message("not_found") });
  const entitlement: Entitlement = {
    plan: entitledPlan({ signedIn: true, paidSubscription: subscriptionRecord !== null }),
    owns: owned.length > 0,
  };
  const period = subscriptionRecord?.subscription.payment ?? null;
  const paused = yield* pausedOf(holder, { period, owned, items });
  const allowed = mayDownloadWhilePaused(collection, variant.resolution, entitlement, paused);
  if (Result.isFailure(allowed)) return { variant, judged: Result.fail(allowed.failure) };
  const day = utcDay(yield* currentTime);
  const before = yield* repos.downloads.countOn(account.id, day);
  const again = yield* repos.downloads.has(account.id, day, variantId);
  const { daily_downloads } = yield* currentPriceRules;
  const judged = countDownload({ before, again }, unpausedEntitlement(entitlement, paused), daily_downloads);
  return { variant, judged };
});

/**
 * Returns a link to a file that the account can download, and counts it toward the daily limit. Owned items don't
 * count; a variant counts once per UTC day, its scene and ZIP together. Never spends credits. Disputed payments don't
 * grant access. (DWN-02)
 */
export const downloadVariant = Effect.fn("downloads.download")(function* (
  account: Account,
  variantId: number,
  by: DownloadBy = { holder: { _tag: "Account", id: account.id } },
  part: FilePart = "zip",
) {
  const settings = yield* Settings;
  const files = yield* Files;
  const at = yield* currentTime;
  const counted = yield* Effect.gen(function* () {
    const repos = yield* Repositories;
    yield* repos.accounts.lock(account.id);
    const { variant, judged } = yield* judgeDownload(account, variantId, { ...by, part });
    const { limit, downloads_today, counts } = yield* Effect.fromResult(judged).pipe(Effect.mapError(refuse));
    yield* repos.downloads.record(account.id, utcDay(at), variantId, at, counts);
    return { variant, download_limit: limit, downloads_today };
  }).pipe(transactional);
  const url = yield* files.link({
    variant_id: variantId,
    part,
    file_name: part === "zip" ? counted.variant.file_name : sceneFileName(counted.variant),
    holder: by.holder,
    account_id: account.id,
    expires_at: instant(epochMs(at) + settings.linkSeconds * 1_000),
  });
  return { url, download_limit: counted.download_limit, downloads_today: counted.downloads_today };
});

/**
 * Returns whether a link still works. True if its account is open and can download the file now. Links last for hours,
 * during which an account can be locked, or its purchases refunded.
 */
export const mayOpenFile = Effect.fnUntraced(function* ({
  account_id,
  variant_id,
  part,
}: Pick<FileGrant, "account_id" | "variant_id" | "part">) {
  if (account_id === null) return true;
  const repos = yield* ReadRepositories;
  const account = yield* repos.accounts.get(account_id);
  if (account === null || accountState(account) !== "open") return false;
  const judged = yield* Effect.result(judgeDownload(account, variant_id, { part }));
  if (Result.isFailure(judged)) return false;
  const allowed = judged.success.judged;
  // The link was counted when it was created, so it stays valid even if the daily limit has been reached since.
  return Result.isSuccess(allowed) || allowed.failure._tag === "DailyLimitReached";
});

/** Returns a link to a file that an order sold. Fails if a refund revoked it. Only `holder` can use the link. */
export const downloadOrdered = Effect.fnUntraced(function* (order: Order, variantId: number, holder: LinkHolder) {
  const repos = yield* ReadRepositories;
  const account = yield* repos.accounts.get(order.user_id);
  const place = order.items.findIndex((item) => variantOf(item) === variantId);
  if (account === null || place === -1) return yield* new NotFound({ message: message("not_found") });
  const payments = yield* repos.payments.ofOrders([order.id]);
  const sources = payments.map(({ id }) => itemSource(id, place));
  const { url } = yield* downloadVariant(account, variantId, { holder, sources });
  return { url };
});
