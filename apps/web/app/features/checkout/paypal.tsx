import { message } from "@backlot/domain/message-catalog";
import { type Approvals, afterApprovals, newApprovals, startApproval } from "@backlot/domain/orders/approvals";
import { payerWords } from "@backlot/domain/orders/payer-messages";
import { type PaymentMethod, payerOf, providerOf } from "@backlot/domain/pricing/payer";
import { useState } from "react";
import type { PostBody } from "@backlot/ports";
import { type Posted, postJson } from "#app/api.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

type PayPalOrder = PostBody<"/api/orders/paypal">;

/** PayPal's approval URL, or the error message. `order_id` is the plan order that has to be waited for. */
export type PayPalAnswer =
  | { readonly to: string }
  | { readonly problem: string; readonly reason?: string | undefined; readonly order_id?: string | undefined };

const answered = (asked: Posted<"/api/orders/paypal">): PayPalAnswer => {
  if (!asked.ok) {
    const { message: problem, reason, order_id } = asked.refusal;
    return { problem, reason, order_id };
  }
  const { redirect_url, error } = asked.value;
  return redirect_url === null ? { problem: error ?? message("error_occured") } : { to: redirect_url };
};

/** Starts a PayPal subscription. Returns its approval URL. */
export const startPayPalPlan = async (
  order: PostBody<"/api/orders/paypal/initialize_subscription">,
): Promise<PayPalAnswer> => answered(await postJson("/api/orders/paypal/initialize_subscription", order));

/** Starts a PayPal order for credits. Returns its approval URL. */
export const startPayPalCredits = async (
  order: Extract<PayPalOrder, { readonly plan_id?: unknown }>,
): Promise<PayPalAnswer> =>
  answered(await postJson("/api/orders/paypal", { ...order, is_credit_pack_variant_order: true }));

/** Starts a PayPal order for the cart. Returns its approval URL. */
export const startPayPalCart = async (order: Extract<PayPalOrder, { readonly token: string }>): Promise<PayPalAnswer> =>
  answered(await postJson("/api/orders/paypal", order));

/** The choice of payment method, if there is more than one, and a note on what happens with PayPal. */
export function PaymentMethodRadioGroup({
  methods,
  method,
  onChoose,
  note = null,
}: {
  methods: readonly PaymentMethod[];
  method: PaymentMethod;
  onChoose: (to: PaymentMethod) => void;
  note?: string | null;
}) {
  const { hint } = payerWords(providerOf(method));
  return (
    <>
      {methods.length < 2 ? null : (
        <fieldset className="mb-5 grid grid-cols-2 gap-2">
          <legend className="sr-only">How you pay</legend>
          {methods.map((each) => (
            <label
              key={each}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-border px-4
                has-checked:border-ring has-checked:bg-card"
            >
              <input
                type="radio"
                name="method"
                checked={each === method}
                onChange={() => onChoose(each)}
                className="size-4 accent-accent"
              />
              <span>{payerOf(providerOf(each)).name}</span>
            </label>
          ))}
        </fieldset>
      )}
      {hint === null ? null : (
        <div className="rounded-md border border-border p-4">
          <p className="font-medium">{hint}</p>
          <p className="mt-1 text-sm text-muted-foreground">
            You'll approve the payment there and come back here. You won't be charged before that.
          </p>
          {note === null ? null : <p className="mt-1 text-sm text-muted-foreground">{note}</p>}
        </div>
      )}
    </>
  );
}

/** The approval URLs of a plan with an add-on. */
export interface PayPalApprovalsModel {
  readonly subscription: string;
  readonly addOn: string;
}

function ApprovalButtons({ urls, onStarted }: { urls: PayPalApprovalsModel; onStarted: () => void }) {
  const [approvals, setApprovals] = useState<Approvals>(() => newApprovals(true));
  const start = (which: keyof PayPalApprovalsModel): void => {
    window.open(urls[which], "_blank", "noopener");
    const next = startApproval(approvals, which);
    setApprovals(next);
    if (afterApprovals(next) === "home") onStarted();
  };
  const button = (which: keyof PayPalApprovalsModel, name: string) => (
    <Button
      type="button"
      variant={approvals[which] === "started" ? "secondary" : "primary"}
      className="w-full"
      onClick={() => start(which)}
    >
      {approvals[which] === "started" ? `${name}, opened` : name}
    </Button>
  );
  return (
    <div className="grid gap-3">
      {button("subscription", message("subscription_purchase"))}
      {button("addOn", message("addon_purchase"))}
    </div>
  );
}

/**
 * The dialog for a purchase with an add-on, which needs two approvals. Each opens in its own tab. Calls `onStarted`
 * once both have opened.
 */
export function PayPalApprovalsDialog({
  urls,
  onStarted,
  onClose,
}: {
  urls: PayPalApprovalsModel | null;
  onStarted: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog open={urls !== null} onClose={onClose} title="Two payments at PayPal">
      <p className="mb-5 text-muted-foreground">
        PayPal asks you to approve your plan and the added credits separately. Each opens in a new tab.
      </p>
      {urls === null ? null : (
        <ApprovalButtons key={`${urls.subscription} ${urls.addOn}`} urls={urls} onStarted={onStarted} />
      )}
    </Dialog>
  );
}
