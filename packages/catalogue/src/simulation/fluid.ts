/** The sizes of a grid in cells: across, up, and away from the camera. */
export interface GridSize {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
}

/** What a gas does of itself; rates are per second, lengths in cells. */
export interface GasLaw {
  /** Upward pull of heat, and downward pull of soot. */
  readonly buoyancy: number;
  readonly weight: number;
  /** How much of the swirl that the grid smooths away is given back. */
  readonly swirl: number;
  /** How fast heat and soot are lost. */
  readonly cooling: number;
  readonly fading: number;
  /** How fast fuel burns, what heat and soot it gives, and how far the burning gas expands. */
  readonly burning: number;
  readonly heatOfFuel: number;
  readonly sootOfFuel: number;
  readonly expansion: number;
  /** How fast the air slows down. */
  readonly drag: number;
  /** A wind across and away from the camera. */
  readonly wind: readonly [across: number, away: number];
  /** Whether the ground at the bottom stops the gas; else it is open, as are all other sides. */
  readonly ground: boolean;
}

type Field = Float32Array<ArrayBuffer>;

const at = (field: Field, i: number): number => field[i] ?? 0;

/** Sweeps of the pressure over the grid in each step; two colours, so that each half sees the other's newest values. */
const SWEEPS = 36;

/** How near to an open side gas is let go, in cells of the full grid. */
const EDGE = 7;

/** How much of a correction a sweep takes; above one, it converges in fewer. */
const OVER = 1.7;

/**
 * A gas on a grid in three dimensions: advected with MacCormack's correction, pushed by heat and its own swirl, kept
 * incompressible but where it burns. The same steps give the same values on every machine.
 */
export class Gas {
  readonly size: GridSize;
  readonly law: GasLaw;
  /** How many cells of this grid are one of the full one: speeds and pulls are given in cells of the full one. */
  readonly detail: number;
  u: Field;
  v: Field;
  w: Field;
  heat: Field;
  soot: Field;
  fuel: Field;
  readonly #spares: Field[];
  #forward: Field;
  #back: Field;
  readonly #pressure: Field;
  readonly #divergence: Field;
  readonly #curl: Field;

  constructor(size: GridSize, law: GasLaw, detail = 1) {
    this.size = size;
    this.law = law;
    this.detail = detail;
    const field = (): Field => new Float32Array(size.nx * size.ny * size.nz);
    this.u = field();
    this.v = field();
    this.w = field();
    this.heat = field();
    this.soot = field();
    this.fuel = field();
    this.#spares = [field(), field(), field()];
    this.#forward = field();
    this.#back = field();
    this.#pressure = field();
    this.#divergence = field();
    this.#curl = field();
  }

  /** The index of a cell. */
  cell(x: number, y: number, z: number): number {
    return (z * this.size.ny + y) * this.size.nx + x;
  }

  /** A field between its cells; outside of the grid it is what it is at the edge. */
  static sample(field: Field, { nx, ny, nz }: GridSize, x: number, y: number, z: number): number {
    const cx = x < 0 ? 0 : x > nx - 1.001 ? nx - 1.001 : x;
    const cy = y < 0 ? 0 : y > ny - 1.001 ? ny - 1.001 : y;
    const cz = z < 0 ? 0 : z > nz - 1.001 ? nz - 1.001 : z;
    const x0 = cx | 0;
    const y0 = cy | 0;
    const z0 = cz | 0;
    const fx = cx - x0;
    const fy = cy - y0;
    const fz = cz - z0;
    const layer = nx * ny;
    const i = z0 * layer + y0 * nx + x0;
    const a = at(field, i) + (at(field, i + 1) - at(field, i)) * fx;
    const b = at(field, i + nx) + (at(field, i + nx + 1) - at(field, i + nx)) * fx;
    const j = i + layer;
    const c = at(field, j) + (at(field, j + 1) - at(field, j)) * fx;
    const d = at(field, j + nx) + (at(field, j + nx + 1) - at(field, j + nx)) * fx;
    const near = a + (b - a) * fy;
    return near + (c + (d - c) * fy - near) * fz;
  }

  #carry(from: Field, to: Field, dt: number): void {
    const { nx, ny, nz } = this.size;
    const { u, v, w, size } = this;
    let i = 0;
    for (let z = 0; z < nz; z += 1)
      for (let y = 0; y < ny; y += 1)
        for (let x = 0; x < nx; x += 1, i += 1)
          to[i] = Gas.sample(from, size, x - at(u, i) * dt, y - at(v, i) * dt, z - at(w, i) * dt);
  }

  /** Carries a field along, corrected by the error of carrying it there and back, and kept between its neighbours. */
  #advect(field: Field, dt: number): Field {
    const { nx, ny, nz } = this.size;
    const layer = nx * ny;
    const { u, v, w } = this;
    this.#carry(field, this.#forward, dt);
    this.#carry(this.#forward, this.#back, -dt);
    const to = this.#spares.pop() ?? new Float32Array(field.length);
    let i = 0;
    for (let z = 0; z < nz; z += 1) {
      for (let y = 0; y < ny; y += 1) {
        for (let x = 0; x < nx; x += 1, i += 1) {
          const plain = at(this.#forward, i);
          const wanted = plain + 0.5 * (at(field, i) - at(this.#back, i));
          const sx = Math.min(nx - 2, Math.max(0, Math.floor(x - at(u, i) * dt)));
          const sy = Math.min(ny - 2, Math.max(0, Math.floor(y - at(v, i) * dt)));
          const sz = Math.min(nz - 2, Math.max(0, Math.floor(z - at(w, i) * dt)));
          const s = sz * layer + sy * nx + sx;
          const c0 = at(field, s);
          const c1 = at(field, s + 1);
          const c2 = at(field, s + nx);
          const c3 = at(field, s + nx + 1);
          const c4 = at(field, s + layer);
          const c5 = at(field, s + layer + 1);
          const c6 = at(field, s + layer + nx);
          const c7 = at(field, s + layer + nx + 1);
          const low = Math.min(c0, c1, c2, c3, c4, c5, c6, c7);
          const high = Math.max(c0, c1, c2, c3, c4, c5, c6, c7);
          to[i] = wanted < low ? low : wanted > high ? high : wanted;
        }
      }
    }
    return to;
  }

  /** Gives back swirl: a force around the places where the air turns most. */
  #confine(dt: number): void {
    const { nx, ny, nz } = this.size;
    const layer = nx * ny;
    const { u, v, w } = this;
    const curl = this.#curl;
    const strength = this.law.swirl * this.detail * dt;
    for (let z = 1; z < nz - 1; z += 1)
      for (let y = 1; y < ny - 1; y += 1) {
        let i = z * layer + y * nx + 1;
        for (let x = 1; x < nx - 1; x += 1, i += 1) {
          const cx = at(w, i + nx) - at(w, i - nx) - at(v, i + layer) + at(v, i - layer);
          const cy = at(u, i + layer) - at(u, i - layer) - at(w, i + 1) + at(w, i - 1);
          const cz = at(v, i + 1) - at(v, i - 1) - at(u, i + nx) + at(u, i - nx);
          curl[i] = Math.sqrt(cx * cx + cy * cy + cz * cz) * 0.5;
        }
      }
    for (let z = 2; z < nz - 2; z += 1)
      for (let y = 2; y < ny - 2; y += 1) {
        let i = z * layer + y * nx + 2;
        for (let x = 2; x < nx - 2; x += 1, i += 1) {
          const gx = at(curl, i + 1) - at(curl, i - 1);
          const gy = at(curl, i + nx) - at(curl, i - nx);
          const gz = at(curl, i + layer) - at(curl, i - layer);
          const length = Math.sqrt(gx * gx + gy * gy + gz * gz) + 1e-5;
          const cx = at(w, i + nx) - at(w, i - nx) - at(v, i + layer) + at(v, i - layer);
          const cy = at(u, i + layer) - at(u, i - layer) - at(w, i + 1) + at(w, i - 1);
          const cz = at(v, i + 1) - at(v, i - 1) - at(u, i + nx) + at(u, i - nx);
          const pull = (0.5 * strength) / length;
          u[i] = at(u, i) + (gy * cz - gz * cy) * pull;
          v[i] = at(v, i) + (gz * cx - gx * cz) * pull;
          w[i] = at(w, i) + (gx * cy - gy * cx) * pull;
        }
      }
  }

  /** Burns, heats, cools and pulls, and notes how far the burning gas expands. */
  #react(dt: number): void {
    const { law, heat, soot, fuel, u, v, w } = this;
    const expansion = this.#divergence;
    const cool = Math.exp(-law.cooling * dt);
    const fade = Math.exp(-law.fading * dt);
    const slow = Math.exp(-law.drag * dt);
    const burn = 1 - Math.exp(-law.burning * dt);
    const windX = law.wind[0] * this.detail;
    const windZ = law.wind[1] * this.detail;
    const lift = law.buoyancy * this.detail * dt;
    const weight = law.weight * this.detail * dt;
    for (let i = 0; i < heat.length; i += 1) {
      const burnt = at(fuel, i) * burn;
      fuel[i] = at(fuel, i) - burnt;
      const hot = at(heat, i) * cool + burnt * law.heatOfFuel;
      heat[i] = hot;
      const dark = at(soot, i) * fade + burnt * law.sootOfFuel;
      soot[i] = dark;
      expansion[i] = burnt * law.expansion;
      u[i] = (at(u, i) - windX) * slow + windX;
      v[i] = (at(v, i) + lift * hot - weight * dark) * slow;
      w[i] = (at(w, i) - windZ) * slow + windZ;
    }
  }

  /** Takes out of the air what flows into a cell and not out of it again, but for what burning lets expand. */
  #project(): void {
    const { nx, ny, nz } = this.size;
    const layer = nx * ny;
    const { u, v, w } = this;
    const p = this.#pressure;
    const d = this.#divergence;
    p.fill(0);
    for (let z = 1; z < nz - 1; z += 1)
      for (let y = 1; y < ny - 1; y += 1) {
        let i = z * layer + y * nx + 1;
        for (let x = 1; x < nx - 1; x += 1, i += 1)
          d[i] =
            0.5 * (at(u, i + 1) - at(u, i - 1) + at(v, i + nx) - at(v, i - nx) + at(w, i + layer) - at(w, i - layer)) -
            at(d, i);
      }
    for (let sweep = 0; sweep < SWEEPS; sweep += 1)
      for (const colour of [0, 1])
        for (let z = 1; z < nz - 1; z += 1)
          for (let y = 1; y < ny - 1; y += 1) {
            const first = 1 + ((1 + y + z + colour) & 1);
            let i = z * layer + y * nx + first;
            for (let x = first; x < nx - 1; x += 2, i += 2) {
              const around =
                at(p, i + 1) + at(p, i - 1) + at(p, i + nx) + at(p, i - nx) + at(p, i + layer) + at(p, i - layer);
              p[i] = at(p, i) + OVER * ((around - at(d, i)) / 6 - at(p, i));
            }
            // No air goes through the ground: the pressure on it is that above it.
            if (y === 1 && this.law.ground) {
              const row = z * layer;
              for (let x = 1; x < nx - 1; x += 1) p[row + x] = at(p, row + nx + x);
            }
          }
    for (let z = 1; z < nz - 1; z += 1)
      for (let y = 1; y < ny - 1; y += 1) {
        let i = z * layer + y * nx + 1;
        for (let x = 1; x < nx - 1; x += 1, i += 1) {
          u[i] = at(u, i) - 0.5 * (at(p, i + 1) - at(p, i - 1));
          v[i] = at(v, i) - 0.5 * (at(p, i + nx) - at(p, i - nx));
          w[i] = at(w, i) - 0.5 * (at(p, i + layer) - at(p, i - layer));
        }
      }
    if (this.law.ground)
      for (let z = 0; z < nz; z += 1)
        for (let x = 0; x < nx; x += 1) {
          const i = z * layer + x;
          v[i] = 0;
          if (at(v, i + nx) < 0) v[i + nx] = 0;
        }
  }

  /** Lets go what comes to an open side: it would pile up there. */
  #drain(): void {
    const { nx, ny, nz } = this.size;
    const { heat, soot, fuel } = this;
    const depth = Math.max(2, Math.round(EDGE * this.detail));
    let i = 0;
    for (let z = 0; z < nz; z += 1)
      for (let y = 0; y < ny; y += 1) {
        const below = this.law.ground ? depth : y;
        for (let x = 0; x < nx; x += 1, i += 1) {
          const near = Math.min(x, nx - 1 - x, ny - 1 - y, below, z * 2, (nz - 1 - z) * 2);
          if (near >= depth) continue;
          const left = 0.6 + (0.4 * near) / depth;
          heat[i] = at(heat, i) * left;
          soot[i] = at(soot, i) * left;
          fuel[i] = at(fuel, i) * left;
        }
      }
  }

  /** Goes on by a time in seconds. */
  step(dt: number): void {
    this.#react(dt);
    this.#confine(dt);
    this.#project();
    // The air is carried by itself as it was: what comes of it counts once all three are done.
    const moved = [this.#advect(this.u, dt), this.#advect(this.v, dt), this.#advect(this.w, dt)] as const;
    this.#spares.push(this.u, this.v, this.w);
    [this.u, this.v, this.w] = moved;
    this.heat = this.#swap(this.heat, dt);
    this.soot = this.#swap(this.soot, dt);
    if (this.law.burning > 0) this.fuel = this.#swap(this.fuel, dt);
    this.#drain();
  }

  /** Carries a field along, and keeps its old place for the next. */
  #swap(field: Field, dt: number): Field {
    const moved = this.#advect(field, dt);
    this.#spares.push(field);
    return moved;
  }
}
