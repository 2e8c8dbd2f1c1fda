import type { SavedCard, Store } from "@backlot/ports";
import * as Result from "effect/Result";
import { attempt } from "#app/server/store.server.ts";

/** Saved cards, or why they couldn't be read. A new card still works. */
interface SavedCards {
  readonly cards: readonly SavedCard[];
  readonly cardsProblem: string | null;
}

/** No cards, for a visitor or a user who may not pay. */
export const NO_CARDS: SavedCards = { cards: [], cardsProblem: null };

export const savedCards = async (store: Store): Promise<SavedCards> => {
  const answered = await attempt(store.payments.cards({ payload: {} }));
  return Result.isSuccess(answered)
    ? { cards: answered.success.data, cardsProblem: null }
    : { cards: [], cardsProblem: answered.failure.message };
};
