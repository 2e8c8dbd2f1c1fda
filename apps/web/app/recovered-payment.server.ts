import { overdueMethod } from "@backlot/domain/screens/subscription-page";
import type { ShopSettings, UserView } from "@backlot/ports";
import type { Recovered } from "#features/payment-recovery.tsx";
import { isTeamMember } from "./store.server.ts";

/** Whom the service of failed payments asks for another card: who owes a payment by card; else nobody. (SHL-08) */
export const recoveredPayment = (user: UserView, shop: ShopSettings): Recovered | null => {
  const { subscription, stripe_customer_token } = user;
  const authHash = subscription?.churnkey_hmac ?? null;
  if (shop.recovery === null || authHash === null || stripe_customer_token === null) return null;
  if (overdueMethod(subscription, { isMember: isTeamMember(user) }) !== "card") return null;
  return { ...shop.recovery, customerId: stripe_customer_token, authHash, supportEmail: shop.supportEmail };
};
