import { GENERAL_MESSAGES } from "@backlot/domain/kernel/general-messages";
import { formatUsd } from "@backlot/domain/kernel/money";
import { raisedFromText } from "@backlot/domain/orders/cart";
import { bundleText } from "@backlot/domain/pricing/discount";
import type { CartItemView, CartView } from "@backlot/ports";
import { Link, useFetcher } from "react-router";
import { paths } from "#app/paths.ts";
import { Alert } from "#ui/alert.tsx";
import { PosterImage } from "../catalog/poster-image.tsx";

/** The response of the cart action: the changed cart, or the error message. */
export interface CartAnswer {
  readonly cart: CartView | null;
  readonly problem: string | null;
}

function Item({ item, onLeave }: { item: CartItemView; onLeave: (() => void) | undefined }) {
  const fetcher = useFetcher<CartAnswer>();
  const leaving = fetcher.state !== "idle";
  // The list is also used inside the checkout form, and forms cannot nest.
  const remove = () =>
    void fetcher.submit({ intent: "remove", variant_id: item.id }, { method: "post", action: paths.cart });
  return (
    <li className={`grid grid-cols-[6rem_minmax(0,1fr)] gap-4 py-4 ${leaving ? "opacity-60" : ""}`}>
      <Link
        to={paths.product(item.library_id, item.slug)}
        onClick={onLeave}
        tabIndex={-1}
        aria-hidden="true"
        className="overflow-hidden rounded-md"
      >
        <PosterImage slug={item.slug} sizes="6rem" />
      </Link>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
        <p className="font-medium">
          <Link to={paths.product(item.library_id, item.slug)} onClick={onLeave} className="hover:underline">
            {item.name}
          </Link>
        </p>
        <p className="tabular-nums">{formatUsd(item.price)}</p>
        <p className="text-sm text-muted-foreground">
          <span>{`${item.library} · ${item.label}`}</span>
          {item.raised_from === null ? null : <span className="block">{raisedFromText(item.raised_from)}</span>}
        </p>
        <button
          type="button"
          aria-label={`Remove ${item.name} ${item.label}`}
          aria-disabled={leaving}
          onClick={() => !leaving && remove()}
          className="link -my-1 min-h-9 text-right text-sm text-muted-foreground hover:text-foreground"
        >
          Remove
        </button>
      </div>
      {fetcher.data?.problem == null ? null : (
        <div className="col-span-2">
          <Alert variant="error">{fetcher.data.problem}</Alert>
        </div>
      )}
    </li>
  );
}

/** The progress toward the bundle discount. */
export function BundleBanner({ bundle }: { bundle: CartView["bundle"] }) {
  if (bundle === null) return null;
  const { name, items, minimum_items, percent, reached } = bundle;
  return (
    <div className="rounded-md border border-border bg-card px-4 py-3 text-sm">
      <p>{bundleText(bundle)}</p>
      {reached ? null : (
        <div
          role="progressbar"
          aria-label={name}
          aria-valuenow={items}
          aria-valuemin={0}
          aria-valuemax={minimum_items}
          className="mt-2 h-1.5 overflow-hidden rounded-full bg-border"
        >
          <div className="h-full rounded-full bg-accent" style={{ width: `${Math.min(100, percent)}%` }} />
        </div>
      )}
    </div>
  );
}

/** The items of a cart, with remove buttons. `onLeave` is called when a link leads to another page. */
export function CartItems({ items, onLeave }: { items: readonly CartItemView[]; onLeave?: () => void }) {
  return (
    <ul className="divide-y divide-border">
      {items.map((item) => (
        <Item key={item.id} item={item} onLeave={onLeave} />
      ))}
    </ul>
  );
}

/** The empty cart, with a link to browse. */
export function EmptyCart({ onLeave }: { onLeave?: () => void }) {
  return (
    <div>
      <p className="text-lg">{GENERAL_MESSAGES.cart_empty}</p>
      <p className="mt-2 text-muted-foreground">Single items are yours to keep. No plan needed.</p>
      <Link
        to={paths.library(1)}
        onClick={onLeave}
        className="mt-5 inline-flex min-h-11 items-center rounded-md border border-input px-5 hover:bg-card"
      >
        Browse 2D Elements
      </Link>
    </div>
  );
}
