import { makeChurnkey } from "@backlot/adapters-http";
import { describe, expect, it } from "vitest";

describe("Churnkey", () => {
  it("SHL-08 proves a customer by HMAC-SHA-256 in hexadecimal, as RFC 4231 has it", () => {
    // RFC 4231, test case 2.
    const proof = makeChurnkey({ apiKey: "Jefe" }).proofOf("what do ya want for nothing?");
    expect(proof).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  });
});
