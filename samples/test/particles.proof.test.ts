import { describe, expect, it } from "vitest";
import { asFrame } from "../src/scenes/frame.ts";
import { FLOCKS } from "../src/simulation/particles.ts";
import { fly, placeAt } from "../src/simulation/particles/flight.ts";

const SIZE = { width: 256, height: 144 };

const flock = (slug: string) => {
  const found = FLOCKS[slug];
  if (found === undefined) throw new Error(`there are no particles ${slug}`);
  return found;
};

/** Returns what is visible in a frame, light and cover, as one number per pixel. */
const seen = (slug: string, n: number): Float32Array => {
  const { pixels } = asFrame(flock(slug).draw(n, SIZE));
  return Float32Array.from({ length: SIZE.width * SIZE.height }, (_, i) => {
    const light = Math.max(pixels[i * 4] ?? 0, pixels[i * 4 + 1] ?? 0, pixels[i * 4 + 2] ?? 0);
    return ((light + 60) * (pixels[i * 4 + 3] ?? 0)) / 80_325;
  });
};

const difference = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;

const total = (frame: Float32Array): number => frame.reduce((sum, value) => sum + value, 0);

const of = (kind: string): readonly string[] => Object.keys(FLOCKS).filter((slug) => FLOCKS[slug]?.kind === kind);

describe("the sequences of particles", () => {
  it("CAT-03 are the same each time", () => {
    const fall = { gravity: 1, drag: 1, wind: [0, 0, 0], turbulence: 0.4, eddies: 2, bounce: 0.4 } as const;
    const flights = () =>
      fly(5, 20, fall, (random) => ({
        at: [random(), 0.5, 0],
        speed: [0, random(), 0],
        born: 0,
        life: 1,
        size: 0.01,
      })).map((each) => placeAt(each, 0.9));
    expect(flights()).toEqual(flights());
    expect(seen("spark-burst", 6)).toEqual(seen("spark-burst", 6));
  });

  it.each(of("loop"))("CAT-03 %s goes round: its last frame leads to its first", (slug) => {
    const { frames } = flock(slug);
    const shown = [0, 1, 2, 20, 21, 22, frames - 2, frames - 1].map((n) => seen(slug, n));
    const [a, b, c, d, e, f, y, z] = shown as [Float32Array, ...Float32Array[]];
    const steps = [
      [a, b],
      [b, c],
      [d, e],
      [e, f],
      [y, z],
    ].map(([from, to]) => difference(from ?? a, to ?? a));
    const usual = [...steps].sort((one, other) => one - other)[2] ?? 0;
    expect(usual).toBeGreaterThan(0);
    expect(difference(z ?? a, a)).toBeLessThan(usual * 1.6);
  });

  it.each(of("one-shot"))("CAT-03 %s begins with nothing and happens", (slug) => {
    const { poster } = flock(slug);
    expect(total(seen(slug, 0))).toBeLessThan(total(seen(slug, poster)) * 0.2);
    expect(total(seen(slug, poster))).toBeGreaterThan(20);
  });

  it("CAT-03 what falls bounces, and lies where it came to rest", () => {
    const law = { gravity: 3, drag: 0.25, wind: [0, 0, 0], turbulence: 0, eddies: 1, bounce: 0.32 } as const;
    const [thrown] = fly(7, 1, law, () => ({ at: [0, 0.3, 0], speed: [0.4, 0.8, 0], born: 0, life: 3.2, size: 0.02 }));
    if (thrown === undefined) throw new Error("nothing was thrown");
    const [early, landed, late] = [0.3, 2.8, 3.1].map((age) => placeAt(thrown, age));
    expect(early?.[1]).toBeGreaterThan(0.3);
    expect(landed?.[1]).toBeLessThan(0.05);
    expect(Math.hypot((late?.[0] ?? 9) - (landed?.[0] ?? 0), (late?.[1] ?? 9) - (landed?.[1] ?? 0))).toBeLessThan(0.01);
  });
});
