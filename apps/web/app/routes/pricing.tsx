import { mayConfirmLicense } from "@backlot/domain/accounts/team";
import type { Interval, ItemFactors, PlanVariant } from "@backlot/domain";
import type { SubscriptionView } from "@backlot/ports";
import { formatUsd } from "@backlot/domain/kernel/money";
import {
  LOWEST_LICENSE,
  type LicenseId,
  licenseLabel,
  licenseTypeName,
  minimumToOffer,
  typeOfLicense,
} from "@backlot/domain/licensing/license";
import { type TierStock, savedPerItem, savedPerItemText, tierWorth } from "@backlot/domain/licensing/savings";
import { message } from "@backlot/domain/message-catalog";
import { preselectVariant } from "@backlot/domain/plan-changes/preselection";
import { opensBuyCredits } from "@backlot/domain/checkout/credit-ways";
import { ADDRESS_CLEANUP_MS } from "#ui/milliseconds.ts";
import { type PlanBuyer, planAction, planChoiceError } from "@backlot/domain/checkout/plan-choice";
import {
  creditsBuyText,
  intervalNamed,
  intervalToShow,
  intervalsOf,
  isEssentials,
  planText,
  yearlySaving,
} from "@backlot/domain/plans/plan";
import { freePlanBenefits, freePlanLimits, planBenefits, planFeatures } from "@backlot/domain/plans/plan-benefits";
import { licenseOfPricingPage, unsoldPlanNamed } from "@backlot/domain/plans/pricing-path";
import { planPriceReason } from "@backlot/domain/pricing/price-reasons";
import { taxNote } from "@backlot/domain/pricing/tax";
import { useEffect, useRef } from "react";
import { Link, useLocation, useNavigate, useNavigation } from "react-router";
import { creditSeekerOf } from "#features/checkout/credit-seeker.server.ts";
import { loadOrThrow, getPage, getUser, readSettings } from "#app/server/store.server.ts";
import { sharedPageHeaders } from "#app/server/shared-page.server.ts";
import { publicMeta } from "#app/server/page-meta.server.ts";
import { paths } from "#app/paths.ts";
import { shopperOf } from "@backlot/domain/accounts/shopper";
import { planUnavailableMessage } from "@backlot/domain/licensing/licensing-messages";
import { confirmingAccount } from "#features/accounts/confirming-account.server.ts";
import { Alert } from "#ui/alert.tsx";
import { openBuyCredits } from "#features/checkout/buy-credits-opener.tsx";
import { LicenseChoice } from "#features/accounts/license-choice.tsx";
import { Plan } from "#features/plans/plan-card.tsx";
import { Benefits, Choose, CreditPlan, CurrentPlan } from "#features/checkout/plan-cards.tsx";
import { EssentialsValue } from "#features/plans/essentials-value.tsx";
import { PlanPrice } from "#features/pricing/plan-price.tsx";
import { PlanTable } from "#features/plans/plan-table.tsx";
import { PricingQuestions } from "#features/site/pricing-questions.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/pricing";

/** The URL parameter that opens the "buy more credits" dialog. */
const CREDIT_PACK = "credit_pack";

/** Opens the credits dialog if the URL requests it, and removes the parameter shortly afterward. */
const useCreditsByAddress = (opens: boolean): void => {
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  isLeaving.current = useNavigation().state !== "idle";
  useEffect(() => {
    if (!opens) return;
    openBuyCredits(null);
    const timer = setTimeout(() => {
      // Don't interrupt a navigation to another page.
      if (isLeaving.current) return;
      const { search, hash } = window.location;
      const rest = new URLSearchParams(search);
      rest.delete(CREDIT_PACK);
      void navigate({ search: rest.toString(), hash }, { replace: true, preventScrollReset: true });
    }, ADDRESS_CLEANUP_MS);
    return () => clearTimeout(timer);
  }, [opens, navigate]);
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const user = await getUser(context);
  const shopper = shopperOf(user);
  const minimum = minimumToOffer(shopper);
  const pageAddress = { pathname: url.pathname, license_id: url.searchParams.get("license_id") };
  const license = licenseOfPricingPage(pageAddress, minimum);
  const { store, shop } = getPage(context);
  const [variants, claims, { prices }] = await Promise.all([
    loadOrThrow(store.planVariants.list({ query: { license_id: license } }), url),
    loadOrThrow(store.settings.claims(), url),
    readSettings(context, url),
  ]);
  const current = user?.subscription ?? null;
  const named = intervalNamed(url.searchParams.get("interval"));
  const interval = intervalToShow(variants, [named, current?.plan_variant.interval]);
  const unsold = unsoldPlanNamed(url.searchParams.get("plan"));
  const buyer: PlanBuyer = user === null ? { role: shopper.role, current: null } : creditSeekerOf(user);
  const choiceError = planChoiceError(buyer);
  // The Individual prices have two URLs, of which /pricing is canonical.
  const address = url.pathname.replace(/\/$/, "");
  const canonical = address === paths.pricingFor(LOWEST_LICENSE) ? paths.pricing : address;
  const withCredits = variants.filter((variant) => !isEssentials(variant));
  const preselected = current === null ? null : preselectVariant(current.plan_variant, withCredits, interval);
  return {
    license,
    meta: await publicMeta(context, url, {
      title: canonical === paths.pricing ? "Pricing" : `Pricing for ${licenseTypeName(typeOfLicense(license))}`,
      description: "Monthly and yearly plans for artists, startups, and enterprises, with credits for premium assets.",
      path: canonical,
      keywords: ["VFX plans", "VFX credits", "stock footage pricing"],
    }),
    minimum,
    interval,
    features: planFeatures(license, prices.daily_downloads),
    intervals: intervalsOf(variants),
    variants: variants.map((sold) => {
      const action = planAction({ ...sold, variant_id: sold.id, license_id: license }, buyer);
      // Customers keep their price when the store's changes.
      const currentPrice = action === "current" ? current?.plan_variant.adjusted_price : undefined;
      const variant = currentPrice === undefined ? sold : { ...sold, adjusted_price: currentPrice };
      return {
        ...variant,
        action,
        saving: yearlySaving(variant, variants),
        benefits: planBenefits(variant, license, prices.daily_downloads),
        buys: creditsBuyText(variant.recurring_credits, claims.data.typical_credit_price),
      };
    }),
    priceNotes: [planPriceReason(license, prices.plan_factors), taxNote(shop.tax)].filter((note) => note !== null),
    limits: freePlanLimits(claims.data.essentials),
    free: freePlanBenefits(prices.daily_downloads),
    worth: essentialsWorth(claims.data.essentials_tiers, { license, interval }, prices.item_factors),
    // On the highest plan, preselect the current plan and say that no plan is higher.
    variant:
      Number(url.searchParams.get("variant")) ||
      (preselected?._tag === "variant" ? preselected.variant_id : (current?.plan_variant.id ?? null)),
    highest: preselected?._tag === "highest-already" ? message("highest_plan") : null,
    signedIn: user !== null,
    licensee: user !== null && mayConfirmLicense(user.team.role_name) ? confirmingAccount(user) : null,
    opensCredits: opensBuyCredits(url.searchParams.get(CREDIT_PACK), current),
    choiceProblem: choiceError === null ? null : message(choiceError),
    unavailable: unsold === null ? null : planUnavailableMessage(license, unsold === "retired"),
    ownPlan: current === null || shopper.role !== "Admin" ? null : runningPlanText(current, variants, license),
    isOnFreePlan: user !== null && current === null && shopper.role === "Admin",
  };
}

/** Returns the value of each Essentials tier's items, and the savings per item, or null if there are no such items. */
const essentialsWorth = (
  stock: readonly TierStock[],
  { license, interval }: { readonly license: LicenseId; readonly interval: Interval },
  factors: ItemFactors,
) => {
  const saved = savedPerItem(stock, license, factors);
  return saved === null
    ? null
    : {
        saved: savedPerItemText(saved, licenseLabel(license)),
        tiers: stock.map((each) => tierWorth(each, { interval, license }, factors)),
      };
};

/** Returns the name of the current plan, with its price if the plan is no longer sold and so isn't on the page. */
const runningPlanText = (
  { plan_variant, license: held }: SubscriptionView,
  sold: readonly PlanVariant[],
  license: LicenseId,
): string =>
  held.id !== license || sold.some(({ id }) => id === plan_variant.id)
    ? planText(plan_variant)
    : `${planText(plan_variant)}, at your price of ${formatUsd(plan_variant.adjusted_price)}`;

export const headers: Route.HeadersFunction = sharedPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => [...(loaderData?.meta ?? [])];

export default function Pricing({ loaderData }: Route.ComponentProps) {
  const { license, minimum, interval, variants, signedIn } = loaderData;
  const { pathname, search } = useLocation();
  useCreditsByAddress(loaderData.opensCredits);
  const shown = variants.filter((variant) => variant.interval === interval);
  const essentials = shown.find(isEssentials);
  const credit = shown.filter((variant) => !isEssentials(variant));
  const groups = [...Map.groupBy(credit, ({ group_id }) => group_id).values()];
  const selectedGroup = groups.find((group) => group.some(({ id }) => id === loaderData.variant)) ?? groups[0];
  const marked = groups.find((group) => group.some(({ plan }) => plan.badge !== undefined)) ?? groups[0];
  const named = new URLSearchParams(search).get("license_id");
  const toInterval = (to: "month" | "year") =>
    `${pathname}?${new URLSearchParams({ ...(named === null ? {} : { license_id: named }), interval: to })}`;
  return (
    <div className="container-page pt-10">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="text-2xl">Plans and pricing</h1>
          <p className="measure mt-1 text-muted-foreground">
            {minimum > 1
              ? `Plans and prices for your ${licenseLabel(minimum)} license.`
              : "Choose a license. Prices depend on who'll be using the assets."}
          </p>
          {loaderData.ownPlan === null ? null : (
            <p className="tabular-nums mt-1">
              <span>{`Your plan: ${loaderData.ownPlan}. `}</span>
              <Link className="link" to={paths.subscription}>
                Manage plan
              </Link>
            </p>
          )}
        </div>
        {loaderData.intervals.length < 2 ? null : (
          <nav aria-label="Billing" className="inline-flex flex-wrap rounded-md border border-border p-1">
            {loaderData.intervals.map((each) => (
              <Link
                key={each}
                to={toInterval(each)}
                preventScrollReset
                aria-current={each === interval ? "true" : undefined}
                className={`inline-flex min-h-11 items-center rounded-sm px-5
                ${each === interval ? "bg-card font-semibold" : "text-muted-foreground hover:text-foreground"}`}
              >
                {each === "month" ? "Monthly" : "Yearly"}
              </Link>
            ))}
          </nav>
        )}
      </div>
      {loaderData.unavailable === null ? null : (
        <div className="mb-6 max-w-2xl">
          <Alert variant="notice">
            {`${loaderData.unavailable} Choose from the plans below. Nothing is final until you pay.`}
          </Alert>
        </div>
      )}
      {loaderData.choiceProblem === null ? null : (
        <div className="mb-6 max-w-2xl">
          <Alert variant="notice">{loaderData.choiceProblem}</Alert>
        </div>
      )}
      <LicenseChoice chosen={license} interval={interval} minimum={minimum} licensee={loaderData.licensee} />
      <div
        className={`mt-5 grid gap-3 lg:grid-rows-[repeat(4,auto)_1fr] lg:gap-y-0
          ${groups.length > 1 ? "lg:grid-cols-2 xl:grid-cols-4" : "lg:grid-cols-3"}`}
      >
        <Plan
          name="Free"
          about="Try the free library."
          price={
            <div className="tabular-nums">
              <p className="text-2xl font-semibold tracking-tight">Free forever</p>
              <p className="text-sm text-muted-foreground">No card needed</p>
            </div>
          }
          action={
            signedIn ? (
              loaderData.isOnFreePlan ? (
                <CurrentPlan />
              ) : null
            ) : (
              <ButtonLink to={paths.signUp(paths.pricing)} variant="secondary" className="w-full">
                Start free
              </ButtonLink>
            )
          }
        >
          <Benefits lines={loaderData.free} absent={loaderData.limits} />
        </Plan>
        {essentials === undefined ? null : (
          <Plan
            name={essentials.plan.name}
            badge={essentials.plan.badge}
            about="The full Essentials catalog, in all resolutions."
            price={<PlanPrice variant={essentials} saving={essentials.saving} />}
            action={<Choose variant={essentials} license={license} prominence="secondary" />}
          >
            <Benefits lines={essentials.benefits} />
          </Plan>
        )}
        {groups.map((group) => (
          <CreditPlan
            key={group[0]?.group_id}
            variants={group}
            chosenId={loaderData.variant}
            highest={group === selectedGroup ? loaderData.highest : null}
            license={license}
            marked={group === marked}
          />
        ))}
      </div>
      <p className="mt-4 text-sm text-muted-foreground">{loaderData.priceNotes.join(" ")}</p>
      <PlanTable
        names={[
          "Free",
          essentials?.plan.name ?? null,
          credit.length === 0 ? null : [...new Set(credit.map(({ plan }) => plan.name))].join(", "),
        ]}
        features={loaderData.features}
      />
      <div className="mt-14 grid gap-x-16 gap-y-14 lg:grid-cols-2">
        <PricingQuestions />
        {loaderData.worth === null ? null : <EssentialsValue {...loaderData.worth} />}
      </div>
    </div>
  );
}
