import { longDate } from "@backlot/domain/kernel/calendar";
import { formatUsd } from "@backlot/domain/kernel/money";
import { payerWords } from "@backlot/domain/orders/payer-messages";
import type { UserView } from "@backlot/ports";
import { Link } from "react-router";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { getPage, loadOrThrow, requireUser } from "#app/server/store.server.ts";
import { AccountFrame } from "#features/accounts/account-frame.tsx";
import { ReceiptList, ReceiptRow } from "#features/orders/receipt-row.tsx";
import { KeyPages } from "#features/site/key-pages.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/orders";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { pending_order } = await requireUser(context, url);
  const starting_after = url.searchParams.get("starting_after");
  const query = starting_after === null || starting_after.length > 200 ? {} : { starting_after };
  const page = await loadOrThrow(getPage(context).store.receipts.list({ query }), url);
  const isFirst = !("starting_after" in query);
  return { receipts: page.data, hasMore: page.has_more, isFirst, pending: isFirst ? pending_order : null };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Order History", matches) },
  { name: "robots", content: "noindex" },
];

/** A plan order that is not paid yet. It leads to the page that shows its outcome. */
function PendingRow({ order }: { order: NonNullable<UserView["pending_order"]> }) {
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 px-5 py-4 hover:bg-background">
      <p className="font-medium">
        <Link to={paths.pendingOrder(order)} className="card-link">
          {order.label}
        </Link>
      </p>
      <p className="tabular-nums text-right">{formatUsd(order.total)}</p>
      <p className="tabular-nums text-sm text-muted-foreground">{longDate(order.placed_at)}</p>
      <p className="text-right text-sm text-muted-foreground">{payerWords(order.provider).pending}</p>
    </li>
  );
}

/** The account's payments with their receipts, newest first, after the order that is not paid yet. */
export default function Orders({ loaderData: { receipts, hasMore, isFirst, pending } }: Route.ComponentProps) {
  const last = receipts.at(-1);
  return (
    <AccountFrame title="Order History">
      {receipts.length === 0 && pending === null ? (
        <div>
          <p className="text-muted-foreground">{isFirst ? "You haven't bought anything yet." : "No older payments."}</p>
          <ButtonLink to={isFirst ? paths.library(1) : paths.orders()} variant="secondary" className="mt-5">
            {isFirst ? "Browse 2D Elements" : "Newest payments"}
          </ButtonLink>
        </div>
      ) : (
        <ReceiptList>
          {pending === null ? null : <PendingRow order={pending} />}
          {receipts.map((receipt) => (
            <ReceiptRow key={receipt.number} receipt={receipt} />
          ))}
        </ReceiptList>
      )}
      {receipts.length === 0 ? null : (
        <KeyPages
          first={isFirst ? null : paths.orders()}
          next={hasMore && last !== undefined ? paths.orders(last.number) : null}
          firstText="Newest payments"
          nextText="Older payments"
        />
      )}
    </AccountFrame>
  );
}
