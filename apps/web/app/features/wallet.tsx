import { message } from "@backlot/domain/message-catalog";
import {
  type PaymentMethod,
  type PayPalApprovals,
  afterPayPalApprovals,
  startPayPalApproval,
  payPalApprovals,
} from "@backlot/domain/checkout/payment-method";
import { useState } from "react";
import { type ApiAnswer, post } from "#app/api.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

interface Redirect {
  readonly redirect_url: string | null;
  readonly error: string | null;
}

/** Where the buyer agrees at the wallet's provider, or why not. */
export type WalletAnswer = { readonly to: string } | { readonly problem: string };

const answered = (asked: ApiAnswer<Redirect>): WalletAnswer => {
  if (!asked.ok) return { problem: asked.refusal.message };
  const { redirect_url, error } = asked.value;
  return redirect_url === null ? { problem: error ?? message("error_occured") } : { to: redirect_url };
};

/** Asks the wallet for a plan. (CHK-04) */
export const askForPlan = async (order: object): Promise<WalletAnswer> =>
  answered(await post<Redirect>("/api/orders/paypal/initialize_subscription", order));

/** Asks the wallet for credits. (CHK-04) */
export const askForCredits = async (order: object): Promise<WalletAnswer> =>
  answered(await post<Redirect>("/api/orders/paypal", { ...order, is_credit_pack_variant_order: true }));

const NAMES: Readonly<Record<PaymentMethod, string>> = { card: "Card", paypal: "PayPal" };

/** The ways to pay, where there is more than one, and what happens next with the wallet. (LIC-14, CHK-04) */
export function MethodSelector({
  methods,
  method,
  onChoose,
}: {
  methods: readonly PaymentMethod[];
  method: PaymentMethod;
  onChoose: (to: PaymentMethod) => void;
}) {
  return (
    <>
      {methods.length < 2 ? null : (
        <fieldset className="mb-5 grid grid-cols-2 gap-2">
          <legend className="sr-only">How you pay</legend>
          {methods.map((each) => (
            <label
              key={each}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-line px-4 has-checked:border-chosen has-checked:bg-raised"
            >
              <input
                type="radio"
                name="method"
                checked={each === method}
                onChange={() => onChoose(each)}
                className="size-4 accent-accent"
              />
              {NAMES[each]}
            </label>
          ))}
        </fieldset>
      )}
      {method === "paypal" ? (
        <div className="rounded-md border border-line p-4">
          <p className="font-medium">{message("paypal_continue")}</p>
          <p className="mt-1 text-sm text-soft">
            You agree to the payment there and come back here. Nothing is taken before that.
          </p>
        </div>
      ) : null}
    </>
  );
}

/** Where each agreement of a purchase with an add-on is made. */
export interface TwoFlows {
  readonly subscription: string;
  readonly addOn: string;
}

function Flows({ urls, onStarted }: { urls: TwoFlows; onStarted: () => void }) {
  const [flows, setFlows] = useState<PayPalApprovals>(() => payPalApprovals(true));
  const start = (which: keyof TwoFlows): void => {
    window.open(urls[which], "_blank", "noopener");
    const next = startPayPalApproval(flows, which);
    setFlows(next);
    if (afterPayPalApprovals(next) === "home") onStarted();
  };
  const button = (which: keyof TwoFlows, name: string) => (
    <Button
      type="button"
      look={flows[which] === "started" ? "quiet" : "primary"}
      className="w-full"
      onClick={() => start(which)}
    >
      {flows[which] === "started" ? `${name}, opened` : name}
    </Button>
  );
  return (
    <div className="grid gap-3">
      {button("subscription", message("subscription_purchase"))}
      {button("addOn", message("addon_purchase"))}
    </div>
  );
}

/** A purchase with an add-on is two agreements: each opens in a tab of its own, and once both have been opened we go on. (CHK-04) */
export function TwoFlowsDialog({
  urls,
  onStarted,
  onClose,
}: {
  urls: TwoFlows | null;
  onStarted: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog open={urls !== null} onClose={onClose} title="Two payments at PayPal">
      <p className="mb-5 text-soft">
        PayPal asks about your plan and about the added credits separately. Each opens in a tab of its own.
      </p>
      {urls === null ? null : <Flows key={`${urls.subscription} ${urls.addOn}`} urls={urls} onStarted={onStarted} />}
    </Dialog>
  );
}
