import { Worker } from "node:worker_threads";
import { moduleBeside } from "../module-beside.ts";
import { FIELDS, type GasLaw } from "./fluid.ts";
import type { GridSize } from "./grid.ts";
import { Lane, sharedMemory } from "./lane.ts";

/**
 * The part of a simulation that a companion thread helps with: the gas, and the number and length (seconds) of its
 * steps.
 */
export interface Walk {
  readonly size: GridSize;
  readonly law: GasLaw;
  readonly detail: number;
  readonly steps: number;
  readonly dt: number;
}

/** The input of a companion thread, with the memory that it shares. */
export interface SharedWalk extends Walk {
  readonly memory: SharedArrayBuffer;
}

/**
 * Starts a thread that helps with the first steps of a simulation, and returns the leader's lane. The leader must run
 * the same number of steps, then continue alone.
 */
export const withCompanion = (walk: Walk): Lane => {
  const { nx, ny, nz } = walk.size;
  const memory = sharedMemory(FIELDS, nx * ny * nz);
  const workerData: SharedWalk = { ...walk, memory };
  // If the leader stops early, the companion stays blocked. It must not keep the process alive.
  new Worker(moduleBeside(import.meta.url, "companion-worker"), { workerData }).unref();
  return new Lane(memory, 0, 2);
};
