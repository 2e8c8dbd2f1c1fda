import * as Result from "effect/Result";
import { accountState } from "../accounts/account.ts";
import type { Account } from "../accounts/account.schema.ts";
import type { Collection, Resolution } from "../catalog/collection.ts";

/**
 * The account whose plan and items count for a download: the team's, while its administrator can use theirs. Members of
 * a locked one are left with what is their own. (ACC-03, ACC-08)
 */
export const downloadHolderId = (
  account: Pick<Account, "id">,
  administrator: Pick<Account, "id" | "locked" | "deleted_at"> | null,
): string => (administrator !== null && accountState(administrator) === "open" ? administrator.id : account.id);

/** What of an account decides what it may download. "none" is a visitor. */
export interface Entitlement {
  readonly plan: "none" | "free" | "paid";
  readonly owns: boolean;
}

/** Why a download is refused, and what would work. (DWN-02, DWN-03, DWN-04) */
export type DownloadRefusal =
  | { readonly _tag: "SignInToDownload" }
  | { readonly _tag: "NeedsPaidPlan" }
  | { readonly _tag: "NeedsPurchase"; readonly credits: number | null }
  | { readonly _tag: "NeedsPlanFor4K" }
  | { readonly _tag: "PaymentDisputed" }
  | { readonly _tag: "DailyLimitReached"; readonly used: number; readonly limit: number };

/** Downloads a UTC day on the free plan. (DWN-02, PLN-08) */
export const FREE_DAILY_DOWNLOADS = 10;
/** Downloads a UTC day on a paid plan. (DWN-02, PLN-09) */
export const PAID_DAILY_DOWNLOADS = 20;

/** The daily limit of a plan. (DWN-02) */
export const dailyLimit = (plan: "free" | "paid"): number =>
  plan === "paid" ? PAID_DAILY_DOWNLOADS : FREE_DAILY_DOWNLOADS;

/**
 * Whether a variant may be downloaded, its day's count aside: free items by every account, Essentials by paid plans,
 * premium items by their owners; above 2K needs a paid plan or ownership. (DWN-03, DWN-04)
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
      return resolution === "4K" && entitlement.plan === "free"
        ? Result.fail({ _tag: "NeedsPlanFor4K" })
        : Result.succeed("allowed");
  }
};

/** What of an account's entitlement is paused, because a payment that bought it is disputed. */
export interface PausedEntitlement {
  readonly plan: boolean;
  readonly owns: boolean;
}

/** What an account may use while some of it is paused: a paused plan gives what the free one gives. (DWN-04, ORD-06) */
export const unpausedEntitlement = (entitlement: Entitlement, paused: PausedEntitlement): Entitlement => ({
  plan: paused.plan && entitlement.plan === "paid" ? "free" : entitlement.plan,
  owns: entitlement.owns && !paused.owns,
});

/**
 * The same as `mayDownload` while some of the entitlement is paused: what is left of it may still allow a download. A
 * download that only the paused part allows is refused for the dispute. (DWN-04, ORD-06)
 */
export const mayDownloadWhilePaused = (
  collection: Pick<Collection, "access" | "credit_price">,
  resolution: Resolution,
  entitlement: Entitlement,
  paused: PausedEntitlement,
): Result.Result<"allowed", DownloadRefusal> => {
  const asBefore = mayDownload(collection, resolution, entitlement);
  if (Result.isFailure(asBefore)) return asBefore;
  const left = mayDownload(collection, resolution, unpausedEntitlement(entitlement, paused));
  return Result.isSuccess(left) ? left : Result.fail({ _tag: "PaymentDisputed" });
};

/** Whether a limit counts at all: an absent one does not, 0 does. (DWN-02) */
export const isLimited = (limit: number | null | undefined): limit is number => limit !== null && limit !== undefined;

/** Whether a day's count, the attempt included, goes past the limit. (DWN-02) */
export const exceedsLimit = (downloadsToday: number, limit: number | null | undefined): boolean =>
  isLimited(limit) && downloadsToday > limit;

/** A download as it is counted: the limit of its day, null without one, and the day's count with it. (DWN-02) */
export interface CountedDownload {
  readonly limit: number | null;
  readonly downloads_today: number;
  /** Whether it counts against the day. */
  readonly counts: boolean;
}

/**
 * Counts a download against its day, or refuses it. What its owner bought has no limit and counts for nothing; the same
 * variant again on a day counts once. `before` is how many counted that day. (DWN-02)
 */
export const countDownload = (
  day: { readonly before: number; readonly again: boolean },
  { plan, owns }: Entitlement,
): Result.Result<CountedDownload, DownloadRefusal> => {
  const limit = owns ? null : dailyLimit(plan === "paid" ? "paid" : "free");
  const downloads_today = day.again || owns ? day.before : day.before + 1;
  return !day.again && limit !== null && exceedsLimit(downloads_today, limit)
    ? Result.fail({ _tag: "DailyLimitReached", used: day.before, limit })
    : Result.succeed({ limit, downloads_today, counts: !owns });
};

/** The largest resolution of the free plan. (PLN-08, DWN-03) */
export const FREE_RESOLUTION: Resolution = "2K";

/** The dialog that a refused download opens; null where the page itself says what to do. (DWN-02, DWN-03) */
export type DownloadDialog =
  | { readonly _tag: "account" }
  | { readonly _tag: "daily-limit"; readonly used: number; readonly limit: number; readonly comparison: boolean }
  | { readonly _tag: "4k" };

/**
 * Which dialog a refusal opens. Visitors see what an account gives. At the daily limit guests see what the plans give;
 * subscribers, those of the free plan included, are only asked to come back tomorrow. (DWN-02, DWN-03)
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

/**
 * The plan that downloads are judged by: a free subscriber's is the free one, whatever the header calls it. (DWN-04)
 */
export const entitledPlan = (account: {
  readonly signedIn: boolean;
  readonly paidSubscription: boolean;
}): Entitlement["plan"] => (account.signedIn ? (account.paidSubscription ? "paid" : "free") : "none");
