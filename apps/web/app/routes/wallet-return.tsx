import { message } from "@backlot/domain/message-catalog";
import * as Result from "effect/Result";
import { data, redirect } from "react-router";
import { ask, need, pageOf } from "#app/ask.server.ts";
import { pageTitle } from "#app/page-title.ts";
import { paths } from "#app/paths.ts";
import { useAsking } from "#features/asking.ts";
import { Waiting } from "#features/waiting.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/wallet-return";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { store, shop } = pageOf(context);
  await need(store.users.me(), url);
  const payload = { order_id: url.searchParams.get("order") ?? "" };
  // What the address says is a hint: the store reads the order and the provider itself.
  const cancelled = url.searchParams.get("cancelled") === "1";
  const answered = await ask(
    cancelled ? store.orders.paypalCancel({ payload }) : store.orders.paypalReturn({ payload }),
  );
  if (Result.isFailure(answered)) {
    const { _tag, message: words } = answered.failure;
    // Whose order it is, is nobody else's business.
    if (_tag === "not_found" || _tag === "forbidden" || _tag === "invalid_request")
      throw data({ message: words }, { status: 404, statusText: "Not Found" });
    return { status: "unknown" as const, problem: words, again: null, approve: null, supportEmail: shop.supportEmail };
  }
  const order = answered.success.data;
  if (order.status === "paid")
    throw redirect(
      order.kind === "pack"
        ? paths.purchased(order.credits ?? 0)
        : order.kind === "change"
          ? paths.upgraded
          : paths.thankYou,
    );
  const again =
    order.plan_variant_id === null ? paths.credits() : paths.checkout(order.plan_variant_id, order.license_id);
  return {
    status: order.status,
    problem: order.message,
    again,
    approve: order.redirect_url,
    supportEmail: shop.supportEmail,
  };
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("Back from PayPal") },
  { name: "robots", content: "noindex" },
];

/** Looks at what came of an order through the wallet, and goes on by itself once it is paid. (CHK-04, CHK-08) */
export default function WalletReturn({
  loaderData: { status, problem, again, approve, supportEmail },
}: Route.ComponentProps) {
  const waiting = useAsking(status === "processing" || status === "unknown");
  if (status === "processing" || status === "unknown") {
    return (
      <Waiting
        title={waiting ? "Confirming your payment" : "This takes longer than usual"}
        going={waiting}
        text={
          waiting
            ? "PayPal is finishing your payment. This page goes on by itself; you can also close it: your order is kept and nothing is charged twice."
            : `Your order is kept, and nothing is charged twice. Look at your subscription in a while, or write to ${supportEmail}.`
        }
      >
        {waiting ? null : <ButtonLink to={paths.subscription}>Your subscription</ButtonLink>}
      </Waiting>
    );
  }
  return (
    <div className="page pt-16">
      <h1 className="text-2xl">{status === "waiting" ? "PayPal is waiting for you" : "Nothing was charged"}</h1>
      <div className="mt-4 max-w-text">
        <p className="text-soft">
          {status === "waiting"
            ? "You have not agreed to this payment yet. Your order is kept until you do, or until you choose something else."
            : (problem ?? message("order_ended"))}
        </p>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {approve === null ? null : (
          <a
            href={approve}
            className="inline-flex min-h-11 items-center justify-center rounded-md bg-accent px-5 font-semibold text-on-accent hover:bg-accent-strong"
          >
            Go on to PayPal
          </a>
        )}
        {again === null ? null : (
          <ButtonLink to={again} look={approve === null ? "primary" : "quiet"}>
            Choose again
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
