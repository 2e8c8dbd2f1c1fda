import { describe, expect, it } from "vitest";
import { lightning } from "../src/scenes/lightning.ts";
import { type Drawn, type LinearFrame, SOLID, asFrame } from "../src/scenes/frame.ts";
import { sparks } from "../src/scenes/sparks.ts";
import { onStage } from "../src/scenes/stage.ts";
import { type Source, drawMoment, momentsOf, sequenceFacts, simulationOf } from "../src/source.ts";

const SIZE = { width: 128, height: 72 };

const total = (drawn: Drawn): number => {
  const { pixels } = asFrame(drawn);
  let sum = 0;
  for (let i = 0; i < pixels.length; i += 4)
    sum += (Math.max(pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0) * (pixels[i + 3] ?? 0)) / 65_025;
  return sum;
};

const empty = (): LinearFrame => ({
  ...SIZE,
  rgba: new Float32Array(SIZE.width * SIZE.height * 4),
  shines: false,
  lit: SOLID,
});

/** Returns a color channel of a pixel: 0 is red, 1 green, 2 blue, 3 alpha. */
const at = (drawn: Drawn, x: number, y: number, channel: number): number =>
  asFrame(drawn).pixels[(y * SIZE.width + x) * 4 + channel] ?? -1;

/** Draws a frame of a source. */
const frameOf = (slug: string, source: Source, n: number): Drawn => {
  for (const moment of momentsOf(slug, source, 0.2)) if (moment.n === n) return drawMoment(moment, SIZE);
  throw new Error(`${slug} has no frame ${n}`);
};

describe("the scenes", () => {
  it("CAT-03 lightning is never dark, and each strike is far brighter than the air between them", () => {
    const lights = Array.from({ length: 96 }, (_, n) => total(lightning({ ...SIZE, seed: 88, phase: n / 96 })));
    const darkest = Math.min(...lights);
    expect(darkest).toBeGreaterThan(1);
    const usual = [...lights].sort((a, b) => a - b)[48] ?? 0;
    const strikes = lights.filter((light, n) => light > usual * 2 && light > (lights[(n + 95) % 96] ?? 0) * 1.8);
    expect(strikes).toHaveLength(4);
  });

  it("CAT-03 grinder sparks are the same at both ends of their loop", () => {
    const shot = { ...SIZE, seed: 19 };
    expect(asFrame(sparks({ ...shot, phase: 1 }))).toEqual(asFrame(sparks({ ...shot, phase: 0 })));
  });
});

describe("a stage", () => {
  it("CAT-03 fills the background, and spills onto the subject", () => {
    const bare = onStage(empty(), "green");
    const half = empty();
    const middle = (36 * SIZE.width + 64) * 4;
    half.rgba.set([0.2, 0.2, 0.2, 1], middle);
    const filmed = onStage(half, "green");
    expect(at(filmed, 10, 10, 1)).toBe(at(bare, 10, 10, 1));
    expect(at(bare, 64, 36, 1)).toBeGreaterThan(2 * at(bare, 64, 36, 0));
    // The object is gray, with a little green.
    expect(at(filmed, 64, 36, 1)).toBeGreaterThan(at(filmed, 64, 36, 0));
    expect(at(filmed, 64, 36, 1)).toBeLessThan(1.3 * at(filmed, 64, 36, 0));
    expect(asFrame(filmed).pixels.filter((value, i) => i % 4 === 3 && value !== 255)).toHaveLength(0);
    expect(() => onStage({ ...SIZE, pixels: new Uint8ClampedArray(4) }, "blue")).toThrow("can't be put on a stage");
  });

  it("CAT-03 shows a model in the same pixels as its keyed version does", () => {
    const model = { _tag: "filmed", model: "clay-amphora" } as const;
    const onGreen = frameOf("green-screen-turntable", { ...model, stage: "green" }, 3);
    const keyed = frameOf("pre-keyed-turntable", { ...model, stage: null }, 3);
    expect([at(keyed, 5, 5, 3), at(keyed, 64, 40, 3)]).toEqual([0, 255]);
    let [covered, green] = [0, 0];
    for (let y = 0; y < SIZE.height; y += 1)
      for (let x = 0; x < SIZE.width; x += 1) {
        const isGreen = at(onGreen, x, y, 1) > 1.6 * at(onGreen, x, y, 0);
        const alpha = at(keyed, x, y, 3);
        if (alpha === 255) covered += 1;
        if (alpha === 255 && isGreen) green += 1;
        if (alpha === 0) expect([x, y, isGreen]).toEqual([x, y, true]);
      }
    expect(covered).toBeGreaterThan(400);
    expect(green / covered).toBeLessThan(0.01);
    expect(at(onGreen, 5, 5, 3)).toBe(255);
  });

  it("CAT-03 can be behind a simulation, which runs for four seconds", () => {
    const source = simulationOf("blue-screen-confetti", "blue");
    expect(sequenceFacts("blue-screen-confetti", source)).toMatchObject({ frames: 96, kind: "loop" });
    const filmed = frameOf("blue-screen-confetti", source, 9);
    expect(at(filmed, 3, 3, 3)).toBe(255);
    expect(total(filmed)).not.toBe(total(onStage(empty(), "blue")));
  });
});
