import type { TeamRole } from "../accounts/account.schema.ts";
import { isTeamMember, maySpendCredits } from "../accounts/team.ts";
import { type Collection, creditsToGet, type StatedPrices } from "../catalog/collection.ts";
import { type Credits, creditsLacking, credits } from "../credits/credits.ts";
import type { DownloadRefusal } from "../downloads/download.ts";
import type { Cents } from "../kernel/money.ts";
import type { LicenseId } from "../licensing/license.ts";
import { itemPrice } from "../pricing/item-price.ts";

/** Who looks at an item, as far as credits buy it. */
export interface ItemBuyer {
  readonly plan: "none" | "free" | "paid";
  readonly role: TeamRole;
  readonly isDisputed: boolean;
  /** What they can spend on this item. */
  readonly credits: Credits;
}

/** What a page offers beside its item: a plan, credits, the item for credits, or why none of it. */
export type ItemOffer =
  | { readonly _tag: "nothing" }
  | { readonly _tag: "plan" }
  | { readonly _tag: "account"; readonly cost: Credits }
  | { readonly _tag: "refused"; readonly reason: "team_may_not_spend" | "dispute_open" }
  | {
      readonly _tag: "more-credits";
      readonly cost: Credits;
      readonly lacking: Credits;
      /** Whether they can get more; not where another pays for the team. */
      readonly mayGetMore: boolean;
    }
  | { readonly _tag: "purchase"; readonly cost: Credits; readonly left: Credits };

/**
 * What the panel of an item offers somebody: Essentials come with a plan; premium items cost credits, which their buyer
 * must have and may spend. Nothing for what they have. (CAT-03, CRD-06, CRD-10, ACC-08, ORD-06)
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
    : { _tag: "purchase", cost, left: credits(buyer.credits - cost) };
};

/**
 * What the cheapest file of an item costs under a license, and what it cost before, in cents. Null where it never cost
 * more, and where nobody is offered a file at that price: who has the cheapest is not. (CAT-03, ORD-05)
 */
export const reducedPrice = (
  item: Pick<StatedPrices, "price" | "original_price">,
  under: LicenseId,
  offered: readonly Cents[],
): { readonly now: Cents; readonly before: Cents } | null => {
  const now = itemPrice(item.price, under);
  return item.original_price === null || !offered.includes(now)
    ? null
    : { now, before: itemPrice(item.original_price, under) };
};

/**
 * What stands beside a file of an item: its download, the way to plans, or nothing, where the item is bought above. A
 * free file can be asked for by everybody: what is missing is said then. (DWN-01, DWN-03)
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
