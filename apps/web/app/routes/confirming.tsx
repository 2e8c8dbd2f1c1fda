import { answeredPage, planWait, waitingPage } from "#app/screens/waiting-page.ts";
import type { Store } from "@backlot/ports";
import * as Result from "effect/Result";
import { redirect } from "react-router";
import { attempt, getPage, requireUser } from "#app/store.server.ts";
import { pageTitle } from "#app/page-title.ts";
import { paths } from "#app/paths.ts";
import { usePolling } from "#app/use-polling.ts";
import { PendingPage } from "#features/orders/pending-page.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/confirming";

/** Returns the message of an order whose payment is refunded, or null for any other. */
const endedText = async (store: Store, id: string): Promise<string | null> => {
  const order = await attempt(store.orders.get({ params: { id: id.slice(0, 200) }, query: {} }));
  return Result.isSuccess(order) ? order.success.data.message : null;
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { shop, store } = getPage(context);
  const { subscription, pending_order } = await requireUser(context, url);
  const asked = url.searchParams.get("order");
  const ended = asked === null || pending_order !== null ? null : await endedText(store, asked);
  const wait = planWait({ asked, pending: pending_order, ended, hasPlan: subscription !== null });
  // Keep the order's id in the URL, so that the page can tell its outcome later.
  if (wait._tag === "other") throw redirect(paths.confirmingOf(wait.order_id));
  if (wait._tag === "done") throw redirect(paths.thankYou);
  return { state: wait._tag, problem: ended, supportEmail: shop.supportEmail };
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("Confirming your order") },
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
