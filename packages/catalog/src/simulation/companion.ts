import { Worker } from "node:worker_threads";
import { moduleBeside } from "../module-beside.ts";
import { FIELDS, type GasLaw } from "./fluid.ts";
import type { GridSize } from "./grid.ts";
import { Lane, sharedMemory } from "./lane.ts";

/** What a companion goes along with: a gas, and its steps in seconds. */
export interface Walk {
  readonly size: GridSize;
  readonly law: GasLaw;
  readonly detail: number;
  readonly steps: number;
  readonly dt: number;
}

/** A companion's own walk, and the memory that it shares. */
export interface SharedWalk extends Walk {
  readonly memory: SharedArrayBuffer;
}

/**
 * Starts a thread that goes along with a simulation for some steps, and gives the lane for whoever leads it. The leader
 * takes as many steps of its own, and goes alone from then on.
 */
export const withCompanion = (walk: Walk): Lane => {
  const { nx, ny, nz } = walk.size;
  const memory = sharedMemory(FIELDS, nx * ny * nz);
  const workerData: SharedWalk = { ...walk, memory };
  // A leader that ends early leaves it waiting: nobody waits for it.
  new Worker(moduleBeside(import.meta.url, "companion-worker"), { workerData }).unref();
  return new Lane(memory, 0, 2);
};
