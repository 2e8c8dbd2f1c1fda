import { buyAction, itemLabel } from "@backlot/domain/orders/cart";
import type { VariantOffer } from "@backlot/domain/orders/variant-offer";
import { formatUsd } from "@backlot/domain/kernel/money";
import { useEffect, useRef } from "react";
import { Form, useFetcher } from "react-router";
import { paths } from "#app/paths.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { useCart } from "./cart-button.tsx";
import type { CartAnswer } from "./cart-items.tsx";

/** A variant that is sold for money, or the upgrade of its license. */
export interface OfferedVariant extends VariantOffer {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly label: string;
}

type Fetcher = ReturnType<typeof useFetcher<CartAnswer>>;

/**
 * Returns a fetcher that adds a variant to the cart, then opens the cart panel. It works even if the button unmounts in
 * the meantime.
 */
const useAdding = ({ name, label }: OfferedVariant): Fetcher => {
  const fetcher = useFetcher<CartAnswer>();
  const { show } = useCart();
  const shown = useRef<CartAnswer>(undefined);
  useEffect(() => {
    if (fetcher.state !== "idle" || fetcher.data === undefined || shown.current === fetcher.data) return;
    shown.current = fetcher.data;
    if (fetcher.data.problem === null) show(`${itemLabel(name, label)} is in your cart.`);
  }, [fetcher.state, fetcher.data, show, name, label]);
  return fetcher;
};

function AddForm({
  variant: { id, name, label, price, raised_from },
  fetcher,
  className = "w-full",
}: {
  variant: OfferedVariant;
  fetcher: Fetcher;
  className?: string;
}) {
  return (
    <fetcher.Form method="post" action={paths.cart}>
      <input type="hidden" name="variant_id" value={id} />
      <Button
        type="submit"
        name="intent"
        value="add"
        variant="secondary"
        className={className}
        pending={fetcher.state !== "idle"}
      >
        <span>
          <span>{`${raised_from === null ? "Add to cart" : "Upgrade license"} · ${formatUsd(price)}`}</span>
          <span className="sr-only">{` for ${name} ${label}`}</span>
        </span>
      </Button>
      {fetcher.data?.problem == null ? null : (
        <div className="mt-3">
          <Alert variant="error">{fetcher.data.problem}</Alert>
        </div>
      )}
    </fetcher.Form>
  );
}

/** The "add to cart" button, regardless of what is in the cart. */
export function AddToCart({ variant }: { variant: OfferedVariant }) {
  return <AddForm variant={variant} fetcher={useAdding(variant)} />;
}

/** The button to buy a variant for money. It depends on the cart, the user, and whether their license is known. */
export function BuyVariant({
  variant,
  signedIn,
  hasLicense,
  onOnboard,
}: {
  variant: OfferedVariant;
  signedIn: boolean;
  hasLicense: boolean;
  /** Opens onboarding, which asks for the license. Until then, the price is the one that visitors see. */
  onOnboard: () => void;
}) {
  const { cart } = useCart();
  const fetcher = useAdding(variant);
  if (cart?.items.some((item) => item.id === variant.id)) {
    return (
      <ButtonLink to={paths.cartCheckout} variant="secondary">
        In your cart · Checkout
      </ButtonLink>
    );
  }
  switch (buyAction({ itemsInCart: cart?.items.length ?? 0, signedIn, hasLicense })) {
    case "add-to-cart":
      return <AddForm variant={variant} fetcher={fetcher} className="" />;
    case "instant-purchase":
      return (
        <Form method="post" action={paths.cart}>
          <input type="hidden" name="variant_id" value={variant.id} />
          <input type="hidden" name="intent" value="add" />
          <input type="hidden" name="next" value={paths.cartCheckout} />
          <Button type="submit" variant="secondary" className="w-full">
            <span>
              <span>{`Buy now · ${formatUsd(variant.price)}`}</span>
              <span className="sr-only">{` for ${variant.name} ${variant.label}`}</span>
            </span>
          </Button>
        </Form>
      );
    case "nothing":
      return (
        <Button type="button" variant="secondary" onClick={onOnboard}>
          {`Buy now · ${formatUsd(variant.price)}`}
        </Button>
      );
  }
}
