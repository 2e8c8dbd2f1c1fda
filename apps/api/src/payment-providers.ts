import { makePayPal } from "@backlot/adapters-http";
import { APPROVAL_PROVIDERS, type ProvidersThat } from "@backlot/domain";
import type { PaymentProvider } from "@backlot/ports";
import type { StoreConfig } from "./settings/derived.ts";

type Approving<T> = { readonly [P in ProvidersThat<"approval">]: T };

/** Creates the adapter of each provider that requires approvals, or null if its keys are not set. */
const ADAPTERS: Approving<(config: StoreConfig, brand: () => string) => PaymentProvider | null> = {
  paypal: ({ paypal }, brand) => (paypal === null ? null : makePayPal({ ...paypal, brand })),
};

/** Returns the providers that require approvals, each prepared by `prepare`; null for those without keys. */
export const approvalProvidersOf = (
  config: StoreConfig,
  brand: () => string,
  prepare: (name: string, adapter: PaymentProvider) => PaymentProvider,
): Approving<PaymentProvider | null> => {
  const entries = APPROVAL_PROVIDERS.map((name) => {
    const adapter = ADAPTERS[name](config, brand);
    return [name, adapter === null ? null : prepare(name, adapter)] as const;
  });
  return Object.fromEntries(entries) as Approving<PaymentProvider | null>;
};
