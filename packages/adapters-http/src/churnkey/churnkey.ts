import { createHmac } from "node:crypto";
import type { PaymentRecovery } from "@backlot/ports";

/** What Churnkey is used with. */
export interface ChurnkeyOptions {
  /** The key that proofs are made with. It never leaves the server. */
  readonly apiKey: string;
}

/** Churnkey's proofs: the customer's id, signed by SHA-256 with the key, in hexadecimal. (SHL-08) */
export const makeChurnkey = ({ apiKey }: ChurnkeyOptions): PaymentRecovery => ({
  proofOf: (stripeCustomerToken) => createHmac("sha256", apiKey).update(stripeCustomerToken).digest("hex"),
});
