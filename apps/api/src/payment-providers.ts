import { makePayPal } from "@backlot/adapters-http";
import type { ProvidersThat } from "@backlot/domain";
import type { PaymentProvider } from "@backlot/ports";
import type { StoreConfig } from "./config.ts";

/** Makes the adapter of each provider that asks for approvals, or null if its keys are not set. */
export const APPROVAL_ADAPTERS: {
  readonly [P in ProvidersThat<"approval">]: (config: StoreConfig) => PaymentProvider | null;
} = {
  paypal: ({ paypal }) => (paypal === null ? null : makePayPal({ ...paypal, brand: "Backlot" })),
};
