import type { LinearFrame } from "../scenes/frame.ts";

/** The fraction of bright light that a lens spreads. */
const SPREAD = 0.16;

/**
 * The radius of each halo in blocks, and its fraction of the light. Most light stays near and a little goes far, so
 * that the halo has no visible edge.
 */
const HALOS = [
  { reach: 1, share: 0.52 },
  { reach: 3, share: 0.4 },
  { reach: 6, share: 0.08 },
] as const;

/** The number of blocks in the height of a picture, so that halos scale with its size. */
const BLOCKS = 68;

/** The brightness above which a lens spreads light. */
const DIM = 0.85;
/** The brightness up to which a lens spreads light. Brighter light spreads as if it were this bright. */
const BRIGHTEST = 4;

/** Light averaged in blocks, three channels each. */
interface Blocks {
  readonly columns: number;
  readonly rows: number;
  readonly rgb: Float32Array<ArrayBuffer>;
}

/** Blurs blocks with three box blurs across and three up, which makes the blur nearly round. */
const spread = ({ columns, rows, rgb }: Blocks, reach: number): Blocks => {
  let from = rgb;
  for (let pass = 0; pass < 6; pass += 1) {
    const to = new Float32Array(from.length);
    const isUp = pass % 2 === 1;
    for (let y = 0; y < rows; y += 1)
      for (let x = 0; x < columns; x += 1)
        for (let c = 0; c < 3; c += 1) {
          let sum = 0;
          for (let k = -reach; k <= reach; k += 1) {
            const px = isUp ? x : x + k;
            const py = isUp ? y + k : y;
            // It is dark outside the picture, so light that spreads there is lost.
            if (px >= 0 && py >= 0 && px < columns && py < rows) sum += from[(py * columns + px) * 3 + c] ?? 0;
          }
          to[(y * columns + x) * 3 + c] = sum / (2 * reach + 1);
        }
    from = to;
  }
  return { columns, rows, rgb: from };
};

/** Returns the bright light of a picture, averaged in blocks. `side` is the side of a block in pixels. */
const brightOf = ({ width, height, rgba }: LinearFrame, side: number): Blocks => {
  const columns = Math.ceil(width / side);
  const rows = Math.ceil(height / side);
  const rgb = new Float32Array(columns * rows * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4;
      const to = (Math.floor(y / side) * columns + Math.floor(x / side)) * 3;
      const bright = Math.max(rgba[from] ?? 0, rgba[from + 1] ?? 0, rgba[from + 2] ?? 0);
      // Only bright light spreads. Scaling all channels alike preserves its color.
      if (bright <= DIM) continue;
      const share = (Math.min(BRIGHTEST, bright) - DIM) / bright / side ** 2;
      for (let c = 0; c < 3; c += 1) rgb[to + c] = (rgb[to + c] ?? 0) + share * (rgba[from + c] ?? 0);
    }
  return { columns, rows, rgb };
};

/** Adds the halos of a lens to a picture. */
export const throughLens = (picture: LinearFrame): LinearFrame => {
  const { width, height, rgba } = picture;
  const side = Math.max(1, Math.round(height / BLOCKS));
  const bright = brightOf(picture, side);
  const halo = new Float32Array(bright.rgb.length);
  for (const { reach, share } of HALOS)
    for (const [i, light] of spread(bright, reach).rgb.entries()) halo[i] = (halo[i] ?? 0) + SPREAD * share * light;
  const { columns, rows } = bright;
  const out = rgba.slice();
  for (let y = 0; y < height; y += 1) {
    const gy = Math.min(rows - 1.001, Math.max(0, (y + 0.5) / side - 0.5));
    const y0 = gy | 0;
    const fy = gy - y0;
    for (let x = 0; x < width; x += 1) {
      const gx = Math.min(columns - 1.001, Math.max(0, (x + 0.5) / side - 0.5));
      const x0 = gx | 0;
      const fx = gx - x0;
      const i = (y0 * columns + x0) * 3;
      const to = (y * width + x) * 4;
      for (let c = 0; c < 3; c += 1) {
        const a = halo[i + c] ?? 0;
        const b = halo[i + 3 + c] ?? 0;
        const d = halo[i + columns * 3 + c] ?? 0;
        const e = halo[i + columns * 3 + 3 + c] ?? 0;
        const near = a + (b - a) * fx;
        out[to + c] = (out[to + c] ?? 0) + near + (d + (e - d) * fx - near) * fy;
      }
    }
  }
  return { ...picture, rgba: out };
};
