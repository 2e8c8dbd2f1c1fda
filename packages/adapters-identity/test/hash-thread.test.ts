import { argon2Sync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hashThread } from "../src/hash-thread.ts";

const parameters = { message: "correct horse", nonce: Buffer.alloc(16, 7), passes: 1, parallelism: 1, tagLength: 32 };

describe("the thread of the hashes", () => {
  it("answers each with its own hash, however many ask at once", async () => {
    const { derive } = hashThread();
    const asked = [8, 16, 24, 32].map((memory) => ({ ...parameters, memory }));
    const hashes = await Promise.all(asked.map(derive));
    expect(hashes).toEqual(asked.map((each) => argon2Sync("argon2id", each)));
  });

  it("fails what can't be hashed, and goes on", async () => {
    const { derive } = hashThread();
    await expect(derive({ ...parameters, memory: 1 })).rejects.toThrow(/memory/);
    expect(await derive({ ...parameters, memory: 8 })).toHaveLength(32);
  });
});
