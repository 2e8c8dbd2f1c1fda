import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BLENDS,
  DESK_RANGES,
  type DeskSettings,
  formatSettings,
  initialSettings,
  parseSettings,
  withNumber,
  withinRange,
  writePlacement,
} from "#features/catalog/desk-settings.ts";

const someSettings = fc
  .record({
    blend: fc.constantFrom(...BLENDS),
    numbers: fc.tuple(
      ...DESK_RANGES.map(({ minimum, maximum }) => fc.double({ min: minimum, max: maximum, noNaN: true })),
    ),
  })
  .map(({ blend, numbers }) =>
    DESK_RANGES.reduce(
      (settings: DeskSettings, { name }, place) => withNumber(settings, name, numbers[place] ?? Number.NaN),
      { ...initialSettings({ alpha: true }), blend },
    ),
  );

describe("the compositing desk's settings", () => {
  it("CAT-03 come back from a link as they were", () => {
    fc.assert(
      fc.property(someSettings, fc.boolean(), (settings, alpha) => {
        expect(parseSettings(formatSettings(settings), { alpha })).toEqual(settings);
      }),
    );
  });

  it("CAT-03 are those of a new desk wherever a link says nothing sensible", () => {
    expect(initialSettings({ alpha: true }).blend).toBe("over");
    expect(initialSettings({ alpha: false })).toMatchObject({ x: 0, scale: 1, blend: "screen" });
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (text, alpha) => {
        const settings = parseSettings(text, { alpha });
        for (const range of DESK_RANGES) expect(settings[range.name]).toBe(withinRange(range, settings[range.name]));
        expect(BLENDS).toContain(settings.blend);
      }),
    );
    expect(parseSettings("0.5__nonsense_720_0_9_1_multiply", { alpha: true })).toEqual({
      ...initialSettings({ alpha: true }),
      x: 0.5,
      rotation: 180,
      exposure: 4,
    });
  });

  it("CAT-03 keep each number within its limits and on its steps", () => {
    const initial = initialSettings({ alpha: true });
    expect(withNumber(initial, "scale", 9).scale).toBe(4);
    expect(withNumber(initial, "scale", -1).scale).toBe(0.05);
    expect(withNumber(initial, "rotation", 12.4).rotation).toBe(12);
    expect(withNumber(initial, "x", Number.NaN)).toBe(initial);
  });

  it("CAT-03 place the element: its corners are where position, scale, and rotation put them", () => {
    const matrix = new Float32Array(9);
    fc.assert(
      fc.property(
        someSettings,
        fc.double({ min: 0.5, max: 3, noNaN: true }),
        fc.double({ min: 0.5, max: 3, noNaN: true }),
        (settings, shot, element) => {
          writePlacement(matrix, settings, shot, element);
          const turn = (settings.rotation * Math.PI) / 180;
          for (const [across, up] of [
            [-1, -1],
            [1, -1],
            [1, 1],
            [-1, 1],
            [0, 0],
          ] as const) {
            // In half widths of the shot.
            const [dx, dy] = [across * settings.scale, (up * settings.scale) / element];
            const x = settings.x + dx * Math.cos(turn) - dy * Math.sin(turn);
            const y = settings.y + (dx * Math.sin(turn) + dy * Math.cos(turn)) * shot;
            const [ax = 0, ay = 0, , bx = 0, by = 0, , cx = 0, cy = 0] = matrix;
            expect(ax * x + bx * y + cx).toBeCloseTo((across + 1) / 2, 3);
            expect(ay * x + by * y + cy).toBeCloseTo((1 - up) / 2, 3);
          }
        },
      ),
    );
  });
});
