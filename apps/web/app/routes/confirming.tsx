import { redirect } from "react-router";
import { getPage, requireUser } from "#app/store.server.ts";
import { pageTitle } from "#app/page-title.ts";
import { paths } from "#app/paths.ts";
import { usePolling } from "#app/use-polling.ts";
import { PendingPage } from "#features/pending-page.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/confirming";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { shop } = getPage(context);
  const user = await requireUser(context, url);
  if (user.subscription !== null && user.pending_order === false) throw redirect(paths.thankYou);
  return { pending: user.pending_order, supportEmail: shop.supportEmail };
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("Confirming your order") },
  { name: "robots", content: "noindex" },
];

export default function Confirming({ loaderData: { pending, supportEmail } }: Route.ComponentProps) {
  const waiting = usePolling(pending);
  return (
    <PendingPage
      title={waiting ? "Confirming your order" : pending ? "This takes longer than usual" : "Nothing was charged"}
      going={waiting}
      text={
        waiting
          ? "The payment provider is finishing your order. This page goes on by itself; you can also close " +
            "it: your order is kept and nothing is charged twice."
          : pending
            ? "Your order is kept, and nothing is charged twice. Look at your subscription in a while, or " +
              `write to ${supportEmail}.`
            : "Your order was not paid. Place it again, with another card if yours was refused."
      }
    >
      <ButtonLink to={pending ? paths.subscription : paths.pricing}>
        {pending ? "Your subscription" : "See plans"}
      </ButtonLink>
    </PendingPage>
  );
}
