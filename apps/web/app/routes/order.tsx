import { ORDER_LINK_DAYS } from "@backlot/domain/accounts/guest";
import { LIBRARIES } from "@backlot/domain/catalog/collection";
import { longDate } from "@backlot/domain/kernel/calendar";
import { heldPart } from "@backlot/domain/orders/item-refund";
import { licenseLabel } from "@backlot/domain/licensing/license";
import { formatUsd } from "@backlot/domain/kernel/money";
import { raisedFromText } from "@backlot/domain/orders/cart";
import type { OrderView } from "@backlot/ports";
import * as Result from "effect/Result";
import { Link, data, redirectDocument } from "react-router";
import { isGuestPage, linkOf, requireOwnOrder } from "#features/orders/order.server.ts";
import type { SoldBy } from "#features/downloads/download-request.ts";
import { pageTitle } from "#ui/page-title.ts";
import { legalPath } from "@backlot/domain/kernel/legal-text";
import { paths } from "#app/paths.ts";
import { attempt, formString, getPage, getUser, readForm, requireUser } from "#app/server/store.server.ts";
import { DownloadForm } from "#features/downloads/download-form.tsx";
import { orderNumber } from "@backlot/domain/orders/order-id";
import { orderTitle, paidWithText } from "@backlot/domain/orders/order-texts";
import { PosterImage } from "#features/catalog/poster-image.tsx";
import { DisputeNotice } from "#features/disputes/dispute-notice.tsx";
import { Summary } from "#features/checkout/summary.tsx";
import { Alert } from "#ui/alert.tsx";
import type { Route } from "./+types/order";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const isGuest = isGuestPage(url);
  if (!isGuest) await requireUser(context, url);
  const order = await requireOwnOrder(getPage(context), params.id, url);
  const user = await getUser(context);
  const receipt = isGuest ? paths.guestReceipt(order.id, linkOf(url)) : paths.orderReceipt(order.id);
  return {
    order,
    receipt,
    link: linkOf(url),
    isSignedIn: user !== null,
    disputedContact: user?.dispute_open ? getPage(context).shop.supportEmail : null,
    isOwnBrowser: linkOf(url) === null,
    isNew: url.searchParams.get("bought") === "1" && heldPart(order.items.map(({ status }) => status)) !== "none",
  };
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const link = linkOf(url);
  const payload = { variant_id: Number(formString(form, "variant_id")), ...(link === null ? {} : { link }) };
  const file = await attempt(getPage(context).store.orders.download({ params: { id: params.id }, payload }));
  if (Result.isFailure(file)) return data({ message: file.failure.message }, { status: 403 });
  return redirectDocument(file.success.data.url, 303);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: pageTitle(loaderData === undefined ? "Not found" : orderTitle(loaderData.order), matches) },
  { name: "robots", content: "noindex" },
];

const ITEM_REFUND = { being_refunded: "Being refunded", refunded: "Refunded" } as const;

function Items({ order, by }: { order: OrderView; by: SoldBy }) {
  return (
    <ul className="divide-y divide-border border-y border-border">
      {order.items.map((item) => (
        <li
          key={item.id}
          className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-4 py-4 sm:grid-cols-[7rem_minmax(0,1fr)_auto]"
        >
          <div className="overflow-hidden rounded-md">
            <PosterImage slug={item.slug} sizes="7rem" />
          </div>
          <div>
            <p className="font-medium">
              <Link className="hover:underline" to={paths.product(item.library_id, item.slug)}>
                {item.name}
              </Link>
            </p>
            <p className="tabular-nums text-sm text-muted-foreground">
              <span>{`${LIBRARIES.find(({ id }) => id === item.library_id)?.name ?? ""} · ${item.label}`}</span>
              {item.raised_from === null ? null : <span className="block">{raisedFromText(item.raised_from)}</span>}
            </p>
          </div>
          {item.status === "held" ? (
            // Only the order decides whether a bought item can be downloaded, not the buyer's plan.
            <DownloadForm
              id={item.id}
              label={item.label}
              name={item.name}
              plan="paid"
              by={by}
              place="col-start-2 sm:col-start-3 sm:text-right"
            />
          ) : (
            <p className="col-start-2 text-sm text-muted-foreground sm:col-start-3">{ITEM_REFUND[item.status]}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Returns the thank-you message for a new order, of which only a part may have been delivered. */
const thanksFor = ({ items }: OrderView): string => {
  if (heldPart(items.map(({ status }) => status)) === "part")
    return "Thank you. Some items couldn't be delivered. The rest are yours to keep. Download them below anytime.";
  return items.length > 1
    ? "Thank you. The files are yours to keep. Download them below anytime."
    : "Thank you. It's yours to keep. Download it below anytime.";
};

/** An order: its items with their downloads, and its price. */
export default function Order({
  loaderData: { order, receipt, link, isSignedIn, isOwnBrowser, isNew, disputedContact },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="container-page pt-10">
      {isSignedIn ? (
        <nav aria-label="Breadcrumb" className="mb-3 text-sm text-muted-foreground">
          <Link className="link inline-flex min-h-9 items-center" to={paths.orders()}>
            Order History
          </Link>
        </nav>
      ) : null}
      <h1 className="text-2xl">{orderTitle(order)}</h1>
      <p className="tabular-nums mt-1 mb-6 text-muted-foreground">
        {`${longDate(order.placed_at)} · ${licenseLabel(order.license_id)} · ${paidWithText(order.paid_with)}`}
      </p>
      <div className="mb-6 grid max-w-2xl gap-3">
        <DisputeNotice supportEmail={disputedContact} />
        {isNew && disputedContact === null ? <Alert variant="success">{thanksFor(order)}</Alert> : null}
        {isSignedIn || !isOwnBrowser ? null : (
          <Alert variant="notice">
            <span>We've emailed a link to this page to</span>{" "}
            <span className="wrap-anywhere">{order.billed_to.email}</span>
            <span>{`. The link works for ${ORDER_LINK_DAYS} days; you can always`}</span>{" "}
            <Link className="link" to={paths.orderLinks}>
              request a new one
            </Link>
            .{" "}
            <Link className="link" to={paths.signUp(paths.order(order.id))}>
              Create an account
            </Link>{" "}
            <span>in this browser to keep your files in one place.</span>
          </Alert>
        )}
        {order.message === null ? null : (
          <Alert variant="error" autoFocus={false}>
            {order.message}
          </Alert>
        )}
        {order.refunded === 0 ? null : <Alert variant="notice">{`${formatUsd(order.refunded)} was refunded.`}</Alert>}
        {actionData === undefined ? null : <Alert variant="error">{actionData.message}</Alert>}
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_24rem]">
        <div>
          {order.items.length === 0 ? (
            <ul className="divide-y divide-border border-y border-border">
              {order.quote.lines.map((line) => (
                <li key={line.reference} className="py-4 font-medium">
                  {line.label}
                </li>
              ))}
            </ul>
          ) : (
            <>
              <Items order={order} by={{ order: order.id, link }} />
              <p className="mt-3 text-sm text-muted-foreground">
                If a file isn't ready yet, keep this page open. The download starts automatically.
              </p>
            </>
          )}
        </div>
        <section aria-labelledby="summary" className="rounded-lg border border-border bg-card p-6">
          <h2 id="summary" className="mb-4 text-lg">
            Order summary
          </h2>
          <Summary quote={{ ...order.quote, renewal: null }} reasons={null} total="Total" />
          <p className="tabular-nums mt-4 text-sm text-muted-foreground">{`Order ${orderNumber(order.id)}`}</p>
          <a className="link mt-2 inline-flex min-h-9 items-center text-sm" href={receipt} download>
            Receipt (PDF)
          </a>
          <p className="text-sm text-muted-foreground">
            <span>When you placed this order, you agreed to the</span>{" "}
            <Link className="link inline-flex min-h-9 items-center" to={legalPath("terms-of-service", order.placed_at)}>
              terms of service
            </Link>{" "}
            <span>and</span>{" "}
            <Link className="link inline-flex min-h-9 items-center" to={legalPath("license", order.placed_at)}>
              license agreement
            </Link>{" "}
            <span>in effect at the time.</span>
          </p>
        </section>
      </div>
    </div>
  );
}
