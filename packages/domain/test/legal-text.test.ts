import { instantOf, legalPath, legalVersionAt, nextLegalVersion } from "@backlot/domain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const at = (text: string) => instantOf(`${text}:00Z`);

describe("versions of a legal text", () => {
  it("are named by their day, and numbered after the first of a day", () => {
    const first = { version: "2026-11-30", published_at: at("2026-11-30T08:00") };
    const second = { version: "2026-11-30-2", published_at: at("2026-11-30T09:00") };
    expect(nextLegalVersion([], at("2026-11-30T08:00"))).toBe("2026-11-30");
    expect(nextLegalVersion([first], at("2026-11-30T09:00"))).toBe("2026-11-30-2");
    expect(nextLegalVersion([second, first], at("2026-11-30T23:59"))).toBe("2026-11-30-3");
    expect(nextLegalVersion([second, first], at("2026-12-01T00:00"))).toBe("2026-12-01");
  });

  it("never share a name, and at any time the last one published is in effect", () => {
    const times = fc.array(fc.integer({ min: 0, max: 96 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 100 }), (hours, hour) => {
        const start = Date.UTC(2026, 10, 29);
        const timeOf = (each: number) => instantOf(new Date(start + each * 3_600_000).toISOString());
        const published: { version: string; published_at: ReturnType<typeof timeOf> }[] = [];
        for (const each of hours.toSorted((a, b) => a - b)) {
          const published_at = timeOf(each);
          published.unshift({ version: nextLegalVersion(published, published_at), published_at });
        }
        expect(new Set(published.map(({ version }) => version)).size).toBe(published.length);
        const inEffect = legalVersionAt(published, timeOf(hour));
        const due = hours.filter((each) => each <= hour);
        expect(inEffect?.published_at ?? null).toBe(due.length === 0 ? null : timeOf(Math.max(...due)));
      }),
    );
  });

  it("have addresses, with a time for the one in effect then", () => {
    expect(legalPath("license")).toBe("/license");
    expect(legalPath("license", at("2026-11-30T08:00"))).toBe("/license?on=2026-11-30T08%3A00%3A00.000Z");
  });
});
