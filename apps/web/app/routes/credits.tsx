import { shopperOf } from "@backlot/domain/accounts/shopper";
import { personName } from "@backlot/domain/accounts/account";
import { creditPurchaseError } from "@backlot/domain/accounts/team";
import { licenceForItems, licenceLabel } from "@backlot/domain/licensing/licence";
import { message } from "@backlot/domain/message-catalog";
import { spendableCredits } from "@backlot/domain/catalogue/collection";
import { paymentMethods } from "@backlot/domain/checkout/payment-method";
import { Suspense, lazy } from "react";
import { Link, data } from "react-router";
import { itemCookie, itemToGet } from "#app/credits-for-item.server.ts";
import { getPage, isTeamMember, loadOrThrow, requireUser } from "#app/store.server.ts";
import { pageTitle } from "#app/page-title.ts";
import { paths } from "#app/paths.ts";
import { NO_CARDS, savedCards } from "#app/saved-cards.server.ts";
import { DisputeNotice } from "#features/dispute-notice.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { balanceText, creditsLacking, creditsText } from "@backlot/domain/credits/credits";
import type { Route } from "./+types/credits";

const BuyCredits = lazy(() => import("#features/buy-credits.tsx"));

export async function loader({ context, url }: Route.LoaderArgs) {
  const { store, shop } = getPage(context);
  const user = await requireUser(context, url);
  const minimum = user.minimum_license_id;
  const { current } = shopperOf(user);
  const licence = licenceForItems({ minimum, current });
  const packs = await loadOrThrow(store.creditPacks.list({ query: { license_id: licence } }), url);
  const isMember = isTeamMember(user);
  const refusal = creditPurchaseError({
    role: user.team.role_name,
    is_credit_based_legacy: user.subscription?.is_credit_based_legacy ?? false,
  });
  const item = await itemToGet(context, url.searchParams.get("item"));
  // Of somebody with legacy credits, an item may take more than the balance says.
  const balance = item === null ? user.current_credit_balance : spendableCredits(item, user);
  const has = item === null ? balanceText(balance, user.legacy_current_credit_balance) : creditsText(balance);
  const missing = item === null ? 0 : creditsLacking(item.credit_price, balance);
  const loaded = {
    licence,
    item,
    has,
    disputedContact: user.dispute_open ? shop.supportEmail : null,
    isMember,
    refused: refusal === null ? null : message(refusal),
    model: {
      packs: packs.data,
      ranges: packs.custom_credit_packs_prices,
      tax: shop.tax,
      missing,
      backTo: item?.path ?? null,
      methods: paymentMethods({
        hidden: !shop.payPal,
        minimum,
        current,
        purchase: licence,
      }),
      ...(isMember ? NO_CARDS : await savedCards(store)),
      billingName: personName(user),
      stripe: shop.stripe,
    },
  };
  return data(loaded, { headers: { "set-cookie": itemCookie(item) } });
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("Buy credits") },
  { name: "robots", content: "noindex" },
];

export default function Credits({ loaderData }: Route.ComponentProps) {
  const { licence, item, has, disputedContact, isMember, refused, model } = loaderData;
  if (isMember) {
    return (
      <div className="container-page pt-10">
        <h1 className="text-2xl">Not authorized</h1>
        <p className="measure mt-3 mb-6 text-muted-foreground">{refused}</p>
        <ButtonLink to={item?.path ?? paths.home}>
          {item === null ? "Back to the library" : `Back to ${item.name}`}
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="container-page pt-10">
      <h1 className="text-2xl">{message("buy_credit_pack")}</h1>
      <p className="tabular-nums measure mt-2 mb-8 text-muted-foreground">
        You have {has}.{" "}
        {item !== null && model.missing > 0 ? `You need ${creditsText(model.missing)} more for ${item.name}. ` : ""}
        Prices are for your {licenceLabel(licence)} license.
      </p>
      {item !== null && model.missing === 0 ? (
        <p className="-mt-4 mb-8">
          That is enough for {item.name}.{" "}
          <Link className="link" to={item.path}>
            Get it
          </Link>
        </p>
      ) : null}
      <DisputeNotice supportEmail={disputedContact} />
      {disputedContact !== null ? null : refused === null ? (
        <Suspense
          fallback={<div className="h-96 rounded-lg bg-card" role="status" aria-label="Loading the payment form" />}
        >
          <BuyCredits model={model} />
        </Suspense>
      ) : (
        <>
          <p className="measure mb-6">{refused}</p>
          <ButtonLink to={paths.pricing}>See plans</ButtonLink>
        </>
      )}
    </div>
  );
}
