import { answeredPage, waitingPage } from "@backlot/domain/screens/waiting-page";
import * as Result from "effect/Result";
import { redirect } from "react-router";
import { attempt, getPage, requireUser } from "#app/store.server.ts";
import { pageTitle } from "#app/page-title.ts";
import { paths } from "#app/paths.ts";
import { usePolling } from "#app/use-polling.ts";
import { PendingPage } from "#features/pending-page.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/confirming";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { shop, store } = getPage(context);
  const { subscription, pending_order } = await requireUser(context, url);
  const asked = url.searchParams.get("order");
  // The order stays in the address: it says what became of it once it waits no more.
  if (pending_order !== null && asked !== pending_order.id) throw redirect(paths.confirmingOf(pending_order.id));
  const { supportEmail } = shop;
  if (pending_order !== null) return { state: "pending" as const, problem: null, supportEmail };
  const order =
    asked === null ? null : await attempt(store.orders.get({ params: { id: asked.slice(0, 200) }, query: {} }));
  const problem = order !== null && Result.isSuccess(order) ? order.success.data.message : null;
  if (problem !== null) return { state: "unfulfillable" as const, problem, supportEmail };
  if (subscription !== null) throw redirect(paths.thankYou);
  return { state: "failed" as const, problem, supportEmail };
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
