import type * as Effect from "effect/Effect";
import type { CardCharge } from "../orders/card-vault.ts";

/** A customer found by a search. `company` is the licensee's, or null. */
export interface FoundCustomer {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string | null;
  /** Whether the customer bought as a guest, without an account. */
  readonly is_guest: boolean;
}

/** Searches for customers by the details that support knows about them. */
export interface CustomerReads {
  /**
   * Returns up to `limit` accounts and guests. If the text equals an email address, an account ID, a License ID, or a
   * receipt's number, or is the start of an order ID, finds only that customer. Other text finds customers whose name,
   * company, email address, or License ID contains every word, newest first.
   */
  readonly search: (text: string, limit: number) => Effect.Effect<readonly FoundCustomer[]>;
  /** Returns up to `limit` accounts and guests that a card provider charged, newest first. */
  readonly charged: (charges: readonly CardCharge[], limit: number) => Effect.Effect<readonly FoundCustomer[]>;
}
