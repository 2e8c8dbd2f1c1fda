import { formatUsd } from "@backlot/domain/kernel/money";
import type { CartView } from "@backlot/ports";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { paths } from "#app/paths.ts";
import { Announcements, useAnnouncement } from "#ui/announcement.tsx";
import { Button } from "#ui/button.tsx";
import { BundleBanner, CartItems, EmptyCart } from "./cart-items.tsx";

function Sum({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4 text-muted-foreground">
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  );
}

/** The cart panel. The browser traps the focus in it and returns the focus to its opener. */
export default function CartPanel({
  cart,
  open,
  announcement,
  onClose,
}: {
  cart: CartView | null;
  open: boolean;
  /** The announcement when the panel opens. */
  announcement: string;
  onClose: () => void;
}) {
  const box = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (open) box.current?.showModal();
    else box.current?.close();
  }, [open]);
  useAnnouncement(open ? announcement : null);
  const items = cart?.items ?? [];
  return (
    <dialog
      ref={box}
      onClose={onClose}
      // A click outside the panel closes it.
      {...{ closedby: "any" }}
      aria-labelledby="cart-title"
      className="cart-panel text-foreground backdrop:bg-screen/70"
    >
      {open ? (
        <div className="flex h-full flex-col">
          <div className="flex items-center justify-between border-b border-border px-6 py-3">
            <h2 id="cart-title" className="text-xl">
              Your cart
            </h2>
            <button
              type="button"
              aria-label="Close"
              onClick={onClose}
              className="-mr-2 grid size-11 place-items-center rounded-md text-xl hover:bg-card"
            >
              ×
            </button>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-6 py-4">
            {cart === null || items.length === 0 ? (
              <EmptyCart onLeave={onClose} />
            ) : (
              <>
                <BundleBanner bundle={cart.bundle} />
                <CartItems items={items} onLeave={onClose} />
              </>
            )}
          </div>
          {cart === null || items.length === 0 ? null : (
            <div className="border-t border-border px-6 py-5">
              <dl className="tabular-nums grid gap-1.5">
                {cart.quote.discount + cart.quote.tax > 0 ? (
                  <Sum name="Subtotal" amount={formatUsd(cart.subtotal)} />
                ) : null}
                {cart.quote.discount > 0 ? <Sum name="Discount" amount={`-${formatUsd(cart.quote.discount)}`} /> : null}
                {cart.quote.tax > 0 ? <Sum name="Tax" amount={formatUsd(cart.quote.tax)} /> : null}
                <div className="flex justify-between gap-4 text-lg font-semibold">
                  <dt>Total</dt>
                  <dd>{formatUsd(cart.total)}</dd>
                </div>
              </dl>
              <Button
                className="mt-4 w-full"
                onClick={() => {
                  onClose();
                  void navigate(paths.cartCheckout);
                }}
              >
                Checkout
              </Button>
            </div>
          )}
        </div>
      ) : null}
      <Announcements />
    </dialog>
  );
}
