import { describe, expect, it } from "vitest";
import { collectGarbage, idleSince, isWorthCollecting } from "../src/idle-memory.ts";

const MB = 1_000_000;

describe("the memory of an idle store", () => {
  it("is given back where it is idle and holds more than after the last time", () => {
    for (const [idleMs, resident, settled, expected] of [
      [30_000, 220 * MB, 0, true],
      [60_000, 300 * MB, 170 * MB, true],
      // The next visitor may arrive at any moment.
      [27_000, 300 * MB, 170 * MB, false],
      // There is too little to gain.
      [60_000, 185 * MB, 170 * MB, false],
    ] as const)
      expect(isWorthCollecting({ idleMs, resident, settled }), `${idleMs} ${resident}`).toBe(expected);
  });

  it("counts as idle until it serves something", () => {
    const quiet = [0, 0.04, 0].reduce(idleSince, 0);
    expect([quiet, idleSince(quiet, 0.06), idleSince(0, 0)]).toEqual([9_000, 0, 3_000]);
  });

  it("is collected: what nobody holds any more is gone", async () => {
    const forgotten = new WeakRef({ large: new Array(1_000).fill(0) });
    // A WeakRef keeps its target alive until the end of the turn that created it.
    await new Promise((resolve) => setImmediate(resolve));
    await collectGarbage();
    expect(forgotten.deref()).toBeUndefined();
  });
});
