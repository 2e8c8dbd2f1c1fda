import { useEffect, useState } from "react";
import { redirect, useRevalidator } from "react-router";
import { need, pageOf } from "#app/ask.server.ts";
import { pageTitle } from "#app/page-title.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/confirming";

/** How often the page asks, and how many times before it says what else can be done. */
const ASK_EVERY_MS = 2_000;
const ASK_TIMES = 30;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { store, shop } = pageOf(context);
  const { data: user } = await need(store.users.me(), url);
  if (user.subscription !== null && user.pending_order === false) throw redirect(paths.thankYou);
  return { pending: user.pending_order, supportEmail: shop.supportEmail };
}

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Confirming your order") }, { name: "robots", content: "noindex" }];

export default function Confirming({ loaderData: { pending, supportEmail } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const [asked, setAsked] = useState(0);
  const waiting = pending && asked < ASK_TIMES;
  useEffect(() => {
    if (!waiting || state !== "idle") return;
    const timer = setTimeout(() => {
      setAsked((times) => times + 1);
      void revalidate();
    }, ASK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [waiting, state, revalidate]);
  return (
    <div className="page pt-16" aria-live="polite">
      <h1 className="text-2xl">{waiting ? "Confirming your order" : pending ? "This takes longer than usual" : "Nothing was charged"}</h1>
      <p className="prose mt-3 text-soft">
        {waiting
          ? "The payment provider is finishing your order. This page goes on by itself; you can also close it: your order is kept and nothing is charged twice."
          : pending
            ? `Your order is kept, and nothing is charged twice. Look at your subscription in a while, or write to ${supportEmail}.`
            : "Your order did not reach the payment provider. Place it again."}
      </p>
      {waiting ? (
        <div className="mt-8 h-1 max-w-form overflow-hidden rounded-full bg-line" aria-hidden="true">
          <div className="h-full w-1/3 rounded-full bg-chosen motion-safe:animate-pulse" />
        </div>
      ) : (
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to={pending ? paths.subscription : paths.pricing}>{pending ? "Your subscription" : "See plans"}</ButtonLink>
        </div>
      )}
    </div>
  );
}
