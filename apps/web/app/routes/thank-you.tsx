import { longDate } from "@backlot/domain/kernel/calendar";
import { creditsText } from "@backlot/domain/credits/credits";
import { licenceLabel } from "@backlot/domain/licensing/licence";
import { message } from "@backlot/domain/message-catalog";
import { formatUsd } from "@backlot/domain/kernel/money";
import { redirect } from "react-router";
import { need, pageOf } from "#app/ask.server.ts";
import { pageTitle } from "#app/page-title.ts";
import { planText } from "#features/plan-text.ts";
import { paths } from "#app/paths.ts";
import { TileGrid } from "#features/tile.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { SuccessBlock } from "#ui/notice.tsx";
import type { Route } from "./+types/thank-you";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { store } = pageOf(context);
  const { data: user } = await need(store.users.me(), url);
  if (user.subscription === null) throw redirect(paths.pricing);
  const collections = await need(store.collections.list({ query: {} }), url);
  return {
    upgraded: url.searchParams.get("change") === "upgrade",
    firstName: user.first_name,
    subscription: user.subscription,
    premium: collections.filter((each) => each.access !== "free").slice(0, 4),
  };
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("Thank you") },
  { name: "robots", content: "noindex" },
];

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="rounded-md border border-line bg-raised p-4">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="figures mt-1 text-lg font-semibold">{value}</dd>
    </div>
  );
}

export default function ThankYou({ loaderData: { upgraded, firstName, subscription, premium } }: Route.ComponentProps) {
  const { plan_variant: variant } = subscription;
  const on = longDate(subscription.current_period_end);
  return (
    <div className="page pt-12">
      <h1 className="text-2xl">Thank you, {firstName}</h1>
      {upgraded ? (
        <div className="mt-4 max-w-2xl">
          <SuccessBlock>{message("upgrade_done")}</SuccessBlock>
        </div>
      ) : null}
      <p className="prose mt-2 text-soft">
        Your plan is open: download Essentials at every resolution, and spend your credits on premium items.
      </p>
      <dl className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Fact name="Plan" value={planText(variant)} />
        <Fact name="Licence" value={licenceLabel(subscription.license.id)} />
        <Fact name="Credit balance" value={creditsText(subscription.current_credit_balance)} />
        <Fact
          name={subscription.cancel_at_period_end ? "Ends" : "Renews"}
          value={
            subscription.cancel_at_period_end
              ? on
              : `${on}, ${formatUsd((subscription.scheduled_plan_variant ?? variant).adjusted_price)}`
          }
        />
      </dl>
      <div className="mt-6">
        <ButtonLink to={paths.library(1)}>Browse the library</ButtonLink>
      </div>
      <section className="pt-12" aria-labelledby="next">
        <h2 id="next" className="mb-5 text-xl">
          Good first picks
        </h2>
        <TileGrid collections={premium} />
      </section>
    </div>
  );
}
