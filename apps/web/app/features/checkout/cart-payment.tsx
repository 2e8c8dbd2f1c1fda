import { mayPlaceOrder } from "@backlot/domain/checkout/checkout";
import { licenseLabel } from "@backlot/domain/licensing/license";
import { isEmail } from "@backlot/domain/kernel/email-address";
import { message } from "@backlot/domain/message-catalog";
import { priceReasons } from "@backlot/domain/pricing/price-reasons";
import { payLabel } from "./button-texts.ts";
import type { CartView } from "@backlot/ports";
import * as Result from "effect/Result";
import { useEffect, useRef, useState } from "react";
import { Link, useFetcher, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { postJson } from "#app/browser/api.ts";
import { paths } from "#app/paths.ts";
import { keepStored, readStored } from "#app/browser/storage.ts";
import { useFocusOnChange } from "#app/hooks/use-focus-on-change.ts";
import { usePrices } from "#app/hooks/use-store.ts";
import { useCodeAnnouncement } from "#ui/announcement.tsx";
import { Alert } from "#ui/alert.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { EmailField } from "#ui/field.tsx";
import { BundleBanner, CartItems } from "../orders/cart-items.tsx";
import { payByCard } from "./one-time-payment.ts";
import { PromoField } from "./promo-field.tsx";
import { PaymentForm, Pay, type PaymentModel, PaymentProblem, type Paid, usePayment } from "./payment-form.tsx";
import { approveCart } from "./approvals.tsx";
import { PlaceOrder } from "./place-order.tsx";
import { Reminder } from "./reminder.tsx";
import { Summary } from "./summary.tsx";

/** Data for the payment of a cart. */
interface CartPaymentModel extends PaymentModel {
  readonly cart: CartView;
  readonly confirmation: string;
  /** A reminder shown before payment, or null. */
  readonly reminder: string | null;
  /** Whether the buyer is a guest, who must enter an email address for the order. */
  readonly isGuest: boolean;
  /** Why the discount code in the URL was refused, or null. */
  readonly codeProblem: string | null;
}

/** The cart's discount code: a field to enter it, the applied code with a remove button, or why it was refused. */
function CodeField({ discount, refused }: { discount: CartView["discount"]; refused: string | null }) {
  const fetcher = useFetcher<{ readonly codeProblem: string | null }>();
  const part = useRef<HTMLDivElement>(null);
  useFocusOnChange(part, discount?.code ?? "");
  useCodeAnnouncement(discount === null || discount.error !== null ? null : discount.code);
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
  useEffect(() => setEmail((typed) => typed || (readStored("sessionStorage", EMAIL_KEY) ?? "")), []);
  const change = (typed: string): void => {
    setEmail(typed);
    keepStored("sessionStorage", EMAIL_KEY, typed);
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
        hint="We'll send your receipt and a link to your files here."
      />
      <p className="mt-3 text-sm text-muted-foreground">
        Have an account, or want one?{" "}
        <Link className="link inline-flex min-h-9 items-center text-foreground" to={paths.cartAccount}>
          Sign in or create an account
        </Link>
      </p>
    </div>
  );
}

function Order({ model }: { model: CartPaymentModel }) {
  const prices = usePrices();
  const { cart } = model;
  const guest = useGuestEmail();
  const payment = usePayment(model, { order: [cart.total, cart.license_id, guest.email] });
  const { card, way, asks } = payment;
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const [confirmed, setConfirmed] = useState(false);
  const [showsErrors, setShowsErrors] = useState(false);
  const confirmation = useRef<HTMLInputElement>(null);
  const isFree = cart.total === 0;
  const noCode = isFree ? null : way.refusal;

  const check = (): boolean => {
    setShowsErrors(true);
    const may = Result.isSuccess(mayPlaceOrder({ confirmationRequired: true, confirmed }));
    if (!may) confirmation.current?.focus();
    return may;
  };

  const refusal = ({ problem, reason }: { readonly problem: string; readonly reason?: string | undefined }): Paid => ({
    problem,
    // Reload, so that the new price appears with the error. Don't reload for an empty cart, because its page would
    // replace the error.
    next: () => (reason === undefined || reason === "nothing_to_buy" ? undefined : revalidator.revalidate()),
  });

  const pay = async (): Promise<Paid> => {
    if (noCode !== null) return { problem: noCode };
    const start = { token: cart.token, amount: cart.total, ...(model.isGuest ? { email: guest.email } : {}) };
    if (asks === "approval" && !isFree) {
      const started = await approveCart(way.payer, start);
      if ("problem" in started) return refusal(started);
      return { form: "left", next: () => window.location.assign(started.to) };
    }
    const bought = await payByCard(isFree ? { ...card, chosen: "new" } : card, {
      start,
      record: (payment_intent) =>
        postJson("/api/purchases/cart", {
          token: cart.token,
          payment_intent,
        }),
    });
    if ("problem" in bought) return refusal(bought);
    keepStored("sessionStorage", EMAIL_KEY, null);
    const { order_id } = bought.value.data;
    const page = model.isGuest ? paths.boughtAsGuest(order_id) : paths.bought(order_id);
    return { form: "succeeded", next: () => navigate(page) };
  };

  // A code that the payer can't apply gives no discount.
  const quote = way.quote ?? cart.quote;
  const words = isFree ? "Get it for free" : payLabel(way.payer, "Place order", quote.total);
  const button = payment.button(words, { signedIn: !model.isGuest || guest.isGiven });
  return (
    <form
      onSubmit={payment.onSubmit(pay, check)}
      className="grid items-start gap-8 lg:grid-cols-[1fr_24rem]"
      noValidate
    >
      <section aria-labelledby="payment">
        {model.isGuest ? <GuestEmail typed={guest.typed} onChange={guest.change} /> : null}
        <h2 id="payment" className="mb-4 text-lg">
          Payment method
        </h2>
        {isFree ? <p className="text-muted-foreground">Nothing to pay.</p> : <Pay model={model} payment={payment} />}
        <Reminder text={model.reminder} />
      </section>
      <section aria-labelledby="order" className="rounded-lg border border-border bg-card p-6">
        <h2 id="order" className="mb-1 text-lg">
          Order Summary
        </h2>
        <p className="mb-3 flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted-foreground">
          <span>{`Prices for the ${licenseLabel(cart.license_id)} license`}</span>
          <Link className="link inline-flex min-h-9 items-center" to={paths.cartLicense}>
            Change license
          </Link>
        </p>
        <BundleBanner bundle={cart.bundle} />
        <CartItems items={cart.items} />
        <div className="border-t border-border pt-4">
          <Summary quote={quote} reasons={priceReasons(quote, cart.license_id, prices)} withLines={false} />
        </div>
        <CodeField discount={cart.discount} refused={model.codeProblem} />
        <Checkbox
          text={model.confirmation}
          checked={confirmed}
          onCheckedChange={setConfirmed}
          error={showsErrors && !confirmed ? message("confirm_license_first") : null}
          ref={confirmation}
        />
        <PaymentProblem payment={payment} warning={noCode} />
        <PlaceOrder
          total={quote.total}
          label={button.label}
          ready={button.enabled && (isFree || payment.ready)}
          pending={button.pending}
        />
      </section>
    </form>
  );
}

/** The payment of a cart and its summary. */
export default function CartPayment({ model }: { model: CartPaymentModel }) {
  return (
    <PaymentForm model={model}>
      <Order model={model} />
    </PaymentForm>
  );
}
