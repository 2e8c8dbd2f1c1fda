import { Advection, type Three } from "./advection.ts";
import { type Field, type GridSize, at } from "./grid.ts";
import { Lane } from "./lane.ts";
import { levelPressure } from "./pressure.ts";

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

/** How near to an open side gas is let go, in cells of the full grid. */
const EDGE = 7;

/** How many fields of a grid's size a gas takes. */
export const FIELDS = 15;

/**
 * A gas on a grid in three dimensions: advected with MacCormack's correction, pushed by heat and its own swirl, kept
 * incompressible but where it burns. The same steps give the same values on every machine, in one lane or in some.
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

  /** The index of a cell. */
  cell(x: number, y: number, z: number): number {
    return (z * this.size.ny + y) * this.size.nx + x;
  }

  /** The layers of this lane, but for some at the near and at the far side of the grid. */
  #layers(apart: number): { readonly first: number; readonly end: number } {
    const { from, to } = this.#lane.share(this.size.nz);
    return { first: Math.max(apart, from), end: Math.min(this.size.nz - apart, to) };
  }

  /** Gives back swirl: a force around the places where the air turns most. */
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
    // A cell is pushed by what its neighbors have become: one lane goes through all of them in their order.
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

  /** Takes out of the air what flows into a cell and not out of it again, but for what burning lets expand. */
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
    if (this.law.ground)
      for (let z = whole.first; z < whole.end; z += 1)
        for (let x = 0; x < nx; x += 1) {
          const i = z * layer + x;
          v[i] = 0;
          if (at(v, i + nx) < 0) v[i + nx] = 0;
        }
    this.#lane.meet();
  }

  /** Lets go what comes to an open side: it would pile up there. */
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

  /** Goes on by a time in seconds. What is put into the gas between steps is put in by the first lane. */
  step(dt: number): void {
    this.#lane.meet();
    this.#react(dt);
    this.#confine(dt);
    this.#project();
    // The air is carried by itself as it was, and all else by what the air has become.
    [this.u, this.v, this.w] = this.#carry([this.u, this.v, this.w], dt);
    [this.heat, this.soot, this.fuel] = this.#carry([this.heat, this.soot, this.fuel], dt);
    this.#drain();
  }

  /** Carries three fields along with the air, and keeps their old places for the next. */
  #carry(from: Three, dt: number): Three {
    const to = this.#spares;
    this.#advection.carry(from, to, [this.u, this.v, this.w], dt);
    this.#spares = from;
    return to;
  }
}
