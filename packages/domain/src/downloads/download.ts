import type { EntitledPlan } from "../plans/entitled-plan.ts";
import type { PausedEntitlement } from "../disputes/dispute.ts";
import * as Result from "effect/Result";
import { accountState } from "../accounts/account.ts";
import type { Account } from "../accounts/account.schema.ts";
import type { Collection, Resolution } from "../catalog/collection.ts";
import { isAboveFree } from "../catalog/resolution.ts";
import type { DailyDownloads } from "../plans/daily-downloads.schema.ts";

export type { DailyDownloads } from "../plans/daily-downloads.schema.ts";

/**
 * Returns the id of the account whose plan and items count for a download: the team's administrator, or the account
 * itself if it isn't on a team or the administrator's account is locked or deleted. (ACC-03, ACC-08)
 */
export const downloadHolderId = (
  account: Pick<Account, "id">,
  administrator: Pick<Account, "id" | "locked" | "deleted_at"> | null,
): string => (administrator !== null && accountState(administrator) === "open" ? administrator.id : account.id);

/**
 * The facts that decide whether a viewer can download an item: their plan ("none" for a visitor), and whether they own
 * the item.
 */
export interface Entitlement {
  readonly plan: EntitledPlan;
  readonly owns: boolean;
}

/**
 * Why a download was rejected. `credits` is the item's price in credits, or null if credits can't buy it. `used` is the
 * number of downloads counted today, and `limit` the daily limit.
 */
export type DownloadRefusal =
  | { readonly _tag: "SignInToDownload" }
  | { readonly _tag: "NeedsPaidPlan" }
  | { readonly _tag: "NeedsPurchase"; readonly credits: number | null }
  | { readonly _tag: "NeedsPlanFor4K" }
  | { readonly _tag: "PaymentDisputed" }
  | { readonly _tag: "DailyLimitReached"; readonly used: number; readonly limit: number };

/** Returns how much of the daily limit is used: "2 of 10 downloads today". */
export const downloadsTodayText = (used: number, limit: number): string =>
  `${Math.min(used, limit)} of ${limit} downloads today`;

/**
 * Checks whether a variant can be downloaded, regardless of the daily limit. Free items require an account, Essentials
 * a paid plan, and premium items ownership. Free items above 2K also require a paid plan or ownership. (DWN-03, DWN-04)
 */
export const mayDownload = (
  collection: Pick<Collection, "access" | "credit_price">,
  resolution: Resolution,
  entitlement: Entitlement,
): Result.Result<"allowed", DownloadRefusal> => {
  if (entitlement.plan === "none") return Result.fail({ _tag: "SignInToDownload" });
  if (entitlement.owns) return Result.succeed("allowed");
  switch (collection.access) {
    case "premium":
      return Result.fail({ _tag: "NeedsPurchase", credits: collection.credit_price });
    case "essentials":
      return entitlement.plan === "paid" ? Result.succeed("allowed") : Result.fail({ _tag: "NeedsPaidPlan" });
    case "free":
      return isAboveFree(resolution) && entitlement.plan === "free"
        ? Result.fail({ _tag: "NeedsPlanFor4K" })
        : Result.succeed("allowed");
  }
};

/** Returns the entitlement that remains while parts are paused. A paused plan counts as the free plan. */
export const unpausedEntitlement = (entitlement: Entitlement, paused: PausedEntitlement): Entitlement => ({
  plan: paused.plan && entitlement.plan === "paid" ? "free" : entitlement.plan,
  owns: entitlement.owns && !paused.owns,
});

/** Like `mayDownload`, but fails with PaymentDisputed if only a paused part would allow the download. */
export const mayDownloadWhilePaused = (
  collection: Pick<Collection, "access" | "credit_price">,
  resolution: Resolution,
  entitlement: Entitlement,
  paused: PausedEntitlement,
): Result.Result<"allowed", DownloadRefusal> => {
  const asBefore = mayDownload(collection, resolution, entitlement);
  if (Result.isFailure(asBefore)) return asBefore;
  const permission = mayDownload(collection, resolution, unpausedEntitlement(entitlement, paused));
  return Result.isSuccess(permission) ? permission : Result.fail({ _tag: "PaymentDisputed" });
};

/** Returns whether a limit applies. Null and undefined mean unlimited; 0 is a limit. */
export const isLimited = (limit: number | null | undefined): limit is number => limit !== null && limit !== undefined;

/** Returns whether a day's downloads, including this attempt, exceed the limit. Always false without a limit. */
export const exceedsLimit = (downloadsToday: number, limit: number | null | undefined): boolean =>
  isLimited(limit) && downloadsToday > limit;

/** A counted download, with the daily limit (null if unlimited) and the number of downloads that day. */
export interface CountedDownload {
  readonly limit: number | null;
  readonly downloads_today: number;
  /** Whether it counts toward the daily limit. */
  readonly counts: boolean;
}

/**
 * Counts a download toward the daily limit, or fails if the limit is reached. `before` is the number counted so far
 * today, and `again` whether this variant was already downloaded today, which counts only once. Owned items are
 * unlimited and don't count. `daily` are the limits of the plans. (DWN-02)
 */
export const countDownload = (
  day: { readonly before: number; readonly again: boolean },
  { plan, owns }: Entitlement,
  daily: DailyDownloads,
): Result.Result<CountedDownload, DownloadRefusal> => {
  const limit = owns ? null : daily[plan === "paid" ? "paid" : "free"];
  const downloads_today = day.again || owns ? day.before : day.before + 1;
  return !day.again && limit !== null && exceedsLimit(downloads_today, limit)
    ? Result.fail({ _tag: "DailyLimitReached", used: day.before, limit })
    : Result.succeed({ limit, downloads_today, counts: !owns });
};

/** The dialog that explains a rejected download. `comparison` is whether it compares the plans. */
export type DownloadDialog =
  | { readonly _tag: "account" }
  | { readonly _tag: "daily-limit"; readonly used: number; readonly limit: number; readonly comparison: boolean }
  | { readonly _tag: "4k" };

/**
 * Returns the dialog for a rejected download, or null if the page itself explains what to do. At the daily limit,
 * guests see a comparison of plans; subscribers, including free ones, are only asked to come back tomorrow. (DWN-02,
 * DWN-03)
 */
export const downloadDialog = (refusal: DownloadRefusal, viewer: "guest" | "subscriber"): DownloadDialog | null => {
  switch (refusal._tag) {
    case "DailyLimitReached":
      return {
        _tag: "daily-limit",
        used: Math.min(refusal.used, refusal.limit),
        limit: refusal.limit,
        comparison: viewer === "guest",
      };
    case "NeedsPlanFor4K":
      return { _tag: "4k" };
    case "SignInToDownload":
      return { _tag: "account" };
    case "NeedsPaidPlan":
    case "NeedsPurchase":
    case "PaymentDisputed":
      return null;
  }
};
