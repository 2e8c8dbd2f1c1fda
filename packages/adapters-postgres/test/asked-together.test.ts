import { describe, expect, it } from "vitest";
import { askedTogether } from "../src/asked-together.ts";

describe("a question that many ask", () => {
  /** A function whose results the test resolves by hand. */
  const byHand = () => {
    const open: PromiseWithResolvers<number>[] = [];
    const ask = askedTogether(() => {
      const question = Promise.withResolvers<number>();
      open.push(question);
      return question.promise;
    });
    return { ask, open };
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it("is asked once for all who ask while it is under way, and never answered with what was read before", async () => {
    const { ask, open } = byHand();
    const first = ask();
    await turn();
    const [second, third] = [ask(), ask()];
    await turn();
    expect(open).toHaveLength(1);
    open[0]?.resolve(1);
    expect(await first).toBe(1);
    await turn();
    expect(open).toHaveLength(2);
    open[1]?.resolve(2);
    expect([await second, await third]).toEqual([2, 2]);
    const fourth = ask();
    await turn();
    open[2]?.resolve(3);
    expect(await fourth).toBe(3);
  });

  it("fails for those who shared it, and is asked anew for the others", async () => {
    const { ask, open } = byHand();
    const first = ask();
    await turn();
    const second = ask();
    open[0]?.reject(new Error("lost"));
    await expect(first).rejects.toThrow("lost");
    await turn();
    open[1]?.resolve(2);
    expect(await second).toBe(2);
  });
});
