import { answeredPage, waitingPage } from "#features/checkout/waiting-page.ts";
import * as Result from "effect/Result";
import { data, redirect } from "react-router";
import { afterApproval, payAgain } from "#features/checkout/after-approval.server.ts";
import { attempt, getPage, getUser } from "#app/server/store.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { payerOf } from "@backlot/domain/pricing/payer";
import { usePolling } from "#app/hooks/use-polling.ts";
import { PendingPage } from "#features/orders/pending-page.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/approval-return";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { store, shop } = getPage(context);
  const user = await getUser(context);
  const payload = { order_id: url.searchParams.get("order") ?? "" };
  // The URL is only a hint, because the store checks the order and the provider. Approvals that started before the
  // spelling changed still return with the old spelling.
  const canceled = ["canceled", "cancelled"].some((name) => url.searchParams.get(name) === "1");
  const answered = await attempt(canceled ? store.orders.left({ payload }) : store.orders.returned({ payload }));
  if (Result.isFailure(answered)) {
    const { _tag, message: words } = answered.failure;
    // Don't reveal whose order it is. A guest in another browser cannot sign in; the email links to the order.
    if (_tag === "unauthorized" || (_tag === "forbidden" && user === null))
      throw redirect(`${paths.orderLinks}?paid=1`);
    if (_tag === "not_found" || _tag === "forbidden" || _tag === "invalid_request")
      throw data({ message: words }, { status: 404, statusText: "Not Found" });
    const problem = { status: "unknown" as const, problem: words, again: null, approve: null, payer: null };
    return { ...problem, isGuest: user === null, supportEmail: shop.supportEmail };
  }
  const order = answered.success.data;
  const returned = { context, request, order, order_id: payload.order_id, isGuest: user === null };
  if (order.status === "paid") throw await afterApproval(returned);
  const again = await payAgain(returned);
  return {
    status: order.status,
    payer: payerOf(order.provider).name,
    problem: order.message,
    again,
    approve: order.redirect_url,
    isGuest: user === null,
    supportEmail: shop.supportEmail,
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Your payment", matches) },
  { name: "robots", content: "noindex" },
];

/** The page to which a provider sends the buyer back. Redirects once the order is paid. */
export default function ApprovalReturn({
  loaderData: { status, payer, problem, again, approve, isGuest, supportEmail },
}: Route.ComponentProps) {
  const isWaiting = usePolling(status === "processing" || status === "unknown");
  if (status === "processing" || status === "unknown") {
    const { title, text } = waitingPage(payer ?? "The payment provider", { isWaiting, isGuest, supportEmail });
    return (
      <PendingPage title={title} going={isWaiting} text={text}>
        {isWaiting || isGuest ? null : <ButtonLink to={paths.subscription}>Your subscription</ButtonLink>}
      </PendingPage>
    );
  }
  const { title, text } = answeredPage(status, problem, payer);
  return (
    <div className="container-page pt-16">
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-4 max-w-text text-muted-foreground">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {approve === null ? null : (
          <a
            href={approve}
            className="inline-flex min-h-11 items-center justify-center rounded-md bg-accent px-5 font-semibold
              text-on-accent hover:bg-accent-strong"
          >
            {`Continue to ${payer}`}
          </a>
        )}
        {again === null ? null : (
          <ButtonLink to={again} variant={approve === null ? "primary" : "secondary"}>
            Choose again
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
