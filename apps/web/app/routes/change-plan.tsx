import { shopperOf } from "@backlot/domain/accounts/shopper";
import { changeNote } from "@backlot/domain/checkout/plan-choice";
import { preselectVariant, preselectedId } from "@backlot/domain/plan-changes/preselection";
import { highestLicense, licenseNamed, minimumToOffer } from "@backlot/domain/licensing/license";
import { planUnavailableMessage } from "@backlot/domain/licensing/licensing-messages";
import { message } from "@backlot/domain/message-catalog";
import { intervalNamed, intervalToShow, intervalsOf, isEssentials } from "@backlot/domain/plans/plan";
import { changeKind } from "@backlot/domain/subscriptions/change-kind";
import type { CheckoutView, PageContext, UserView } from "@backlot/ports";
import { redirect, useNavigation, useRevalidator } from "react-router";
import { creditSeekerOf } from "#features/checkout/credit-seeker.server.ts";
import { loadOrProblem } from "#app/server/load-or-problem.ts";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { paymentStep } from "#features/checkout/payment-step.server.ts";
import { getPage, loadOrThrow, requireUser } from "#app/server/store.server.ts";
import { ChangePlan, type OfferedChange } from "#features/checkout/change-plan.tsx";
import { OffersProblem } from "#features/checkout/credit-offers.tsx";
import type { Route } from "./+types/change-plan";

/** Returns the payment of a chosen change, or why there is nothing to pay. */
const paymentOf = (view: CheckoutView, user: UserView, shop: PageContext["shop"]) => {
  switch (view._tag) {
    case "change":
      return { payment: paymentStep(view, user, shop), note: null };
    case "refused":
      return { payment: null, note: view.message };
    case "redirect":
      throw redirect(view.to);
    // The plan ended since the page was requested.
    default:
      throw redirect(paths.checkout(view.plan_variant.id, view.plan_variant.license_id));
  }
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { store, shop } = getPage(context);
  const user = await requireUser(context, url);
  const { current } = creditSeekerOf(user);
  if (current === null) throw redirect(paths.pricing);
  const minimum = minimumToOffer(shopperOf(user));
  const license = highestLicense([minimum, licenseNamed(url.searchParams.get("license_id"))]);
  const variants = await loadOrThrow(store.planVariants.list({ query: { license_id: license } }), url);
  const requestedVariant = variants.find(({ id }) => id === Number(url.searchParams.get("variant")));
  const named = intervalNamed(url.searchParams.get("interval"));
  const interval = intervalToShow(variants, [requestedVariant?.interval, named, current.interval]);
  const plans = variants
    .filter((variant) => variant.interval === interval)
    .map((variant) => {
      const isCurrent =
        changeKind(current, { ...variant, variant_id: variant.id, license_id: license }) === "no-change";
      // Customers keep their price when the store's changes.
      const currentPrice = isCurrent ? user.subscription?.plan_variant.adjusted_price : undefined;
      return {
        variant: currentPrice === undefined ? variant : { ...variant, adjusted_price: currentPrice },
        isCurrent,
      };
    });
  const withCredits = variants.filter((variant) => !isEssentials(variant));
  const preselected = preselectVariant(current, withCredits, interval);
  const chosen = requestedVariant?.id ?? preselectedId(preselected);
  const isCurrent = plans.some((plan) => plan.isCurrent && plan.variant.id === chosen);
  const reason = changeNote(
    { role: user.team.role_name, current, isDisputed: user.dispute_open },
    { isCurrent, hasChoice: chosen !== null, preselected },
  );
  const note =
    reason === null ? null : reason === "plan_unavailable" ? planUnavailableMessage(license) : message(reason);
  const offer = {
    license,
    isOtherLicense: license !== current.license_id,
    interval,
    intervals: intervalsOf(variants),
    plans,
    chosen,
    disputedContact: user.dispute_open ? shop.supportEmail : null,
  };
  if (note !== null || chosen === null) return { ...offer, note, payment: null } satisfies OfferedChange;
  const { data: view } = await loadOrThrow(
    store.checkout.view({ query: { plan_variant_id: chosen, license_id: license, license_chosen: "true" } }),
    url,
  );
  return { ...offer, ...paymentOf(view, user, shop) } satisfies OfferedChange;
}

/** The loader in the browser, where a dialog shows its failure. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  loadOrProblem(serverLoader, "The plans didn't load. Try again.");

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Change your plan", matches) },
  { name: "robots", content: "noindex" },
];

/** The page version of the dialog to change a plan, for direct links and browsers without scripts. */
export default function ChangePlanPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const { state, location } = useNavigation();
  return (
    <div className="container-page pt-10">
      <h1 className="mb-6 text-2xl">Change your plan</h1>
      {"problem" in loaderData ? (
        <OffersProblem problem={loaderData.problem} onAgain={() => void revalidate()} />
      ) : (
        <ChangePlan offered={loaderData} isLoading={state === "loading" && location.pathname === paths.changePlan()} />
      )}
    </div>
  );
}
