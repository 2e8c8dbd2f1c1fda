import { type PlanOutcome, answeredPage, planWait, waitingPage } from "#features/checkout/waiting-page.ts";
import { afterPlanOrder } from "@backlot/domain/plan-changes/preselection";
import { asLine } from "@backlot/domain/kernel/characters";
import type { Store } from "@backlot/ports";
import * as Result from "effect/Result";
import { redirect } from "react-router";
import { attempt, getPage, loadOrThrow, requireUser } from "#app/server/store.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { usePolling } from "#app/hooks/use-polling.ts";
import { PendingPage } from "#features/orders/pending-page.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/confirming";

/** Returns the outcome of an order that is no longer pending. The store shows only orders that were paid. */
const outcomeOf = async (store: Store, id: string, url: URL): Promise<PlanOutcome> => {
  const request = { params: { id: asLine(id) }, query: {} };
  const orderResult = await attempt(store.orders.get(request));
  if (
    Result.isFailure(orderResult) &&
    (orderResult.failure._tag === "not_found" || orderResult.failure._tag === "forbidden")
  )
    return { _tag: "unpaid" };
  const { kind, message } = (await loadOrThrow(store.orders.get(request), url)).data;
  return message === null ? { _tag: "paid", isChange: kind === "plan-change" } : { _tag: "refunded", words: message };
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { shop, store } = getPage(context);
  const { subscription, pending_order } = await requireUser(context, url);
  const orderId = url.searchParams.get("order");
  const outcome: PlanOutcome =
    orderId === null || pending_order !== null ? { _tag: "unpaid" } : await outcomeOf(store, orderId, url);
  const wait = planWait({ orderId, pending: pending_order, outcome, hasPlan: subscription !== null });
  // Keep the order's id in the URL, so that the page can show its outcome later.
  if (wait._tag === "other") throw redirect(paths.confirmingOf(wait.order_id));
  if (wait._tag === "done") throw redirect(afterPlanOrder(wait.isChange ? "upgrade" : null) ?? paths.thankYou);
  const problem = wait._tag === "unfulfillable" ? wait.words : null;
  return { state: wait._tag, problem, supportEmail: shop.supportEmail };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Confirming your order", matches) },
  { name: "robots", content: "noindex" },
];

export default function Confirming({ loaderData: { state, problem, supportEmail } }: Route.ComponentProps) {
  const isWaiting = usePolling(state === "pending");
  const page =
    state === "pending"
      ? waitingPage("The payment provider", { isWaiting, isGuest: false, supportEmail })
      : answeredPage(state, problem);
  return (
    <PendingPage title={page.title} going={isWaiting} text={page.text}>
      <ButtonLink to={state === "failed" ? paths.pricing : paths.subscription}>
        {state === "failed" ? "See plans" : "Your subscription"}
      </ButtonLink>
    </PendingPage>
  );
}
