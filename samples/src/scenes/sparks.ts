import { type Scene, addLight, blurred, drawLine, emission, makeLight, randomFrom } from "./frame.ts";

const FLOOR = 0.9;

/** The loop's length, as a multiple of the longest life of a spark. */
const LOOP = 2;

/** Sparks from a cutting disc. Each flies, falls, bounces off the floor, and dies within half a loop. */
export const sparks: Scene = ({ width, height, seed, phase }) => {
  const random = randomFrom(seed);
  const core = makeLight(width, height);
  const unit = height;
  const count = 900 * LOOP;
  for (let n = 0; n < count; n += 1) {
    const born = random();
    const life = 0.3 + random() * random() * 0.7;
    const angle = -0.06 - random() * random() * 1.05 + (random() - 0.5) * 0.14;
    const speed = 1.3 + random() * 2.6;
    const size = 0.5 + random();
    const bounce = 0.28 + random() * 0.3;
    const age = ((phase - born + 1) % 1) * LOOP;
    if (age > life) continue;
    const at = (a: number): readonly [number, number] => {
      const drag = (1 - Math.exp(-1.7 * a)) / 1.7;
      const x = 0.2 + Math.cos(angle) * speed * drag * 1.25;
      let y = 0.55 + Math.sin(angle) * speed * drag + 0.95 * a * a;
      if (y > FLOOR) y = FLOOR - (y - FLOOR) * bounce * Math.max(0, 1 - (y - FLOOR) * 2.4);
      return [x * unit, y * unit];
    };
    const [ax, ay] = at(age);
    const [bx, by] = at(Math.max(0, age - 0.03));
    const heat = (1 - age / life) ** 0.7;
    const flicker = 0.65 + 0.35 * Math.sin(n * 12.9 + age * 60);
    const power = heat * flicker * 3.4;
    drawLine(
      core,
      ax,
      ay,
      bx,
      by,
      (unit / 700) * size,
      power * 1.5,
      power * (0.35 + heat * 0.75),
      power * heat * heat * 0.55,
    );
  }
  const pulse = 1 + 0.15 * Math.sin(phase * Math.PI * 2 * 5 * LOOP);
  drawLine(core, 0.185 * unit, 0.535 * unit, 0.215 * unit, 0.56 * unit, unit / 60, 5 * pulse, 3.6 * pulse, 2.1 * pulse);
  const near = blurred(core, unit / 160);
  const wide = blurred(core, unit / 28);
  addLight(core, near, 0.9);
  addLight(core, wide, 1.5);
  return emission(core);
};
