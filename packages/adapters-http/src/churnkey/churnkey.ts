import { createHmac } from "node:crypto";
import type { PaymentRecovery } from "@backlot/ports";

/** Configuration for Churnkey. */
export interface ChurnkeyOptions {
  /** The key that signs proofs. It never leaves the server. */
  readonly apiKey: string;
}

/** Creates the payment recovery port over Churnkey. A proof is the HMAC-SHA-256 of the customer's id, in hex. */
export const makeChurnkey = ({ apiKey }: ChurnkeyOptions): PaymentRecovery => ({
  proofOf: (stripeCustomerToken) => createHmac("sha256", apiKey).update(stripeCustomerToken).digest("hex"),
});
