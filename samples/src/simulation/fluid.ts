import { Advection, type Three } from "./advection.ts";
import { type Field, type GridSize, at } from "./grid.ts";
import { Lane } from "./lane.ts";
import { levelPressure } from "./pressure.ts";

/** The physical parameters of a gas. Rates are per second, lengths in cells. */
export interface GasLaw {
  /** The upward acceleration by heat. */
  readonly buoyancy: number;
  /** The downward acceleration by soot. */
  readonly weight: number;
  /** The strength of vorticity confinement, which restores the swirl that the grid smooths away. */
  readonly swirl: number;
  /** The rate at which heat decays. */
  readonly cooling: number;
  /** The rate at which soot decays. */
  readonly fading: number;
  /** The rate at which fuel burns. */
  readonly burning: number;
  /** The heat that burning fuel yields. */
  readonly heatOfFuel: number;
  /** The soot that burning fuel yields. */
  readonly sootOfFuel: number;
  /** How far burning gas expands. */
  readonly expansion: number;
  /** The rate at which the air slows down. */
  readonly drag: number;
  /** The wind across and away from the camera. */
  readonly wind: readonly [across: number, away: number];
  /** Whether the ground stops the gas at the bottom. If not, the bottom is open like all other sides. */
  readonly ground: boolean;
}

/** The distance from an open side within which gas drains away, in cells of the full grid. */
const EDGE = 7;

/** How strongly velocities that alternate from cell to cell are damped. Each step removes 16 times this share. */
const CALM = 1 / 64;

/** The number of grid-sized fields that a gas allocates. */
export const FIELDS = 15;

/**
 * A gas on a three-dimensional grid, with MacCormack advection, buoyancy, and vorticity confinement. It is
 * incompressible except where it burns. The same steps give the same values on every machine, in one lane or several.
 */
export class Gas {
  readonly size: GridSize;
  readonly law: GasLaw;
  /**
   * The number of cells of this grid per cell of the full grid. Speeds and forces are given in cells of the full grid.
   */
  readonly detail: number;
  u: Field;
  v: Field;
  w: Field;
  heat: Field;
  soot: Field;
  fuel: Field;
  readonly #lane: Lane;
  #spares: Three;
  readonly #advection: Advection;
  readonly #pressure: Field;
  readonly #divergence: Field;
  readonly #curl: Field;

  constructor(size: GridSize, law: GasLaw, detail = 1, lane = new Lane()) {
    this.size = size;
    this.law = law;
    this.detail = detail;
    this.#lane = lane;
    const field = (): Field => lane.field(size.nx * size.ny * size.nz);
    this.u = field();
    this.v = field();
    this.w = field();
    this.heat = field();
    this.soot = field();
    this.fuel = field();
    this.#spares = [field(), field(), field()];
    this.#advection = new Advection(size, lane);
    this.#pressure = field();
    this.#divergence = field();
    this.#curl = field();
  }

  /** Returns the index of a cell. */
  cell(x: number, y: number, z: number): number {
    return (z * this.size.ny + y) * this.size.nx + x;
  }

  /** Returns the layers of this lane, except the `apart` nearest and farthest layers of the grid. */
  #layers(apart: number): { readonly first: number; readonly end: number } {
    const { from, to } = this.#lane.share(this.size.nz);
    return { first: Math.max(apart, from), end: Math.min(this.size.nz - apart, to) };
  }

  /** Adds a force around the places with the strongest curl (vorticity confinement). */
  #confine(dt: number): void {
    const { nx, ny, nz } = this.size;
    const layer = nx * ny;
    const { u, v, w } = this;
    const curl = this.#curl;
    const strength = this.law.swirl * this.detail * dt;
    const { first, end } = this.#layers(1);
    for (let z = first; z < end; z += 1)
      for (let y = 1; y < ny - 1; y += 1) {
        let i = z * layer + y * nx + 1;
        for (let x = 1; x < nx - 1; x += 1, i += 1) {
          const cx = at(w, i + nx) - at(w, i - nx) - at(v, i + layer) + at(v, i - layer);
          const cy = at(u, i + layer) - at(u, i - layer) - at(w, i + 1) + at(w, i - 1);
          const cz = at(v, i + 1) - at(v, i - 1) - at(u, i + nx) + at(u, i - nx);
          curl[i] = Math.sqrt(cx * cx + cy * cy + cz * cz) * 0.5;
        }
      }
    this.#lane.meet();
    // A cell depends on the updated values of its neighbors, so the first lane updates all cells in order.
    const last = this.#lane.isFirst ? nz - 2 : 0;
    for (let z = 2; z < last; z += 1)
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
    this.#lane.meet();
  }

  /** Burns fuel, applies heating, cooling, buoyancy, drag, and wind, and saves the expansion of the burning gas. */
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
    const layer = this.size.nx * this.size.ny;
    const { first, end } = this.#layers(0);
    for (let i = first * layer; i < end * layer; i += 1) {
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
    this.#lane.meet();
  }

  /** Makes the velocity divergence-free, except for the expansion of burning gas. */
  #project(): void {
    const { nx, ny } = this.size;
    const layer = nx * ny;
    const { u, v, w } = this;
    const p = this.#pressure;
    const d = this.#divergence;
    const whole = this.#layers(0);
    const { first, end } = this.#layers(1);
    p.fill(0, whole.first * layer, whole.end * layer);
    for (let z = first; z < end; z += 1)
      for (let y = 1; y < ny - 1; y += 1) {
        let i = z * layer + y * nx + 1;
        for (let x = 1; x < nx - 1; x += 1, i += 1)
          d[i] =
            0.5 * (at(u, i + 1) - at(u, i - 1) + at(v, i + nx) - at(v, i - nx) + at(w, i + layer) - at(w, i - layer)) -
            at(d, i);
      }
    this.#lane.meet();
    levelPressure(p, d, this.size, this.law.ground, this.#lane);
    for (let z = first; z < end; z += 1)
      for (let y = 1; y < ny - 1; y += 1) {
        let i = z * layer + y * nx + 1;
        for (let x = 1; x < nx - 1; x += 1, i += 1) {
          u[i] = at(u, i) - 0.5 * (at(p, i + 1) - at(p, i - 1));
          v[i] = at(v, i) - 0.5 * (at(p, i + nx) - at(p, i - nx));
          w[i] = at(w, i) - 0.5 * (at(p, i + layer) - at(p, i - layer));
        }
      }
    // Air leaves the top as fast as it gets there. Otherwise it would pile up and spread sideways.
    for (let z = whole.first; z < whole.end; z += 1)
      for (let i = (z * ny + ny - 1) * nx; i < (z + 1) * layer; i += 1) {
        u[i] = at(u, i - nx);
        v[i] = Math.max(0, at(v, i - nx));
        w[i] = at(w, i - nx);
      }
    if (this.law.ground)
      for (let z = whole.first; z < whole.end; z += 1)
        for (let x = 0; x < nx; x += 1) {
          const i = z * layer + x;
          v[i] = 0;
          if (at(v, i + nx) < 0) v[i + nx] = 0;
        }
    this.#lane.meet();
  }

  /**
   * Damps velocities that alternate from cell to cell (by fourth differences). The pressure compares every other cell,
   * so it can't correct them, and they would grow into comb-like and woven patterns.
   */
  #calm(): void {
    const { nx, ny } = this.size;
    const layer = nx * ny;
    const whole = this.#layers(0);
    const { first, end } = this.#layers(2);
    const from: Three = [this.u, this.v, this.w];
    for (const n of [0, 1, 2] as const) {
      const field = from[n];
      const to = this.#spares[n];
      to.set(field.subarray(whole.first * layer, whole.end * layer), whole.first * layer);
      for (let z = first; z < end; z += 1)
        for (let y = 2; y < ny - 2; y += 1) {
          let i = z * layer + y * nx + 2;
          for (let x = 2; x < nx - 2; x += 1, i += 1) {
            const near =
              at(field, i - 1) +
              at(field, i + 1) +
              at(field, i - nx) +
              at(field, i + nx) +
              at(field, i - layer) +
              at(field, i + layer);
            const far =
              at(field, i - 2) +
              at(field, i + 2) +
              at(field, i - 2 * nx) +
              at(field, i + 2 * nx) +
              at(field, i - 2 * layer) +
              at(field, i + 2 * layer);
            to[i] = at(field, i) - CALM * (far - 4 * near + 18 * at(field, i));
          }
        }
    }
    this.#lane.meet();
    [this.u, this.v, this.w] = this.#spares;
    this.#spares = from;
    this.#lane.meet();
  }

  /** Removes gas near the open sides, where it would pile up. */
  #drain(): void {
    const { nx, ny, nz } = this.size;
    const { heat, soot, fuel } = this;
    const depth = Math.max(2, Math.round(EDGE * this.detail));
    const { first, end } = this.#layers(0);
    let i = first * nx * ny;
    for (let z = first; z < end; z += 1)
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
    this.#lane.meet();
  }

  /** Advances the gas by `dt` seconds. Between steps, only the first lane may add to the gas. */
  step(dt: number): void {
    this.#lane.meet();
    this.#react(dt);
    this.#confine(dt);
    this.#project();
    this.#calm();
    // Advect the velocity by the old velocity, then everything else by the new one.
    [this.u, this.v, this.w] = this.#carry([this.u, this.v, this.w], dt);
    [this.heat, this.soot, this.fuel] = this.#carry([this.heat, this.soot, this.fuel], dt);
    this.#drain();
  }

  /** Advects three fields with the air. Their old buffers become the spares for the next call. */
  #carry(from: Three, dt: number): Three {
    const to = this.#spares;
    this.#advection.carry(from, to, [this.u, this.v, this.w], dt);
    this.#spares = from;
    return to;
  }
}
