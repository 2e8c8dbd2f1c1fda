import { setClock } from "./factories.ts";
import type { State } from "./state.ts";

/** Something that happens by itself at a moment, in Unix seconds. */
export interface Due {
  readonly at: number;
  readonly happen: () => void;
}

/**
 * The sandbox's clock: the machine's, plus what people have advanced it by. Advancing lets everything happen on the
 * way, each at its own moment.
 */
export const makeClock = (state: State, next: () => Due | null) => {
  let offset = Number(state.setting("clock-offset") ?? 0);
  let stopped: number | null = null;
  const wall = (): number => Math.floor(Date.now() / 1_000) + offset;
  const now = (): number => stopped ?? wall();
  setClock(now);

  /** Lets happen what is due up to a moment, and stands there. Moments that lie behind change nothing. */
  const advanceTo = (moment: number): void => {
    for (let due = next(); due !== null && due.at <= moment; due = next()) {
      stopped = Math.max(due.at, now());
      due.happen();
      state.commit();
    }
    stopped = null;
    if (moment <= wall()) return;
    offset += moment - wall();
    state.keepSetting("clock-offset", String(offset));
  };

  return { now, advanceTo, offset: () => offset };
};
