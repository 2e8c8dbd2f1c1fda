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
  if (problem !== null) return { state: "refunded" as const, problem, supportEmail };
  if (subscription !== null) throw redirect(paths.thankYou);
  return { state: "unpaid" as const, problem, supportEmail };
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("Confirming your order") },
  { name: "robots", content: "noindex" },
];

const TITLES = {
  waiting: "Confirming your order",
  pending: "This takes longer than usual",
  refunded: "We refund your payment",
  unpaid: "Nothing was charged",
} as const;

const textOf = (state: keyof typeof TITLES, problem: string | null, supportEmail: string): string => {
  switch (state) {
    case "waiting":
      return (
        "The payment provider is finishing your order. This page goes on by itself; you can also close " +
        "it: your order is kept and nothing is charged twice."
      );
    case "pending":
      return (
        "Your order is kept, and nothing is charged twice. Look at your subscription in a while, or " +
        `write to ${supportEmail}.`
      );
    case "refunded":
      return problem ?? "";
    case "unpaid":
      return "Your order was not paid. Place it again, with another card if yours was refused.";
  }
};

export default function Confirming({ loaderData: { state, problem, supportEmail } }: Route.ComponentProps) {
  const waiting = usePolling(state === "pending");
  const shown = waiting ? "waiting" : state;
  return (
    <PendingPage title={TITLES[shown]} going={waiting} text={textOf(shown, problem, supportEmail)}>
      <ButtonLink to={state === "unpaid" ? paths.pricing : paths.subscription}>
        {state === "unpaid" ? "See plans" : "Your subscription"}
      </ButtonLink>
    </PendingPage>
  );
}
