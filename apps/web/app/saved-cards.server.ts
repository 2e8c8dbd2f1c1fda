import type { SavedCard, Store } from "@backlot/ports";
import * as Result from "effect/Result";
import { attempt } from "./store.server.ts";

/** Saved cards, or why they could not be read: a new card pays all the same. (CHK-05) */
export interface SavedCards {
  readonly cards: readonly SavedCard[];
  readonly cardsProblem: string | null;
}

/** No cards: nobody whose they would be, or who may not pay with them. */
export const NO_CARDS: SavedCards = { cards: [], cardsProblem: null };

/** The account's saved cards for a page. */
export const savedCards = async (store: Store): Promise<SavedCards> => {
  const answered = await attempt(store.payments.cards({ payload: {} }));
  return Result.isSuccess(answered)
    ? { cards: answered.success.data, cardsProblem: null }
    : { cards: [], cardsProblem: answered.failure.message };
};
