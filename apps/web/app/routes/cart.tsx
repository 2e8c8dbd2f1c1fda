import { priceReasons } from "@backlot/domain/pricing/price-reasons";
import { data, redirect } from "react-router";
import { changeCart } from "#features/orders/cart.server.ts";
import { licenseOfForm } from "#features/accounts/license-of-form.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { formString, readForm, safeRedirect } from "#app/server/store.server.ts";
import { useCart } from "#features/orders/cart-button.tsx";
import { BundleBanner, CartItems, EmptyCart } from "#features/orders/cart-items.tsx";
import { Summary } from "#features/checkout/summary.tsx";
import { usePrices } from "#app/hooks/use-store.ts";
import { Alert } from "#ui/alert.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/cart";

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = formString(form, "intent");
  const variant = formString(form, "variant_id");
  const license = licenseOfForm(form);
  if (intent === "license" && license === null)
    throw data({ message: "Choose a license." }, { status: 400, statusText: "Bad Request" });
  // The license applies to the cart until it is paid, and then to the account. (LIC-11)
  const adding = {
    ...(intent === "license" && variant === "" ? {} : { add: Number(variant) }),
    ...(license === null ? {} : { license }),
  };
  const changed = await changeCart(context, request, intent === "remove" ? { remove: Number(variant) } : adding);
  if ("problem" in changed) return data({ cart: null, problem: changed.problem }, { status: 409 });
  const headers = { "set-cookie": changed.cookie };
  const next = formString(form, "next");
  const stays = intent !== "license" || formString(form, "stay") === "1";
  if (next !== "" || !stays) return redirect(safeRedirect(next || paths.cart), { status: 303, headers });
  return data({ cart: changed.cart, problem: null }, { headers });
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Your cart", matches) },
  { name: "robots", content: "noindex" },
];

/** The cart page, used without JavaScript or by a direct link. */
export default function CartPage({ actionData }: Route.ComponentProps) {
  const pageCart = useCart().cart;
  const cart = actionData?.cart ?? pageCart;
  const prices = usePrices();
  return (
    <div className="container-page pt-10">
      <h1 className="mb-6 text-2xl">Your cart</h1>
      {actionData?.problem == null ? null : (
        <div className="mb-6 max-w-form">
          <Alert variant="error">{actionData.problem}</Alert>
        </div>
      )}
      {cart === null || cart.items.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="grid items-start gap-8 lg:grid-cols-[1fr_24rem]">
          <div>
            <BundleBanner bundle={cart.bundle} />
            <CartItems items={cart.items} />
          </div>
          <section aria-labelledby="order" className="rounded-lg border border-border bg-card p-6">
            <h2 id="order" className="mb-4 text-lg">
              Order Summary
            </h2>
            <Summary quote={cart.quote} reasons={priceReasons(cart.quote, cart.license_id, prices)} withLines={false} />
            <ButtonLink to={paths.cartCheckout} className="mt-5 w-full">
              Checkout
            </ButtonLink>
          </section>
        </div>
      )}
    </div>
  );
}
