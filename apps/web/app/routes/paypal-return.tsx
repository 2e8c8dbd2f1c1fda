import { message } from "@backlot/domain/message-catalog";
import * as Result from "effect/Result";
import { data, redirect } from "react-router";
import { afterPayPal, payAgain } from "#app/after-paypal.server.ts";
import { attempt, getPage, getUser } from "#app/store.server.ts";
import { pageTitle } from "#app/page-title.ts";
import { paths } from "#app/paths.ts";
import { usePolling } from "#app/use-polling.ts";
import { PendingPage } from "#features/pending-page.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/paypal-return";

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { store, shop } = getPage(context);
  const user = await getUser(context);
  const payload = { order_id: url.searchParams.get("order") ?? "" };
  // What the address says is a hint: the store reads the order and the provider itself.
  const cancelled = url.searchParams.get("cancelled") === "1";
  const answered = await attempt(
    cancelled ? store.orders.paypalCancel({ payload }) : store.orders.paypalReturn({ payload }),
  );
  if (Result.isFailure(answered)) {
    const { _tag, message: words } = answered.failure;
    // Whose order it is, is nobody else's business.
    // Who started as a guest in another browser has nothing to sign in with: the mail leads to the order.
    if (_tag === "unauthorized" || (_tag === "forbidden" && user === null))
      throw redirect(`${paths.orderLinks}?paid=1`);
    if (_tag === "not_found" || _tag === "forbidden" || _tag === "invalid_request")
      throw data({ message: words }, { status: 404, statusText: "Not Found" });
    const problem = { status: "unknown" as const, problem: words, again: null, approve: null };
    return { ...problem, isGuest: user === null, supportEmail: shop.supportEmail };
  }
  const order = answered.success.data;
  const returned = { context, request, order, order_id: payload.order_id, isGuest: user === null };
  if (order.status === "paid") throw await afterPayPal(returned);
  const again = await payAgain(returned);
  return {
    status: order.status,
    problem: order.message,
    again,
    approve: order.redirect_url,
    isGuest: user === null,
    supportEmail: shop.supportEmail,
  };
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("Back from PayPal") },
  { name: "robots", content: "noindex" },
];

const TITLES = {
  waiting: "PayPal is waiting for you",
  unfulfillable: "We refund this payment",
  failed: "Nothing was charged",
  canceled: "Nothing was charged",
  expired: "Nothing was charged",
} as const;

/** Looks at what came of an order by PayPal, and goes on by itself once it is paid. (CHK-04, CHK-08) */
export default function PayPalReturn({
  loaderData: { status, problem, again, approve, isGuest, supportEmail },
}: Route.ComponentProps) {
  const waiting = usePolling(status === "processing" || status === "unknown");
  if (status === "processing" || status === "unknown") {
    return (
      <PendingPage
        title={waiting ? "Confirming your payment" : "This takes longer than usual"}
        going={waiting}
        text={
          waiting
            ? "PayPal is finishing your payment. This page goes on by itself; you can also close it: your " +
              "order is kept and nothing is charged twice."
            : "Your order is kept, and nothing is charged twice. Look at your " +
              `${isGuest ? "mail" : "account"} in a while, or write to ${supportEmail}.`
        }
      >
        {waiting || isGuest ? null : <ButtonLink to={paths.subscription}>Your subscription</ButtonLink>}
      </PendingPage>
    );
  }
  return (
    <div className="container-page pt-16">
      <h1 className="text-2xl">{TITLES[status]}</h1>
      <div className="mt-4 max-w-text">
        <p className="text-muted-foreground">
          {status === "waiting"
            ? "You have not agreed to this payment yet. Your order is kept until you do, or until you " +
              "choose something else."
            : (problem ?? message("order_ended"))}
        </p>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {approve === null ? null : (
          <a
            href={approve}
            className="inline-flex min-h-11 items-center justify-center rounded-md bg-accent px-5 font-semibold
              text-on-accent hover:bg-accent-strong"
          >
            Go on to PayPal
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
