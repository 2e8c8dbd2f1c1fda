import { CHECKOUT_IDLE, checkoutReducer, mayPlaceOrder } from "@backlot/domain/checkout/checkout";
import { licenseLabel } from "@backlot/domain/licensing/license";
import { isEmail } from "@backlot/domain/accounts/account";
import { message } from "@backlot/domain/message-catalog";
import { payButton, payLabel } from "#app/screens/button-texts.ts";
import type { PaymentMethod } from "@backlot/domain";
import type { CartView, SavedCard } from "@backlot/ports";
import * as Result from "effect/Result";
import { type FormEvent, useEffect, useReducer, useRef, useState } from "react";
import { Link, useFetcher, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { postJson } from "#app/api.ts";
import { paths } from "#app/paths.ts";
import { useFocusOnChange } from "#app/use-focus-on-change.ts";
import { Alert } from "#ui/alert.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { EmailField } from "#ui/field.tsx";
import { PaymentMethodField, StripeElements, type StripeSettings, useCardPayment } from "./card.tsx";
import { BundleBanner, CartItems } from "../orders/cart-items.tsx";
import { payByCard } from "./one-time-payment.ts";
import { PromoField } from "./promo-field.tsx";
import { PaymentMethodRadioGroup, startPayPalCart } from "./paypal.tsx";
import { PlaceOrder } from "./place-order.tsx";
import { Reminder } from "./reminder.tsx";
import { Summary } from "./summary.tsx";

/** Data for the payment of a cart. */
export interface CartPaymentModel {
  readonly cart: CartView;
  readonly methods: readonly PaymentMethod[];
  readonly cards: readonly SavedCard[];
  /** Why the saved cards could not be read, or null. */
  readonly cardsProblem: string | null;
  readonly confirmation: string;
  /** A reminder shown before payment, or null. */
  readonly reminder: string | null;
  /** Whether the buyer is a guest, who must enter an email address for the order. */
  readonly isGuest: boolean;
  /** Why the discount code in the URL was refused, or null. */
  readonly codeProblem: string | null;
  readonly billingName: string | null;
  readonly stripe: StripeSettings;
}

/** The cart's discount code: a field to enter it, the applied code with a remove button, or why it was refused. */
function CodeField({ discount, refused }: { discount: CartView["discount"]; refused: string | null }) {
  const fetcher = useFetcher<{ readonly codeProblem: string | null }>();
  const part = useRef<HTMLDivElement>(null);
  useFocusOnChange(part, discount?.code ?? "");
  const isPending = fetcher.state !== "idle";
  const send = (fields: Record<string, string>) =>
    void fetcher.submit(fields, { method: "post", action: paths.cartCheckout });
  const [search, setSearch] = useSearchParams();
  const [ofAddress] = useState(refused);
  useEffect(() => {
    if (!search.has("discount_code")) return;
    const cleaned = new URLSearchParams(search);
    cleaned.delete("discount_code");
    setSearch(cleaned, { replace: true, preventScrollReset: true });
  }, [search, setSearch]);
  const tried = fetcher.data === undefined ? ofAddress : fetcher.data.codeProblem;
  const problem = tried ?? discount?.error ?? null;
  return (
    <div ref={part} tabIndex={-1} className="mt-4 grid gap-3 border-t border-border pt-4 text-sm focus:outline-none">
      {discount === null ? (
        <PromoField pending={isPending} onApply={(code) => send({ intent: "code", discount_code: code })} />
      ) : (
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          <strong>{discount.code}</strong>
          <button
            type="button"
            className="link min-h-9"
            aria-disabled={isPending}
            onClick={() => send({ intent: "remove-code" })}
          >
            Remove code
          </button>
        </p>
      )}
      {problem === null ? null : <Alert variant="error">{problem}</Alert>}
    </div>
  );
}

/** The session storage key that keeps the guest's email across checkout steps. */
const EMAIL_KEY = "backlot_guest_email";

/** Returns the guest's email address and whether it is valid. */
const useGuestEmail = () => {
  const [email, setEmail] = useState("");
  useEffect(() => setEmail((typed) => typed || (sessionStorage.getItem(EMAIL_KEY) ?? "")), []);
  const change = (typed: string): void => {
    setEmail(typed);
    sessionStorage.setItem(EMAIL_KEY, typed);
  };
  return { email: email.trim(), typed: email, change, isGiven: isEmail(email.trim()) };
};

function GuestEmail({ typed, onChange }: { typed: string; onChange: (typed: string) => void }) {
  return (
    <div className="mb-8">
      <h2 className="mb-4 text-lg">Your email</h2>
      <EmailField
        value={typed}
        onChange={(event) => onChange(event.target.value)}
        hint="The link to your files and your receipt goes here."
      />
      <p className="mt-3 text-sm text-muted-foreground">
        Have an account, or want one?{" "}
        <Link className="link inline-flex min-h-9 items-center text-foreground" to={paths.cartAccount}>
          Log in or sign up
        </Link>
      </p>
    </div>
  );
}

function Order({ model }: { model: CartPaymentModel }) {
  const { cart } = model;
  const guest = useGuestEmail();
  const card = useCardPayment(model.cards, model.billingName);
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const [confirmed, setConfirmed] = useState(false);
  const [asked, setAsked] = useState(false);
  const [state, dispatch] = useReducer(checkoutReducer, CHECKOUT_IDLE);
  const [chosen, setMethod] = useState<PaymentMethod>(model.methods[0] ?? "card");
  const method = model.methods.includes(chosen) ? chosen : "card";
  const confirmation = useRef<HTMLInputElement>(null);
  const isFree = cart.total === 0;
  const noCode = method === "paypal" && !isFree ? (cart.discount?.paypal_error ?? null) : null;
  // Clear the last error when the order changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these makes it another order
  useEffect(() => dispatch({ _tag: "edited" }), [method, cart.total, cart.license_id, card.chosen, guest.email]);

  const refuse = async (refused: { readonly problem: string; readonly reason?: string | undefined }): Promise<void> => {
    dispatch({ _tag: "failed", message: refused.problem });
    // Reload, so that the new price appears with the error. Not for an empty cart, whose page would replace the error.
    if (refused.reason !== undefined && refused.reason !== "nothing_to_buy") await revalidator.revalidate();
  };

  const placeOrder = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state._tag === "loading") return;
    setAsked(true);
    if (Result.isFailure(mayPlaceOrder({ confirmationRequired: true, confirmed }))) {
      confirmation.current?.focus();
      return;
    }
    if (noCode !== null) {
      dispatch({ _tag: "failed", message: noCode });
      return;
    }
    dispatch({ _tag: "submitted" });
    const start = { token: cart.token, amount: cart.total, ...(model.isGuest ? { email: guest.email } : {}) };
    if (method === "paypal" && !isFree) {
      const started = await startPayPalCart(start);
      if ("problem" in started) return refuse(started);
      return window.location.assign(started.to);
    }
    const bought = await payByCard(isFree ? { ...card, chosen: "new" } : card, {
      start,
      record: (payment_intent) =>
        postJson("/api/purchases/cart", {
          token: cart.token,
          payment_intent,
        }),
    });
    if ("problem" in bought) return refuse(bought);
    dispatch({ _tag: "succeeded" });
    sessionStorage.removeItem(EMAIL_KEY);
    const { order_id } = bought.value.data;
    await navigate(model.isGuest ? paths.boughtAsGuest(order_id) : paths.bought(order_id));
  };

  const words = isFree ? "Get it for nothing" : payLabel(method, "Pay", cart.total);
  const button = payButton(state, { signedIn: !model.isGuest || guest.isGiven }, words);
  return (
    <form onSubmit={placeOrder} className="grid items-start gap-8 lg:grid-cols-[1fr_24rem]" noValidate>
      <section aria-labelledby="payment">
        {model.isGuest ? <GuestEmail typed={guest.typed} onChange={guest.change} /> : null}
        <h2 id="payment" className="mb-4 text-lg">
          Payment method
        </h2>
        <Reminder text={model.reminder} />
        {isFree ? (
          <p className="text-muted-foreground">There is nothing to pay.</p>
        ) : (
          <>
            <PaymentMethodRadioGroup methods={model.methods} method={method} onChoose={setMethod} />
            {method === "card" ? (
              <PaymentMethodField
                cards={model.cards}
                problem={model.cardsProblem}
                chosen={card.chosen}
                onChoose={card.choose}
              />
            ) : null}
          </>
        )}
      </section>
      <section aria-labelledby="order" className="rounded-lg border border-border bg-card p-6">
        <h2 id="order" className="mb-1 text-lg">
          Order Summary
        </h2>
        <p className="mb-3 flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted-foreground">
          Prices for {licenseLabel(cart.license_id)}
          <Link className="link inline-flex min-h-9 items-center" to={paths.cartLicense}>
            Change license
          </Link>
        </p>
        <BundleBanner bundle={cart.bundle} />
        <CartItems items={cart.items} />
        <div className="border-t border-border pt-4">
          <Summary quote={cart.quote} withLines={false} />
        </div>
        <CodeField discount={cart.discount} refused={model.codeProblem} />
        <Checkbox
          text={model.confirmation}
          checked={confirmed}
          onCheckedChange={setConfirmed}
          error={asked && !confirmed ? message("confirm_license_first") : null}
          ref={confirmation}
        />
        {state._tag === "error" || noCode !== null ? (
          <div className="mt-4">
            <Alert variant="error">{noCode ?? (state._tag === "error" ? state.message : null)}</Alert>
          </div>
        ) : null}
        <PlaceOrder
          label={button.label}
          ready={button.enabled && (isFree || method !== "card" || card.ready)}
          pending={button.pending || state._tag === "success"}
        />
      </section>
    </form>
  );
}

/** The payment of a cart and its summary. */
export default function CartPayment({ model }: { model: CartPaymentModel }) {
  return (
    <StripeElements settings={model.stripe}>
      <Order model={model} />
    </StripeElements>
  );
}
