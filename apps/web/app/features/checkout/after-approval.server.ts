import type { ItemKind } from "@backlot/domain";
import { afterPlanOrder } from "@backlot/domain/plan-changes/preselection";
import type { ApprovalView } from "@backlot/ports";
import { type RouterContextProvider, redirect } from "react-router";
import { itemCookie, itemToGet, rememberedItem } from "./credits-for-item.server.ts";
import { paths } from "#app/paths.ts";

/** A buyer who returned from a provider, and the order. */
interface Returned {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
  readonly order: ApprovalView;
  readonly order_id: string;
  readonly isGuest: boolean;
}

/** Redirects to the item that the credits were bought for, or to the home page. */
const afterCredits = async ({ context, request, order }: Returned): Promise<Response> => {
  const item = await itemToGet(context, rememberedItem(request));
  return redirect(paths.purchased(order.credits ?? 0, item?.path), { headers: { "set-cookie": itemCookie(null) } });
};

/** The redirect after a paid order, by the kind of item sold. */
const AFTER: Readonly<Record<ItemKind, (returned: Returned) => Promise<Response> | Response>> = {
  plan: () => redirect(afterPlanOrder(null) ?? paths.subscription),
  "plan-change": () => redirect(afterPlanOrder("upgrade") ?? paths.subscription),
  "credit-pack": afterCredits,
  product: ({ order_id, isGuest }) => redirect((isGuest ? paths.boughtAsGuest : paths.bought)(order_id)),
};

export const afterApproval = async (returned: Returned): Promise<Response> => AFTER[returned.order.kind](returned);

const planAgain = ({ order }: Returned): string =>
  order.plan_variant_id === null
    ? paths.pricing
    : paths.checkoutUnder(paths.checkout(order.plan_variant_id), order.license_id);

/** The page to buy the same item again, by the kind of item. */
const AGAIN: Readonly<Record<ItemKind, (returned: Returned) => Promise<string> | string>> = {
  plan: planAgain,
  "plan-change": planAgain,
  "credit-pack": async ({ context, request }) => {
    const item = await itemToGet(context, rememberedItem(request));
    return item === null ? paths.credits : paths.creditsFor(item.slug);
  },
  product: () => paths.cartPayment,
};

/** Returns the page where a buyer who has not paid can try again. */
export const payAgain = async (returned: Returned): Promise<string> => AGAIN[returned.order.kind](returned);
