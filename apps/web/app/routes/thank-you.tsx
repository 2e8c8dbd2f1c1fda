import { firstPicks, libraryFirst } from "@backlot/domain/catalog/first-picks";
import { mayConfirmLicense } from "@backlot/domain/accounts/team";
import { balanceText } from "@backlot/domain/credits/credits";
import { licenseLabel } from "@backlot/domain/licensing/license";
import { changeDoneMessage } from "@backlot/domain/subscriptions/subscription-messages";
import { renewalItem } from "@backlot/domain/plan-changes/running-plan";
import { redirect } from "react-router";
import { loadOrThrow, getPage, requireUser } from "#app/server/store.server.ts";
import { useLastLibrary } from "#features/catalog/last-library.ts";
import { pageTitle } from "#ui/page-title.ts";
import { planText } from "@backlot/domain/plans/plan";
import { planOpensText } from "@backlot/domain/plans/plan-benefits";
import { paths } from "#app/paths.ts";
import { confirmingAccount, isConfirmationDue } from "#features/accounts/confirming-account.server.ts";
import { ConfirmLicenseButton } from "#features/accounts/confirm-license-button.tsx";
import { toCard } from "#features/catalog/card.ts";
import { ProductGrid } from "#features/catalog/product-card.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Alert } from "#ui/alert.tsx";
import type { Route } from "./+types/thank-you";

/** The number of items to recommend. */
const PICKS = 4;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { store } = getPage(context);
  const user = await requireUser(context, url);
  const { subscription } = user;
  if (subscription === null) throw redirect(paths.pricing);
  const collections = await loadOrThrow(store.collections.list({ query: {} }), url);
  return {
    upgraded: url.searchParams.get("change") === "upgrade",
    firstName: user.first_name,
    subscription,
    confirming: mayConfirmLicense(user.team.role_name) && isConfirmationDue(user) ? confirmingAccount(user) : null,
    picks: firstPicks(collections.data, subscription.plan_variant, PICKS).map(toCard),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Thank you", matches) },
  { name: "robots", content: "noindex" },
];

function DescriptionItem({ name, value }: { name: string; value: string }) {
  return (
    <div className="rounded-md border border-border bg-card p-4">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="tabular-nums mt-1 text-lg font-semibold">{value}</dd>
    </div>
  );
}

export default function ThankYou({
  loaderData: { upgraded, firstName, subscription, confirming, picks },
}: Route.ComponentProps) {
  const { plan_variant: variant } = subscription;
  const library = useLastLibrary();
  return (
    <div className="container-page pt-12">
      <h1 className="text-2xl">{`Thank you, ${firstName}`}</h1>
      {upgraded ? (
        <div className="mt-4 max-w-2xl">
          <Alert variant="success">{changeDoneMessage("upgrade")}</Alert>
        </div>
      ) : null}
      <p className="measure mt-2 text-muted-foreground">{planOpensText(variant)}</p>
      <dl className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <DescriptionItem name="Plan" value={planText(variant)} />
        <DescriptionItem name="License" value={licenseLabel(subscription.license.id)} />
        <DescriptionItem
          name="Credit balance"
          value={balanceText(subscription.current_credit_balance, subscription.legacy_current_credit_balance)}
        />
        <DescriptionItem {...renewalItem(subscription)} />
      </dl>
      <div className="mt-6">
        <ButtonLink to={paths.library(1)}>Browse the library</ButtonLink>
      </div>
      {confirming === null ? null : (
        <section
          aria-labelledby="confirm"
          className="mt-8 max-w-2xl rounded-lg border border-border bg-card p-5 sm:p-6"
        >
          <h2 id="confirm" className="text-lg">
            Confirm your license
          </h2>
          <p className="measure mt-1 mb-4 text-muted-foreground">
            Tell us who holds the license and get the License ID clients ask for.
          </p>
          <ConfirmLicenseButton account={confirming} variant="secondary" />
        </section>
      )}
      <section className="pt-12" aria-labelledby="next">
        <h2 id="next" className="mb-5 text-xl">
          Good first picks
        </h2>
        <ProductGrid cards={libraryFirst(picks, library, PICKS)} />
      </section>
    </div>
  );
}
