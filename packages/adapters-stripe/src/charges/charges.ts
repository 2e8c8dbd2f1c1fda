import type { ProviderCall, ChargeOf, ChargeSpec, ChargeState } from "@backlot/ports";

/** The gateway's methods for one kind of charge. */
export interface Charges<T extends ChargeSpec["_tag"]> {
  readonly find: (charge: ChargeOf<T>) => ProviderCall<ChargeState | null>;
  readonly create: (charge: ChargeOf<T>) => ProviderCall<ChargeState>;
  readonly capture: (charge: ChargeOf<T>, state: ChargeState) => ProviderCall<ChargeState>;
  readonly cancel: (charge: ChargeOf<T>, state: ChargeState) => ProviderCall<ChargeState>;
  readonly finalize: (charge: ChargeOf<T>, result: "paid" | "ended") => ProviderCall<void>;
}
