import { describe, expect, it } from "vitest";
import { ownValue } from "#app/server/own-value.ts";

describe("a value that a visitor's key names", () => {
  it("SHL-01 is only what the record itself has", () => {
    const said = { saved: "Saved." };
    expect(ownValue(said, "saved")).toBe("Saved.");
    for (const key of [null, "", "other", "constructor", "toString", "__proto__", "hasOwnProperty"])
      expect(ownValue(said, key), String(key)).toBeUndefined();
  });
});
