import { personName } from "@backlot/domain/accounts/account";
import { LOWEST_LICENSE, minimumToOffer, licenseLabel } from "@backlot/domain/licensing/license";
import { VISITOR, shopperOf } from "@backlot/domain/accounts/shopper";
import { LICENSE_NOT_CHOSEN_TEXT, licenseConfirmationText } from "@backlot/domain/licensing/licensing-messages";
import { message } from "@backlot/domain/message-catalog";
import { codeFromAddress } from "@backlot/domain/pricing/discount";
import { cartCheckoutStep } from "@backlot/domain/checkout/checkout";
import { checkoutReminder } from "@backlot/domain/checkout/checkout-messages";
import { asLine } from "@backlot/domain/kernel/characters";
import { priceReasons } from "@backlot/domain/pricing/price-reasons";
import * as Result from "effect/Result";
import { Suspense, useEffect, useRef } from "react";
import { type RouterContextProvider, data, redirect } from "react-router";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { enterWith } from "#features/accounts/account-actions.server.ts";
import { cartToken, changeCart, hasKnownLicense, readCart } from "#features/orders/cart.server.ts";
import { licenseOfForm } from "#features/accounts/license-of-form.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { NO_CARDS, savedCards } from "#features/checkout/saved-cards.server.ts";
import { attempt, formString, getPage, getUser, isTeamMember, readForm } from "#app/server/store.server.ts";
import { AccountStep } from "#features/accounts/account-step.tsx";
import { BundleBanner, CartItems, EmptyCart } from "#features/orders/cart-items.tsx";
import { CheckoutHead } from "#features/checkout/checkout-head.tsx";
import { DisputedCheckout } from "#features/checkout/disputed-checkout.tsx";
import { Stepper } from "#features/checkout/stepper.tsx";
import { NeedsScripts } from "#features/checkout/needs-scripts.tsx";
import { Summary } from "#features/checkout/summary.tsx";
import { usePrices } from "#app/hooks/use-store.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/checkout";

const PLACE = { account: 0, license: 1, payment: 2 } as const;

const LicenseStep = lazyPart(() => import("#features/checkout/license-step.tsx"));
const CartPayment = lazyPart(() => import("#features/checkout/cart-payment.tsx"));

/**
 * Applies the discount code in the URL to the cart, then redirects to the URL without it. Returns why the code was
 * refused; the page then removes it from the URL.
 */
const applyCodeOfAddress = async (
  context: Readonly<RouterContextProvider>,
  request: Request,
  url: URL,
): Promise<string | null> => {
  const code = codeFromAddress(asLine(url.searchParams.get("discount_code") ?? ""), null);
  if (code === null) return null;
  const token = cartToken(request);
  const payload = { discount_code: code, ...(token === null ? {} : { token }) };
  const applied = await attempt(getPage(context).store.carts.putDiscount({ payload }));
  if (Result.isFailure(applied)) return applied.failure.message;
  const onward = new URLSearchParams(url.search);
  onward.delete("discount_code");
  throw redirect(`${url.pathname}${onward.size === 0 ? "" : `?${onward}`}`);
};

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { store, shop } = getPage(context);
  const user = await getUser(context);
  const cart = await readCart(context, request);
  const none = {
    supportEmail: shop.supportEmail,
    cart,
    isDisputed: false,
    license: cart?.license_id ?? null,
    minimum: VISITOR.minimum,
    payment: null,
  };
  const step = cartCheckoutStep(
    user === null ? null : { isMember: isTeamMember(user), isLicenseKnown: hasKnownLicense(user) },
    { isEmpty: cart === null || cart.items.length === 0, isLicenseChosen: cart?.license_chosen ?? false },
    url.searchParams.get("step"),
  );
  if (cart === null || step === "empty") return { ...none, step: "empty" as const };
  if (step === "member") return { ...none, step };
  const codeProblem = await applyCodeOfAddress(context, request, url);
  if (step === "account") return { ...none, step };
  const { minimum, current } = shopperOf(user);
  const isDisputed = user?.dispute_open ?? false;
  if (step === "license") return { ...none, isDisputed, minimum: minimumToOffer({ minimum, current }), step };
  return {
    ...none,
    isDisputed,
    minimum,
    step,
    payment: {
      cart,
      ways: cart.ways,
      ...(user === null ? NO_CARDS : await savedCards(store)),
      isGuest: user === null,
      codeProblem,
      confirmation: licenseConfirmationText(cart.license_id),
      reminder: user === null ? null : checkoutReminder(user),
      billingName: user === null ? null : personName(user),
      stripe: shop.stripe,
    },
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = formString(form, "intent");
  const entered = await enterWith(context, form, paths.cartCheckout);
  if (entered !== null) return entered;
  if (intent === "license") {
    const license = licenseOfForm(form);
    if (license === null) return data({ problem: LICENSE_NOT_CHOSEN_TEXT }, { status: 422 });
    const changed = await changeCart(context, request, { license });
    if ("problem" in changed) return data({ problem: changed.problem }, { status: 409 });
    return redirect(paths.cartPayment, { status: 303, headers: { "set-cookie": changed.cookie } });
  }
  const token = cartToken(request);
  const { carts } = getPage(context).store;
  const named = token === null ? {} : { token };
  const changed = await attempt(
    intent === "remove-code"
      ? carts.removeDiscount({ query: named })
      : carts.putDiscount({
          payload: { discount_code: asLine(formString(form, "discount_code")), ...named },
        }),
  );
  return Result.isSuccess(changed)
    ? data({ codeProblem: null })
    : data({ codeProblem: changed.failure.message }, { status: 409 });
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Checkout", matches) },
  { name: "robots", content: "noindex" },
];

/** The cart's checkout: account, license, and payment, with the order summary. */
export default function CartCheckout({ loaderData, actionData }: Route.ComponentProps) {
  const { supportEmail, cart, step, isDisputed, license, minimum } = loaderData;
  const isGuest = loaderData.payment?.isGuest ?? false;
  const prices = usePrices();
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step moves the focus to its content
  useEffect(() => {
    if (!first.current) document.getElementById("content")?.focus({ preventScroll: true });
    first.current = false;
  }, [step]);
  if (step === "empty" || cart === null) {
    return (
      <div className="container-page checkout pt-10">
        <CheckoutHead title="Checkout" supportEmail={supportEmail} />
        <EmptyCart />
      </div>
    );
  }
  if (step === "member") {
    return (
      <div className="container-page checkout pt-10">
        <h1 className="text-2xl">Not authorized</h1>
        <p className="measure mt-3 mb-6 text-muted-foreground">{`${message("only_admins")} Your cart is saved.`}</p>
        <ButtonLink to={paths.home}>Back to the library</ButtonLink>
      </div>
    );
  }
  if (isDisputed) return <DisputedCheckout title="Checkout" supportEmail={supportEmail} />;
  return (
    <div className="container-page checkout pt-10">
      <CheckoutHead title="Checkout" supportEmail={supportEmail} />
      {isGuest ? null : (
        <div className="mb-8 max-w-2xl">
          <Stepper current={PLACE[step]} />
        </div>
      )}
      {step === "payment" ? (
        <>
          <NeedsScripts />
          <Suspense
            fallback={<div className="h-96 rounded-lg bg-card" role="status" aria-label="Loading the payment form" />}
          >
            <CartPayment model={loaderData.payment} />
          </Suspense>
        </>
      ) : (
        <div className="grid items-start gap-8 lg:grid-cols-[1fr_24rem]">
          <div>
            {step === "account" ? (
              <AccountStep
                refused={actionData !== undefined && "refused" in actionData ? actionData.refused : undefined}
              />
            ) : null}
            {step === "license" ? (
              <LicenseStep
                license={license ?? LOWEST_LICENSE}
                minimum={minimum}
                problem={actionData !== undefined && "problem" in actionData ? actionData.problem : undefined}
              />
            ) : null}
          </div>
          <section aria-labelledby="order" className="rounded-lg border border-border bg-card p-6">
            <h2 id="order" className="mb-1 text-lg">
              Order Summary
            </h2>
            <p className="mb-2 text-sm text-muted-foreground">
              {`Prices for the ${licenseLabel(cart.license_id)} license`}
            </p>
            <BundleBanner bundle={cart.bundle} />
            <CartItems items={cart.items} />
            <div className="border-t border-border pt-4">
              <Summary
                quote={cart.quote}
                reasons={priceReasons(cart.quote, cart.license_id, prices)}
                withLines={false}
              />
            </div>
          </section>
        </div>
      )}
    </div>
  );
}
