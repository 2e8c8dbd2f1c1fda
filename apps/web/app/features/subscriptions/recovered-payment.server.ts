import type { ShopSettings, UserView } from "@backlot/ports";
import type { Recovered } from "./payment-recovery.tsx";

/** Returns Churnkey's settings for an account with an overdue card payment, or null if recovery is not available. */
export const recoveredPayment = (user: UserView, shop: ShopSettings): Recovered | null => {
  const { subscription, stripe_customer_token } = user;
  const authHash = subscription?.churnkey_hmac ?? null;
  if (shop.recovery === null || authHash === null || stripe_customer_token === null) return null;
  return { ...shop.recovery, customerId: stripe_customer_token, authHash, supportEmail: shop.supportEmail };
};
