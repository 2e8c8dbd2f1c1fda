import { boulderColour, boulderRadius } from "./scenes/boulder.ts";
import { clamp01 } from "./scenes/frame.ts";
import type { Vec } from "./scenes/march.ts";
import { makeNoise } from "./scenes/noise.ts";

/** A boulder as files: a mesh in Wavefront OBJ, and maps over its whole surface (longitude across, latitude down). */
export interface Boulder {
  readonly obj: (name: string) => string;
  readonly colour: Buffer;
  readonly height: Buffer;
}

const direction = (u: number, v: number): Vec => {
  const longitude = u * Math.PI * 2;
  const latitude = v * Math.PI;
  return [Math.sin(latitude) * Math.cos(longitude), Math.cos(latitude), Math.sin(latitude) * Math.sin(longitude)];
};

/** A boulder from its number, with maps of a side in pixels. */
export const makeBoulder = (seed: number, side: number): Boulder => {
  const noise = makeNoise(seed);
  const colour = Buffer.alloc(side * side * 3);
  const height = Buffer.alloc(side * side);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const d = direction((x + 0.5) / side, (y + 0.5) / side);
      const stone = boulderColour(noise, d);
      const i = y * side + x;
      for (const channel of [0, 1, 2] as const) colour[i * 3 + channel] = clamp01(stone[channel]) ** 0.4545 * 255;
      height[i] = clamp01((boulderRadius(noise, d, true) - 0.55) / 0.8) * 255;
    }
  }
  const columns = 192;
  const rows = 96;
  const obj = (name: string): string => {
    const lines = [`mtllib ${name}.mtl`, `o ${name}`, "usemtl stone", "s 1"];
    const faces: string[] = [];
    for (let row = 0; row <= rows; row += 1) {
      for (let column = 0; column <= columns; column += 1) {
        const d = direction(column / columns, row / rows);
        const r = boulderRadius(noise, d, true);
        lines.push(`v ${(d[0] * r).toFixed(5)} ${((d[1] * r) / 1.22).toFixed(5)} ${(d[2] * r).toFixed(5)}`);
        lines.push(`vt ${(column / columns).toFixed(5)} ${(1 - row / rows).toFixed(5)}`);
        if (row === rows || column === columns) continue;
        const a = row * (columns + 1) + column + 1;
        const b = a + columns + 1;
        faces.push(`f ${a}/${a} ${a + 1}/${a + 1} ${b + 1}/${b + 1} ${b}/${b}`);
      }
    }
    return `${[...lines, ...faces].join("\n")}\n`;
  };
  return { obj, colour, height };
};
