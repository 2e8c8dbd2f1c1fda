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

  it("CAT-03 debris comes down, and lies where it came to rest", () => {
    const late = difference(seen("concrete-debris", 70), seen("concrete-debris", 71));
    const early = difference(seen("concrete-debris", 8), seen("concrete-debris", 9));
    expect(late).toBeLessThan(early * 0.35);
    expect(total(seen("concrete-debris", 71))).toBeGreaterThan(20);
  });
});
