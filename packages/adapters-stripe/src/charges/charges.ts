import type { Asked, ChargeOf, ChargeSpec, ChargeState } from "@backlot/ports";

/** The gateway's methods for one kind of charge. */
export interface Charges<T extends ChargeSpec["_tag"]> {
  readonly find: (charge: ChargeOf<T>) => Asked<ChargeState | null>;
  readonly create: (charge: ChargeOf<T>) => Asked<ChargeState>;
  readonly capture: (charge: ChargeOf<T>, seen: ChargeState) => Asked<ChargeState>;
  readonly cancel: (charge: ChargeOf<T>, seen: ChargeState) => Asked<ChargeState>;
  readonly finalize: (charge: ChargeOf<T>, result: "paid" | "ended") => Asked<void>;
}
