import { describe, expect, it } from "vitest";
import { collectGarbage, isWorthCollecting } from "../src/idle-memory.ts";

const MB = 1_000_000;

describe("the memory of an idle store", () => {
  it("is given back where it is idle and holds more than after the last time", () => {
    for (const [utilization, resident, settled, expected] of [
      [0, 220 * MB, 0, true],
      [0.04, 300 * MB, 170 * MB, true],
      // The process is serving a request.
      [0.06, 300 * MB, 170 * MB, false],
      // There is too little to gain.
      [0, 185 * MB, 170 * MB, false],
    ] as const)
      expect(isWorthCollecting({ utilization, resident, settled }), `${utilization} ${resident}`).toBe(expected);
  });

  it("is collected: what nobody holds any more is gone", async () => {
    const forgotten = new WeakRef({ large: new Array(1_000).fill(0) });
    // A WeakRef keeps its target alive until the end of the turn that created it.
    await new Promise((resolve) => setImmediate(resolve));
    await collectGarbage();
    expect(forgotten.deref()).toBeUndefined();
  });
});
