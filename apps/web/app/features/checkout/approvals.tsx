import { message } from "@backlot/domain/message-catalog";
import { type Approvals, afterApprovals, newApprovals, startApproval } from "@backlot/domain/orders/approvals";
import { payerWords } from "@backlot/domain/orders/payer-messages";
import type { Provider } from "@backlot/domain/kernel/provider";
import type { Way } from "@backlot/domain/orders/ways";
import { type ProvidersThat, asksApproval, payerOf } from "@backlot/domain/pricing/payer";
import { useState } from "react";
import type { PostBody } from "@backlot/ports";
import { type Posted, postJson } from "#app/browser/api.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

type OneTimePath = `/api/orders/${ProvidersThat<"approval">}`;
type OneTime = PostBody<OneTimePath>;

/**
 * The provider's approval URL, or the error message. `order_id` is the plan order whose outcome the page must wait for.
 */
export type Approval =
  | { readonly to: string }
  | { readonly problem: string; readonly reason?: string | undefined; readonly order_id?: string | undefined };

const answered = (response: Posted<OneTimePath>): Approval => {
  if (!response.ok) {
    const { message: problem, reason, order_id } = response.refusal;
    return { problem, reason, order_id };
  }
  const { redirect_url, error } = response.value;
  return redirect_url === null ? { problem: error ?? message("error_occured") } : { to: redirect_url };
};

/** Returns the API path for one-time payments at a provider. Throws if the provider charges cards. */
const pathOf = (payer: Provider): OneTimePath => {
  if (!asksApproval(payer)) throw new Error(`${payer} asks for no approval`);
  return `/api/orders/${payer}`;
};

/** Starts a plan's payment. Returns its approval URL. */
export const approvePlan = async (
  payer: Provider,
  order: PostBody<`${OneTimePath}/initialize_subscription`>,
): Promise<Approval> => answered(await postJson(`${pathOf(payer)}/initialize_subscription`, order));

/** Starts the payment of credits. Returns its approval URL. */
export const approveCredits = async (
  payer: Provider,
  order: Extract<OneTime, { readonly plan_id?: unknown }>,
): Promise<Approval> => answered(await postJson(pathOf(payer), { ...order, is_credit_pack_variant_order: true }));

/** Starts the payment of the cart. Returns its approval URL. */
export const approveCart = async (
  payer: Provider,
  order: Extract<OneTime, { readonly token: string }>,
): Promise<Approval> => answered(await postJson(pathOf(payer), order));

/** The choice of payment method, if there are several, and an explanation of the provider's next step. */
export function WayRadioGroup({
  ways,
  way,
  onChoose,
}: {
  ways: readonly Way[];
  way: Way;
  onChoose: (to: Provider) => void;
}) {
  const { hint } = payerWords(way.payer);
  return (
    <>
      {ways.length < 2 ? null : (
        <fieldset className="mb-5 grid grid-cols-2 gap-2">
          <legend className="sr-only">Payment method</legend>
          {ways.map(({ payer }) => (
            <label
              key={payer}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-border px-4
                has-checked:border-ring has-checked:bg-card"
            >
              <input
                type="radio"
                name="method"
                checked={payer === way.payer}
                onChange={() => onChoose(payer)}
                className="size-4 accent-accent"
              />
              <span>{payerOf(payer).name}</span>
            </label>
          ))}
        </fieldset>
      )}
      {hint === null ? null : (
        <div className="rounded-md border border-border p-4">
          <p className="font-medium">{hint}</p>
          <p className="mt-1 text-sm text-muted-foreground">
            You'll approve the payment there and come back here. You won't be charged until then.
          </p>
          {way.note === null ? null : <p className="mt-1 text-sm text-muted-foreground">{way.note}</p>}
        </div>
      )}
    </>
  );
}

/** The approval URLs of a plan with an add-on. */
export interface ApprovalUrls {
  readonly subscription: string;
  readonly addOn: string;
}

function ApprovalButtons({ urls, onStarted }: { urls: ApprovalUrls; onStarted: () => void }) {
  const [approvals, setApprovals] = useState<Approvals>(() => newApprovals(true));
  const start = (which: keyof ApprovalUrls): void => {
    window.open(urls[which], "_blank", "noopener");
    const next = startApproval(approvals, which);
    setApprovals(next);
    if (afterApprovals(next) === "home") onStarted();
  };
  const button = (which: keyof ApprovalUrls, name: string) => (
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
export function ApprovalsDialog({
  payer,
  urls,
  onStarted,
  onClose,
}: {
  payer: Provider;
  urls: ApprovalUrls | null;
  onStarted: () => void;
  onClose: () => void;
}) {
  const { name } = payerOf(payer);
  return (
    <Dialog open={urls !== null} onClose={onClose} title={`Approve two payments in ${name}`}>
      <p className="mb-5 text-muted-foreground">
        {`${name} asks you to approve your plan and the added credits separately. Each opens in a new tab.`}
      </p>
      {urls === null ? null : (
        <ApprovalButtons key={`${urls.subscription} ${urls.addOn}`} urls={urls} onStarted={onStarted} />
      )}
    </Dialog>
  );
}
