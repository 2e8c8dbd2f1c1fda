import type { TeamRole } from "../accounts/account.schema.ts";
import { isTeamMember, maySpendCredits } from "../accounts/team.ts";
import { type Collection, creditsToGet, type StatedPrices } from "../catalog/collection.ts";
import { type Credits, creditsLacking, credits } from "../credits/credits.ts";
import type { DownloadRefusal } from "../downloads/download.ts";
import type { Cents } from "../kernel/money.ts";
import type { ItemFactors } from "../licensing/license-factors.ts";
import type { LicenseId } from "../licensing/license.ts";
import { itemPrice } from "../pricing/item-price.ts";

/** The viewer of an item page, and the facts that decide whether they can buy the item with credits. */
export interface ItemBuyer {
  readonly plan: "none" | "free" | "paid";
  readonly role: TeamRole;
  readonly isDisputed: boolean;
  /** The number of credits that the viewer could spend on this item. */
  readonly credits: Credits;
}

/**
 * The offer of an item page: nothing, a plan, a sign-up, more credits, the purchase, or why none of these is possible.
 */
export type ItemOffer =
  | { readonly _tag: "nothing" }
  | { readonly _tag: "plan" }
  | { readonly _tag: "account"; readonly cost: Credits }
  | { readonly _tag: "refused"; readonly reason: "team_may_not_spend" | "dispute_open" }
  | {
      readonly _tag: "more-credits";
      readonly cost: Credits;
      readonly lacking: Credits;
      /** False for a team member, whose team owner pays. */
      readonly mayGetMore: boolean;
    }
  | { readonly _tag: "purchase"; readonly cost: Credits; readonly remainingCredits: Credits };

/**
 * Returns what an item page offers its viewer. Essentials come with a paid plan. Premium items cost credits, which the
 * viewer must have and be allowed to spend. Owned items offer nothing.
 */
export const itemOffer = (
  item: Pick<Collection, "access" | "listed"> &
    Pick<StatedPrices, "credit_price" | "upgrade_credit_price"> & { readonly owned: boolean },
  buyer: ItemBuyer,
): ItemOffer => {
  if (item.owned) return { _tag: "nothing" };
  if (item.access === "essentials") return { _tag: buyer.plan === "paid" ? "nothing" : "plan" };
  const cost = creditsToGet(item);
  if (cost === null) return { _tag: "nothing" };
  if (buyer.plan === "none") return { _tag: "account", cost };
  if (!maySpendCredits(buyer.role)) return { _tag: "refused", reason: "team_may_not_spend" };
  if (buyer.isDisputed) return { _tag: "refused", reason: "dispute_open" };
  const lacking = creditsLacking(cost, buyer.credits);
  return lacking > 0
    ? { _tag: "more-credits", cost, lacking, mayGetMore: !isTeamMember(buyer.role) }
    : { _tag: "purchase", cost, remainingCredits: credits(buyer.credits - cost) };
};

/**
 * Returns the reduced and the original price of an item's cheapest file under a license, in cents. `offered` are the
 * prices of the files that the viewer can buy. Null if the item is not reduced, or if none of those files has the
 * reduced price, for example because the viewer owns the cheapest one.
 */
export const reducedPrice = (
  item: Pick<StatedPrices, "price" | "original_price">,
  under: LicenseId,
  offered: readonly Cents[],
  factors: ItemFactors,
): { readonly now: Cents; readonly before: Cents } | null => {
  const now = itemPrice(item.price, under, factors);
  return item.original_price === null || !offered.includes(now)
    ? null
    : { now, before: itemPrice(item.original_price, under, factors) };
};

/**
 * Returns the action next to a file: download it, see plans, or nothing if the page already offers the purchase.
 * `refusal` is why a download would be rejected, or null if it is allowed. Free files always offer the download, which
 * then asks the viewer to sign in or choose a plan if needed.
 */
export const fileAction = (
  refusal: DownloadRefusal["_tag"] | null,
  item: { readonly isFree: boolean; readonly isOffered: boolean },
): "download" | "plans" | "nothing" => {
  if (refusal === null) return "download";
  if (item.isFree && (refusal === "SignInToDownload" || refusal === "NeedsPlanFor4K")) return "download";
  if (refusal === "NeedsPurchase" || refusal === "NeedsPaidPlan") return "nothing";
  return refusal === "SignInToDownload" && item.isOffered ? "nothing" : "plans";
};
