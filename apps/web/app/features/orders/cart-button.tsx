import type { CartView } from "@backlot/ports";
import { Suspense, createContext, useCallback, useContext, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { asksForNewTab } from "#app/browser/new-tab.ts";
import { paths } from "#app/paths.ts";

const CartPanel = lazyPart(() => import("./cart-panel.tsx"));

interface CartAccess {
  readonly cart: CartView | null;
  /** Opens the cart panel and announces a message to screen readers. */
  readonly show: (announcement: string) => void;
}

const CartContext = createContext<CartAccess>({ cart: null, show: () => undefined });

/** Returns the page's cart and a function to show it. */
export const useCart = (): CartAccess => useContext(CartContext);

/** Provides the cart to a page, with the cart panel. */
export function CartProvider({ cart, children }: { cart: CartView | null; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [lastAnnouncement, setLastAnnouncement] = useState("");
  // Load the panel's code on first use.
  const [wanted, setWanted] = useState(false);
  const show = useCallback((announcement: string): void => {
    setLastAnnouncement(announcement);
    setWanted(true);
    setOpen(true);
  }, []);
  const access = useMemo(() => ({ cart, show }), [cart, show]);
  return (
    <CartContext.Provider value={access}>
      {children}
      {wanted ? (
        <Suspense>
          <CartPanel cart={cart} open={open} announcement={lastAnnouncement} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </CartContext.Provider>
  );
}

/** The button that opens the cart. Without JavaScript it links to the cart page. */
export function CartButton() {
  const { cart, show } = useCart();
  const count = cart?.items.length ?? 0;
  return (
    <Link
      to={paths.cart}
      onClick={(event) => {
        if (asksForNewTab(event)) return;
        event.preventDefault();
        show("");
      }}
      aria-label={count === 0 ? "Cart, empty" : `Cart, ${count} ${count === 1 ? "item" : "items"}`}
      className="relative grid size-11 place-items-center rounded-md hover:bg-card"
    >
      <svg
        viewBox="0 0 24 24"
        className="size-6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        aria-hidden="true"
      >
        <path d="M3 4h2.5l2.2 11h10.6L21 7H6.2" />
        <circle cx="9" cy="19.5" r="1.4" />
        <circle cx="17" cy="19.5" r="1.4" />
      </svg>
      {count === 0 ? null : (
        <span
          className="tabular-nums absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full
          bg-accent px-1 text-xs font-semibold text-on-accent"
        >
          {count}
        </span>
      )}
    </Link>
  );
}
