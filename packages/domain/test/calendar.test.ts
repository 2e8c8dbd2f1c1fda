import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  epochMs,
  instant,
  instantOf,
  longDate,
  monthsAfter,
  periodAt,
  periodContaining,
  percentElapsed,
  remainingFraction,
  utcDay,
} from "@backlot/domain";
import { arbInstant, arbInterval } from "@backlot/testing/arbitraries";

const at = (text: string) => instantOf(text);

describe("calendar", () => {
  it.each([
    ["2026-01-31T10:00:00.000Z", 1, "2026-02-28T10:00:00.000Z"],
    ["2028-01-31T10:00:00.000Z", 1, "2028-02-29T10:00:00.000Z"],
    ["2026-01-31T10:00:00.000Z", 2, "2026-03-31T10:00:00.000Z"],
    ["2028-02-29T23:59:59.999Z", 12, "2029-02-28T23:59:59.999Z"],
    ["2028-02-29T00:00:00.000Z", 48, "2032-02-29T00:00:00.000Z"],
    ["2026-11-30T00:00:00.000Z", 3, "2027-02-28T00:00:00.000Z"],
    ["2026-12-15T00:00:00.000Z", 1, "2027-01-15T00:00:00.000Z"],
  ])("PLN-03 %s and %i months is %s", (from, months, to) => {
    expect(monthsAfter(at(from), months)).toBe(to);
  });

  it("PLN-03 the anchor's day comes back after a short month", () => {
    fc.assert(
      fc.property(arbInstant, fc.integer({ min: 0, max: 240 }), (anchor, months) => {
        const landed = new Date(monthsAfter(anchor, months));
        const wanted = new Date(anchor).getUTCDate();
        const last = new Date(Date.UTC(landed.getUTCFullYear(), landed.getUTCMonth() + 1, 0)).getUTCDate();
        expect(landed.getUTCDate()).toBe(Math.min(wanted, last));
        expect(landed.toISOString().slice(11)).toBe(anchor.slice(11));
      }),
    );
  });

  it("PLN-03 periods tile time: each ends where the next begins, and one contains any moment", () => {
    fc.assert(
      fc.property(
        arbInstant,
        arbInterval,
        fc.integer({ min: 0, max: 60 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (anchor, interval, index, share) => {
          const period = periodAt(anchor, interval, index);
          expect(period.end).toBe(periodAt(anchor, interval, index + 1).start);
          expect(period.start < period.end).toBe(true);
          const moment = instant(
            epochMs(period.start) + Math.floor((epochMs(period.end) - epochMs(period.start)) * share),
          );
          expect(periodContaining(anchor, interval, moment)).toEqual(period);
        },
      ),
    );
  });

  it("PLN-03 finds the period far from the anchor, before the anchor's own year, and before 1970", () => {
    const monthly = instantOf("2020-01-31T12:00:00Z");
    expect(periodContaining(monthly, "month", instantOf("2031-07-15T00:00:00Z"))).toEqual({
      start: "2031-06-30T12:00:00.000Z",
      end: "2031-07-31T12:00:00.000Z",
    });
    expect(periodContaining(monthly, "year", instantOf("2031-01-31T11:59:59Z"))).toEqual({
      start: "2030-01-31T12:00:00.000Z",
      end: "2031-01-31T12:00:00.000Z",
    });
    expect(periodContaining(monthly, "month", monthly).start).toBe(monthly);
    expect(monthsAfter(instantOf("1969-11-30T18:30:00Z"), 1)).toBe("1969-12-30T18:30:00.000Z");
    expect(monthsAfter(instantOf("1968-02-29T00:00:00Z"), 12)).toBe("1969-02-28T00:00:00.000Z");
    expect(monthsAfter(instantOf("2024-12-31T00:00:00Z"), -10)).toBe("2024-02-29T00:00:00.000Z");
  });

  it("CHG-07 the unused share stays between nothing and the whole", () => {
    const period = { start: at("2026-11-01T00:00:00.000Z"), end: at("2026-12-01T00:00:00.000Z") };
    expect(remainingFraction(period, at("2026-11-16T00:00:00.000Z"))).toEqual({
      remainder: 15 * 86_400_000,
      whole: 30 * 86_400_000,
    });
    expect(remainingFraction(period, at("2025-01-01T00:00:00.000Z")).remainder).toBe(30 * 86_400_000);
    expect(remainingFraction(period, at("2027-01-01T00:00:00.000Z")).remainder).toBe(0);
    // A day that has begun is not used yet.
    expect(remainingFraction(period, at("2026-11-01T23:59:59.999Z")).remainder).toBe(30 * 86_400_000);
    expect(remainingFraction(period, at("2026-11-02T00:00:00.000Z")).remainder).toBe(29 * 86_400_000);
    expect(remainingFraction(period, at("2026-11-30T23:59:59.999Z")).remainder).toBe(86_400_000);
    const days = ["2025-01-01", "2026-11-01", "2026-11-16", "2026-11-30", "2027-01-01"];
    expect(days.map((day) => percentElapsed(period, at(`${day}T00:00:00.000Z`)))).toEqual([0, 0, 50, 96, 100]);
    expect(percentElapsed({ start: period.end, end: period.end }, period.start)).toBe(100);
  });

  it("names days in UTC", () => {
    expect(longDate(at("2026-11-21T23:59:59.999Z"))).toBe("November 21, 2026");
    const intl = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
    for (let month = 0; month < 12; month += 1) {
      const day = new Date(Date.UTC(2027, month, month + 1));
      expect(longDate(at(day.toISOString()))).toBe(intl.format(day));
    }
    expect(utcDay(at("2026-11-21T23:59:59.999Z"))).toBe("2026-11-21");
  });
});
