import { shopperOf } from "@backlot/domain/accounts/shopper";
import { personName } from "@backlot/domain/accounts/account";
import { creditPurchaseError } from "@backlot/domain/accounts/team";
import { licenseForItems, licenseLabel } from "@backlot/domain/licensing/license";
import { message } from "@backlot/domain/message-catalog";
import { spendableCredits } from "@backlot/domain/catalog/collection";
import { waysUnder } from "@backlot/domain/orders/ways";
import { buyCreditsMode } from "@backlot/domain/credits/credit-pack";
import { balanceText, credits, creditsLacking, creditsText } from "@backlot/domain/credits/credits";
import {
  buyCreditsTitle,
  creditPlanTexts,
  planKindOf,
  creditUpgrades,
  creditWays,
  missingCreditsText,
  offeredInterval,
} from "@backlot/domain/checkout/credit-ways";
import { taxNote } from "@backlot/domain/pricing/tax";
import { data, useRevalidator } from "react-router";
import { creditSeekerOf } from "#features/checkout/credit-seeker.server.ts";
import { itemCookie, itemToGet } from "#features/checkout/credits-for-item.server.ts";
import { getPage, isTeamMember, loadOrThrow, requireUser } from "#app/server/store.server.ts";
import { loadOrProblem } from "#app/server/load-or-problem.ts";
import { pageTitle } from "#ui/page-title.ts";
import { NO_CARDS, savedCards } from "#features/checkout/saved-cards.server.ts";
import { CreditOffers, type OfferedCredits, OffersProblem } from "#features/checkout/credit-offers.tsx";
import type { Route } from "./+types/credits";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { store, shop } = getPage(context);
  const user = await requireUser(context, url);
  const minimum = user.minimum_license_id;
  const { current } = shopperOf(user);
  const license = licenseForItems({ minimum, current });
  const isMember = isTeamMember(user);
  const [packs, plans, item, cards] = await Promise.all([
    loadOrThrow(store.creditPacks.list({ query: { license_id: license } }), url),
    loadOrThrow(store.planVariants.list({ query: { license_id: license } }), url),
    itemToGet(context, url.searchParams.get("item")),
    isMember ? NO_CARDS : savedCards(store),
  ]);
  const seeker = creditSeekerOf(user);
  const refusal = creditPurchaseError(seeker);
  // Some items also accept legacy credits, which the regular balance does not include.
  const balance = item === null ? user.current_credit_balance : spendableCredits(item, user);
  const has = item === null ? balanceText(balance, user.legacy_current_credit_balance) : creditsText(balance);
  const missing = item === null ? credits(0) : creditsLacking(item.credit_price, balance);
  const mode = buyCreditsMode(missing);
  const upgrades = creditUpgrades({ license_id: license, variants: plans }, seeker);
  const lines = [
    `You have ${has}.`,
    missingCreditsText(mode, item?.name ?? null),
    `Prices shown for your ${licenseLabel(license)} license.`,
  ];
  const loaded = {
    title: buyCreditsTitle(mode._tag, isMember),
    intro: lines.filter((line) => line !== null).join(" "),
    item,
    isEnough: item !== null && missing === 0,
    isMember,
    refused: refusal === null ? null : message(refusal),
    disputedContact: user.dispute_open ? shop.supportEmail : null,
    ways: creditWays(seeker, upgrades.length, missing),
    plans: {
      ...creditPlanTexts(planKindOf(seeker), offeredInterval(seeker)),
      taxNote: taxNote(shop.tax),
      license,
      variants: upgrades,
    },
    model: {
      packs: packs.data,
      ranges: packs.custom_credit_packs_prices,
      license,
      tax: shop.tax,
      missing,
      backTo: item?.path ?? null,
      ways: waysUnder(shop.payers, { minimum, current, purchase: license }),
      ...cards,
      billingName: personName(user),
      stripe: shop.stripe,
    },
  } satisfies OfferedCredits;
  return data(loaded, { headers: { "set-cookie": itemCookie(item) } });
}

/** The loader in the browser, where a dialog shows its failure. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  loadOrProblem(serverLoader, "The offers didn't load. Try again.");

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Buy credits", matches) },
  { name: "robots", content: "noindex" },
];

/** The page version of the credits dialog, for direct links and returns from a provider. */
export default function Credits({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  if ("problem" in loaderData)
    return (
      <div className="container-page pt-10">
        <h1 className="mb-6 text-2xl">{buyCreditsTitle("buy-more-credits")}</h1>
        <OffersProblem problem={loaderData.problem} onAgain={() => void revalidate()} />
      </div>
    );
  return (
    <div className="container-page pt-10">
      <h1 className="mb-3 text-2xl">{loaderData.title}</h1>
      <CreditOffers offered={loaderData} />
    </div>
  );
}
